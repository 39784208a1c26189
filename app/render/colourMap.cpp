#include "app/render/colourMap.h"

#include "engine/core/Error.h"

#include <algorithm>
#include <map>

namespace sastrugi
{

namespace
{

struct NamedMap {
    const char* name;
    std::vector<Colour> stops; // evenly spaced
};

const std::vector<NamedMap>& maps()
{
    static const std::vector<NamedMap> all = {
        // From deep blue over ice to warm white.
        {"ice",
         {{0.20, 0.34, 0.58},
          {0.36, 0.55, 0.76},
          {0.56, 0.72, 0.86},
          {0.74, 0.84, 0.92},
          {0.90, 0.94, 0.96},
          {1.00, 0.99, 0.96}}},
        {"viridis",
         {{0.267, 0.005, 0.329},
          {0.283, 0.141, 0.458},
          {0.254, 0.265, 0.530},
          {0.207, 0.372, 0.553},
          {0.164, 0.471, 0.558},
          {0.128, 0.567, 0.551},
          {0.135, 0.659, 0.518},
          {0.267, 0.749, 0.441},
          {0.478, 0.821, 0.318},
          {0.741, 0.873, 0.150},
          {0.993, 0.906, 0.144}}},
        {"inferno",
         {{0.001, 0.000, 0.014},
          {0.087, 0.045, 0.225},
          {0.258, 0.039, 0.406},
          {0.416, 0.090, 0.433},
          {0.578, 0.148, 0.404},
          {0.736, 0.216, 0.330},
          {0.865, 0.317, 0.226},
          {0.955, 0.462, 0.111},
          {0.988, 0.645, 0.040},
          {0.965, 0.844, 0.273},
          {0.988, 0.998, 0.645}}},
        {"diverging",
         {{0.230, 0.299, 0.754},
          {0.484, 0.608, 0.974},
          {0.734, 0.828, 0.988},
          {0.945, 0.945, 0.945},
          {0.969, 0.772, 0.670},
          {0.879, 0.495, 0.397},
          {0.706, 0.016, 0.150}}},
        {"grey", {{0.08, 0.08, 0.08}, {0.97, 0.97, 0.97}}},
    };
    return all;
}

std::array<Colour, 256> table(const std::vector<Colour>& stops)
{
    std::array<Colour, 256> colours;
    for (std::size_t i = 0; i < colours.size(); ++i) {
        const double place =
            static_cast<double>(i) / static_cast<double>(colours.size() - 1) * static_cast<double>(stops.size() - 1);
        const std::size_t k = std::min(static_cast<std::size_t>(place), stops.size() - 2);
        const double t = place - static_cast<double>(k);
        const auto between = [&](double Colour::*channel) {
            return (1 - t) * stops[k].*channel + t * stops[k + 1].*channel;
        };
        colours[i] = {between(&Colour::red), between(&Colour::green), between(&Colour::blue)};
    }
    return colours;
}

} // namespace

const std::vector<std::string_view>& colourMaps()
{
    static const std::vector<std::string_view> names = [] {
        std::vector<std::string_view> all;
        for (const NamedMap& map : maps())
            all.emplace_back(map.name);
        return all;
    }();
    return names;
}

const std::array<Colour, 256>& coloursOf(std::string_view map)
{
    static const std::map<std::string, std::array<Colour, 256>, std::less<>> tables = [] {
        std::map<std::string, std::array<Colour, 256>, std::less<>> all;
        for (const NamedMap& named : maps())
            all.emplace(named.name, table(named.stops));
        return all;
    }();
    const auto found = tables.find(map);
    if (found == tables.end())
        fail(ErrorKind::Usage, "there is no colour map '{}'; there are {}", map, fmt::join(colourMaps(), ", "));
    return found->second;
}

} // namespace sastrugi
