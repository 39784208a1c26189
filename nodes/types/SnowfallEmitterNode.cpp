// Snow that falls from the sky.
#include "nodes/types/NodeTypes.h"

namespace sastrugi
{

NodeType snowfallEmitterNode()
{
    return NodeType::define<SnowfallParameters>({
        .name = "emitter.snowfall",
        .title = "Snowfall Emitter",
        .category = "Emitters",
        .doc = "Lets flakes of one particle fall from a rectangle or from a surface, at random and without overlap. "
               "Flakes that find no room come as soon as there is some, also after its duration; a warning says so.",
        .inputs = {{"material", PortType::Material, "What it is made of."},
                   {"surface", PortType::Mesh, "Where flakes appear, in place of the rectangle.", PortArity::Optional}},
        .outputs = {{"emitter", PortType::Emitter, "The snowfall."}},
        .evaluate = [](const SnowfallParameters& values, const Inputs& inputs) -> Outputs {
            InflowEmitter emitter;
            emitter.name = inputs.node;
            emitter.kind = values;
            emitter.material = *inputs.one<Material>("material");
            if (const auto surfaces = inputs.all<TriangleMesh>("surface"); !surfaces.empty())
                emitter.surface = surfaces.front();
            emitter.check();
            return {std::make_shared<const Emitter>(std::move(emitter))};
        },
    });
}

} // namespace sastrugi
