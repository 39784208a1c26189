#include "engine/dem/DemStages.h"

#include "engine/core/Isa.h"
#include "engine/core/Parallel.h"
#include "engine/dem/GrainSleep.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace sastrugi
{

namespace
{

constexpr double skinMargin = 1.25;    // for what contacts add to the way of a step
constexpr std::size_t fewGrains = 200; // one in so many may be fast
constexpr double fastSteps = 6;        // for which a fast one is listed
constexpr double restingShare = 0.5;   // of what gravity moves a grain in a step: else nothing would begin to fall

std::array<float, 3> toFloats(const Vector3& v)
{
    return {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z())};
}

DemFriction kernelOf(GrainFriction friction)
{
    switch (friction) {
    case GrainFriction::Paper: return DemFriction::Paper;
    case GrainFriction::Viscous: return DemFriction::Viscous;
    case GrainFriction::Spring: break;
    }
    return DemFriction::Spring;
}

/// Lets few grains stray further than the others, and chooses the skin by the others: a single grain that flies must
/// not wear out the lists of all. Of the first `count` grains.
void allowStraying(DemState& state, const DemParameters& parameters, double timeStep, double gravity, std::size_t count)
{
    if (count == 0)
        return;
    GrainArrays& grains = state.grains.now();
    const Vector3f mean = state.meanVelocity.cast<float>();
    std::vector<float> squared(count); // of speeds, less that of all
    parallelFor(count, [&](std::size_t i) {
        const Float4& v = grains.velocity[i];
        squared[i] = (Vector3f(v.x, v.y, v.z) - mean).squaredNorm();
    });
    std::vector<float> ordered = squared;
    const auto most = ordered.begin() + static_cast<std::ptrdiff_t>(count - 1 - count / fewGrains);
    std::ranges::nth_element(ordered, most);
    const auto wayOf = [&](float speedSquared) { // in a step
        return (std::sqrt(static_cast<double>(speedSquared)) + gravity * timeStep) * timeStep;
    };
    const double part = parameters.radius / 8; // few sizes of cells
    state.skin = std::max(parameters.skin * parameters.radius,
                          part * std::ceil((skinMargin * 2 * wayOf(*most) + state.gap) / part));
    double relative = 0;
    for (std::size_t i = 0; i < count; ++i) {
        grains.strayShare[i] = 1;
        if (squared[i] > *most)
            grains.strayShare[i] =
                static_cast<float>(std::min(1.0, 0.5 * state.skin / (fastSteps * wayOf(squared[i]) + 0.5 * state.gap)));
        relative = std::max(relative, static_cast<double>(grains.strayShare[i] * std::sqrt(squared[i])));
    }
    state.relativeSpeed = relative;
}

} // namespace

DemStep::DemStep(const Scene& scene, const DemParameters& parameters, DemState& state, double timeStep)
    : m_scene(scene), m_parameters(parameters), m_state(state), m_timeStep(timeStep),
      m_isSettling(state.time < parameters.settleTime), m_kernels(SASTRUGI_DISPATCH(activeIsa(), demKernels)())
{
    const auto number = [](double value) { return static_cast<float>(value); };
    const double mass = parameters.grainMass();
    const Vector3 gravity = scene.settings.gravityAt(state.time + 0.5 * timeStep);
    const GrainRadii radii(parameters.radius);
    DemConstants& c = m_constants;
    c.timeStep = number(timeStep);
    c.mass = number(mass);
    c.weight = toFloats(mass * gravity);
    const double forceFactor = parameters.normalise
                                   ? parameters.forceFactor / static_cast<double>(1 + parameters.fewestPasses)
                                   : parameters.forceFactor;
    c.forceFactor = number(forceFactor);
    c.hasTensor = parameters.compression == GrainPressure::Tensor;
    c.sinter = parameters.sinterTime > 0 ? number(std::exp(-timeStep / parameters.sinterTime)) : 1.0f;
    c.limiter = parameters.limiter > 0 ? number(parameters.limiter) : std::numeric_limits<float>::infinity();
    c.gap = number(state.gap);
    c.iceRadius = number(radii.ice);
    c.radiusRange = number(radii.snow - radii.ice);
    c.tangentialStiffness =
        parameters.friction == GrainFriction::Spring && !m_isSettling ? number(parameters.tangentialStiffness) : 0;
    c.tangentialDamping = number(parameters.tangentialDamping * mass / (2 * timeStep));
    c.frictionScale = m_isSettling ? 0.0f : 1.0f;
    c.largestWay = number(parameters.displacementCap * parameters.radius);
    c.leastWay = number(std::min(parameters.oscillationThreshold,
                                 restingShare * gravity.norm() * timeStep * timeStep / parameters.radius));
    if (m_isSettling)
        c.leastWay = 0; // else grains would be stopped before their loads are even
    c.settling = m_isSettling ? number(std::exp(-parameters.settleDamping * timeStep)) : 1.0f;
    m_wallStep = {timeStep, mass, forceFactor, parameters.fewestPasses, c.hasTensor};
}

