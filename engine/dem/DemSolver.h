// Snow as grains: the iterative discrete element method of Goswami, Nordin, Nylen 2022, "Iterative discrete element
// solver for efficient snow simulation".
//
// Grains do not rotate. All weigh the same, and shrink for good from snow to ice where they are squeezed. A few passes
// per step gather force until the predicted overlap is small. For looks, not for stresses: moduli are tuned, and
// stiffness and the strength of bonds grow with the number of passes.
#pragma once

#include "engine/dem/DemParameters.h"
#include "engine/simulation/Solver.h"

#include <memory>

namespace sastrugi
{

std::shared_ptr<const Solver> makeDemSolver(const DemParameters& parameters);

} // namespace sastrugi
