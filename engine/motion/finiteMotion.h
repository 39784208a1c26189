// Whether a motion has a place at all times of a scene: asked before a run, which would end where it has none.
#pragma once

#include <span>

namespace sastrugi
{

struct MotionPath;

/// Throws Error(Scene) that names the function and the time where an expression is not finite: at each of `times`,
/// seconds, and at every thousandth of a second in between, where people let things happen; of scenes of minutes at
/// fewer times, as round.
void requireFinite(const MotionPath& path, std::span<const double> times);

} // namespace sastrugi
