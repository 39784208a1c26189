#include "engine/motion/PathMotion.h"

#include "engine/core/Error.h"
#include "engine/geometry/Transform.h"
#include "engine/motion/MotionPath.h"

namespace sastrugi
{

namespace
{

double valueOf(const Channel& channel, double time)
{
    if (const auto* number = std::get_if<double>(&channel))
        return *number;
    const auto* curve = std::get_if<Curve>(&channel);
    return curve ? curve->valueAt(time) : std::get<Expression>(channel).valueAt(time);
}

double rateOf(const Channel& channel, double time)
{
    if (std::holds_alternative<double>(channel))
        return 0;
    const auto* curve = std::get_if<Curve>(&channel);
    return curve ? curve->rateAt(time) : std::get<Expression>(channel).rateAt(time);
}

double largestRateOf(const Channel& channel, double from, double to)
{
    if (std::holds_alternative<double>(channel))
        return 0;
    const auto* curve = std::get_if<Curve>(&channel);
    return curve ? curve->largestRate(from, to) : std::get<Expression>(channel).largestRate(from, to);
}

/// call(channel) of three in a row.
template <class Call>
Vector3 three(const MotionPath& path, std::size_t first, Call&& call)
{
    return {call(path.channels[first]), call(path.channels[first + 1]), call(path.channels[first + 2])};
}

Vector3 wayAt(const MotionPath& path, double time)
{
    return three(path, 0, [&](const Channel& channel) { return valueOf(channel, time); });
}

Vector3 anglesAt(const MotionPath& path, double time)
{
    return three(path, 3, [&](const Channel& channel) { return valueOf(channel, time); });
}

} // namespace

PathMotion::PathMotion(MotionPath path) : m_path(std::make_shared<const MotionPath>(std::move(path)))
{
    for (std::size_t i = 0; i < channelNames.size(); ++i) {
        const auto* curve = std::get_if<Curve>(&m_path->channels[i]);
        if (curve && curve->jumps())
            fail(ErrorKind::Scene,
                 "'{}' of a motion jumps: nothing moves from place to place in no time. Give a "
                 "step two keys that are near, and let a loop end as it begins, or go onwards",
                 channelNames[i]);
    }
    poseAt(0);
}

const Vector3& PathMotion::pivot() const { return m_path->pivot; }

RigidPose PathMotion::poseAt(double time) const
{
    const Vector3 angles = anglesAt(*m_path, time);
    // Exact where nothing turns, so that nothing is rounded.
    const Matrix3 rotation = angles.isZero(0) ? Matrix3(Matrix3::Identity()) : rotationMatrix(angles);
    return RigidPose::about(pivot(), rotation, wayAt(*m_path, time));
}

RigidVelocity PathMotion::velocityAt(double time) const
{
    const auto rate = [&](const Channel& channel) { return rateOf(channel, time); };
    const Vector3 velocity = three(*m_path, 0, rate), rates = three(*m_path, 3, rate);
    const Vector3 angles = anglesAt(*m_path, time);
    // R = Rz Ry Rx: each axis is turned by the rotations after its own.
    const Matrix3 last = rotationMatrix({0, 0, angles.z()}), lastTwo = rotationMatrix({0, angles.y(), angles.z()});
    const Vector3 angular = lastTwo.col(0) * rates.x() + last.col(1) * rates.y() + Vector3(0, 0, rates.z());
    const Vector3 centre = pivot() + wayAt(*m_path, time);
    return {velocity - angular.cross(centre), angular};
}

RigidSpeed PathMotion::largestSpeed(double from, double to) const
{
    const auto largest = [&](const Channel& channel) { return largestRateOf(channel, from, to); };
    return {three(*m_path, 0, largest).norm(), three(*m_path, 3, largest).sum()};
}

void PathMotion::addToHash(ContentHash& hash) const
{
    hash.add("path motion 1");
    for (const double coordinate : pivot())
        hash.add(coordinate);
    for (const Channel& channel : m_path->channels)
        if (const auto* number = std::get_if<double>(&channel))
            hash.add(*number);
        else if (const auto* curve = std::get_if<Curve>(&channel))
            curve->addToHash(hash);
        else
            std::get<Expression>(channel).addToHash(hash);
}

} // namespace sastrugi
