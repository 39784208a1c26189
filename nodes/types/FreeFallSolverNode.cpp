// Gathers a scene whose particles only fall: the smallest solver node.
#include "engine/simulation/FreeFallSolver.h"
#include "nodes/types/NodeTypes.h"
#include "nodes/types/gatherScene.h"

namespace sastrugi
{

NodeType freeFallSolverNode()
{
    return NodeType::define<FreeFallParameters>({
        .name = "solver.freeFall",
        .title = "Free Fall Solver",
        .category = "Solvers",
        .doc = "Lets particles fall and meet nothing: for trying out a scene in no time, and an example of a solver.",
        .inputs = {{"emitters", PortType::Emitter, "Where the particles come from.", PortArity::Some}},
        .outputs = {{"simulation", PortType::Simulation, "The scene, ready to be simulated in free fall."}},
        .usesSceneSettings = true,
        .evaluate = [](const FreeFallParameters& parameters, const Inputs& inputs) -> Outputs {
            return {gatherScene(inputs, makeFreeFallSolver(parameters))};
        },
    });
}

} // namespace sastrugi
