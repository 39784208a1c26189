#include "engine/mpm/Obstacles.h"

#include "engine/core/Parallel.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace sastrugi
{

namespace
{

/// In cells: the far corner of a block of the grid, seen from its middle, and some more.
constexpr double blockReach = 3.6;
/// The same of a block of particles, whose cells begin half a node or a whole one after it.
constexpr double particleBlockReach = 4;
/// Known distances: for blocks of particles, whose middle must know that it is near.
constexpr double bandCells = 4.5;
/// 4.10: how deep particles may be, in cells.
constexpr double deepest = 0.25;

/// 4.7: returns what remains free, unless nothing happened.
std::optional<Matrix3> collide(const ObstacleContact& contact, const SurfaceProperties& surface, Vector3& v)
{
    if (surface.sticky || contact.normal.isZero()) {
        v = contact.velocity;
        return Matrix3::Zero();
    }
    const Vector3 relative = v - contact.velocity;
    const double speed = relative.dot(contact.normal);
    if (speed >= 0)
        return std::nullopt;
    const Vector3 along = relative - speed * contact.normal;
    const double slip = along.norm(), friction = -surface.frictionCoefficient * speed;
    if (slip <= friction) {
        v = contact.velocity;
        return Matrix3::Zero();
    }
    v = contact.velocity + (1 - friction / slip) * along;
    return Matrix3::Identity() - contact.normal * contact.normal.transpose();
}

} // namespace

Obstacles::Obstacles(const Scene& scene, double cellSize, std::span<const Vector3> places)
    : m_cellSize(cellSize), m_obstacles(scene, cellSize, bandCells * cellSize, places)
{
}

void Obstacles::prepare(const MpmGrid& grid, const Vector3& origin, const StepInterval& step)
{
    m_origin = origin;
    m_timeStep = step.end - step.begin;
    std::vector<Bounds> boxes;
    const bool isKnown = grid.generation() == m_generation && !hasMoving(); // distances for these blocks
    m_generation = grid.generation();
    for (const BlockIndex& block : isKnown ? std::span<const BlockIndex>() : grid.gridBlocks()) {
        const Vector3 first = 4.0 * Vector3(block[0], block[1], block[2]);
        boxes.push_back({placeOf(first), placeOf(first + Vector3::Constant(4))});
    }
    m_obstacles.prepare(boxes, step);
}

std::vector<CollidedNode> Obstacles::collideNodes(const MpmGrid& grid, const Float4* mass, Float4* velocity) const
{
    std::vector<std::vector<CollidedNode>> collided(grid.gridBlocks().size());
    parallelForEach(collided.size(), [&](std::size_t b) {
        const BlockIndex& block = grid.gridBlocks()[b];
        const Vector3 middle = 4.0 * Vector3(block[0], block[1], block[2]) + Vector3::Constant(1.5);
        const std::vector<const Obstacle*> obstacles = m_obstacles.near(placeOf(middle), blockReach * m_cellSize);
        for (std::size_t n = 0; n < nodesPerBlock && !obstacles.empty(); ++n) {
            const std::size_t node = nodesPerBlock * b + n;
            if (mass[node].w == 0)
                continue;
            const auto index = MpmGrid::nodeIndex(block, n);
            const Vector3 place =
                placeOf({static_cast<double>(index[0]), static_cast<double>(index[1]), static_cast<double>(index[2])});
            Vector3 v(velocity[node].x, velocity[node].y, velocity[node].z);
            Matrix3 freedom = Matrix3::Identity();
            bool isTouched = false;
            for (const Obstacle* obstacle : obstacles) {
                const bool pulls = obstacle->surface.adhesion > 0;
                const auto contact = m_obstacles.contactWith(*obstacle, place, pulls ? m_cellSize : 0);
                if (!contact)
                    continue;
                if (contact->distance > 0) {
                    if (contact->distance < m_cellSize)
                        v -= m_timeStep * obstacle->surface.adhesion * contact->normal;
                    continue;
                }
                const auto left = collide(*contact, obstacle->surface, v);
                if (!left)
                    continue;
                isTouched = true;
                if (left->isZero()) {
                    freedom.setZero();
                } else if (const Vector3 q = freedom * contact->normal; q.norm() > 1e-4) {
                    freedom -= q.normalized() * q.normalized().transpose();
                }
            }
            const Vector3f after = v.cast<float>();
            velocity[node] = {after.x(), after.y(), after.z(), velocity[node].w};
            if (isTouched)
                collided[b].push_back({static_cast<std::uint32_t>(node), freedom.cast<float>()});
        }
    });
    std::vector<CollidedNode> all;
    for (const std::vector<CollidedNode>& part : collided)
        all.insert(all.end(), part.begin(), part.end());
    return all;
}

/// Which cells of a block of particles an obstacle is near: most particles of a block that it is near are not.
class Obstacles::NearCells
{
public:
    /// A block has five cells along an axis, the first or the last of them in half.
    static constexpr int edge = 5;

    NearCells(const Obstacles& obstacles, const Obstacle& obstacle, const BlockIndex& block)
        : m_obstacles(obstacles), m_obstacle(&obstacle), m_first(4.0 * Vector3(block[0], block[1], block[2]))
    {
    }

    const Obstacle& obstacle() const { return *m_obstacle; }

    bool isNear(const std::array<int, 3>& cell)
    {
        State& state = m_states[static_cast<std::size_t>((cell[0] * edge + cell[1]) * edge + cell[2])];
        if (state == State::Unknown) {
            const Vector3 centre = m_obstacles.placeOf(m_first + Vector3(cell[0] + 0.5, cell[1] + 0.5, cell[2] + 0.5));
            state =
                m_obstacle->shape.at(m_obstacle->toMesh(centre), m_obstacles.m_cellSize) ? State::Near : State::Free;
        }
        return state == State::Near;
    }

private:
    enum class State : std::uint8_t { Unknown, Free, Near };

    const Obstacles& m_obstacles;
    const Obstacle* m_obstacle;
    Vector3 m_first; // node of the block
    std::array<State, edge * edge * edge> m_states{};
};

void Obstacles::collideParticles(const MpmGrid& grid, MpmParticles& particles) const
{
    if (empty())
        return;
    MpmParticleArrays& p = particles.now();
    const auto inverseCell = static_cast<float>(1 / m_cellSize);
    parallelForEach(grid.particleBlocks().size(), [&](std::size_t b) {
        const MpmGrid::ParticleBlock& block = grid.particleBlocks()[b];
        const Vector3 middle = 4.0 * Vector3(block.index[0], block.index[1], block.index[2]) + Vector3::Constant(2.75);
        std::vector<NearCells> obstacles;
        for (const Obstacle* obstacle : m_obstacles.near(placeOf(middle), particleBlockReach * m_cellSize))
            obstacles.emplace_back(*this, *obstacle, block.index);
        for (std::size_t i = block.begin; i < block.end && !obstacles.empty(); ++i) {
            const float x[3] = {p.position[i].x, p.position[i].y, p.position[i].z};
            std::array<int, 3> cell;
            for (std::size_t axis = 0; axis < 3; ++axis)
                cell[axis] =
                    std::clamp(static_cast<int>(inverseCell * x[axis] - 4.0f * static_cast<float>(block.index[axis])),
                               0, NearCells::edge - 1);
            std::optional<Vector3> place, v;
            Vector3 out = Vector3::Zero();
            bool isTouched = false;
            for (NearCells& cells : obstacles) {
                if (!cells.isNear(cell))
                    continue;
                if (!place) {
                    place = m_origin + Vector3(x[0], x[1], x[2]);
                    v = Vector3(p.velocity[0][i], p.velocity[1][i], p.velocity[2][i]);
                }
                const auto contact = m_obstacles.contactWith(cells.obstacle(), *place, 0);
                if (!contact)
                    continue;
                isTouched |= collide(*contact, cells.obstacle().surface, *v).has_value();
                if (contact->distance < -deepest * m_cellSize)
                    out -= contact->distance * contact->normal;
            }
            if (!out.isZero()) {
                const Vector3f moved = (*place - m_origin + out).cast<float>();
                p.position[i] = {moved.x(), moved.y(), moved.z(), 0};
            }
            if (isTouched)
                for (std::size_t axis = 0; axis < 3; ++axis)
                    p.velocity[axis][i] = static_cast<float>((*v)[static_cast<Eigen::Index>(axis)]);
        }
    });
}

} // namespace sastrugi
