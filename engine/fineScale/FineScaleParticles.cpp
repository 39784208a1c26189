#include "engine/fineScale/FineScaleParticles.h"

#include "engine/core/Error.h"
#include "engine/core/Memory.h"
#include "engine/core/Parallel.h"
#include "engine/core/Random.h"
#include "engine/core/Stop.h"
#include "engine/fields/AirDrag.h"
#include "engine/fineScale/CoarseSnow.h"
#include "engine/obstacles/MovingObstacles.h"
#include "engine/simulation/BoundaryInFrame.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace sastrugi
{

namespace
{

constexpr double paperStep = 1.0 / 120; // s; that of which the blend is a share
constexpr double mostSpacings = 2;      // that snow moves in a step
constexpr int mostSteps = 200;          // between two frames

/// Boxes that hold all places, in scene coordinates: the cells of a coarse lattice.
std::vector<Bounds> boxesAround(const std::vector<Vector3f>& places, const Vector3& origin, double edge)
{
    using Cell = std::array<int, 3>;
    std::vector<std::vector<Cell>> parts(blockCount(places.size()));
    const auto unique = [](std::vector<Cell>& cells) {
        std::ranges::sort(cells);
        cells.erase(std::ranges::unique(cells).begin(), cells.end());
    };
    parallelForBlocks(places.size(), [&](std::size_t block, Range range) {
        for (std::size_t i = range.begin; i < range.end; ++i) {
            Cell cell;
            for (int axis = 0; axis < 3; ++axis)
                cell[static_cast<std::size_t>(axis)] =
                    static_cast<int>(std::floor(static_cast<double>(places[i][axis]) / edge));
            if (parts[block].empty() || parts[block].back() != cell)
                parts[block].push_back(cell);
        }
        unique(parts[block]);
    });
    std::vector<Cell> all;
    for (const std::vector<Cell>& part : parts)
        all.insert(all.end(), part.begin(), part.end());
    unique(all);
    std::vector<Bounds> boxes;
    for (const Cell& cell : all) {
        const Vector3 low = edge * Vector3(cell[0], cell[1], cell[2]) + origin;
        boxes.push_back({low, low.array() + edge});
    }
    return boxes;
}

} // namespace

/// A step between two frames.
struct FineScaleParticles::Interval {
    CoarseSnow* snow;
    double begin, end; // s
    double share;      // of the time between the frames, in its middle
    double duration() const { return end - begin; }
};

FineScaleParticles::FineScaleParticles(std::shared_ptr<const Scene> scene, const FineScaleParameters& parameters)
    : m_scene(std::move(scene)), m_parameters(parameters)
{
    m_isMovedByRun = std::ranges::any_of(m_scene->boundaries, &Boundary::isMovedByRun);
}

FineScaleParticles::~FineScaleParticles() = default;
FineScaleParticles::FineScaleParticles(FineScaleParticles&&) noexcept = default;
FineScaleParticles& FineScaleParticles::operator=(FineScaleParticles&&) noexcept = default;

void FineScaleParticles::checkSize(const Frame& frame) const
{
    const auto ids = frame.particles.get<std::uint32_t>("id");
    if (!std::ranges::is_sorted(ids))
        fail(ErrorKind::InputOutput, "the particles of frame {} are not in the order of their ids", frame.number);
    const std::uint64_t largest = ids.empty() ? 0 : std::uint64_t{ids.back()} + 1;
    const auto perParticle = static_cast<std::uint64_t>(m_parameters.perParticle);
    if (largest * perParticle > std::numeric_limits<std::uint32_t>::max())
        fail(ErrorKind::Scene,
             "perParticle: {} fine particles for each of {} are more than there are ids; at most {} are possible here",
             perParticle, ids.size(), std::numeric_limits<std::uint32_t>::max() / largest);
    // Twice, while they are taken on, and as a frame.
    const std::uint64_t needed = ids.size() * perParticle * (2 * 24 + 48), available = availableMemory();
    if (available > 0 && needed > available + count() * 24)
        fail(ErrorKind::Memory,
             "perParticle: {} fine particles take {:.3g} GB, and {:.3g} GB are free; use fewer of them",
             ids.size() * perParticle, 1e-9 * static_cast<double>(needed), 1e-9 * static_cast<double>(available));
}

/// Evenly at random in the cube that the particle stands for.
void FineScaleParticles::fill(const Frame& frame, std::uint32_t particle, Vector3f* position, Vector3f* velocity) const
{
    const std::size_t row = 3 * std::size_t{particle};
    const auto places = frame.particles.get<float>("position", 3), speeds = frame.particles.get<float>("velocity", 3);
    const float edge = 2 * frame.particles.get<float>("radius")[particle];
    const std::uint32_t id = frame.particles.get<std::uint32_t>("id")[particle];
    const Vector3f centre =
        Vector3f(places[row], places[row + 1], places[row + 2]) + (frame.origin - m_origin).cast<float>();
    const Period period = periodOf(m_scene->settings, m_origin);
    for (std::uint32_t k = 0; k < m_parameters.perParticle; ++k) {
        const auto words =
            randomWords(static_cast<std::uint64_t>(m_scene->settings.seed), id, k, RandomPurpose::FineScale);
        const Vector3f share(unitInterval(words[0]), unitInterval(words[1]), unitInterval(words[2]));
        position[k] = wrapped(centre + edge * (share.array() - 0.5f).matrix(), period);
        velocity[k] = {speeds[row], speeds[row + 1], speeds[row + 2]};
    }
}

/// Once, or for each frame where the run moves them. The sides on which snow is free are those where it is now.
void FineScaleParticles::makeObstacles(const Frame& next, double spacing)
{
    if (m_scene->boundaries.empty() || (m_obstacles && !m_isMovedByRun))
        return;
    Scene scene = *m_scene;
    for (Boundary& boundary : scene.boundaries)
        boundary = asIn(boundary, next);
    std::vector<Vector3> places;
    for (std::size_t i = 0; i < m_position.size(); i += static_cast<std::size_t>(m_parameters.perParticle))
        places.push_back(m_position[i].cast<double>() + m_origin);
    m_obstacles = std::make_unique<MovingObstacles>(scene, spacing, 4 * spacing, places);
}

void FineScaleParticles::prepareObstacles(const Interval& interval, const std::vector<Vector3f>& position)
{
    if (!m_obstacles)
        return;
    // A cell further than they are: they are asked for after they have moved.
    const double edge = 8 * interval.snow->spacing();
    std::vector<Bounds> boxes = boxesAround(position, m_origin, edge);
    for (Bounds& box : boxes)
        box = box.grownBy(0.5 * edge);
    m_obstacles->prepare(boxes, {interval.begin, interval.end});
}

void FineScaleParticles::step(const Interval& interval, std::vector<Vector3f>& position,
                              std::vector<Vector3f>& velocity, const std::stop_token& stop) const
{
    const double middle = 0.5 * (interval.begin + interval.end);
    const auto duration = static_cast<float>(interval.duration());
    const Vector3f gravity = m_scene->settings.gravityAt(middle).cast<float>();
    const auto attachment = static_cast<float>(m_parameters.attachment);
    const float perPaperStep = static_cast<float>(interval.duration() / paperStep);
    const double grainRadius = 0.5 * m_parameters.grainSize;
    const double grainMass = m_parameters.grainDensity * 4.18879 * std::pow(grainRadius, 3);
    const Period period = periodOf(m_scene->settings, m_origin);
    interval.snow->moveTo(interval.share);
    parallelForBlocks(position.size(), [&](std::size_t, Range range) {
        throwIfStopped(stop);
        CoarseSnow::Around around(*interval.snow);
        std::array<Float4, blockSize> places, airSpeeds = {};
        for (std::size_t i = range.begin; i < range.end; ++i) {
            const Vector3f ahead = position[i] + 0.5f * duration * velocity[i];
            places[i - range.begin] = {ahead.x(), ahead.y(), ahead.z(), 0};
        }
        if (m_scene->wind)
            m_scene->wind->sample({std::span(places).first(range.size()), m_origin}, middle,
                                  std::span(airSpeeds).first(range.size()));
        for (std::size_t i = range.begin; i < range.end; ++i) {
            Vector3f& x = position[i];
            Vector3f& v = velocity[i];
            const Float4 &place = places[i - range.begin], &airSpeed = airSpeeds[i - range.begin];
            Vector3f snow;
            const float fullness = around.at(wrapped({place.x, place.y, place.z}, period), snow);
            const float share = std::min(1.0f, fullness / attachment);
            const float bound = share < 1 ? 1 - std::pow(1 - share, perPaperStep) : 1;
            Vector3f free = v + duration * gravity;
            if (m_scene->wind) {
                const Vector3f air(airSpeed.x, airSpeed.y, airSpeed.z);
                const auto rate =
                    static_cast<float>(dragRate(grainRadius, grainMass, static_cast<double>((air - v).norm())));
                free = (free + duration * rate * air) / (1 + duration * rate);
            }
            x = wrapped(x + duration * (bound * snow + (1 - bound) * 0.5f * (v + free)), period);
            v = bound * snow + (1 - bound) * free;
            if (!m_obstacles)
                continue;
            for (const Obstacle& obstacle : m_obstacles->all()) {
                const Vector3 there = x.cast<double>() + m_origin;
                const auto contact = m_obstacles->contactWith(obstacle, there);
                if (!contact || contact->distance >= 0)
                    continue;
                x += (-contact->distance * contact->normal).cast<float>();
                const double inwards = (v.cast<double>() - contact->velocity).dot(contact->normal);
                if (inwards < 0)
                    v -= (inwards * contact->normal).cast<float>();
            }
        }
    });
}

void FineScaleParticles::advance(std::shared_ptr<const Frame> next, std::stop_token stop)
{
    SASTRUGI_ASSERT(!m_last || next->time >= m_last->time, "frames come in the order of time");
    const FlushToZeroScope flushToZero;
    checkSize(*next);
    const auto perParticle = static_cast<std::size_t>(m_parameters.perParticle);
    if (!m_last)
        m_origin = next->origin;
    std::vector<SnowPair> pairs;
    std::vector<Vector3f> position, velocity; // of the particles in both frames
    if (m_last) {
        pairs = pairsOf(*m_last, *next);
        position.reserve(pairs.size() * perParticle);
        velocity.reserve(pairs.size() * perParticle);
        for (const SnowPair& pair : pairs) {
            const auto from = static_cast<std::ptrdiff_t>(pair.before * perParticle),
                       to = from + static_cast<std::ptrdiff_t>(perParticle);
            position.insert(position.end(), m_position.begin() + from, m_position.begin() + to);
            velocity.insert(velocity.end(), m_velocity.begin() + from, m_velocity.begin() + to);
        }
    }
    if (const double duration = m_last ? next->time - m_last->time : 0; !pairs.empty() && duration > 0) {
        CoarseSnow snow(*m_scene, m_origin, *m_last, *next, std::move(pairs));
        makeObstacles(*next, snow.spacing());
        const double wanted =
            std::max(duration / paperStep, snow.largestSpeed() * duration / (mostSpacings * snow.spacing()));
        const int steps = std::clamp(static_cast<int>(std::ceil(wanted - 1e-6)), 1, mostSteps);
        for (int i = 0; i < steps; ++i) {
            const double begin = m_last->time + duration * i / steps, end = m_last->time + duration * (i + 1) / steps;
            const Interval interval{&snow, begin, end, (i + 0.5) / steps};
            prepareObstacles(interval, position);
            step(interval, position, velocity, stop);
        }
        pairs = snow.pairs();
    }
    std::vector<Vector3f> allPositions(next->particles.count() * perParticle), allVelocities(allPositions.size());
    std::size_t pair = 0;
    for (std::uint32_t i = 0; i < next->particles.count(); ++i) {
        const std::size_t row = i * perParticle;
        if (pair < pairs.size() && pairs[pair].after == i) {
            std::copy_n(position.begin() + static_cast<std::ptrdiff_t>(pair * perParticle), perParticle,
                        allPositions.begin() + static_cast<std::ptrdiff_t>(row));
            std::copy_n(velocity.begin() + static_cast<std::ptrdiff_t>(pair * perParticle), perParticle,
                        allVelocities.begin() + static_cast<std::ptrdiff_t>(row));
            ++pair;
        } else
            fill(*next, i, &allPositions[row], &allVelocities[row]);
    }
    throwIfStopped(stop);
    m_position = std::move(allPositions);
    m_velocity = std::move(allVelocities);
    m_last = std::move(next);
}

Frame FineScaleParticles::frame() const
{
    SASTRUGI_ASSERT(m_last, "there is no frame yet");
    const auto perParticle = static_cast<std::size_t>(m_parameters.perParticle);
    Frame frame;
    frame.number = m_last->number;
    frame.time = m_last->time;
    frame.origin = m_origin;
    frame.figures = m_last->figures;
    frame.particles = Attributes(count());
    const Attributes& carriers = m_last->particles;
    const float smaller = std::cbrt(1 / static_cast<float>(perParticle)), lighter = 1 / static_cast<float>(perParticle);
    for (const AttributeArray& array : carriers.arrays()) {
        if (array.name == "position" || array.name == "velocity") {
            const std::span<float> to = frame.particles.add<float>(array.name, 3);
            const std::vector<Vector3f>& from = array.name == "position" ? m_position : m_velocity;
            parallelFor(count(), [&](std::size_t i) { std::copy_n(from[i].data(), 3, to.data() + 3 * i); });
            continue;
        }
        AttributeArray spread;
        spread.name = array.name;
        spread.type = array.type;
        spread.components = array.components;
        const std::size_t row = sizeOf(array.type) * static_cast<std::size_t>(array.components);
        spread.bytes.resize(count() * row);
        parallelFor(count(), [&](std::size_t i) {
            std::copy_n(array.bytes.data() + i / perParticle * row, row, spread.bytes.data() + i * row);
        });
        if (array.name == "id") {
            const auto ids = spread.values<std::uint32_t>();
            parallelFor(count(), [&](std::size_t i) {
                ids[i] = static_cast<std::uint32_t>(ids[i] * perParticle + i % perParticle);
            });
        } else if (array.name == "radius" || array.name == "mass") {
            const float factor = array.name == "radius" ? smaller : lighter;
            for (float& value : spread.values<float>())
                value *= factor;
        }
        frame.particles.add(std::move(spread));
    }
    return frame;
}

} // namespace sastrugi
