// The shear solve: Bi-CGSTAB on a - dt^2/rho div(2 G sym((grad a) F)) = b, with wall friction in the system.
//
// Gissler et al. 2020, equations (9)-(19); (19) with the sign that its derivation gives, and F** with the factor F that
// (12) asks for. Friction inside the solve, not before it, makes the creep on a slope independent of the time step.
// van der Vorst 1992, doi 10.1137/0913035.
#pragma once

#include "engine/sph/SphState.h"

#include <stop_token>

namespace sastrugi
{

struct ShearResult {
    int iterations = 0;
    int products = 0;    // with the system's matrix
    double residual = 0; // root mean square, m/s^2
    bool converged = false;
};

/// Starts from the accelerations of the last step; `moved` must hold the velocity after the pressure solve. Leaves the
/// acceleration by shear and friction in `shear`.
ShearResult solveShear(const SphStep& step, const SphParameters& parameters, std::stop_token stop);

} // namespace sastrugi
