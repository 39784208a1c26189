// The front of the SPH method: snow as an implicit compressible SPH continuum.
//
// Gissler et al. 2020, "An Implicit Compressible SPH Solver for Snow Simulation", doi 10.1145/3386569.3392431; the
// numbered stages are in this folder's README. One snow phase with any number of materials and static boundaries.
#pragma once

#include "engine/simulation/Solver.h"
#include "engine/sph/SphParameters.h"

namespace sastrugi
{

std::shared_ptr<const Solver> makeSphSolver(const SphParameters& parameters);

} // namespace sastrugi
