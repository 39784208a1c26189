#include "engine/obstacles/ObstacleShape.h"

#include <algorithm>
#include <cmath>

namespace sastrugi
{

ObstacleShape::ObstacleShape(const Boundary& boundary, double spacing, double band, double cellSize)
    : m_mesh(boundary.mesh), m_deformation(boundary.deformation), m_spacing(spacing), m_band(band),
      m_first(distanceOf(deforms() ? m_deformation->pointsAt(0) : m_mesh->points, {})), m_bounds(m_mesh->bounds())
{
    if (!deforms())
        return;
    m_bounds = m_deformation->bounds();
    chooseKeys(cellSize);
}

void ObstacleShape::chooseKeys(double cellSize)
{
    const std::vector<ShapeKey>& shapes = m_deformation->keys();
    for (std::size_t k = 0; k + 1 < shapes.size(); ++k) {
        const double from = shapes[k].time, duration = shapes[k + 1].time - from, middle = from + 0.5 * duration;
        const double way = duration * m_deformation->largestSpeed(middle, middle);
        // Where points start and stop gently they are faster in the middle: eight chords follow that.
        const auto parts = static_cast<int>(std::clamp(std::ceil(way / cellSize), 8.0, 1e6));
        for (int part = 0; part < parts; ++part)
            m_keys.push_back(from + duration * part / parts);
    }
    m_keys.push_back(shapes.back().time);
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

void ObstacleShape::makeInterval(std::size_t key)
{
    std::vector<Vector3> before = m_deformation->pointsAt(m_keys[key]), after = before, way;
    if (key + 1 < m_keys.size())
        after = m_deformation->pointsAt(m_keys[key + 1]);
    double reach = 0;
    for (std::size_t i = 0; i < before.size(); ++i) {
        way.push_back(after[i] - before[i]);
        reach = std::max(reach, way.back().norm());
    }
    m_interval.emplace(
        Interval{key, reach, distanceOf(std::move(before), way), distanceOf(std::move(after), std::move(way))});
    if (m_isTurned)
        for (SignedDistance* distance : {&m_interval->start, &m_interval->end})
            distance->turnInsideOut();
}

void ObstacleShape::prepare(double time, std::span<const Bounds> boxes)
{
    if (!deforms()) {
        m_first.prepare(boxes);
        return;
    }
    const auto next = std::ranges::upper_bound(m_keys, time);
    const std::size_t key = next == m_keys.begin() ? 0 : static_cast<std::size_t>(next - m_keys.begin()) - 1;
    if (!m_interval || m_interval->key != key)
        makeInterval(key);
    m_share = m_perSecond = 0;
    if (next != m_keys.begin() && next != m_keys.end()) {
        m_perSecond = 1 / (m_keys[key + 1] - m_keys[key]);
        m_share = m_perSecond * (time - m_keys[key]);
    }
    std::vector<Bounds> larger;
    for (const Bounds& box : boxes)
        larger.push_back(box.grownBy(m_interval->reach));
    m_interval->start.prepare(larger);
    m_interval->end.prepare(larger);
}

std::optional<ObstacleShape::Value> ObstacleShape::at(const Vector3& point) const
{
    if (!deforms()) {
        const auto value = m_first.at(point);
        if (!value)
            return std::nullopt;
        return Value{value->distance, value->gradient, Vector3::Zero()};
    }
    const SignedDistance &start = m_interval->start, &end = m_interval->end;
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
    return Value{(1 - s) * a.distance + s * b.distance, (1 - s) * a.gradient + s * b.gradient, m_perSecond * way};
}

double ObstacleShape::largestSpeed(double from, double to) const
{
    return deforms() ? m_deformation->largestSpeed(from, to) : 0;
}

std::size_t ObstacleShape::memory() const
{
    return m_first.memory() + (m_interval ? m_interval->start.memory() + m_interval->end.memory() : 0);
}

} // namespace sastrugi
