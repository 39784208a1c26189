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

/// What is solid at a place, or near it.
struct Obstacles::Contact {
    double distance;  // m
    Vector3 normal;   // zero deep inside
    Vector3 velocity; // of the obstacle there, m/s

    /// 4.7: returns what remains free, unless nothing happened.
    std::optional<Matrix3> collide(const SurfaceProperties& surface, Vector3& v) const
    {
        if (surface.sticky || normal.isZero()) {
            v = velocity;
            return Matrix3::Zero();
        }
        const Vector3 relative = v - velocity;
        const double speed = relative.dot(normal);
        if (speed >= 0)
            return std::nullopt;
        const Vector3 along = relative - speed * normal;
        const double slip = along.norm(), friction = -surface.frictionCoefficient * speed;
        if (slip <= friction) {
            v = velocity;
            return Matrix3::Zero();
        }
        v = velocity + (1 - friction / slip) * along;
        return Matrix3::Identity() - normal * normal.transpose();
    }
};

Obstacles::Obstacles(const Scene& scene, double cellSize, std::span<const Vector3> places) : m_cellSize(cellSize)
{
    for (const bool sticky : {false, true})
        for (const Boundary& boundary : scene.boundaries)
            if (boundary.surface.sticky == sticky)
                add(boundary, places);
}

void Obstacles::add(const Boundary& boundary, std::span<const Vector3> places)
{
    const double spacing = boundary.spacing > 0 ? std::min(boundary.spacing, m_cellSize) : m_cellSize;
    Obstacle obstacle{ObstacleShape(boundary, spacing, bandCells * m_cellSize, m_cellSize), boundary.surface,
                      boundary.motion};
    const RigidPose toMesh = boundary.motion.poseAt(0).inverse();
    std::vector<Vector3> seen;
    for (const Vector3& place : places)
        seen.push_back(toMesh(place));
    turnTowards(obstacle.shape, seen);
    m_obstacles.push_back(std::move(obstacle));
}

void Obstacles::prepare(const MpmGrid& grid, const Vector3& origin, const StepInterval& step)
{
    m_origin = origin;
    m_timeStep = step.end - step.begin;
    m_perSecond = m_timeStep > 0 ? 1 / m_timeStep : 0;
    std::vector<Bounds> boxes;
    for (Obstacle& obstacle : m_obstacles) {
        obstacle.before = obstacle.motion.poseAt(step.begin);
        obstacle.toMesh = obstacle.motion.poseAt(step.end).inverse();
        boxes.clear();
        for (const BlockIndex& block : grid.gridBlocks()) {
            const Vector3 first = 4.0 * Vector3(block[0], block[1], block[2]);
            const Bounds box{placeOf(first), placeOf(first + Vector3::Constant(4))};
            boxes.push_back(transformed(box, obstacle.toMesh));
        }
        obstacle.shape.prepare(step.end, boxes);
    }
}

std::optional<Obstacles::Contact> Obstacles::contactWith(const Obstacle& obstacle, const Vector3& place) const
{
    const Vector3 onMesh = obstacle.toMesh(place);
    const auto value = obstacle.shape.at(onMesh);
    if (!value)
        return std::nullopt;
    Contact contact{value->distance, Vector3::Zero(), Vector3::Zero()};
    // Where two surfaces are equally near there is no direction out.
    if (const double slope = value->gradient.norm(); slope > 0.1)
        contact.normal = obstacle.toMesh.rotation.transpose() * value->gradient / slope;
    if (!obstacle.isStill())
        contact.velocity = m_perSecond * (place - obstacle.before(onMesh - m_timeStep * value->velocity));
    return contact;
}

std::vector<const Obstacles::Obstacle*> Obstacles::near(const Vector3& centre, double reach) const
{
    std::vector<const Obstacle*> found;
    for (const Obstacle& obstacle : m_obstacles)
        if (const auto value = obstacle.shape.at(obstacle.toMesh(centre)); value && value->distance < reach)
            found.push_back(&obstacle);
    return found;
}

