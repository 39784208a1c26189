// Gathers a scene that the SPH solver simulates.
#include "engine/sph/SphSolver.h"
#include "nodes/types/NodeTypes.h"
#include "nodes/types/gatherScene.h"

namespace sastrugi
{

NodeType sphSolverNode()
{
    return NodeType::define<SphParameters>({
        .name = "solver.sph",
        .title = "SPH Solver",
        .category = "Solvers",
        .doc =
            "Moves snow as an implicit compressible SPH continuum, Gissler et al. 2020. How readily snow breaks "
            "depends "
            "on the time step: in larger ones it keeps together, so that runs are to be compared with the same. Its "
            "stress may pull at boundaries, as in the paper: snow that was pressed against one holds to it a little, "
            "also without friction and adhesion.",
        .inputs = {{"emitters", PortType::Emitter, "Where the snow comes from.", PortArity::Some},
                   {"boundaries", PortType::Boundary, "What the snow collides with.", PortArity::Any},
                   {"wind", PortType::Field,
                    "Velocity of the air, which drags what is exposed to it; several are added. Without any there is "
                    "no air.",
                    PortArity::Any}},
        .outputs = {{"simulation", PortType::Simulation, "The scene, ready to be simulated with SPH."}},
        .usesSceneSettings = true,
        .evaluate = [](const SphParameters& parameters, const Inputs& inputs) -> Outputs {
            return {gatherScene(inputs, makeSphSolver(parameters))};
        },
    });
}

} // namespace sastrugi
