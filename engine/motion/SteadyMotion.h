// A constant velocity and a constant spin, from a start on, for a while or for good.
#pragma once

#include "engine/core/Parameter.h"
#include "engine/motion/RigidPose.h"

namespace sastrugi
{

/// The pivot moves with the velocity, and the rest turns about it.
struct SteadyMotion {
    Vector3 velocity = {0, 0, 0};
    Vector3 angularVelocity = {0, 0, 0};
    Vector3 pivot = {0, 0, 0};
    double start = 0;
    double duration = 0;
    double rampTime = 0;

    RigidPose poseAt(double time) const;
    RigidVelocity velocityAt(double time) const;
    RigidSpeed largestSpeed(double from, double to) const;
    void addToHash(ContentHash& hash) const;
};

inline auto parameters(Tag<SteadyMotion>)
{
    using P = SteadyMotion;
    return std::tuple{
        vector(&P::velocity, "velocity", Unit::MetrePerSecond, -1000, 1000, "Velocity of the pivot."),
        vector(&P::angularVelocity, "angularVelocity", Unit::RadianPerSecond, -1e4, 1e4,
               "Turning rate about an axis through the pivot: the direction is the axis, the length the rate; "
               "anticlockwise seen against the axis. '360 deg/s' may be typed."),
        vector(&P::pivot, "pivot", Unit::Metre, -1e6, 1e6, "A point of the axis, before the motion begins."),
        number(&P::start, "start", Unit::Second, 0, 1e5, "When it begins."),
        number(&P::duration, "duration", Unit::Second, 0, 1e5,
               "How long it lasts; then everything stays where it is. 0 goes on for ever."),
        number(&P::rampTime, "rampTime", Unit::Second, 0, 1e5,
               "Time to get up to the velocity, and again to come to rest before the end; at most half the duration."),
    };
}

/// Throws Error(Scene) when the ramps do not fit into the duration.
void checkSteadyMotion(const SteadyMotion& motion);

} // namespace sastrugi
