// Wind that comes and goes.
#include "engine/fields/Gust.h"
#include "nodes/types/NodeTypes.h"

namespace sastrugi
{

NodeType gustNode()
{
    return NodeType::define<GustParameters>({
        .name = "field.gust",
        .title = "Gust",
        .category = "Fields",
        .doc = "Wind that rises and falls everywhere at once, a single time or again and again.",
        .outputs = {{"field", PortType::Field, "The gusts."}},
        .check = checkGust,
        .evaluate = [](const GustParameters& gust, const Inputs&) -> Outputs { return {makeGust(gust)}; },
    });
}

} // namespace sastrugi
