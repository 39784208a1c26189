// Snow on the wrong side of an obstacle: where it starts, a mistake in the scene that shows only after the run; later,
// a leak.
#pragma once

#include "engine/core/Log.h"
#include "engine/simulation/Seeding.h"

#include <span>
#include <stop_token>
#include <vector>

namespace sastrugi
{

class Emission;

/// Warns, once per emitter and boundary, of particles inside closed boundaries, and of those below open ones, such as
/// planes and terrains, that have no boundary under them to fall on. Below is where gravity points. Particles outside
/// of the period count where they are; boundaries that move, where they are at the start. Throws Error(Interrupted)
/// when stopped.
void warnOfSnowBehindWalls(const Scene& scene, std::span<const Seed> seeds, const Log& log,
                           const std::stop_token& stop);

/// What there is to warn of in the emitters whose snow comes in later, up to the last frame. Throws Error(Interrupted).
void warnOfInflows(const Scene& scene, const Emission& emission, const Log& log, const std::stop_token& stop);

/// How many of the points are behind each of the scene's boundaries at `time`, in their order, and farther than `depth`
/// from its surface: what rests against a wall is pressed into it by less than half a spacing. Boundaries that a run
/// moves count none, as only it knows where they are: see BoundaryInFrame.h. Throws Error(Interrupted) when stopped.
std::vector<std::size_t> countBehindWalls(const Scene& scene, std::span<const Vector3> points, double time,
                                          double depth, const std::stop_token& stop = {});

} // namespace sastrugi
