#include "engine/materials/SnowMaterial.h"

namespace sastrugi
{

std::span<const SnowPreset> snowPresets()
{
    static constexpr SnowPreset presets[] = {
        {"standard", "Table 2 of Stomakhin et al. 2013.", {}},
        {"powder", "Light and loose, falls apart at a touch.", {100, 30e3, 0.2, 8, 0.015, 0.004}},
        {"dry", "Settled dry snow.", {200, 60e3, 0.2, 10, 0.019, 0.005}},
        {"wet", "Heavy and sticky, good for snowballs.", {450, 80e3, 0.2, 6, 0.035, 0.012}},
        {"packed", "Trodden or wind-packed.", {550, 300e3, 0.2, 10, 0.025, 0.0075}},
        {"icy", "Hard, breaks in pieces.", {600, 1e6, 0.2, 15, 0.02, 0.006}},
    };
    return presets;
}

} // namespace sastrugi
