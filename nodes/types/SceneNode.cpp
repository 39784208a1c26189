// The reserved node `scene`: what belongs to the whole scene, so that hashes, checks and --set treat it like the rest.
#include "nodes/types/NodeTypes.h"

namespace sastrugi
{

NodeType sceneNode()
{
    return NodeType::define<SceneSettings>({
        .name = "scene",
        .title = "Scene",
        .category = "Scene",
        .doc = "What belongs to the whole scene: gravity, frame rate and range, seed, open or periodic domain.",
        .isReserved = true,
        .check =
            [](const SceneSettings& settings) {
                if (settings.lastFrame < settings.firstFrame)
                    fail(ErrorKind::Scene, "parameter 'lastFrame' is {}, before 'firstFrame', which is {}",
                         settings.lastFrame, settings.firstFrame);
            },
    });
}

} // namespace sastrugi
