// Snow that starts on the wrong side of an obstacle: a mistake in the scene that shows only after the run.
#pragma once

#include "engine/core/Log.h"
#include "engine/simulation/Seeding.h"

#include <span>
#include <stop_token>

namespace sastrugi
{

/// Warns, once per emitter and boundary, of particles inside closed boundaries, and of those below open ones, such as
/// planes and terrains, that have no boundary under them to fall on. Below is where gravity points. Particles outside
/// of the period count where they are; boundaries that move, where they are at the start. Throws Error(Interrupted)
/// when stopped.
void warnOfSnowBehindWalls(const Scene& scene, std::span<const Seed> seeds, const Log& log,
                           const std::stop_token& stop);

} // namespace sastrugi
