#include "engine/io/motionTable.h"

#include "engine/motion/MotionPath.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sastrugi
{

namespace
{

constexpr double pi = std::numbers::pi;

/// The same angle, up to whole turns, that is nearest to another one.
double unwound(double angle, double near) { return near + std::remainder(angle - near, 2 * pi); }

/// Of R = Rz Ry Rx, the ones nearest to those before: there are two for each rotation, and where y looks along z, many.
Vector3 anglesOf(const Matrix3& rotation, const Vector3& before)
{
    const double sine = std::clamp(-rotation(2, 0), -1.0, 1.0);
    if (std::abs(sine) > 1 - 1e-12) { // x and z turn about the same axis: x stays
        const double x = before.x(), y = std::copysign(pi / 2, sine);
        const double sum = std::atan2(-rotation(0, 1), rotation(1, 1)); // z - x up, z + x down
        return {x, unwound(y, before.y()), unwound(sine > 0 ? sum + x : sum - x, before.z())};
    }
    const double y = std::asin(sine);
    const double x = std::atan2(rotation(2, 1), rotation(2, 2)), z = std::atan2(rotation(1, 0), rotation(0, 0));
    const auto near = [&](double a, double b, double c) {
        return Vector3(unwound(a, before.x()), unwound(b, before.y()), unwound(c, before.z()));
    };
    const Vector3 first = near(x, y, z), second = near(x + pi, pi - y, z + pi);
    return (first - before).squaredNorm() <= (second - before).squaredNorm() ? first : second;
}

} // namespace

CurveTable motionTable(const RigidMotion& motion, std::span<const double> times)
{
    std::array<std::vector<CurveKey>, 6> keys;
    Vector3 angles = Vector3::Zero();
    for (const double time : times) {
        const RigidPose pose = motion.poseAt(time);
        angles = anglesOf(pose.rotation, angles);
        for (Eigen::Index axis = 0; axis < 3; ++axis) {
            keys[static_cast<std::size_t>(axis)].push_back({time, pose.translation[axis]});
            keys[static_cast<std::size_t>(axis) + 3].push_back({time, angles[axis]});
        }
    }
    CurveTable table;
    for (std::size_t i = 0; i < keys.size(); ++i)
        table[std::string(channelNames[i])] = std::move(keys[i]);
    return table;
}

} // namespace sastrugi
