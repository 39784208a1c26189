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
        {"chunky",
         "Breaks into large angular chunks, with a Material Variation above all.",
         {400, 140e3, 0.2, 10, 0.035, 0.011}},
        {"muddy", "Slumps and flows.", {500, 60e3, 0.2, 6, 0.04, 0.01}},
        // Figure 8 varies one or two constants of the standard at a time.
        {"ductile", "The standard with less hardening.", {400, 140e3, 0.2, 5, 0.025, 0.0075}},
        {"soft", "The standard with less stiffness.", {400, 48e3, 0.2, 10, 0.025, 0.0075}},
        {"crushable", "The standard, crushed at a smaller strain.", {400, 140e3, 0.2, 10, 0.019, 0.0075}},
        {"brittle", "The standard, torn at a smaller strain.", {400, 140e3, 0.2, 10, 0.025, 0.005}},
        {"crumbly", "The standard, crushed and torn at smaller strains.", {400, 140e3, 0.2, 10, 0.019, 0.005}},
    };
    return presets;
}

} // namespace sastrugi
