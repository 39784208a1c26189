// The smallest solver: particles that fall and meet nothing. An example, and the test of the front door.
//
// Symplectic Euler with a fixed largest step: after n steps dt from rest, z = z0 - g dt^2 n (n + 1) / 2.
#pragma once

#include "engine/core/Parameter.h"
#include "engine/simulation/Solver.h"

#include <memory>

namespace sastrugi
{

struct FreeFallParameters {
    double spacing = 0.1;
    double largestTimeStep = 0.01;
};

inline auto parameters(Tag<FreeFallParameters>)
{
    using P = FreeFallParameters;
    return std::tuple{
        number(&P::spacing, "spacing", Unit::Metre, 1e-3, 10, "Distance between neighbouring particles."),
        number(&P::largestTimeStep, "largestTimeStep", Unit::Second, 1e-6, 1, "The longest step."),
    };
}

std::shared_ptr<const Solver> makeFreeFallSolver(const FreeFallParameters& parameters);

} // namespace sastrugi
