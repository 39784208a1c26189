// The implicit velocities of the nodes, (9) of Stomakhin et al. 2013: (I + beta dt^2 M^-1 H) v = v*, by conjugate
// residuals in the inner product of the masses, with the freedom that collisions left. Without nodes that collide
// every iterate keeps the momentum.
#pragma once

#include "engine/mpm/MpmStages.h"

namespace sastrugi
{

struct SolveResult {
    int iterations = 0, products = 0;
    double firstResidual = 0, residual = 0; // root of the mass-weighted mean square, m/s
    bool isConverged = true;
    bool hasNegativeCurvature = false;
};

/// Turns v* into v. When stopped it ends early, with velocities that are good for nothing.
SolveResult solveImplicit(const MpmStep& step, const std::stop_token& stop);

} // namespace sastrugi
