// What the user chooses about fine-scale particles, and what flows along a link.
#pragma once

#include "engine/core/Parameter.h"

#include <memory>

namespace sastrugi
{

struct Scene;

struct FineScaleParameters {
    std::int64_t perParticle = 32;
    double attachment = 0.5;   // rho* over full snow
    double grainSize = 0.002;  // m
    double grainDensity = 300; // kg/m^3
};

inline auto parameters(Tag<FineScaleParameters>)
{
    using P = FineScaleParameters;
    return std::tuple{
        integer(&P::perParticle, "perParticle", 1, 1000, "Fine particles for each particle of the simulation."),
        number(&P::attachment, "attachment", Unit::None, 0.01, 1,
               "The share of full snow from which on fine particles move as the snow does; with less of it they fall "
               "more and more freely."),
        number(&P::grainSize, "grainSize", Unit::Metre, 1e-5, 0.1,
               "Diameter of the grain that a fine particle stands for in the wind, where it is free; '1 mm' may be "
               "typed."),
        number(&P::grainDensity, "grainDensity", Unit::KilogramPerCubicMetre, 1, 1000,
               "Density of such a grain: ice has 917, a flake of new snow 50."),
    };
}

/// What flows along a link: fine particles for each frame of the simulation.
struct FineParticles {
    std::shared_ptr<const Scene> simulation;
    FineScaleParameters parameters;
};

} // namespace sastrugi
