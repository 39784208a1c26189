#include "engine/motion/RigidMotion.h"

#include <algorithm>
#include <array>

namespace sastrugi
{

namespace
{

std::array<Vector3, 8> cornersOf(const Bounds& box)
{
    std::array<Vector3, 8> corners;
    for (std::size_t i = 0; i < corners.size(); ++i)
        corners[i] = {(i & 1 ? box.maximum : box.minimum).x(), (i & 2 ? box.maximum : box.minimum).y(),
                      (i & 4 ? box.maximum : box.minimum).z()};
    return corners;
}

template <class Call>
auto with(const RigidMotion::Part& part, Call&& call)
{
    return std::visit(call, part);
}

const Vector3& pivotOf(const SteadyMotion& motion) { return motion.pivot; }
const Vector3& pivotOf(const KeyedMotion& motion) { return motion.pivot(); }
const Vector3& pivotOf(const PathMotion& motion) { return motion.pivot(); }
const Vector3& pivotOf(const LiveMotion& motion) { return motion.pivot(); }

} // namespace

RigidMotion RigidMotion::followedBy(Part part) const
{
    if (const auto* steady = std::get_if<SteadyMotion>(&part))
        checkSteadyMotion(*steady);
    RigidMotion motion = *this;
    motion.m_parts.push_back(std::move(part));
    return motion;
}

RigidMotion RigidMotion::followedBy(const RigidMotion& carrier) const
{
    RigidMotion motion = *this;
    motion.m_parts.insert(motion.m_parts.end(), carrier.m_parts.begin(), carrier.m_parts.end());
    return motion;
}

RigidPose RigidMotion::poseAt(double time) const
{
    RigidPose pose;
    for (const Part& part : m_parts)
        pose = with(part, [&](const auto& motion) { return motion.poseAt(time); }) * pose;
    return pose;
}

RigidVelocity RigidMotion::velocityAt(double time) const
{
    RigidVelocity all;
    for (const Part& part : m_parts) {
        const RigidPose pose = with(part, [&](const auto& motion) { return motion.poseAt(time); });
        const RigidVelocity own = with(part, [&](const auto& motion) { return motion.velocityAt(time); });
        const Vector3 angular = pose.rotation * all.angular;
        all = {own.linear + pose.rotation * all.linear - angular.cross(pose.translation), own.angular + angular};
    }
    return all;
}

double RigidMotion::largestSpeed(double from, double to, const Bounds& body) const
{
    if (isStill() || body.isEmpty())
        return 0;
    std::array<Vector3, 8> corners = cornersOf(body);
    double speed = 0; // by the parts so far
    for (const Part& part : m_parts)
        with(part, [&](const auto& motion) {
            double reach = 0; // from the pivot
            const RigidPose pose = motion.poseAt(from);
            for (Vector3& corner : corners) {
                reach = std::max(reach, (corner - pivotOf(motion)).norm());
                corner = pose(corner);
            }
            const RigidSpeed own = motion.largestSpeed(from, to);
            speed += own.linear + own.angular * (reach + speed * (to - from));
        });
    return speed;
}

Bounds RigidMotion::boundsAt(double time, const Bounds& body) const
{
    if (isStill() || body.isEmpty())
        return body;
    Bounds bounds;
    const RigidPose pose = poseAt(time);
    for (const Vector3& corner : cornersOf(body))
        bounds.add(pose(corner));
    return bounds;
}

void RigidMotion::addToHash(ContentHash& hash) const
{
    for (const Part& part : m_parts)
        with(part, [&](const auto& motion) { motion.addToHash(hash); });
}

Bounds transformed(const Bounds& box, const RigidPose& pose)
{
    const Vector3 centre = pose(box.centre()), half = 0.5 * (pose.rotation.cwiseAbs() * box.size());
    return Bounds{centre - half, centre + half}.grownBy(1e-9 * half.norm());
}

TriangleMesh transformed(const TriangleMesh& mesh, const RigidPose& pose)
{
    TriangleMesh moved = mesh;
    for (Vector3& point : moved.points)
        point = pose(point);
    return moved;
}

} // namespace sastrugi
