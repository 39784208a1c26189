#include "engine/motion/RigidDeformation.h"

#include "engine/core/Error.h"
#include "engine/core/Parallel.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace sastrugi
{

RigidDeformation::RigidDeformation(MovingMesh body, RigidMotion motion, std::span<const double> times)
    : m_body(std::move(body)), m_motion(std::move(motion)),
      m_shapes(m_body.deformation ? m_body.deformation->bounds() : m_body->bounds())
{
    constexpr std::size_t typical = 16;
    const std::size_t step = std::max<std::size_t>(times.size() / typical, 1);
    for (std::size_t i = 0; i < times.size(); ++i) {
        Bounds there = m_motion.boundsAt(times[i], m_shapes);
        if (i + 1 < times.size()) { // as far as it can get until the next
            const double way = m_motion.largestSpeed(times[i], times[i + 1], m_shapes) * (times[i + 1] - times[i]);
            there = there.grownBy(way);
        }
        m_bounds.add(there);
        if (i % step == 0)
            m_typicalTimes.push_back(times[i]);
    }
}

std::vector<Vector3> RigidDeformation::pointsAt(double time) const
{
    std::vector<Vector3> points = m_body.deformation ? m_body.deformation->pointsAt(time) : m_body->points;
    const RigidPose pose = m_motion.poseAt(time);
    parallelFor(points.size(), [&](std::size_t i) { points[i] = pose(points[i]); });
    return points;
}

double RigidDeformation::largestSpeed(double from, double to) const
{
    const double own = m_body.deformation ? m_body.deformation->largestSpeed(from, to) : 0;
    return own + m_motion.largestSpeed(from, to, m_shapes);
}

ShapeInterval RigidDeformation::intervalAt(double time, double way) const
{
    constexpr double shortest = 1e-6; // s
    const double ownWay = m_body.deformation ? 0.5 * way : way;
    double length = 1;
    ShapeInterval interval;
    do { // where its parts would do, a whole does not count: each interval follows from itself alone
        const double begin = std::floor(time / length) * length;
        interval = {begin, begin + length};
        length *= 0.5;
    } while (m_motion.largestSpeed(interval.begin, interval.end, m_shapes) * (interval.end - interval.begin) > ownWay &&
             length > shortest);
    if (!m_body.deformation)
        return interval;
    const ShapeInterval inner = m_body.deformation->intervalAt(time, 0.5 * way);
    if (inner.isEmpty()) // it has come to rest, or has not begun
        return time < inner.begin ? ShapeInterval{interval.begin, std::min(interval.end, inner.begin)}
                                  : ShapeInterval{std::max(interval.begin, inner.end), interval.end};
    return {std::max(interval.begin, inner.begin), std::min(interval.end, inner.end)};
}

double RigidDeformation::largestStretch(const TriangleMesh& mesh) const
{
    return m_body.deformation ? m_body.deformation->largestStretch(mesh) : 1;
}

void RigidDeformation::addToHash(ContentHash& hash) const
{
    hash.add("moved as a whole");
    if (m_body.deformation)
        m_body.deformation->addToHash(hash);
    else
        hash.add(m_body->contentHash());
    m_motion.addToHash(hash);
}

MovingMesh moved(const MovingMesh& mesh, RigidMotion motion, std::span<const double> times)
{
    if (mesh.deformation && mesh.deformation->stepAt(times.front()))
        fail(ErrorKind::Scene,
             "its mesh has other triangles from time to time, and such a mesh cannot be animated as a "
             "whole; place it with Transform, or animate the obstacle that is made of it");
    auto deformation = std::make_shared<const RigidDeformation>(mesh, std::move(motion), times);
    TriangleMesh start = *mesh;
    start.points = deformation->pointsAt(0);
    return {std::make_shared<const TriangleMesh>(std::move(start)), std::move(deformation)};
}

} // namespace sastrugi
