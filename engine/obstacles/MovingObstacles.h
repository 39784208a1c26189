// The scene's boundaries as level sets that move and deform, for methods that ask what a place is in or near.
//
// A closed boundary is solid inside, or outside where snow starts in it; an open one is solid on the side away from the
// snow, as deep as its band. Those that move are sampled where they are without their rigid motion. Values are
// functions of the boundary alone, so that a checkpoint needs to know nothing of them.
#pragma once

#include "engine/obstacles/ObstacleShape.h"
#include "engine/simulation/Scene.h"

#include <optional>
#include <span>
#include <vector>

namespace sastrugi
{

/// When a step begins and ends, seconds.
struct StepInterval {
    double begin, end;
};

/// One boundary.
struct Obstacle {
    ObstacleShape shape;
    SurfaceProperties surface;
    RigidMotion motion;
    std::size_t boundary;   // its index in the scene
    bool isDriven;          // by drive(), not by its motion: a rigid body
    double drivenSpeed = 0; // no point of one that is driven is faster, m/s
    // Of the step
    RigidPose toMesh{}, before{};
    bool isStill() const { return motion.isStill() && !shape.deforms() && !isDriven; }
};

/// What is solid at a place, or near it.
struct ObstacleContact {
    double distance;  // m, negative inside
    Vector3 normal;   // out of the solid, of length 1; zero where there is no direction out
    Vector3 velocity; // of the obstacle there, m/s
};

class MovingObstacles
{
public:
    /// `spacing` of the samples is at most that, `band` of known distances at least four of them; `places` are of snow,
    /// by which sides are chosen. Metres.
    MovingObstacles(const Scene& scene, double spacing, double band, std::span<const Vector3> places);

    bool empty() const { return m_obstacles.empty(); }
    /// In the order of the scene, but those that stick come last.
    const std::vector<Obstacle>& all() const { return m_obstacles; }
    bool hasMoving() const;

    /// Says how the rigid body that is the scene's boundary of that index moves in the next step; no point of it is
    /// faster than `speed`, m/s.
    void drive(std::size_t boundary, const RigidPose& before, const RigidPose& after, double speed);
    /// Places the obstacles where a step ends, and makes the distances that are needed in these boxes, in scene
    /// coordinates.
    void prepare(std::span<const Bounds> boxes, const StepInterval& step);

    /// At a place in scene coordinates within the boxes; none where it is free and further than the band, or than
    /// `reach`. Thread-safe.
    std::optional<ObstacleContact> contactWith(const Obstacle& obstacle, const Vector3& place,
                                               double reach = std::numeric_limits<double>::infinity()) const;
    /// Obstacles whose surface is nearer to a place than `reach`, or that hold it.
    std::vector<const Obstacle*> near(const Vector3& centre, double reach) const;

    /// How fast any obstacle can be in that interval that may come within `reach` of the snow, m/s. Without those that
    /// are driven: how fast these are is known in the step only.
    double largestSpeed(const Bounds& snow, const StepInterval& interval, double reach) const;
    double drivenSpeed() const;
    std::size_t memory() const;

private:
    void add(const Scene& scene, std::size_t boundary, std::span<const Vector3> places);

    double m_spacing, m_band;
    std::vector<Obstacle> m_obstacles;
    double m_perSecond = 0, m_timeStep = 0;
};

} // namespace sastrugi
