// A whirl of air.
#include "engine/fields/Vortex.h"
#include "nodes/types/NodeTypes.h"

namespace sastrugi
{

NodeType vortexNode()
{
    return NodeType::define<VortexParameters>({
        .name = "field.vortex",
        .title = "Vortex",
        .category = "Fields",
        .doc = "A whirl about an axis, fastest at its radius, with an updraft in its middle.",
        .outputs = {{"field", PortType::Field, "The whirl."}},
        .evaluate = [](const VortexParameters& vortex, const Inputs&) -> Outputs { return {makeVortex(vortex)}; },
    });
}

} // namespace sastrugi
