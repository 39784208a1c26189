#include "engine/obstacles/MovingObstacles.h"

#include <algorithm>
#include <cmath>

namespace sastrugi
{

namespace
{

/// Chooses the free side by where most of the snow is.
void turnTowards(ObstacleShape& shape, std::span<const Vector3> places)
{
    constexpr std::size_t enough = 200;
    const std::size_t stride = std::max<std::size_t>(1, places.size() / enough);
    int solid = 0, free = 0;
    for (std::size_t i = 0; i < places.size(); i += stride)
        ++(shape.isSolidSide(places[i]) ? solid : free);
    if (solid > free)
        shape.turnInsideOut();
}

} // namespace

MovingObstacles::MovingObstacles(const Scene& scene, double spacing, double band, std::span<const Vector3> places)
    : m_spacing(spacing), m_band(band)
{
    for (const bool sticky : {false, true})
        for (std::size_t k = 0; k < scene.boundaries.size(); ++k)
            if (scene.boundaries[k].surface.sticky == sticky)
                add(scene, k, places);
}

void MovingObstacles::add(const Scene& scene, std::size_t index, std::span<const Vector3> places)
{
    const Boundary& boundary = scene.boundaries[index];
    const double spacing = boundary.spacing > 0 ? std::min(boundary.spacing, m_spacing) : m_spacing;
    Obstacle obstacle{ObstacleShape(boundary, spacing, m_band, m_spacing), boundary.surface, boundary.motion, index,
                      boundary.body.has_value()};
    if (boundary.body) { // solid inside, whatever it holds
        m_obstacles.push_back(std::move(obstacle));
        return;
    }
    const RigidPose toMesh = boundary.motion.poseAt(0).inverse();
    std::vector<Vector3> seen;
    for (const Vector3& place : places)
        seen.push_back(toMesh(place));
    turnTowards(obstacle.shape, seen);
    m_obstacles.push_back(std::move(obstacle));
}

void MovingObstacles::drive(std::size_t boundary, const RigidPose& before, const RigidPose& after, double speed)
{
    for (Obstacle& obstacle : m_obstacles)
        if (obstacle.boundary == boundary && obstacle.isDriven) {
            obstacle.before = before;
            obstacle.toMesh = after.inverse();
            obstacle.drivenSpeed = speed;
        }
}

void MovingObstacles::prepare(std::span<const Bounds> boxes, const StepInterval& step)
{
    m_timeStep = step.end - step.begin;
    m_perSecond = m_timeStep > 0 ? 1 / m_timeStep : 0;
    std::vector<Bounds> seen;
    for (Obstacle& obstacle : m_obstacles) {
        if (!obstacle.isDriven) {
            obstacle.before = obstacle.motion.poseAt(step.begin);
            obstacle.toMesh = obstacle.motion.poseAt(step.end).inverse();
        }
        seen.clear();
        for (const Bounds& box : boxes)
            seen.push_back(transformed(box, obstacle.toMesh));
        obstacle.shape.prepare(step.end, seen);
    }
}

std::optional<ObstacleContact> MovingObstacles::contactWith(const Obstacle& obstacle, const Vector3& place,
                                                            double reach) const
{
    const Vector3 onMesh = obstacle.toMesh(place);
    const auto value = obstacle.shape.at(onMesh, reach);
    if (!value)
        return std::nullopt;
    ObstacleContact contact{value->distance, Vector3::Zero(), Vector3::Zero()};
    // Where two surfaces are equally near there is no direction out.
    if (const double slope = value->gradient.norm(); slope > 0.1)
        contact.normal = obstacle.toMesh.rotation.transpose() * value->gradient / slope;
    if (!obstacle.isStill())
        contact.velocity = m_perSecond * (place - obstacle.before(onMesh - m_timeStep * value->velocity));
    return contact;
}

std::vector<const Obstacle*> MovingObstacles::near(const Vector3& centre, double reach) const
{
    std::vector<const Obstacle*> found;
    for (const Obstacle& obstacle : m_obstacles)
        if (const auto value = obstacle.shape.at(obstacle.toMesh(centre), reach); value && value->distance < reach)
            found.push_back(&obstacle);
    return found;
}

bool MovingObstacles::hasMoving() const
{
    return std::ranges::any_of(m_obstacles, [](const Obstacle& obstacle) { return !obstacle.isStill(); });
}

double MovingObstacles::largestSpeed(const Bounds& snow, const StepInterval& interval, double reach) const
{
    double speed = 0;
    for (const Obstacle& obstacle : m_obstacles) {
        if (obstacle.isStill() || obstacle.isDriven)
            continue;
        const Bounds& bounds = obstacle.shape.bounds();
        const double own = obstacle.motion.largestSpeed(interval.begin, interval.end, bounds) +
                           obstacle.shape.largestSpeed(interval.begin, interval.end);
        const Bounds swept =
            obstacle.motion.boundsAt(interval.begin, bounds).grownBy(own * (interval.end - interval.begin) + reach);
        if (swept.touches(snow))
            speed = std::max(speed, own);
    }
    return speed;
}

double MovingObstacles::drivenSpeed() const
{
    double speed = 0;
    for (const Obstacle& obstacle : m_obstacles)
        if (obstacle.isDriven)
            speed = std::max(speed, obstacle.drivenSpeed);
    return speed;
}

std::size_t MovingObstacles::memory() const
{
    std::size_t bytes = 0;
    for (const Obstacle& obstacle : m_obstacles)
        bytes += obstacle.shape.memory();
    return bytes;
}

} // namespace sastrugi
