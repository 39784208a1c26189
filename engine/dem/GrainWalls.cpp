#include "engine/dem/GrainWalls.h"

#include "engine/core/Parallel.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sastrugi
{

namespace
{

// In radii of fresh snow
constexpr double bandRadii = 4.5;   // known distances
constexpr double reachRadii = 1.5;  // of contacts: of a grain that comes nearer in the step, and of adhesion
constexpr double marginRadii = 1.0; // how far grains and obstacles may go before contacts are sought anew
constexpr double leastRestitution = 0.02;

/// Boxes of some cells around the grains.
std::vector<Bounds> boxesAround(const CellGrid& cells, const Vector3& origin, double margin)
{
    constexpr int edge = 4;
    std::vector<std::array<int, 3>> coarse;
    for (const std::uint64_t key : cells.cellKeys()) {
        std::array<int, 3> cell = CellGrid::cellOfKey(key);
        for (int& index : cell)
            index = static_cast<int>(std::floor(static_cast<double>(index) / edge));
        if (coarse.empty() || coarse.back() != cell)
            coarse.push_back(cell);
    }
    std::ranges::sort(coarse);
    coarse.erase(std::unique(coarse.begin(), coarse.end()), coarse.end());
    std::vector<Bounds> boxes;
    for (const std::array<int, 3>& cell : coarse) {
        Vector3 low, size;
        for (int axis = 0; axis < 3; ++axis) {
            size[axis] = edge * cells.cellEdge(axis);
            low[axis] = cells.cellOrigin(axis) + cell[static_cast<std::size_t>(axis)] * size[axis];
        }
        boxes.push_back(Bounds{origin + low, origin + low + size}.grownBy(margin));
    }
    return boxes;
}

Vector3 placeOf(const Float4& place) { return {place.x, place.y, place.z}; }

} // namespace

GrainWalls::GrainWalls(const Scene& scene, const DemParameters& parameters, std::span<const Vector3> places)
    : m_radius(parameters.radius), m_obstacles(parameters.boundaries == GrainBoundaries::Samples ? Scene{} : scene,
                                               parameters.radius, bandRadii * parameters.radius, places)
{
    if (parameters.boundaries == GrainBoundaries::Samples) {
        m_samples.emplace(scene, parameters);
        m_hasMoving = m_samples->hasMoving();
        for (std::size_t k = 0; k < scene.boundaries.size(); ++k)
            addSurface(scene.boundaries[k].surface, 0, k);
        return;
    }
    m_hasMoving = m_obstacles.hasMoving();
    // The surface gives the largest acceleration, the paper its beta.
    for (const Obstacle& obstacle : m_obstacles.all())
        addSurface(obstacle.surface, obstacle.surface.adhesion / largestAdhesionKernel(2 * m_radius),
                   obstacle.boundary);
}

void GrainWalls::addSurface(const SurfaceProperties& properties, double adhesion, std::size_t boundary)
{
    m_surfaces.push_back(
        {properties, dampingRatio(std::max(properties.restitution, leastRestitution)), adhesion, boundary});
}

double GrainWalls::largestSpeed(const Bounds& snow, const StepInterval& interval) const
{
    return m_samples ? m_samples->largestSpeed(snow, interval, 2 * m_radius)
                     : m_obstacles.largestSpeed(snow, interval, 2 * m_radius);
}

void GrainWalls::follow(std::span<const std::uint32_t> order)
{
    if (order.empty()) {
        m_isValid = false;
        return;
    }
    std::vector<std::uint32_t> isNow(order.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        isNow[order[i]] = static_cast<std::uint32_t>(i);
    for (Candidate& candidate : m_candidates)
        candidate.grain = isNow[candidate.grain];
    std::ranges::stable_sort(m_candidates, {}, &Candidate::grain);
}

void GrainWalls::prepare(const Grains& grains, const Vector3& origin, const StepInterval& step, double travel,
                         const CellGrid& cells, const Vector3& drift, const RigidBodies& bodies)
{
    const std::size_t blocks = blockCount(grains.awakeCount());
    m_contacts.clear();
    m_blockStarts.assign(blocks + 1, 0);
    if (m_surfaces.empty())
        return;
    for (const BodyDrive& drive : bodies.drives(step))
        if (m_samples)
            m_samples->drive(drive.boundary, drive.before, drive.after, drive.speed);
        else
            m_obstacles.drive(drive.boundary, drive.before, drive.after, drive.speed);
    const double reach = (reachRadii + marginRadii) * m_radius;
    Bounds snow;
    for (const Bounds& box : m_boxes)
        snow.add(box);
    const double byMotion = m_hasMoving && !snow.isEmpty() ? largestSpeed(snow.grownBy(reach), step) : 0;
    const double own = std::max(byMotion, m_samples ? m_samples->drivenSpeed() : m_obstacles.drivenSpeed());
    m_travel += travel + own * (step.end - step.begin);
    const bool isNew = !m_isValid || m_travel > marginRadii * m_radius;
    if (isNew)
        m_boxes = boxesAround(cells, origin + drift, (marginRadii + 1) * m_radius);
    // Of obstacles that stay, the distances of the last time hold.
    m_obstacles.prepare(isNew || m_hasMoving ? std::span<const Bounds>(m_boxes) : std::span<const Bounds>(), step);
    if (m_samples)
        m_samples->prepare(step);
    if (isNew) {
        findCandidates(grains, origin);
        m_isValid = true;
        m_travel = 0;
    }

    const std::size_t parts = blockCount(m_candidates.size());
    std::vector<std::vector<Contact>> found(parts);
    parallelForBlocks(m_candidates.size(), [&](std::size_t part, Range range) {
        for (std::size_t k = range.begin; k < range.end; ++k) {
            Candidate& candidate = m_candidates[k];
            findContact(candidate, origin, grains.now().place[candidate.grain]);
            if (candidate.normal.isZero())
                continue;
            const GrainMaterial& material = grains.material(candidate.grain);
            const double stiffness = 0.5 * (grains.stiffness(candidate.grain) +
                                            material.snow.iceModulus * (m_samples ? m_samples->radius() : m_radius));
            found[part].push_back({candidate.grain, candidate.obstacle, candidate.place, candidate.normal,
                                   candidate.velocity, candidate.distance,
                                   static_cast<float>(m_samples ? m_samples->pull(candidate.sample)
                                                                : m_surfaces[candidate.obstacle].adhesion),
                                   0, 0, static_cast<float>(stiffness)});
        }
    });
    for (const std::vector<Contact>& part : found)
        m_contacts.insert(m_contacts.end(), part.begin(), part.end());
    std::size_t next = 0;
    for (std::size_t block = 0; block < blocks; ++block) {
        m_blockStarts[block] = next;
        while (next < m_contacts.size() && m_contacts[next].grain < (block + 1) * blockSize)
            ++next;
    }
    m_blockStarts[blocks] = next;
}

/// On the surface of the obstacle, in scene coordinates.
Vector3 GrainWalls::touchingPlace(const Contact& contact, const Vector3& origin) const
{
    return origin + (contact.place - contact.distance * contact.normal).cast<double>();
}

/// The stiffness of all contacts, seen by the body, is at most the sum of k (1/M + lever^2/I): with that as the square
/// of its fastest swinging, the step is stable below (1 + N) k dt^2 = 2; half of that is left. Dashpots and friction
/// stop at most what stops grains and body together.
void GrainWalls::yield(const RigidBodies& bodies, const Vector3& origin, const WallStep& step)
{
    for (std::size_t k = 0; k < m_surfaces.size(); ++k) {
        const Body* body = bodies.of(m_surfaces[k].boundary);
        if (!body)
            continue;
        double stiffness = 0, inverseMass = 0;
        for (const Contact& contact : m_contacts)
            if (contact.obstacle == k && static_cast<double>(contact.distance) < m_radius) { // touches, or nearly
                const double each = body->inverseMassAt(touchingPlace(contact, origin), contact.normal.cast<double>());
                stiffness += static_cast<double>(contact.stiffness) * each;
                inverseMass += each;
            }
        m_surfaces[k].share = static_cast<float>(1 / (1 + step.mass * inverseMass));
        const double swinging = static_cast<double>(1 + step.fewestPasses) * stiffness * step.timeStep * step.timeStep;
        if (swinging > 1)
            for (Contact& contact : m_contacts)
                if (contact.obstacle == k)
                    contact.stiffness /= static_cast<float>(swinging);
    }
}

void GrainWalls::react(RigidBodies& bodies, const Vector3& origin, const WallStep& step) const
{
    for (std::size_t k = 0; k < m_surfaces.size(); ++k) {
        const Body* body = bodies.of(m_surfaces[k].boundary);
        if (!body)
            continue;
        Vector3 force = Vector3::Zero(), torque = Vector3::Zero();
        for (const Contact& contact : m_contacts)
            if (contact.obstacle == k) {
                const Vector3 pushing =
                    static_cast<double>(contact.pressing - contact.adhesion) * contact.normal.cast<double>();
                const Vector3 rubbing = step.mass / step.timeStep * contact.rubbing.cast<double>();
                force -= pushing + rubbing;
                torque -= (touchingPlace(contact, origin) - body->centre).cross(pushing + rubbing);
            }
        bodies.push(m_surfaces[k].boundary, force, torque);
    }
}

void GrainWalls::findContact(Candidate& candidate, const Vector3& origin, const Float4& grain) const
{
    const Obstacle* obstacle = m_samples ? nullptr : &m_obstacles.all()[candidate.obstacle];
    const Vector3f place(grain.x, grain.y, grain.z);
    if (place == candidate.place && (obstacle ? obstacle->isStill() : m_samples->isStill(candidate.sample)))
        return; // as before
    candidate.place = place;
    candidate.normal.setZero();
    const Vector3 at = origin + placeOf(grain);
    const std::optional<ObstacleContact> contact =
        obstacle ? m_obstacles.contactWith(*obstacle, at) : m_samples->contactWith(candidate.sample, at);
    if (!contact || contact->distance > reachRadii * m_radius)
        return;
    candidate.normal = contact->normal.cast<float>();
    candidate.velocity = contact->velocity.cast<float>();
    candidate.distance = static_cast<float>(contact->distance);
}

void GrainWalls::findCandidates(const Grains& grains, const Vector3& origin)
{
    const double reach = (reachRadii + marginRadii) * m_radius;
    m_candidates.clear();
    if (m_samples) {
        for (const WallSamples::Pair& pair :
             m_samples->pairsNear(m_boxes, {grains.now().place.data(), grains.awakeCount()}, origin, reach))
            m_candidates.push_back(
                {pair.grain, static_cast<std::uint32_t>(m_samples->boundaryOf(pair.sample)), pair.sample});
        return;
    }
    const std::vector<Obstacle>& all = m_obstacles.all();
    std::vector<std::vector<Candidate>> found(blockCount(grains.awakeCount()));
    parallelForBlocks(grains.awakeCount(), [&](std::size_t block, Range range) {
        for (std::size_t i = range.begin; i < range.end; ++i)
            for (std::size_t k = 0; k < all.size(); ++k)
                if (const auto value = all[k].shape.at(all[k].toMesh(origin + placeOf(grains.now().place[i])));
                    value && value->distance < reach)
                    found[block].push_back({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(k), 0});
    });
    for (const std::vector<Candidate>& part : found)
        m_candidates.insert(m_candidates.end(), part.begin(), part.end());
}

void GrainWalls::gather(std::size_t block, const Grains& grains, const Float4* places, bool isFirst,
                        const WallStep& step, DemWallSums& sums)
{
    const auto zero = [](auto& arrays) {
        for (auto& array : arrays)
            array.fill(0.0f);
    };
    zero(sums.force);
    zero(sums.squeeze);
    zero(sums.stiffness);
    for (std::size_t k = m_blockStarts[block]; k < m_blockStarts[block + 1]; ++k) {
        Contact& contact = m_contacts[k];
        const std::size_t i = contact.grain, local = i - block * blockSize;
        const Float4 &grain = places[i], &start = grains.now().place[i], &speed = grains.now().velocity[i];
        const Vector3f moved(grain.x - start.x, grain.y - start.y, grain.z - start.z);
        const float distance = contact.distance + contact.normal.dot(moved), overlap = grain.w - distance;
        Vector3f force = Vector3f::Zero();
        if (overlap > 0) {
            const float passes = static_cast<float>(1 + step.fewestPasses);
            float pressing = contact.stiffness * overlap;
            if (isFirst) {
                const auto mass = static_cast<float>(step.mass);
                const float damping =
                    std::min(2 * static_cast<float>(m_surfaces[contact.obstacle].damping) *
                                 std::sqrt(passes * contact.stiffness * mass),
                             0.9f * m_surfaces[contact.obstacle].share * mass / static_cast<float>(step.timeStep));
                const float approach = (contact.velocity - Vector3f(speed.x, speed.y, speed.z)).dot(contact.normal);
                pressing += std::max(damping * approach, -passes * pressing);
            }
            contact.pressing += pressing;
            force = pressing * contact.normal;
            const float stiff = contact.stiffness / static_cast<float>(2 * step.forceFactor);
            const Vector3f& n = contact.normal;
            const std::array<float, 6> products = {n.x() * n.x(), n.y() * n.y(), n.z() * n.z(),
                                                   n.x() * n.y(), n.x() * n.z(), n.y() * n.z()};
            if (step.hasTensor)
                sums.squeeze[0][local] += std::abs(pressing);
            for (std::size_t axis = 0; axis < 3 && !step.hasTensor; ++axis) {
                const float f = force[static_cast<Eigen::Index>(axis)];
                sums.squeeze[f > 0 ? axis : axis + 3][local] += std::abs(f);
            }
            for (std::size_t p = 0; p < 6; ++p)
                sums.stiffness[p][local] += stiff * products[p];
        }
        if (const auto adhesion = static_cast<double>(contact.pull); isFirst && adhesion > 0) {
            // With samples of half a radius the kernel is largest where a fresh grain begins to touch.
            const double kernel = adhesionKernel(static_cast<double>(distance) + 0.5 * m_radius, 2 * m_radius);
            contact.adhesion = static_cast<float>(step.mass * adhesion * kernel);
            force -= contact.adhesion * contact.normal;
        }
        for (std::size_t axis = 0; axis < 3; ++axis)
            sums.force[axis][local] += force[static_cast<Eigen::Index>(axis)];
    }
}

void GrainWalls::rub(std::size_t block, Grains& grains, const WallStep& step)
{
    for (std::size_t k = m_blockStarts[block]; k < m_blockStarts[block + 1]; ++k) {
        Contact& contact = m_contacts[k];
        const SurfaceProperties& surface = m_surfaces[contact.obstacle].properties;
        const float share = m_surfaces[contact.obstacle].share;
        Float4& speed = grains.now().velocity[contact.grain];
        const Vector3f before(speed.x, speed.y, speed.z);
        Vector3f v = before;
        if (surface.sticky && contact.distance < grains.now().place[contact.grain].w) {
            v = share == 1 ? contact.velocity : Vector3f(v + share * (contact.velocity - v));
        } else if (contact.pressing > 0) {
            const Vector3f relative = v - contact.velocity;
            const Vector3f along = relative - relative.dot(contact.normal) * contact.normal;
            const float slip = along.norm();
            const auto braking = static_cast<float>(surface.frictionCoefficient * step.timeStep / step.mass);
            if (slip > 0)
                v -= std::min(share, braking * contact.pressing / slip) * along;
        }
        contact.rubbing = v - before;
        speed = {v.x(), v.y(), v.z(), 0};
    }
}

Vector3 GrainWalls::force(std::optional<std::size_t> obstacle) const
{
    Vector3 sum = Vector3::Zero();
    for (const Contact& contact : m_contacts)
        if (!obstacle || contact.obstacle == *obstacle)
            sum -= static_cast<double>(contact.pressing - contact.adhesion) * contact.normal.cast<double>();
    return sum;
}

std::size_t GrainWalls::memory() const
{
    return m_obstacles.memory() + (m_samples ? m_samples->memory() : 0) + m_candidates.capacity() * sizeof(Candidate) +
           m_contacts.capacity() * sizeof(Contact) + m_boxes.capacity() * sizeof(Bounds);
}

} // namespace sastrugi
