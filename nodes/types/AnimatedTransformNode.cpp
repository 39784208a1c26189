// Lets an obstacle move by functions of time.
#include "nodes/types/NodeTypes.h"
#include "nodes/types/animatedTransform.h"

namespace sastrugi
{

NodeType animatedTransformNode()
{
    return NodeType::define<AnimatedTransformParameters>({
        .name = "motion.path",
        .title = "Animated Transform",
        .category = "Motion",
        .doc = "Lets an obstacle move and turn by functions of time: each of three ways and three angles is a number, "
               "keys or an expression. How fast it is comes from the keys themselves, and of expressions from their "
               "slope. What would jump is refused where keys tell it; an expression that jumps throws whatever it "
               "touches, and one that is not finite in a frame of the scene, or at a thousandth of a second between "
               "them, is refused.",
        .inputs = {{"boundary", PortType::Boundary, "The obstacle to animate."}},
        .outputs = {{"boundary", PortType::Boundary, "The obstacle, where the functions have it."}},
        .readsFiles = true,
        .usesSceneSettings = true,
        .check = checkTransform,
        .evaluate = [](const AnimatedTransformParameters& given, const Inputs& inputs) -> Outputs {
            Boundary boundary = *inputs.one<Boundary>("boundary");
            boundary.motion = boundary.motion.followedBy(pathMotionOf(given, inputs));
            return {std::make_shared<const Boundary>(std::move(boundary))};
        },
    });
}

} // namespace sastrugi
