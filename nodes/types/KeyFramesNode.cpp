// Lets an obstacle move by key frames.
#include "engine/motion/motionKeys.h"
#include "nodes/types/NodeTypes.h"

namespace sastrugi
{

namespace
{

struct KeyFramesParameters {
    Text keys = {"0 s; 0, 0, 0; 0, 0, 0\n1 s; 0, 0, 0; 0, 0, 0"};
    KeyInterpolation interpolation = KeyInterpolation::Smooth;
    Vector3 pivot = {0, 0, 0};
};

auto parameters(Tag<KeyFramesParameters>)
{
    using P = KeyFramesParameters;
    return std::tuple{
        words(&P::keys, "keys",
              "A line for each key: time; way; turn, such as '1.5 s; 0, 0, -20 cm; 0, 0, 90 deg'. Ways and turns are "
              "from where the obstacle is without them, turns about x, then y, then z; they take the shortest way "
              "round."),
        choice(&P::interpolation, "interpolation",
               {{"linear", KeyInterpolation::Linear, "Constant velocity from key to key."},
                {"smooth", KeyInterpolation::Smooth, "Comes to rest at every key."}},
               "What happens between two keys; before the first and after the last one everything stands still."),
        vector(&P::pivot, "pivot", Unit::Metre, -1e6, 1e6,
               "The point about which it turns, where it is without the ways."),
    };
}

KeyedMotion motionOf(const KeyFramesParameters& frames)
{
    return KeyedMotion(parseMotionKeys(frames.keys.text), frames.interpolation, frames.pivot);
}

} // namespace

NodeType keyFramesNode()
{
    return NodeType::define<KeyFramesParameters>({
        .name = "motion.keyFrames",
        .title = "Key Frames",
        .category = "Motion",
        .doc = "Lets an obstacle move and turn from key to key.",
        .inputs = {{"boundary", PortType::Boundary, "The obstacle that is moved."}},
        .outputs = {{"boundary", PortType::Boundary, "The obstacle, moving by the keys."}},
        .check = [](const KeyFramesParameters& frames) { motionOf(frames); },
        .evaluate = [](const KeyFramesParameters& frames, const Inputs& inputs) -> Outputs {
            Boundary boundary = *inputs.one<Boundary>("boundary");
            boundary.motion = boundary.motion.followedBy(motionOf(frames));
            return {std::make_shared<const Boundary>(std::move(boundary))};
        },
    });
}

} // namespace sastrugi
