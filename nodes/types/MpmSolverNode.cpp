// Gathers a scene that the MPM solver simulates.
#include "engine/mpm/MpmSolver.h"
#include "nodes/types/NodeTypes.h"
#include "nodes/types/gatherScene.h"

namespace sastrugi
{

NodeType mpmSolverNode()
{
    return NodeType::define<MpmParameters>({
        .name = "solver.mpm",
        .title = "MPM Solver",
        .category = "Solvers",
        .doc =
            "Moves snow with the material point method, Stomakhin et al. 2013: dense, wet and packing snow that cracks "
            "and crumbles. Takes the scenes of the SPH Solver, but for periodic ones, loads and heat.",
        .inputs = {{"emitters", PortType::Emitter, "What brings in the snow.", PortArity::Some},
                   {"boundaries", PortType::Boundary,
                    "What the snow runs into. An open surface is solid on the side away from where the snow starts.",
                    PortArity::Any},
                   {"wind", PortType::Field,
                    "Velocity of the air, which drags loose snow; several add up. Nothing drags where none is linked.",
                    PortArity::Any},
                   {"window", PortType::Boundary,
                    "An obstacle that a window follows, such as the blade of a plough; see windowSize. Snow outside "
                    "of the window stands still and bears what is beside it, which saves time. It need not be linked "
                    "to the boundaries. Without one, all snow is simulated.",
                    PortArity::Optional}},
        .outputs = {{"simulation", PortType::Simulation, "The scene, ready to be simulated with MPM."}},
        .usesSceneSettings = true,
        .evaluate = [](const MpmParameters& parameters, const Inputs& inputs) -> Outputs {
            return {gatherScene(inputs, makeMpmSolver(parameters))};
        },
    });
}

} // namespace sastrugi
