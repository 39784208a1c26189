// The scene's boundaries as level sets, and what they do to velocities: section 8 of Stomakhin et al. 2013.
//
// A closed boundary is solid inside, or outside where snow starts in it; an open one is solid on the side away from the
// snow, as deep as its band. Those that move are sampled where they are without their rigid motion. Values are
// functions of the boundary alone, so that a checkpoint needs to know nothing of them.
#pragma once

#include "engine/mpm/MpmGrid.h"
#include "engine/mpm/ObstacleShape.h"
#include "engine/simulation/Scene.h"

#include <optional>
#include <span>
#include <vector>

namespace sastrugi
{

/// What a collision leaves of a node's freedom to move: a symmetric projection.
struct CollidedNode {
    std::uint32_t node;
    Eigen::Matrix3f freedom;
};

/// When a step begins and ends, seconds.
struct StepInterval {
    double begin, end;
};

class Obstacles
{
public:
    /// `places` are of snow, by which sides are chosen. Metres.
    Obstacles(const Scene& scene, double cellSize, std::span<const Vector3> places);

    bool empty() const { return m_obstacles.empty(); }
    bool hasMoving() const;

    /// Places the obstacles for a step, and makes the distances that it needs. `origin` is that of the grid.
    void prepare(const MpmGrid& grid, const Vector3& origin, const StepInterval& step);

    /// 4.7: the velocities of nodes (with mass as fourth of `mass`) after collisions, and adhesion.
    std::vector<CollidedNode> collideNodes(const MpmGrid& grid, const Float4* mass, Float4* velocity) const;
    /// The same of particles, where they are before they move.
    void collideParticles(const MpmGrid& grid, MpmParticles& particles) const;

    /// How fast any obstacle can be in that interval that may come near, m/s.
    double largestSpeed(const Bounds& snow, const StepInterval& interval) const;
    std::size_t memory() const;

private:
    struct Obstacle {
        ObstacleShape shape;
        SurfaceProperties surface;
        RigidMotion motion;
        bool isStill() const { return motion.isStill() && !shape.deforms(); }
        // Of the step
        RigidPose toMesh{}, before{};
    };
    struct Contact;
    class NearCells; // an obstacle at a place

    void add(const Boundary& boundary, std::span<const Vector3> places);
    std::optional<Contact> contactWith(const Obstacle& obstacle, const Vector3& place) const;
    /// Obstacles whose surface is nearer to a place, in scene coordinates, or that hold it; those that stick come last.
    std::vector<const Obstacle*> near(const Vector3& centre, double reach) const;
    Vector3 placeOf(const Vector3& cells) const { return m_origin + m_cellSize * cells; }

    double m_cellSize;
    std::vector<Obstacle> m_obstacles; // those that stick come last
    Vector3 m_origin = Vector3::Zero();
    double m_perSecond = 0, m_timeStep = 0;
};

} // namespace sastrugi
