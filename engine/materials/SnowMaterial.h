// Snow as an elastoplastic continuum: linear elasticity, clamped singular values, exponential hardening.
//
// Stomakhin et al. 2013, section 5 and table 2, doi 10.1145/2461912.2461948; used alike by every solver that
// simulates it. Valid for dry to moist seasonal snow at strain rates above about 0.01/s; no sintering, no melting.
#pragma once

#include "engine/core/Parameter.h"

#include <span>

namespace sastrugi
{

struct SnowMaterial {
    double density = 400;
    double youngsModulus = 140e3;
    double poissonsRatio = 0.2;
    double hardening = 10;
    double criticalCompression = 0.025;
    double criticalStretch = 0.0075;
};

inline auto parameters(Tag<SnowMaterial>)
{
    using P = SnowMaterial;
    return std::tuple{
        number(&P::density, "density", Unit::KilogramPerCubicMetre, 20, 917,
               "Density of the fresh snow; fixes the mass of a particle and where hardening starts."),
        number(&P::youngsModulus, "youngsModulus", Unit::Pascal, 1e3, 1e7,
               "Stiffness before hardening; smaller steps are needed for stiffer snow."),
        number(&P::poissonsRatio, "poissonsRatio", Unit::None, 0, 0.45,
               "Sideways bulging under compression, 0 for none."),
        number(&P::hardening, "hardening", Unit::None, 0, 20,
               "How fast compacted snow stiffens: the exponent of the hardening law."),
        number(&P::criticalCompression, "criticalCompression", Unit::None, 0.001, 0.1,
               "Strain at which compression becomes permanent; larger is chunky, smaller is powdery."),
        number(&P::criticalStretch, "criticalStretch", Unit::None, 0.0005, 0.05,
               "Strain at which stretching becomes permanent and snow breaks; larger holds together better."),
    };
}

/// A named starting point.
struct SnowPreset {
    std::string_view name;
    std::string_view doc;
    SnowMaterial material;
};

/// The first is "standard", table 2 of the paper.
std::span<const SnowPreset> snowPresets();

} // namespace sastrugi
