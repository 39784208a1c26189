// The same wind everywhere.
#include "engine/fields/UniformWind.h"
#include "nodes/types/NodeTypes.h"

namespace sastrugi
{

NodeType uniformWindNode()
{
    return NodeType::define<UniformWindParameters>({
        .name = "field.uniformWind",
        .title = "Uniform Wind",
        .category = "Fields",
        .doc = "Air that moves with one velocity everywhere and always.",
        .outputs = {{"field", PortType::Field, "The wind."}},
        .evaluate = [](const UniformWindParameters& wind, const Inputs&) -> Outputs { return {makeUniformWind(wind)}; },
    });
}

} // namespace sastrugi
