// What every solver node does: everything that is linked to it, as one scene.
#pragma once

#include "engine/simulation/Solver.h"
#include "nodes/graph/NodeType.h"

namespace sastrugi
{

/// Of the inputs `emitters`, `boundaries`, `wind` and, where there is one, `window`, the scene settings and the solver.
std::shared_ptr<const Scene> gatherScene(const Inputs& inputs, std::shared_ptr<const Solver> solver);

} // namespace sastrugi
