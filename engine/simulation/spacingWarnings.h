// Spacings that were chosen apart and do not fit together: samples and particles far closer or wider than the solver's.
#pragma once

#include "engine/core/Log.h"
#include "engine/core/Vector.h"

#include <span>

namespace sastrugi
{

struct Scene;

/// How far apart particles are that stand for cubes: from how many of them are around some of them, within three times
/// `expected`. Metres; 0 for less than two particles,
/// and where most are at the place of another one.
double spacingOf(std::span<const Vector3> positions, double expected);

/// Warns of boundaries whose samples, and of emitters whose given particles, are far from the spacing of the solver,
/// and of boundaries that are nearly as fast as sound: a slip in the times of keys.
void warnOfSpacings(const Scene& scene, const Log& log);

} // namespace sastrugi
