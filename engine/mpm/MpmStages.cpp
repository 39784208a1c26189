#include "engine/mpm/MpmStages.h"

#include "engine/core/Isa.h"
#include "engine/core/Parallel.h"
#include "engine/mpm/LooseSnow.h"

#include <algorithm>
#include <cmath>

namespace sastrugi
{

namespace
{

constexpr float emptyMass = 1e-30f; // kg; below it a node has no velocity

std::vector<MpmMaterial> mpmMaterialsOf(const Scene& scene)
{
    std::vector<MpmMaterial> materials;
    const auto add = [&](const Material& material) {
        const auto& snow = std::get<SnowMaterial>(material);
        const double e = snow.youngsModulus, nu = snow.poissonsRatio;
        materials.push_back({static_cast<float>(e * nu / ((1 + nu) * (1 - 2 * nu))),
                             static_cast<float>(e / (2 * (1 + nu))), static_cast<float>(snow.hardening),
                             static_cast<float>(snow.criticalCompression), static_cast<float>(snow.criticalStretch)});
    };
    for (const FillEmitter& emitter : scene.emitters)
        add(emitter.material);
    for (const InflowEmitter& emitter : scene.inflows)
        add(emitter.material);
    return materials;
}

void addUp(const MpmStep& step, const MpmTiles& tiles, AlignedVector<Float4>& nodes)
{
    nodes.resize(step.state().grid.nodeCount());
    step.addUp(tiles, [&](std::size_t block, const BlockNodes& sums) {
        std::ranges::copy(sums, nodes.begin() + static_cast<std::ptrdiff_t>(nodesPerBlock * block));
    });
}

/// Blocks whose particles may be within a box, in cells from the origin.
BlockWindow blocksTouching(const Bounds& cells, double restSpeed)
{
    constexpr double furthest = furthestBlock; // beyond, there is no snow
    BlockWindow window;
    window.restSpeed = static_cast<float>(restSpeed);
    for (std::size_t axis = 0; axis < 3; ++axis) { // particles of a block are in [4 b + 0.5, 4 b + 5) at most
        const auto i = static_cast<Eigen::Index>(axis);
        const double first = std::floor((cells.minimum[i] - 5) / 4) + 1,
                     last = std::ceil((cells.maximum[i] - 0.5) / 4) - 1;
        window.first[axis] = static_cast<std::int32_t>(std::clamp(first, -furthest, furthest));
        window.last[axis] = static_cast<std::int32_t>(std::clamp(last, -furthest, furthest));
    }
    return window;
}

} // namespace

double MpmParameters::cellSize() const { return spacing * std::cbrt(particlesPerCell); }

MpmExtremes& MpmExtremes::operator+=(const MpmExtremes& other)
{
    speedSquared = std::max(speedSquared, other.speedSquared);
    waveSpeedSquared = std::max(waveSpeedSquared, other.waveSpeedSquared);
    strainSquared = std::max(strainSquared, other.strainSquared);
    smallestVolumeChange = std::min(smallestVolumeChange, other.smallestVolumeChange);
    smallestPlasticRatio = std::min(smallestPlasticRatio, other.smallestPlasticRatio);
    largestPlasticRatio = std::max(largestPlasticRatio, other.largestPlasticRatio);
    largestDensity = std::max(largestDensity, other.largestDensity);
    inversions += other.inversions;
    yielding += other.yielding;
    checksum += other.checksum;
    return *this;
}

MpmSums& MpmSums::operator+=(const MpmSums& other)
{
    kineticEnergy += other.kineticEnergy;
    elasticEnergy += other.elasticEnergy;
    for (std::size_t axis = 0; axis < 3; ++axis)
        momentum[axis] += other.momentum[axis];
    return *this;
}

KernelSet kernelSetOf(const MpmParameters& parameters)
{
    switch (parameters.transfer) {
    case TransferScheme::Apic: return KernelSet::CubicAffine;
    case TransferScheme::Mls: return KernelSet::QuadraticMls;
    case TransferScheme::FlipPic: break;
    }
    return KernelSet::Cubic;
}

MpmStep::MpmStep(const Scene& scene, const MpmParameters& parameters, MpmState& state, double timeStep)
    : m_scene(scene), m_parameters(parameters), m_state(state), m_timeStep(timeStep),
      m_materials(mpmMaterialsOf(scene)), m_kernels(SASTRUGI_DISPATCH(activeIsa(), mpmKernels)(kernelSetOf(parameters)))
{
    constexpr double referenceStep = 5e-4; // s, of the paper: damping then does not depend on the step
    MpmConstants& c = m_constants;
    const double h = state.grid.cellSize();
    c.cellSize = static_cast<float>(h);
    c.inverseCell = static_cast<float>(1 / h);
    c.timeStep = static_cast<float>(timeStep);
    c.flipRatio = static_cast<float>(std::pow(parameters.flipRatio, timeStep / referenceStep));
    if (parameters.transfer != TransferScheme::FlipPic)
        c.flipRatio = 0;
    c.smallestExponent = static_cast<float>(parameters.smallestHardeningExponent);
    c.largestExponent = static_cast<float>(parameters.largestHardeningExponent);
    c.smallestPlasticRatio = static_cast<float>(parameters.smallestPlasticRatio);
    c.largestPlasticRatio = static_cast<float>(parameters.largestPlasticRatio);
    c.materials = m_materials.data();
}

double MpmStep::beta() const
{
    switch (m_parameters.integration) {
    case Integration::Implicit: return 1;
    case Integration::HalfImplicit: return 0.5;
    case Integration::Explicit: break;
    }
    return 0;
}

MpmBlock MpmStep::blockOf(std::size_t index) const
{
    const MpmGrid::ParticleBlock& block = m_state.grid.particleBlocks()[index];
    return {m_state.snow.arrays(),
            m_constants,
            block.begin,
            block.end,
            MpmGrid::firstNode(block.index),
            block.gridBlocks,
            index < m_state.sums.size() ? &m_state.sums[index] : nullptr};
}

MpmExtremes MpmStep::sum(MpmExtremes (*kernel)(const MpmBlock&, const Float4*, const Float4*), const Float4* velocity,
                         const Float4* blend) const
{
    std::vector<MpmExtremes> parts(m_state.grid.particleBlocks().size());
    parallelForEach(parts.size(), [&](std::size_t i) { parts[i] = kernel(blockOf(i), velocity, blend); });
    MpmExtremes all;
    for (const MpmExtremes& part : parts)
        all += part;
    return all;
}

void sortParticles(MpmState& state, const std::optional<Bounds>& window, double restSpeed)
{
    // Single precision leaves a thousandth of a cell at this distance, in cells.
    constexpr double furthest = 4096;
    const double h = state.grid.cellSize();
    const auto build = [&] {
        std::optional<BlockWindow> blocks;
        if (window)
            blocks =
                blocksTouching({(window->minimum - state.origin) / h, (window->maximum - state.origin) / h}, restSpeed);
        state.grid.build(state.snow, blocks);
    };
    build();
    const auto& cells = state.grid.middle();
    const Vector3 middle(cells[0], cells[1], cells[2]);
    if (middle.cwiseAbs().maxCoeff() > furthest) {
        // Whole blocks, so that nodes stay where they are.
        const Vector3 way = 4 * h * (middle / 4).array().round();
        state.snow.shift(-way);
        state.origin += way;
        build();
    }
}

void particlesToGrid(const MpmStep& step)
{
    MpmState& state = step.state();
    MpmNodes& nodes = state.nodes;
    const std::size_t blocks = state.grid.particleBlocks().size();
    state.sums.resize(blocks);
    nodes.momentumTiles.resize(blocks);
    if (step.kernels().particlesToGridFused && step.beta() == 0) {
        step.forEachBlock([&](const MpmBlock& block, std::size_t i) {
            step.kernels().particlesToGridFused(block, nodes.momentumTiles[i]);
        });
        nodes.force.clear();
    } else {
        nodes.tiles.resize(blocks);
        step.forEachBlock([&](const MpmBlock& block, std::size_t i) {
            step.kernels().particlesToGrid(block, nodes.momentumTiles[i], nodes.tiles[i]);
        });
        addUp(step, nodes.tiles, nodes.force);
    }
    addUp(step, nodes.momentumTiles, nodes.before);
}

void changeGridVelocity(const MpmStep& step)
{
    MpmNodes& nodes = step.state().nodes;
    nodes.velocity.resize(nodes.before.size());
    const auto dt = static_cast<float>(step.timeStep());
    const Vector3 gravity = step.scene().settings.gravityAt(step.state().time + 0.5 * step.timeStep());
    const Vector3f fall = (step.timeStep() * gravity).cast<float>();
    const bool hasForce = !nodes.force.empty();
    parallelFor(nodes.before.size(), [&](std::size_t i) {
        Float4& before = nodes.before[i];
        if (!(before.w > emptyMass)) {
            before = nodes.velocity[i] = {};
            return;
        }
        const float perMass = 1 / before.w;
        before = {perMass * before.x, perMass * before.y, perMass * before.z, before.w};
        const float impulse = dt * perMass;
        const Float4 force = hasForce ? nodes.force[i] : Float4{};
        nodes.velocity[i] = {before.x + (impulse * force.x + fall.x()), before.y + (impulse * force.y + fall.y()),
                             before.z + (impulse * force.z + fall.z()), before.w};
    });
}

namespace
{

/// 4.13: nodes stand still, whatever else would move them, where frozen snow has more of them than other snow. Holding
/// all that it touches would stop what falls on it two cells above.
void holdFrozenNodes(MpmState& state)
{
    MpmNodes& nodes = state.nodes;
    std::vector<CollidedNode> held;
    for (const FrozenNode& frozen : state.grid.frozenNodes()) {
        const float mass = nodes.before[frozen.node].w;
        if (mass == 0)
            continue;
        Float4& velocity = nodes.velocity[frozen.node];
        velocity.w = mass + frozen.mass; // what densities are found from
        if (frozen.mass < mass)
            continue;
        velocity.x = velocity.y = velocity.z = 0;
        held.push_back({frozen.node, Eigen::Matrix3f::Zero()});
    }
    std::erase_if(nodes.collided, [&](const CollidedNode& collided) {
        return std::ranges::binary_search(held, collided.node, {}, &CollidedNode::node);
    });
    nodes.collided.insert(nodes.collided.end(), held.begin(), held.end());
    std::ranges::sort(nodes.collided, {}, &CollidedNode::node);
}

} // namespace

void collideGrid(const MpmStep& step)
{
    MpmState& state = step.state();
    state.nodes.collided.clear();
    if (!state.obstacles.empty()) {
        state.obstacles.prepare(state.grid, state.origin, {state.time, state.time + step.timeStep()});
        state.nodes.collided =
            state.obstacles.collideNodes(state.grid, state.nodes.before.data(), state.nodes.velocity.data());
    }
    if (!state.grid.frozenNodes().empty())
        holdFrozenNodes(state);
}

MpmExtremes gridToParticles(const MpmStep& step)
{
    // alpha (v_p + sum w (v' - v)) + (1 - alpha) sum w v' = alpha v_p + sum w (v' - alpha v)
    MpmNodes& nodes = step.state().nodes;
    const float ratio = step.flipRatio();
    if (ratio == 0)
        return step.sum(step.kernels().gridToParticles, nodes.velocity.data(), nodes.velocity.data());
    nodes.force.resize(nodes.before.size());
    parallelFor(nodes.before.size(), [&](std::size_t i) {
        const Float4 &before = nodes.before[i], &after = nodes.velocity[i];
        nodes.force[i] = {after.x - ratio * before.x, after.y - ratio * before.y, after.z - ratio * before.z, after.w};
    });
    return step.sum(step.kernels().gridToParticles, nodes.velocity.data(), nodes.force.data());
}

void moveParticles(const MpmStep& step)
{
    MpmState& state = step.state();
    parallelForEach(state.grid.frozenBlocks().size(), [&](std::size_t i) {
        state.snow.freeze(state.grid.frozenBlocks()[i].begin, state.grid.frozenBlocks()[i].end);
    });
    state.snow.finishStep();
    if (step.scene().wind && step.parameters().dragScale > 0)
        dragLooseSnow(step);
    state.obstacles.collideParticles(state.grid, state.snow);
    parallelForBlocks(state.snow.count(), [&](std::size_t, Range range) {
        step.kernels().move(state.snow.arrays(), range.begin, range.end, static_cast<float>(step.timeStep()));
    });
}

void findInitialDensities(const Scene& scene, const MpmParameters& parameters, MpmState& state)
{
    sortParticles(state);
    const MpmStep step(scene, parameters, state, 0);
    particlesToGrid(step);
    MpmNodes& nodes = state.nodes;
    for (Float4& node : nodes.before) // masses alone
        node = {0, 0, 0, node.w};
    step.sum(step.kernels().gridToParticles, nodes.before.data(), nodes.before.data());
    MpmParticleArrays& p = state.snow.now();
    const MpmArrays& arrays = state.snow.arrays();
    parallelFor(state.snow.count(), [&](std::size_t i) {
        p.density[i] = arrays.nextDensity[i];
        if (parameters.initialVolumes == InitialVolumes::Grid)
            p.restVolume[i] = p.mass[i] / p.density[i];
    });
    nodes = {}; // a window may need few of them
}

Bounds boundsOf(const MpmState& state)
{
    struct Box : Bounds {
        Box& operator+=(const Box& other)
        {
            add(other);
            return *this;
        }
    };
    const auto& position = state.snow.now().position;
    Bounds all = parallelSum<Box>(state.snow.count(), [&](std::size_t, Range range) {
        Box box;
        for (std::size_t i = range.begin; i < range.end; ++i)
            box.add(Vector3(position[i].x, position[i].y, position[i].z));
        return box;
    });
    if (all.isEmpty())
        return {state.origin, state.origin};
    return {all.minimum + state.origin, all.maximum + state.origin};
}

double waveSpeedOf(const MpmState& state, const Scene& scene, const MpmParameters& parameters)
{
    const std::vector<MpmMaterial> materials = mpmMaterialsOf(scene);
    const MpmParticleArrays& p = state.snow.now();
    double square = 0;
    for (std::size_t i = 0; i < state.snow.count(); ++i) {
        const MpmMaterial& material = materials[p.material[i]];
        const double exponent = std::clamp(static_cast<double>(material.hardening * (1 - p.plasticRatio[i])),
                                           parameters.smallestHardeningExponent, parameters.largestHardeningExponent);
        const double stiffness = state.snow.varies() ? static_cast<double>(p.stiffness[i]) : 1.0;
        square = std::max(square, stiffness * std::exp(exponent) *
                                      static_cast<double>(material.lameLambda + 2 * material.shearModulus) *
                                      static_cast<double>(p.restVolume[i] / p.mass[i]));
    }
    return std::sqrt(square);
}

} // namespace sastrugi