void listNeighbours(DemState& state, const DemParameters& parameters, double timeStep, double gravity, bool isWhole)
{
    const std::span<const std::uint32_t> none;
    if (isWhole) {
        state.gap = state.grains.largestGap();
        state.sleep.beginLists(state.grains, state.lists);
    }
    if (state.sleep.count() > 0)
        state.meanVelocity.setZero();
    allowStraying(state, parameters, timeStep, gravity, isWhole ? state.grains.count() : state.grains.awakeCount());
    state.lists.setSkin(state.skin);
    const std::span<const std::uint32_t> order =
        state.lists.rebuild(state.grains, isWhole ? state.sleep.flags() : std::span<const std::uint8_t>());
    state.sleep.endLists(state.grains, state.lists, order);
    state.walls.follow(isWhole ? none : order);
    state.drift.setZero();
    state.strayed = 0;
}

bool DemStep::findNeighbours()
{
    // Both grains of a pair may stray, and will in this step; nothing further than the skin is listed. Passes look at
    // where the step leads to: fast grains need a wider skin, or they would meet whom no list has.
    const double gravity = m_scene.settings.gravity.norm();
    const double step = (m_state.relativeSpeed + gravity * m_timeStep) * m_timeStep;
    if (m_state.lists.isValid() && 2 * (m_state.strayed + step) < m_state.skin - m_state.gap)
        return false;
    listNeighbours(m_state, m_parameters, m_timeStep, gravity, !m_state.lists.isValid());
    m_constants.gap = static_cast<float>(m_state.gap);
    return true;
}

void DemStep::findWalls()
{
    m_state.walls.prepare(m_state.grains, m_state.origin, {m_state.time, m_state.time + m_timeStep}, m_state.lastTravel,
                          m_state.lists.cells(), m_state.drift, m_state.bodies);
    m_state.walls.yield(m_state.bodies, m_state.origin, m_wallStep);
}

void DemStep::moveBodies()
{
    m_state.walls.react(m_state.bodies, m_state.origin, m_wallStep);
    const double middle = m_state.time + 0.5 * m_timeStep;
    m_state.bodies.move({m_state.time, m_state.time + m_timeStep}, m_scene.settings.gravityAt(middle));
}

void DemStep::findExternalForces()
{
    if (!m_scene.wind)
        return;
    AlignedVector<Float4>& external = m_state.grains.external();
    const GrainArrays& grains = m_state.grains.now();
    const auto drag =
        static_cast<float>(0.5 * m_parameters.dragCoefficient * m_parameters.airDensity * std::numbers::pi);
    const auto& weight = m_constants.weight;
    parallelForBlocks(m_state.grains.awakeCount(), [&](std::size_t, Range range) {
        const std::span<Float4> air(external.data() + range.begin, range.size());
        m_scene.wind->sample({{grains.place.data() + range.begin, range.size()}, m_state.origin}, m_state.time, air);
        for (std::size_t i = range.begin; i < range.end; ++i) {
            Float4& f = external[i];
            const Float4& v = grains.velocity[i];
            const float x = v.x - f.x, y = v.y - f.y, z = v.z - f.z, radius = grains.place[i].w;
            const float factor = -drag * radius * radius * std::sqrt(x * x + y * y + z * z);
            f = {weight[0] + factor * x, weight[1] + factor * y, weight[2] + factor * z, 0};
        }
    });
}

DemBlock DemStep::blockOf(std::size_t index, const DemArrays& arrays, const DemWallSums* walls)
{
    const Range range = blockRange(index, arrays.count);
    return {arrays, m_constants, m_state.lists.block(index), range.begin, range.end, m_state.lists.shear(index), walls};
}

template <class Run>
void DemStep::forEachBlock(const Float4* places, bool isFirst, Run&& run)
{
    parallelForEach(blockCount(m_state.grains.awakeCount()), [&](std::size_t index) {
        if (!m_state.walls.touches(index)) {
            run(index, nullptr);
            return;
        }
        DemWallSums sums;
        m_state.walls.gather(index, m_state.grains, places, isFirst, m_wallStep, sums);
        run(index, &sums);
    });
}

DemPassSums DemStep::warmStart()
{
    Grains& grains = m_state.grains;
    const DemArrays arrays = grains.arrays(m_scene.wind != nullptr);
    std::vector<DemPassSums> sums(blockCount(grains.awakeCount()));
    const DemFriction friction = kernelOf(m_parameters.friction);
    forEachBlock(arrays.place, true, [&](std::size_t block, const DemWallSums* walls) {
        sums[block] = m_kernels.warmStart(blockOf(block, arrays, walls), friction, grains.traits);
    });
    grains.traits = 1 - grains.traits;
    DemPassSums all;
    for (const DemPassSums& part : sums) {
        all.error = std::max(all.error, part.error);
        all.largestOverlap = std::max(all.largestOverlap, part.largestOverlap);
        all.overlap += part.overlap;
        all.overlapping += part.overlapping;
    }
    return all;
}

