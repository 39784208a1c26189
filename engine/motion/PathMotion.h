// Motion by six functions of time: a way along each axis, and an angle about each. MotionPath.h says what they may be.
#pragma once

#include "engine/core/Hash.h"
#include "engine/motion/RigidPose.h"

#include <memory>

namespace sastrugi
{

struct MotionPath;

class PathMotion
{
public:
    /// Throws Error(Scene) that names the function when it jumps, or is not finite at the start.
    explicit PathMotion(MotionPath path);

    const Vector3& pivot() const;

    /// Throws Error(Scene), as velocityAt() and largestSpeed() do, where a function is not finite.
    RigidPose poseAt(double time) const;
    RigidVelocity velocityAt(double time) const;
    RigidSpeed largestSpeed(double from, double to) const;
    void addToHash(ContentHash& hash) const;

private:
    std::shared_ptr<const MotionPath> m_path;
};

} // namespace sastrugi
