#include "engine/materials/GranularSnow.h"

#include <array>

namespace sastrugi
{

std::span<const GranularSnowPreset> granularSnowPresets()
{
    static const std::array presets = [] {
        GranularSnow wet, ice, base;
        wet.wetness = 1;
        ice.density = GranularSnow::iceDensity;
        base.dryModulus = base.wetModulus = 5000;
        base.dryCohesion = base.wetCohesion = 625;
        base.iceCohesion = 3750;
        base.dryBondThreshold = base.wetBondThreshold = base.iceBondThreshold = 0.75;
        base.compressionRate = 0.05; // 5e-6 per step of 0.1 ms
        return std::array{
            GranularSnowPreset{"dry", "Dry snow of table 2: runs, and falls apart into grains.", {}},
            GranularSnowPreset{"wet", "Wet snow of table 2: sticks, and breaks in lumps.", wet},
            GranularSnowPreset{"ice", "Ice of table 2: small hard grains that cling to each other.", ice},
            GranularSnowPreset{"base method", "The material of Goswami et al. 2019, for grains of 5 cm.", base},
        };
    }();
    return presets;
}

} // namespace sastrugi
