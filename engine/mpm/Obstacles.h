// What the scene's boundaries do to velocities: section 8 of Stomakhin et al. 2013.
#pragma once

#include "engine/mpm/MpmGrid.h"
#include "engine/obstacles/MovingObstacles.h"

#include <span>
#include <vector>

namespace sastrugi
{

/// What a collision leaves of a node's freedom to move: a symmetric projection.
struct CollidedNode {
    std::uint32_t node;
    Eigen::Matrix3f freedom;
};

class Obstacles
{
public:
    /// `places` are of snow, by which sides are chosen. Metres.
    Obstacles(const Scene& scene, double cellSize, std::span<const Vector3> places);

    bool empty() const { return m_obstacles.empty(); }
    bool hasMoving() const { return m_obstacles.hasMoving(); }

    /// Places the obstacles for a step, and makes the distances that it needs. `origin` is that of the grid.
    void prepare(const MpmGrid& grid, const Vector3& origin, const StepInterval& step);

    /// 4.7: the velocities of nodes (with mass as fourth of `mass`) after collisions, and adhesion.
    std::vector<CollidedNode> collideNodes(const MpmGrid& grid, const Float4* mass, Float4* velocity) const;
    /// 4.10: the same of particles, where they are before they move; one that is deep inside is put on the surface.
    void collideParticles(const MpmGrid& grid, MpmParticles& particles) const;

    /// How fast any obstacle can be in that interval that may come near, m/s.
    double largestSpeed(const Bounds& snow, const StepInterval& interval) const
    {
        return m_obstacles.largestSpeed(snow, interval, 4 * m_cellSize);
    }
    std::size_t memory() const { return m_obstacles.memory(); }

private:
    class NearCells; // an obstacle at a place

    Vector3 placeOf(const Vector3& cells) const { return m_origin + m_cellSize * cells; }

    double m_cellSize;
    MovingObstacles m_obstacles;
    Vector3 m_origin = Vector3::Zero();
    double m_timeStep = 0;
    std::uint64_t m_generation = 0; // of the grid that was prepared last
};

} // namespace sastrugi
