// Gathers a scene that the DEM solver simulates.
#include "engine/dem/DemSolver.h"
#include "nodes/types/NodeTypes.h"
#include "nodes/types/gatherScene.h"

namespace sastrugi
{

namespace
{

std::vector<NodePreset<DemParameters>> solverPresets()
{
    std::vector<NodePreset<DemParameters>> presets;
    for (const DemPreset& preset : demPresets())
        presets.push_back({std::string(preset.name), std::string(preset.doc), preset.parameters});
    return presets;
}

} // namespace

NodeType demSolverNode()
{
    return NodeType::define<DemParameters>({
        .name = "solver.dem",
        .title = "DEM Solver",
        .category = "Solvers",
        .doc =
            "Moves snow as grains with the iterative discrete element method, Goswami et al. 2022: snowballs, ploughs, "
            "prints and heaps, at steps of a millisecond. Takes Granular Snow; of a Snow material it takes the density "
            "alone, by which the grains are dry, wet or icy.",
        .inputs = {{"emitters", PortType::Emitter, "What brings in the snow.", PortArity::Some},
                   {"boundaries", PortType::Boundary,
                    "What the snow runs into. An open surface is solid on the side away from where the snow starts.",
                    PortArity::Any},
                   {"wind", PortType::Field,
                    "Velocity of the air, which drags the grains; several add up. Nothing drags where none is linked.",
                    PortArity::Any}},
        .outputs = {{"simulation", PortType::Simulation, "The scene, ready to be simulated with DEM."}},
        .presets = solverPresets(),
        .usesSceneSettings = true,
        .evaluate = [](const DemParameters& parameters, const Inputs& inputs) -> Outputs {
            return {gatherScene(inputs, makeDemSolver(parameters))};
        },
    });
}

} // namespace sastrugi
