// Bodies in a scene before it starts: what stands in their place, and what a user may not have meant.
#pragma once

#include "engine/core/Log.h"
#include "engine/simulation/Scene.h"
#include "engine/simulation/Seeding.h"

#include <vector>

namespace sastrugi
{

/// Without the particles that are inside rigid bodies, or nearer to them than `distance`, m: a body is buried in snow
/// as if it had been there first. Says to `log`, where there is one, how many each body took the place of.
std::vector<Seed> outsideOfBodies(const Scene& scene, std::vector<Seed> seeds, double distance, const Log& log);

/// Warns of bodies that are thinner than the particles, `width` across, m; that are let go after the last frame; that
/// start in the place of another boundary with the same mesh; and that are faster than `speed`, m/s.
void warnOfBodies(const Scene& scene, double width, double speed, const Log& log);

} // namespace sastrugi
