// Lets an obstacle move by key frames.
#include "nodes/types/KeyFramesParameters.h"
#include "nodes/types/NodeTypes.h"

namespace sastrugi
{

NodeType keyFramesNode()
{
    return NodeType::define<KeyFramesParameters>({
        .name = "motion.keyFrames",
        .title = "Key Frames",
        .category = "Motion",
        .doc = "Lets an obstacle move and turn from key to key.",
        .inputs = {{"boundary", PortType::Boundary, "The obstacle that is moved."}},
        .outputs = {{"boundary", PortType::Boundary, "The obstacle, moving by the keys."}},
        .check = checkKeyFrames,
        .evaluate = [](const KeyFramesParameters& frames, const Inputs& inputs) -> Outputs {
            Boundary boundary = *inputs.one<Boundary>("boundary");
            boundary.motion = boundary.motion.followedBy(motionOf(frames, inputs));
            return {std::make_shared<const Boundary>(std::move(boundary))};
        },
    });
}

} // namespace sastrugi