std::vector<CollidedNode> Obstacles::collideNodes(const MpmGrid& grid, const Float4* mass, Float4* velocity) const
{
    std::vector<std::vector<CollidedNode>> collided(grid.gridBlocks().size());
    parallelForEach(collided.size(), [&](std::size_t b) {
        const BlockIndex& block = grid.gridBlocks()[b];
        const Vector3 middle = 4.0 * Vector3(block[0], block[1], block[2]) + Vector3::Constant(1.5);
        const std::vector<const Obstacle*> obstacles = near(placeOf(middle), blockReach * m_cellSize);
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
                const auto contact = contactWith(*obstacle, place);
                if (!contact)
                    continue;
                if (contact->distance > 0) {
                    if (obstacle->surface.adhesion > 0 && contact->distance < m_cellSize)
                        v -= m_timeStep * obstacle->surface.adhesion * contact->normal;
                    continue;
                }
                const auto left = contact->collide(obstacle->surface, v);
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
    NearCells(const Obstacles& obstacles, const Obstacle& obstacle, const BlockIndex& block)
        : m_obstacles(obstacles), m_obstacle(&obstacle), m_first(4.0 * Vector3(block[0], block[1], block[2]))
    {
    }

    const Obstacle& obstacle() const { return *m_obstacle; }

    bool isNear(const Vector3& place)
    {
        const Vector3 cell = ((place - m_obstacles.m_origin) / m_obstacles.m_cellSize - m_first).array().floor();
        const Eigen::Array3i index = cell.cast<int>().array().max(0).min(edge - 1);
        State& state = m_states[static_cast<std::size_t>((index[0] * edge + index[1]) * edge + index[2])];
        if (state == State::Unknown) {
            const Vector3 centre = m_obstacles.placeOf(m_first + cell + Vector3::Constant(0.5));
            const auto value = m_obstacle->shape.at(m_obstacle->toMesh(centre));
            state = value && value->distance < m_obstacles.m_cellSize ? State::Near : State::Free;
        }
        return state == State::Near;
    }

private:
    enum class State : std::uint8_t { Unknown, Free, Near };
    static constexpr int edge = 6;

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
    parallelForEach(grid.particleBlocks().size(), [&](std::size_t b) {
        const MpmGrid::ParticleBlock& block = grid.particleBlocks()[b];
        const Vector3 middle = 4.0 * Vector3(block.index[0], block.index[1], block.index[2]) + Vector3::Constant(2.75);
        std::vector<NearCells> obstacles;
        for (const Obstacle* obstacle : near(placeOf(middle), particleBlockReach * m_cellSize))
            obstacles.emplace_back(*this, *obstacle, block.index);
        for (std::size_t i = block.begin; i < block.end && !obstacles.empty(); ++i) {
            const Vector3 place = m_origin + Vector3(p.position[i].x, p.position[i].y, p.position[i].z);
            Vector3 v(p.velocity[0][i], p.velocity[1][i], p.velocity[2][i]);
            bool isTouched = false;
            for (NearCells& cells : obstacles) {
                if (!cells.isNear(place))
                    continue;
                const Obstacle& obstacle = cells.obstacle();
                if (const auto contact = contactWith(obstacle, place); contact && contact->distance <= 0)
                    isTouched |= contact->collide(obstacle.surface, v).has_value();
            }
            if (isTouched)
                for (std::size_t axis = 0; axis < 3; ++axis)
                    p.velocity[axis][i] = static_cast<float>(v[static_cast<Eigen::Index>(axis)]);
        }
    });
}

bool Obstacles::hasMoving() const
{
    return std::ranges::any_of(m_obstacles, [](const Obstacle& obstacle) { return !obstacle.isStill(); });
}

double Obstacles::largestSpeed(const Bounds& snow, const StepInterval& interval) const
{
    double speed = 0;
    for (const Obstacle& obstacle : m_obstacles) {
        if (obstacle.isStill())
            continue;
        const Bounds& bounds = obstacle.shape.bounds();
        const double own = obstacle.motion.largestSpeed(interval.begin, interval.end, bounds) +
                           obstacle.shape.largestSpeed(interval.begin, interval.end);
        const Bounds swept = obstacle.motion.boundsAt(interval.begin, bounds)
                                 .grownBy(own * (interval.end - interval.begin) + 4 * m_cellSize);
        if (swept.touches(snow))
            speed = std::max(speed, own);
    }
    return speed;
}

std::size_t Obstacles::memory() const
{
    std::size_t bytes = 0;
    for (const Obstacle& obstacle : m_obstacles)
        bytes += obstacle.shape.memory();
    return bytes;
}

} // namespace sastrugi
