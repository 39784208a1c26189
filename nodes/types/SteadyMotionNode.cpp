// Lets an obstacle move and turn at constant rates.
#include "nodes/types/NodeTypes.h"

namespace sastrugi
{

NodeType steadyMotionNode()
{
    return NodeType::define<SteadyMotion>({
        .name = "motion.steady",
        .title = "Steady Motion",
        .category = "Motion",
        .doc = "Lets an obstacle move and turn, from a start on, for a while or for good. Several motions in a row act "
               "one after the other: a wheel spins, and then drives.",
        .inputs = {{"boundary", PortType::Boundary, "The obstacle that is moved."}},
        .outputs = {{"boundary", PortType::Boundary, "The moving obstacle."}},
        .check = checkSteadyMotion,
        .evaluate = [](const SteadyMotion& motion, const Inputs& inputs) -> Outputs {
            Boundary boundary = *inputs.one<Boundary>("boundary");
            boundary.motion = boundary.motion.followedBy(motion);
            return {std::make_shared<const Boundary>(std::move(boundary))};
        },
    });
}

} // namespace sastrugi
