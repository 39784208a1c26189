// Lets what snow flows out of move by key frames.
#include "nodes/types/KeyFramesParameters.h"
#include "nodes/types/NodeTypes.h"
#include "nodes/types/carrierMotion.h"

namespace sastrugi
{

NodeType emitterKeyFramesNode()
{
    return NodeType::define<KeyFramesParameters>({
        .name = "motion.emitterKeyFrames",
        .title = "Emitter Key Frames",
        .category = "Motion",
        .doc = "Lets a nozzle or a snowfall move and turn from key to key, and be carried along by an obstacle: a snow "
               "blower, a cloud over a road. A jet leaves with the velocity of its nozzle on top of its own; flakes "
               "appear where the emitter is, and fall from there as if it stood still.",
        .inputs = {{"emitter", PortType::Emitter, "The nozzle or snowfall that is moved."},
                   {"parent", PortType::Boundary,
                    "The obstacle it is fixed to, whose motion it follows besides its keys; link it to the solver too.",
                    PortArity::Optional}},
        .outputs = {{"emitter", PortType::Emitter, "The same, on the move."}},
        .check = checkKeyFrames,
        .evaluate = [](const KeyFramesParameters& frames, const Inputs& inputs) -> Outputs {
            const auto given = inputs.one<Emitter>("emitter");
            if (const auto* fill = std::get_if<FillEmitter>(given.get()))
                fail(ErrorKind::Scene,
                     "'{}' is snow that is there at the start only, and has no later time to move in; to place it "
                     "elsewhere, use Transform on its mesh",
                     fill->name);
            InflowEmitter emitter = std::get<InflowEmitter>(*given);
            emitter.motion = emitter.motion.followedBy(motionOf(frames, inputs));
            if (const auto parents = inputs.all<Boundary>("parent"); !parents.empty())
                emitter.motion = emitter.motion.followedBy(carrierMotion(inputs, *parents.front()));
            return {std::make_shared<const Emitter>(std::move(emitter))};
        },
    });
}

} // namespace sastrugi
