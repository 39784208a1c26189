#include "engine/simulation/Solver.h"

namespace sastrugi
{

const StepProblem* StepReport::fatal() const
{
    for (const StepProblem& problem : problems)
        if (problem.kind == StepProblem::Kind::NonFinite ||
            (problem.kind == StepProblem::Kind::Lost && !problem.particle))
            return &problem;
    return nullptr;
}

} // namespace sastrugi
