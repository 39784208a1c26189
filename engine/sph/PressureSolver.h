// The compressible pressure solve: relaxed Jacobi on rho0 (1 + p / lambda) = rho* + dt^2 div grad p.
//
// Gissler et al. 2020, equations (1)-(8), with V_i V_j in the diagonal (8) and the operator weighted by density: both
// follow from the derivation and matter where masses differ. Unlike a fluid's, the pressure may be negative.
#pragma once

#include "engine/sph/SphState.h"

#include <stop_token>

namespace sastrugi
{

struct PressureResult {
    int iterations = 0;
    double error = 0; // mean |density deviation| over the rest density
    bool converged = false;
    int guarded = 0; // times the iteration diverged and went on from its best with less relaxation
};

/// Starts from the pressures of the last step. Leaves the solution in `pressure`, adds its acceleration to `known` and
/// its change to `velocity`, and hands the velocity to the neighbours.
PressureResult solvePressure(const SphStep& step, const SphParameters& parameters, std::stop_token stop);

} // namespace sastrugi
