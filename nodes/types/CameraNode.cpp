// A camera, for movies.
#include "engine/motion/MovingCamera.h"
#include "nodes/types/NodeTypes.h"
#include "nodes/types/carrierMotion.h"

namespace sastrugi
{

NodeType cameraNode()
{
    return NodeType::define<CameraPlacing>({
        .name = "output.camera",
        .title = "Camera",
        .category = "Output",
        .doc = "Stands somewhere and looks at a point, for movies; an obstacle that moves may carry it along. Camera "
               "from View puts it where a view looks from, View from Camera looks through it.",
        .inputs = {{"carrier", PortType::Boundary,
                    "Carries the camera, as if it were fixed to it where both are without their motions; it needs no "
                    "link to a solver.",
                    PortArity::Optional}},
        .outputs = {{"camera", PortType::Camera, "The camera, standing or moving."}},
        .check =
            [](const CameraPlacing& placing) {
                if (placing.looksNowhere())
                    fail(ErrorKind::Scene,
                         "parameters 'eye' and 'target' are the same point: the camera looks nowhere");
            },
        .evaluate = [](const CameraPlacing& placing, const Inputs& inputs) -> Outputs {
            MovingCamera camera{placing};
            for (const auto& carrier : inputs.all<Boundary>("carrier")) // one at most
                camera.motion = carrierMotion(inputs, *carrier);
            return {std::make_shared<const MovingCamera>(std::move(camera))};
        },
    });
}

} // namespace sastrugi
