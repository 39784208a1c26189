// Lets go of an obstacle.
#include "nodes/types/NodeTypes.h"

namespace sastrugi
{

NodeType rigidBodyNode()
{
    return NodeType::define<RigidBody>({
        .name = "body.rigid",
        .title = "Rigid Body",
        .category = "Bodies",
        .doc =
            "Makes a body of an obstacle: it falls, sinks into snow, pushes it, and hits other bodies and obstacles. "
            "Its mesh must be closed; the friction and restitution of its sampler are those of its surface. Motions "
            "hold it until its start, whether they come before this node or behind it.",
        .inputs = {{"boundary", PortType::Boundary, "The obstacle that is let go."}},
        .outputs = {{"boundary", PortType::Boundary, "The body, for a DEM Solver."}},
        .evaluate = [](const RigidBody& body, const Inputs& inputs) -> Outputs {
            Boundary boundary = *inputs.one<Boundary>("boundary");
            if (boundary.load)
                fail(ErrorKind::Scene,
                     "'{}' carries a load; a body moves as its own weight lets it: remove one of both", boundary.name);
            if (boundary.body)
                fail(ErrorKind::Scene, "'{}' is a rigid body already; remove one of both nodes", boundary.name);
            boundary.body = body;
            boundary.name = inputs.node; // one sampler may be several bodies
            return {std::make_shared<const Boundary>(std::move(boundary))};
        },
    });
}

} // namespace sastrugi
