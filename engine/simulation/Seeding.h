// Particles at the start: emitters filled with a lattice. Shared by the particle methods.
#pragma once

#include "engine/core/Log.h"
#include "engine/simulation/Scene.h"

#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

namespace sastrugi
{

struct Seed {
    Vector3 position;             // m, in scene coordinates
    Vector3 velocity;             // m/s
    std::uint8_t emitter = 0;     // index in Scene::emitters, and behind those in Scene::inflows
    MaterialFactors factors = {}; // by the variations of its material
    float temperature = 0;        // K; 0: that of its material
};

/// Particles of all emitters, `spacing` metres apart, in an order that depends on the scene only; the index is the id.
/// Where emitters overlap, the particles of the later one give way; their number goes to `log`, where there is one.
/// Throws NodeError(Scene) for an emitter that holds no particle, Error(Scene) for more than 255 emitters;
/// Error(Interrupted) when stopped.
std::vector<Seed> seedEmitters(const Scene& scene, double spacing, const Log& log, const std::stop_token& stop = {});
/// With a spacing for each emitter.
std::vector<Seed> seedEmitters(const Scene& scene, std::span<const double> spacings, const Log& log,
                               const std::stop_token& stop = {});

/// How many that are at most, without making them. Throws NodeError(Scene) where a region is too large to be filled.
double estimateSeeds(const Scene& scene, double spacing);
double estimateSeeds(const Scene& scene, std::span<const double> spacings);

/// A point near the emitters and boundaries, for positions in single precision: zero for scenes that are near the
/// origin of coordinates already.
Vector3 localOrigin(const Scene& scene);

} // namespace sastrugi
