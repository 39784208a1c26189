#include "engine/motion/SteadyMotion.h"

#include "engine/core/Error.h"

#include <algorithm>
#include <limits>

namespace sastrugi
{

namespace
{

/// Share of the full velocity, by the time since the start.
double rateAt(const SteadyMotion& motion, double since)
{
    const double left = motion.duration > 0 ? motion.duration - since : std::numeric_limits<double>::infinity();
    if (since < 0 || left <= 0)
        return 0;
    return motion.rampTime > 0 ? std::min({1.0, since / motion.rampTime, left / motion.rampTime}) : 1;
}

/// The integral of rateAt(): for how long it would have gone at the full velocity.
double fullTime(const SteadyMotion& motion, double since)
{
    const double ramp = motion.rampTime;
    if (since <= 0)
        return 0;
    if (motion.duration > 0 && since > motion.duration - ramp) {
        const double left = std::max(0.0, motion.duration - since);
        return motion.duration - ramp - (ramp > 0 ? left * left / (2 * ramp) : 0);
    }
    return since < ramp ? since * since / (2 * ramp) : since - ramp / 2;
}

} // namespace

RigidPose SteadyMotion::poseAt(double time) const
{
    const double full = fullTime(*this, time - start), rate = angularVelocity.norm();
    Matrix3 rotation = Matrix3::Identity();
    if (rate > 0) // else exact, so that nothing is rounded that does not turn
        rotation = Eigen::AngleAxisd(full * rate, angularVelocity / rate).toRotationMatrix();
    return RigidPose::about(pivot, rotation, full * velocity);
}

RigidVelocity SteadyMotion::velocityAt(double time) const
{
    const double rate = rateAt(*this, time - start);
    const Vector3 angular = rate * angularVelocity, centre = pivot + fullTime(*this, time - start) * velocity;
    return {rate * velocity - angular.cross(centre), angular};
}

RigidSpeed SteadyMotion::largestSpeed(double from, double to) const
{
    // The rate rises, stays at one, and falls: it is largest where the interval is nearest to its middle.
    const double middle = duration > 0 ? start + duration / 2 : std::max(to, start + rampTime);
    const double rate = rateAt(*this, std::clamp(middle, from, to) - start);
    return {rate * velocity.norm(), rate * angularVelocity.norm()};
}

void SteadyMotion::addToHash(ContentHash& hash) const
{
    hash.add("steady motion 1");
    addParametersToHash(hash, *this);
}

void checkSteadyMotion(const SteadyMotion& motion)
{
    if (motion.duration > 0 && 2 * motion.rampTime > motion.duration)
        fail(ErrorKind::Scene,
             "parameter 'rampTime' is {} s: getting up to speed and coming to rest takes longer than 'duration', which "
             "is {} s",
             motion.rampTime, motion.duration);
}

} // namespace sastrugi