float DemStep::relax(int number)
{
    Grains& grains = m_state.grains;
    const DemArrays arrays = grains.arrays(m_scene.wind != nullptr);
    const int source = (number - 1) % 2;
    m_passes = number;
    m_state.sleep.predict(grains, m_state.lists, m_timeStep, number);
    std::vector<float> errors(blockCount(grains.awakeCount()));
    forEachBlock(arrays.predicted[static_cast<std::size_t>(source)], false,
                 [&](std::size_t block, const DemWallSums* walls) {
                     errors[block] = m_kernels.relax(blockOf(block, arrays, walls), source, grains.traits).error;
                 });
    grains.traits = 1 - grains.traits;
    float largest = 0;
    for (const float error : errors)
        largest = std::max(largest, error);
    return largest;
}

DemMoveSums DemStep::move()
{
    Grains& grains = m_state.grains;
    const std::size_t blocks = blockCount(grains.awakeCount());
    m_state.drift += m_timeStep * m_state.meanVelocity;
    m_constants.drift = toFloats(m_state.drift);
    m_constants.mean = toFloats(m_state.meanVelocity);
    m_squeezed.resize(blocks * blockSize);
    m_squeezingForce.resize(blocks * blockSize);
    m_squeezedCount.assign(blocks, 0);
    const DemArrays arrays = grains.arrays(m_scene.wind != nullptr);
    std::vector<DemMoveSums> sums(blocks);
    parallelForEach(blocks, [&](std::size_t index) {
        const DemBlock block = blockOf(index, arrays, nullptr);
        m_kernels.accelerate(block);
        m_state.walls.rub(index, grains, m_wallStep);
        sums[index] = m_kernels.move(block, grains.traits, m_squeezed.data() + index * blockSize,
                                     m_squeezingForce.data() + index * blockSize, m_squeezedCount[index]);
    });
    DemMoveSums all;
    for (const DemMoveSums& part : sums) {
        all.speedSquared = std::max(all.speedSquared, part.speedSquared);
        all.relativeSquared = std::max(all.relativeSquared, part.relativeSquared);
        all.strayed = std::max(all.strayed, part.strayed);
        for (std::size_t axis = 0; axis < 3; ++axis)
            all.velocity[axis] += part.velocity[axis];
        all.velocitySquared += part.velocitySquared;
        all.bonded += part.bonded;
        all.checksum += part.checksum;
    }
    m_state.largestSpeed = std::sqrt(static_cast<double>(all.speedSquared));
    m_state.lastTravel = m_state.largestSpeed * m_timeStep;
    m_state.strayed = std::sqrt(static_cast<double>(all.strayed));
    m_state.meanVelocity.setZero();
    if (m_state.sleep.count() == 0)
        m_state.meanVelocity =
            Vector3(all.velocity[0], all.velocity[1], all.velocity[2]) / static_cast<double>(grains.count());
    m_state.relativeSpeed = std::sqrt(static_cast<double>(all.relativeSquared));
    return all;
}

std::size_t DemStep::compress()
{
    if (m_isSettling)
        return 0;
    Grains& grains = m_state.grains;
    parallelForEach(m_squeezedCount.size(), [&](std::size_t block) {
        for (std::size_t k = 0; k < m_squeezedCount[block]; ++k) {
            const std::size_t i = m_squeezed[block * blockSize + k];
            const auto force = static_cast<double>(m_squeezingForce[block * blockSize + k]);
            const GrainMaterial& material = grains.materials()[grains.now().material[i]];
            const double d = grains.durability(i), r = static_cast<double>(grains.now().place[i].w);
            const double pressure = force / (std::numbers::pi * r * r); // p_c
            const double end = std::clamp(material.durabilityUnder(force), 0.0, d);
            grains.setDurability(i, std::max(end, d - material.snow.compressionRate * pressure * m_timeStep));
        }
    });
    std::size_t all = 0;
    for (const std::size_t count : m_squeezedCount)
        all += count;
    return all;
}

void DemStep::endSettling()
{
    if (m_isSettling && m_state.time + m_timeStep >= m_parameters.settleTime * (1 - 1e-9))
        m_state.grains.bondAll();
}

void DemStep::sleep()
{
    if (m_parameters.sleeping)
        sleepAndWake(m_scene, m_parameters, m_state, {m_timeStep, m_passes});
}

Bounds boundsOf(const DemState& state)
{
    Bounds bounds;
    for (std::size_t i = 0; i < state.grains.awakeCount(); ++i) {
        const Float4& p = state.grains.now().place[i];
        bounds.add(state.origin + Vector3(p.x, p.y, p.z));
    }
    return bounds;
}

} // namespace sastrugi
