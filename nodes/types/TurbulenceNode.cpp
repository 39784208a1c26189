// Eddies in the air.
#include "engine/fields/Turbulence.h"
#include "nodes/types/NodeTypes.h"

namespace sastrugi
{

NodeType turbulenceNode()
{
    return NodeType::define<TurbulenceParameters>({
        .name = "field.turbulence",
        .title = "Turbulence",
        .category = "Fields",
        .doc =
            "Eddies of several sizes that drift and change, without sources or sinks: the curl of a noise. Add it to a "
            "wind with Combine, or link both to the solver.",
        .outputs = {{"field", PortType::Field, "The eddies."}},
        .evaluate = [](const TurbulenceParameters& eddies, const Inputs&) -> Outputs {
            return {makeTurbulence(eddies)};
        },
    });
}

} // namespace sastrugi
