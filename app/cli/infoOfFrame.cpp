#include "app/cli/arguments.h"
#include "app/cli/infoOf.h"
#include "engine/cache/FrameFile.h"
#include "engine/core/Words.h"
#include "engine/simulation/figureMeaning.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>

namespace sastrugi
{

using Json = nlohmann::ordered_json;

namespace
{

struct Statistics {
    double minimum = std::numeric_limits<double>::infinity();
    double maximum = -std::numeric_limits<double>::infinity();
    double sum = 0;
    std::size_t finite = 0, notFinite = 0;
    std::size_t firstNotFinite = 0; // element

    void add(double value, std::size_t element)
    {
        if (!std::isfinite(value)) {
            if (notFinite++ == 0)
                firstNotFinite = element;
            return;
        }
        minimum = std::min(minimum, value);
        maximum = std::max(maximum, value);
        sum += value;
        ++finite;
    }
};

/// One per component.
template <class T>
std::vector<Statistics> statisticsOf(const AttributeArray& array)
{
    const auto components = static_cast<std::size_t>(array.components);
    std::vector<Statistics> statistics(components);
    const std::span<const T> values = array.values<T>();
    for (std::size_t i = 0; i < values.size(); ++i)
        statistics[i % components].add(static_cast<double>(values[i]), i / components);
    return statistics;
}

std::vector<Statistics> statisticsOf(const AttributeArray& array)
{
    switch (array.type) {
    case ElementType::Float32: return statisticsOf<float>(array);
    case ElementType::Float64: return statisticsOf<double>(array);
    case ElementType::UInt8: return statisticsOf<std::uint8_t>(array);
    case ElementType::UInt32: return statisticsOf<std::uint32_t>(array);
    case ElementType::UInt64: return statisticsOf<std::uint64_t>(array);
    }
    return {};
}

/// A number for one component, a list for more; null where there is none.
Json perComponent(const std::vector<Statistics>& statistics, double (*figure)(const Statistics&))
{
    Json list = Json::array();
    for (const Statistics& one : statistics)
        list.push_back(one.finite > 0 ? Json(figure(one)) : Json());
    return list.size() == 1 ? list[0] : list;
}

void addAttribute(const AttributeArray& array, Json& json, std::string& text)
{
    const std::vector<Statistics> statistics = statisticsOf(array);
    std::size_t notFinite = 0, firstNotFinite = 0;
    for (const Statistics& one : statistics)
        if (one.notFinite > 0) {
            if (notFinite == 0)
                firstNotFinite = one.firstNotFinite;
            notFinite += one.notFinite;
        }
    Json attribute = {
        {"name", array.name},
        {"type", name(array.type)},
        {"components", array.components},
        {"count", array.count()},
        {"min", perComponent(statistics, [](const Statistics& s) { return s.minimum; })},
        {"max", perComponent(statistics, [](const Statistics& s) { return s.maximum; })},
        {"mean", perComponent(statistics, [](const Statistics& s) { return s.sum / static_cast<double>(s.finite); })},
        {"notFinite", notFinite}};
    json["attributes"].push_back(std::move(attribute));
    for (std::size_t i = 0; i < statistics.size(); ++i) {
        const Statistics& one = statistics[i];
        const std::string label = i > 0
                                      ? ""
                                      : fmt::format("{} ({}{})", array.name, name(array.type),
                                                    array.components > 1 ? fmt::format(" x {}", array.components) : "");
        text += one.finite == 0 ? fmt::format("  {:<32}{:>14}\n", label, "none")
                                : fmt::format("  {:<32}{:>14.6g}{:>14.6g}{:>14.6g}\n", label, one.minimum, one.maximum,
                                              one.sum / static_cast<double>(one.finite));
    }
    if (notFinite > 0)
        text += fmt::format("    {} not finite, the first at particle {}\n",
                            counted(notFinite, "value is", "values are"), firstNotFinite);
}

} // namespace

Info infoOfFrame(const std::filesystem::path& file)
{
    const Frame frame = readFrameFile(file);
    Json json = {{"kind", "frame"},
                 {"file", utf8Of(file)},
                 {"frame", frame.number},
                 {"time", frame.time},
                 {"origin", {frame.origin.x(), frame.origin.y(), frame.origin.z()}},
                 {"particles", frame.particles.count()},
                 {"hash", frame.contentHash().hex()},
                 {"attributes", Json::array()},
                 {"figures", Json::object()}};
    Info info;
    info.text = fmt::format("frame {} at {:.6g} s: {}, hash {}\n  {:<32}{:>14}{:>14}{:>14}\n", frame.number, frame.time,
                            counted(frame.particles.count(), "particle"), frame.contentHash().hex(), "attribute", "min",
                            "max", "mean");
    if (!frame.origin.isZero(0))
        info.text += fmt::format("  positions are relative to {:.6g}, {:.6g}, {:.6g} m\n", frame.origin.x(),
                                 frame.origin.y(), frame.origin.z());
    for (const AttributeArray& array : frame.particles.arrays())
        addAttribute(array, json, info.text);
    if (!frame.figures.empty())
        info.text += "  figures, means over the steps since the frame before:\n";
    for (const auto& [key, value] : frame.figures) {
        json["figures"][key] = value;
        info.text += fmt::format("  {:<32}{:>14.6g}  {}\n", key, value, figureMeaning(key));
    }
    info.json = json.dump(2);
    return info;
}

} // namespace sastrugi
