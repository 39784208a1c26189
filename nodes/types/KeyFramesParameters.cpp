#include "nodes/types/KeyFramesParameters.h"

namespace sastrugi
{

namespace
{

KeyedMotion keyedMotion(const KeyFramesParameters& frames)
{
    return KeyedMotion(parseMotionKeys(frames.keys.text), frames.interpolation, frames.pivot);
}

} // namespace

void checkKeyFrames(const KeyFramesParameters& frames) { keyedMotion(frames); }

RigidMotion::Part motionOf(const KeyFramesParameters& frames, const Inputs& inputs)
{
    const auto live = inputs.live ? inputs.live->find(inputs.node) : LiveMotions::iterator();
    if (!inputs.live || live == inputs.live->end())
        return keyedMotion(frames);
    if (!live->second)
        live->second.emplace(parseTypedKeys(frames.keys.text).front(), frames.pivot);
    return *live->second;
}

} // namespace sastrugi
