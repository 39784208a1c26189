// Lets a mesh move as a whole by functions of time.
#include "engine/motion/RigidDeformation.h"
#include "nodes/types/NodeTypes.h"
#include "nodes/types/animatedTransform.h"

namespace sastrugi
{

NodeType animatedMeshNode()
{
    return NodeType::define<AnimatedTransformParameters>({
        .name = "geometry.animated",
        .title = "Animate Mesh",
        .category = "Geometry",
        .doc =
            "Moves and turns a mesh by functions of time, before anything is made of it: alone, or as a part of what "
            "Merge puts together, on top of an animation that it has already. An obstacle of it moves as one that "
            "Animated Transform moves; snow that fills it is at rest, where it is at the start.",
        .inputs = {{"mesh", PortType::Mesh, "The mesh to animate."}},
        .outputs = {{"mesh", PortType::Mesh, "The mesh, where the functions have it."}},
        .readsFiles = true,
        .usesSceneSettings = true,
        .check = checkTransform,
        .evaluate = [](const AnimatedTransformParameters& given, const Inputs& inputs) -> Outputs {
            return {moved(inputs.mesh("mesh"), RigidMotion().followedBy(pathMotionOf(given, inputs)),
                          timesOf(inputs.scene))};
        },
    });
}

} // namespace sastrugi
