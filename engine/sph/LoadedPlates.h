// Boundaries that carry a load: bodies of one degree of freedom between their load and the snow.
//
// The snow's answer is the sum of what it takes from the boundary: pressure and shear as in (7) and (19) of Gissler et
// al. 2020 (doi 10.1145/3386569.3392431), and friction (24). It is taken at the end of a step and moves the plate in
// the next one (symplectic Euler), which is stable where the plate weighs at least what the layer of snow at it does.
#pragma once

#include "engine/sph/SphState.h"

namespace sastrugi
{

/// Throws NodeError(Scene) for a boundary that carries a load and adheres, which has no reaction here.
void checkPlates(const Scene& scene);

/// Puts them where they are, moving as they will in a step that begins at `time`. Before the step finds neighbours.
void placePlates(SphState& state, const Scene& scene, double time);

/// Where they are at the end of the step, and their velocities in the next. Between changeVelocity() and deform(), as
/// the stress is that of the velocities that came out; reports the way and the snow's answer of each.
std::map<std::size_t, PlateMotion> movedPlates(const SphStep& step, const Scene& scene, double time,
                                               StepReport& report);

} // namespace sastrugi
