#include "nodes/types/gatherScene.h"

#include "engine/fields/CombinedField.h"
#include "engine/simulation/spacingWarnings.h"

namespace sastrugi
{

std::shared_ptr<const Scene> gatherScene(const Inputs& inputs, std::shared_ptr<const Solver> solver)
{
    Scene scene;
    scene.settings = inputs.scene;
    for (const auto& emitter : inputs.all<Emitter>("emitters"))
        if (const auto* fill = std::get_if<FillEmitter>(emitter.get()))
            scene.emitters.push_back(*fill);
        else
            scene.inflows.push_back(std::get<InflowEmitter>(*emitter));
    for (const auto& boundary : inputs.all<Boundary>("boundaries"))
        scene.boundaries.push_back(*boundary);
    if (std::vector<Field> winds = inputs.all<VectorField>("wind"); winds.size() == 1)
        scene.wind = winds.front();
    else if (winds.size() > 1)
        scene.wind = combineFields(std::move(winds));
    if (const auto window = inputs.all<Boundary>("window"); !window.empty())
        scene.window = window.front();
    scene.solver = std::move(solver);
    scene.solverNode = inputs.node;
    warnOfSpacings(scene, inputs.log);
    return std::make_shared<const Scene>(std::move(scene));
}

} // namespace sastrugi
