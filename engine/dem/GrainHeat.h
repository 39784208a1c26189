// Heat that passes between grains that touch, obstacles and the air: section 4.13 of the specification.
#pragma once

#include "engine/dem/DemState.h"

namespace sastrugi
{

/// Whether any grain has a temperature.
bool hasHeat(const Scene& scene);

/// Adds a step to the time for which heat has not flowed yet, and lets it flow where that is several steps: explicit,
/// in as many parts as are stable. Returns how many.
int conductHeat(const Scene& scene, const DemParameters& parameters, DemState& state, double timeStep);

} // namespace sastrugi
