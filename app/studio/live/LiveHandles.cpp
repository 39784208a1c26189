#include "app/studio/live/LiveHandles.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sastrugi::studio
{

namespace
{

constexpr double reach = 0.02; // of the mouse, in heights of the picture
constexpr std::array<Strokes::Bytes, 3> axisColours = {{{235, 64, 52}, {76, 187, 60}, {66, 133, 244}}};

constexpr Strokes::Bytes outlineColour = {90, 200, 250};

/// Where a point is in the picture; nothing for what is behind the camera.
std::optional<QPointF> inPicture(const Camera& camera, const Vector3& point)
{
    const Vector3 to = point - camera.position();
    const double depth = -to.dot(camera.back());
    if (depth <= 0 && !camera.isOrthographic)
        return std::nullopt;
    const double height = camera.isOrthographic ? camera.height() : camera.height() * depth / camera.distance;
    return QPointF(to.dot(camera.right()) / height, to.dot(camera.up()) / height);
}

double distanceToSegment(const QPointF& place, const QPointF& from, const QPointF& to)
{
    const QPointF way = to - from, step = place - from;
    const double length = QPointF::dotProduct(way, way);
    const double share = length > 0 ? std::clamp(QPointF::dotProduct(step, way) / length, 0.0, 1.0) : 0;
    const QPointF rest = step - share * way;
    return std::hypot(rest.x(), rest.y());
}

/// Where the ray meets the plane; nothing where they are parallel.
std::optional<Vector3> onPlane(const Ray& ray, const Vector3& point, const Vector3& normal)
{
    const double slope = ray.direction.dot(normal);
    if (std::abs(slope) < 1e-6)
        return std::nullopt;
    return ray.origin + (point - ray.origin).dot(normal) / slope * ray.direction;
}

} // namespace

void LiveHandles::setThings(std::vector<LiveThing> things)
{
    m_things = std::move(things);
    m_held.reset();
    makeStrokes();
}

void LiveHandles::setTime(double time)
{
    m_time = time;
    makeStrokes();
}

Vector3 LiveHandles::centreOf(const LiveThing& thing) const
{
    return thing.motion.poseAt(m_time)(thing.bounds.centre());
}

double LiveHandles::lengthOf(const LiveThing& thing) const { return std::max(1e-3, 0.75 * thing.bounds.size().norm()); }

void LiveHandles::addOutline(Strokes& strokes, const LiveThing& thing) const
{
    const RigidPose pose = thing.motion.poseAt(m_time);
    std::array<std::uint32_t, 8> corners;
    for (unsigned i = 0; i < corners.size(); ++i) {
        const Vector3 corner =
            thing.bounds.minimum + Vector3(i & 1, i >> 1 & 1, i >> 2).cwiseProduct(thing.bounds.size());
        corners[i] = strokes.add((pose(corner) - strokes.origin).cast<float>(), outlineColour);
    }
    for (unsigned i = 0; i < corners.size(); ++i)
        for (const unsigned step : {1u, 2u, 4u})
            if (!(i & step))
                strokes.lines.push_back({corners[i], corners[i | step]});
}

void LiveHandles::makeStrokes()
{
    if (m_things.empty()) {
        m_strokes.reset();
        return;
    }
    Strokes strokes;
    strokes.isAbove = true;
    strokes.width = 3;
    strokes.origin = centreOf(m_things.front());
    for (const LiveThing& thing : m_things) {
        if (thing.hasOutline)
            addOutline(strokes, thing);
        const Vector3 centre = centreOf(thing);
        const double length = lengthOf(thing);
        for (int axis = 0; axis < 3; ++axis) {
            const auto add = [&](const Vector3& point) {
                return strokes.add((point - strokes.origin).cast<float>(), axisColours[static_cast<std::size_t>(axis)]);
            };
            const Vector3 along = Vector3::Unit(axis), across = Vector3::Unit((axis + 1) % 3),
                          other = Vector3::Unit((axis + 2) % 3);
            const Vector3 tip = centre + length * along, neck = centre + 0.82 * length * along;
            const std::uint32_t end = add(tip);
            strokes.lines.push_back({add(centre), end});
            constexpr int sides = 8;
            std::array<std::uint32_t, sides> rim;
            for (int side = 0; side < sides; ++side) {
                const double angle = 2 * std::numbers::pi * side / sides;
                rim[static_cast<std::size_t>(side)] =
                    add(neck + 0.06 * length * (std::cos(angle) * across + std::sin(angle) * other));
            }
            for (std::size_t side = 0; side < sides; ++side)
                strokes.triangles.push_back({end, rim[side], rim[(side + 1) % sides]});
        }
    }
    m_strokes = std::make_shared<const Strokes>(std::move(strokes));
}

std::optional<LiveHandles::Held> LiveHandles::arrowAt(const View& view, const QPointF& place) const
{
    std::optional<Held> nearest;
    double least = reach;
    for (std::size_t i = 0; i < m_things.size(); ++i) {
        const Vector3 centre = centreOf(m_things[i]);
        const double length = lengthOf(m_things[i]);
        for (int axis = 0; axis < 3; ++axis) {
            // Not where they meet: all three are there.
            const auto from = inPicture(view.camera(), centre + 0.3 * length * Vector3::Unit(axis));
            const auto to = inPicture(view.camera(), centre + length * Vector3::Unit(axis));
            if (!from || !to)
                continue;
            const double distance = distanceToSegment(place, *from, *to);
            if (distance < least) {
                least = distance;
                nearest = Held{i, axis, false, place, centre, view.camera().back(), m_things[i].target};
            }
        }
    }
    return nearest;
}

bool LiveHandles::grab(const View& view, const QPointF& place, bool turns)
{
    m_held.reset();
    if (m_things.empty())
        return false;
    m_held = arrowAt(view, place);
    if (!m_held)
        if (const std::optional<Pick> pick = view.pick(place.x(), place.y()))
            for (std::size_t i = 0; i < m_things.size(); ++i)
                if (!pick->mesh.empty() && m_things[i].item == pick->mesh)
                    m_held = Held{i, {}, false, place, pick->point, view.camera().back(), m_things[i].target};
    if (!m_held)
        return false;
    m_held->turns = turns;
    if (m_held->axis) { // in the plane through it that is seen best
        const Vector3 along = Vector3::Unit(*m_held->axis), back = view.camera().back();
        const Vector3 normal = back - back.dot(along) * along;
        if (normal.norm() < 1e-3)
            return m_held->turns; // one looks along it
        m_held->normal = normal.normalized();
        if (const auto begin = onPlane(view.camera().rayAt(place.x(), place.y()), m_held->point, m_held->normal))
            m_held->point = *begin;
    }
    return true;
}

void LiveHandles::drag(const View& view, const QPointF& place)
{
    if (!m_held)
        return;
    LiveTarget target = m_held->target;
    if (m_held->turns) { // the height of the picture is a whole turn
        target.turns[m_held->axis.value_or(2)] += 2 * std::numbers::pi * (place.x() - m_held->place.x());
    } else {
        const auto there = onPlane(view.camera().rayAt(place.x(), place.y()), m_held->point, m_held->normal);
        if (!there)
            return;
        Vector3 way = *there - m_held->point;
        if (m_held->axis)
            way = way[*m_held->axis] * Vector3::Unit(*m_held->axis);
        target.way += way;
    }
    m_things[m_held->thing].target = target;
    m_onTarget(m_held->thing, target);
}

} // namespace sastrugi::studio
