#include "engine/dem/DemParameters.h"

#include "engine/materials/GranularSnow.h"

#include <array>
#include <numbers>

namespace sastrugi
{

double DemParameters::grainMass() const
{
    return 4.0 / 3.0 * std::numbers::pi * radius * radius * radius * GranularSnow::snowDensity;
}

std::span<const DemPreset> demPresets()
{
    static const std::array presets = [] {
        DemParameters base;
        base.timeStep = 1e-4;
        base.fewestPasses = base.mostPasses = 0;
        base.forceFactor = 1;
        base.limiter = 0;
        return std::array{DemPreset{"iterative", "The method of the paper.", {}},
                          DemPreset{"base method",
                                    "Goswami et al. 2019: explicit steps of a tenth of a millisecond, no passes, bare "
                                    "forces.",
                                    base}};
    }();
    return presets;
}

} // namespace sastrugi
