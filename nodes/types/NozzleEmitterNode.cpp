// A jet of snow.
#include "nodes/types/NodeTypes.h"

namespace sastrugi
{

NodeType nozzleEmitterNode()
{
    return NodeType::define<NozzleParameters>({
        .name = "emitter.nozzle",
        .title = "Nozzle Emitter",
        .category = "Emitters",
        .doc = "A round jet of dense snow, as from a snow blower.",
        .inputs = {{"material", PortType::Material, "What it is made of."}},
        .outputs = {{"emitter", PortType::Emitter, "The jet."}},
        .evaluate = [](const NozzleParameters& values, const Inputs& inputs) -> Outputs {
            InflowEmitter emitter;
            emitter.name = inputs.node;
            emitter.kind = values;
            emitter.material = *inputs.one<Material>("material");
            emitter.check();
            return {std::make_shared<const Emitter>(std::move(emitter))};
        },
    });
}

} // namespace sastrugi
