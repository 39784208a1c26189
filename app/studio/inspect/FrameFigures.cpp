#include "app/studio/inspect/FrameFigures.h"

#include <algorithm>
#include <cmath>

namespace sastrugi::studio
{

std::map<std::string, double> figuresOf(const Frame& frame)
{
    std::map<std::string, double> figures = frame.figures;
    const auto mass = frame.particles.get<float>("mass");
    const auto velocity = frame.particles.get<float>("velocity", 3);
    const auto position = frame.particles.get<float>("position", 3);
    double total = 0, energy = 0, height = 0, fastest = 0;
    for (std::size_t i = 0; i < frame.particles.count(); ++i) {
        const double m = mass[i];
        double squared = 0;
        for (std::size_t c = 0; c < 3; ++c)
            squared += static_cast<double>(velocity[3 * i + c]) * static_cast<double>(velocity[3 * i + c]);
        total += m;
        energy += 0.5 * m * squared;
        height += m * (frame.origin.z() + static_cast<double>(position[3 * i + 2]));
        fastest = std::max(fastest, squared);
    }
    figures["particles"] = static_cast<double>(frame.particles.count());
    figures["mass"] = total;
    figures["kinetic energy"] = energy;
    figures["largest speed"] = std::sqrt(fastest);
    if (total > 0)
        figures["centre of mass height"] = height / total;
    if (const AttributeArray* density = frame.particles.find("density");
        density && density->type == ElementType::Float32 && frame.particles.count() > 0) {
        const auto [least, largest] =
            std::minmax_element(density->values<float>().begin(), density->values<float>().end());
        figures["least density"] = *least;
        figures["largest density"] = *largest;
    }
    return figures;
}

} // namespace sastrugi::studio
