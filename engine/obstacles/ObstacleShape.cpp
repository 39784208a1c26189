#include "engine/obstacles/ObstacleShape.h"

#include <algorithm>
#include <cmath>

namespace sastrugi
{

ObstacleShape::ObstacleShape(const Boundary& boundary, double spacing, double band, double cellSize)
    : m_mesh(boundary.mesh), m_deformation(boundary.deformation), m_spacing(spacing), m_band(band),
      m_cellSize(cellSize), m_first(deforms() ? shapeAt(0) : distanceOf(m_mesh->points, {})),
      m_bounds(deforms() ? m_deformation->bounds() : m_mesh->bounds())
{
}

/// The shape as it is at a time, standing still.
SignedDistance ObstacleShape::shapeAt(double time) const
{
    if (std::shared_ptr<const TriangleMesh> step = m_deformation->stepAt(time))
        return {std::move(step), m_spacing, m_band, {}};
    return distanceOf(m_deformation->pointsAt(time), {});
}

SignedDistance ObstacleShape::distanceOf(std::vector<Vector3> points, std::vector<Vector3> way) const
{
    auto mesh = std::make_shared<TriangleMesh>(*m_mesh);
    mesh->points = std::move(points);
    return {std::move(mesh), m_spacing, m_band, std::move(way)};
}

void ObstacleShape::turnInsideOut()
{
    m_isTurned = !m_isTurned;
    m_first.turnInsideOut();
    m_interval.reset();
}

void ObstacleShape::makeInterval(const ShapeInterval& span)
{
    double reach = 0;
    const bool isStill = span.isEmpty() || m_deformation->stepAt(span.begin);
    if (isStill) {
        m_interval.emplace(Interval{span, reach, shapeAt(span.begin), std::nullopt});
    } else {
        std::vector<Vector3> before = m_deformation->pointsAt(span.begin), after = m_deformation->pointsAt(span.end),
                             way;
        for (std::size_t i = 0; i < before.size(); ++i) {
            way.push_back(after[i] - before[i]);
            reach = std::max(reach, way.back().norm());
        }
        m_interval.emplace(
            Interval{span, reach, distanceOf(std::move(before), way), distanceOf(std::move(after), std::move(way))});
    }
    if (m_isTurned) {
        m_interval->start.turnInsideOut();
        if (m_interval->end)
            m_interval->end->turnInsideOut();
    }
}

void ObstacleShape::prepare(double time, std::span<const Bounds> boxes)
{
    if (!deforms()) {
        m_first.prepare(boxes);
        return;
    }
    const ShapeInterval span = m_deformation->intervalAt(time, m_cellSize);
    if (!m_interval || m_interval->span.begin != span.begin || m_interval->span.end != span.end)
        makeInterval(span);
    m_share = m_perSecond = 0;
    if (m_interval->end) {
        m_perSecond = 1 / (span.end - span.begin);
        m_share = m_perSecond * (time - span.begin);
    }
    std::vector<Bounds> larger;
    for (const Bounds& box : boxes)
        larger.push_back(box.grownBy(m_interval->reach));
    m_interval->start.prepare(larger);
    if (m_interval->end)
        m_interval->end->prepare(larger);
}

std::optional<ObstacleShape::Value> ObstacleShape::at(const Vector3& point, double reach) const
{
    const SignedDistance& start = deforms() ? m_interval->start : m_first;
    if (!deforms() || !m_interval->end) {
        const auto value = start.at(point, reach);
        if (!value)
            return std::nullopt;
        return Value{value->distance, value->gradient, Vector3::Zero()};
    }
    const SignedDistance& end = *m_interval->end;
    const double s = m_share;
    const auto startHere = start.at(point), endHere = end.at(point);
    if (!startHere && !endHere)
        return std::nullopt;
    // Where one of them is too far to know, the other's way holds.
    const Vector3 way = (startHere ? (endHere ? 1 - s : 1) * startHere->carried : Vector3::Zero().eval()) +
                        (endHere ? (startHere ? s : 1) * endHere->carried : Vector3::Zero().eval());
    const auto before = start.at(point - s * way), after = end.at(point + (1 - s) * way);
    if (!before && !after)
        return std::nullopt;
    const SignedDistance::Value far{m_band, Vector3::Zero(), Vector3::Zero()};
    const SignedDistance::Value &a = before ? *before : far, &b = after ? *after : far;
    const double distance = (1 - s) * a.distance + s * b.distance;
    if (distance > reach)
        return std::nullopt;
    return Value{distance, (1 - s) * a.gradient + s * b.gradient, m_perSecond * way};
}

double ObstacleShape::largestSpeed(double from, double to) const
{
    return deforms() ? m_deformation->largestSpeed(from, to) : 0;
}

std::size_t ObstacleShape::memory() const
{
    return m_first.memory() + (m_interval ? m_interval->start.memory() : 0) +
           (m_interval && m_interval->end ? m_interval->end->memory() : 0);
}

} // namespace sastrugi
