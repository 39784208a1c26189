// Lets an obstacle be carried along by another one.
#include "nodes/types/NodeTypes.h"
#include "nodes/types/carrierMotion.h"

namespace sastrugi
{

namespace
{

struct ParentParameters {
};

auto parameters(Tag<ParentParameters>) { return std::tuple{}; }

} // namespace

NodeType parentNode()
{
    return NodeType::define<ParentParameters>({
        .name = "motion.parent",
        .title = "Parent",
        .category = "Motion",
        .doc = "Lets an obstacle be carried along by another one, as if it were fixed to it where both are without "
               "their motions; its own motion goes on within that. Wheels turn, and follow their car.",
        .inputs = {{"boundary", PortType::Boundary, "The obstacle that is carried."},
                   {"parent", PortType::Boundary, "The obstacle whose motion it follows; link it to the solver too."}},
        .outputs = {{"boundary", PortType::Boundary, "The obstacle, with both motions."}},
        .evaluate = [](const ParentParameters&, const Inputs& inputs) -> Outputs {
            Boundary boundary = *inputs.one<Boundary>("boundary");
            const Boundary& parent = *inputs.one<Boundary>("parent");
            if (boundary.name == parent.name)
                fail(ErrorKind::Scene, "'{}' is linked to both inputs, and nothing can be carried by itself",
                     parent.name);
            boundary.motion = boundary.motion.followedBy(carrierMotion(inputs, parent));
            return {std::make_shared<const Boundary>(std::move(boundary))};
        },
    });
}

} // namespace sastrugi
