// The material point method for snow: Stomakhin et al. 2013, doi 10.1145/2461912.2461948.
//
// Valid for dense, wet and packing snow that is at least some eight grid cells thick where it should crack. No air
// within the snow, no sintering, no friction angle; what is torn heals when it is pressed together again.
#pragma once

#include "engine/mpm/MpmParameters.h"
#include "engine/simulation/Solver.h"

#include <memory>

namespace sastrugi
{

std::shared_ptr<const Solver> makeMpmSolver(const MpmParameters& parameters);

} // namespace sastrugi
