// When grains sleep and wake: section 7 of the specification.
//
// A block of eight cells along each axis sleeps when its grains have been calm for a quarter of a second, and those of
// the 26 around it too, as far as they are awake. A grain is calm that has gone less than 5 mm/s times the 20th of a
// second since it was looked at last. A block wakes when the force of grains that are awake on one of its own has
// changed by more than half a weight.
//
// The specification has speed and force of each step instead. But of 50,000 grains at rest some 15 tremble for ever by
// micrometres, at 15 mm/s, and what friction at a wall or the control of oscillations holds may be left with more force
// than a fifth of its weight. Who does not leave its place in that time does not fall, and needs no rule for forces.
//
// Besides:
// - No block sleeps, and all wake, within a block of an obstacle that moved in the step, or of a free rigid body: also
//   of one that lies still, which sleepers would not carry.
// - Nobody sleeps while gravity grows, while grains settle, or where there is no gravity.
// - A change of the wind since a block fell asleep wakes it when it drags a grain by more than half a weight.
// - Grains are not calm that conduct heat, as they soften and melt while they lie, nor those that lose more than a
//   hundredth of durability in a second, as snow under a load that is still compacting. Sintering stops in sleep.
// - Snow that comes in is awake, and wakes what it falls on by its force.
//
// Who sleeps is chosen twenty times a second, who wakes in each step. All is decided from values of the state, in the
// order of grains and blocks.
#pragma once

#include "engine/dem/DemState.h"

namespace sastrugi
{

/// At the end of a step: lists the grains anew where some fall asleep or wake.
void sleepAndWake(const Scene& scene, const DemParameters& parameters, DemState& state,
                  const SleepingGrains::Step& step);

} // namespace sastrugi
