// The drag of the air on snow that is loose: flakes in the air, and what is torn from a surface.
//
// The law of a single flake, as in engine/fields/AirDrag.h, times how loose it is: fully where the grid's density is
// that of a single particle, not at all from half of the fresh density on, which is that of a flat surface. Implicit,
// so that a flake's terminal velocity is the same for any step.
#pragma once

#include "engine/mpm/MpmStages.h"

namespace sastrugi
{

void dragLooseSnow(const MpmStep& step);

} // namespace sastrugi
