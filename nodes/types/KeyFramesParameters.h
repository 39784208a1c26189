// The parameters of what moves by key frames: obstacles and emitters.
#pragma once

#include "engine/motion/RigidMotion.h"
#include "engine/motion/motionKeys.h"
#include "nodes/graph/NodeType.h"

namespace sastrugi
{

struct KeyFramesParameters {
    Text keys = {"0 s; 0, 0, 0; 0, 0, 0\n1 s; 0, 0, 0; 0, 0, 0"};
    KeyInterpolation interpolation = KeyInterpolation::Smooth;
    Vector3 pivot = {0, 0, 0};
};

inline auto parameters(Tag<KeyFramesParameters>)
{
    using P = KeyFramesParameters;
    return std::tuple{
        words(&P::keys, "keys",
              "A line for each key: time; way; turn, such as '1.5 s; 0, 0, -20 cm; 0, 0, 90 deg'. Ways and turns are "
              "from where it is without them, turns about x, then y, then z; they take the shortest way round. A live "
              "simulation records them from the hand."),
        choice(&P::interpolation, "interpolation",
               {{"linear", KeyInterpolation::Linear, "Constant velocity from key to key."},
                {"smooth", KeyInterpolation::Smooth, "Comes to rest at every key."}},
               "What happens between two keys; before the first and after the last one everything stands still."),
        vector(&P::pivot, "pivot", Unit::Metre, -1e6, 1e6,
               "The point about which it turns, where it is without the ways."),
    };
}

/// Throws Error(Scene) for what is no motion.
void checkKeyFrames(const KeyFramesParameters& frames);

/// By the keys; in a live run that the node follows, from the first of them on by what comes (Inputs::live).
RigidMotion::Part motionOf(const KeyFramesParameters& frames, const Inputs& inputs);

} // namespace sastrugi
