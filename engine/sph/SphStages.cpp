#include "engine/sph/SphStages.h"

#include "engine/core/Isa.h"
#include "engine/math/addExactly.h"
#include "engine/sph/ContactGuard.h"

#include <algorithm>
#include <cmath>

namespace sastrugi
{

namespace
{

std::vector<SphMaterial> sphMaterialsOf(const Scene& scene)
{
    std::vector<SphMaterial> materials;
    const auto add = [&](const Material& material) {
        const auto& snow = std::get<SnowMaterial>(material);
        const double e = snow.youngsModulus, nu = snow.poissonsRatio;
        const HeatProperties heat = material.heat.value_or(HeatProperties{});
        const auto number = [](double value) { return static_cast<float>(value); };
        materials.push_back({number(snow.density), number(e * nu / ((1 + nu) * (1 - 2 * nu))),
                             number(e / (2 * (1 + nu))), number(snow.hardening), number(1 - snow.criticalCompression),
                             number(1 + snow.criticalStretch), number(heat.conductivity), number(heat.heatCapacity),
                             number(heat.coldTemperature), number(heat.warmTemperature), number(heat.coldStiffness),
                             number(heat.warmStiffness)});
    };
    for (const FillEmitter& emitter : scene.emitters)
        add(emitter.material);
    for (const InflowEmitter& emitter : scene.inflows)
        add(emitter.material);
    return materials;
}

/// Holds all particles of the last sort, and where they can have gone since.
Bounds boundsOf(const CellGrid& snow)
{
    Bounds cells;
    for (const std::uint64_t key : snow.cellKeys()) {
        const std::array<int, 3> cell = CellGrid::cellOfKey(key);
        cells.add(Vector3(cell[0], cell[1], cell[2]));
    }
    if (cells.isEmpty())
        return cells;
    Bounds bounds;
    for (Eigen::Index axis = 0; axis < 3; ++axis) {
        const double edge = snow.cellEdge(static_cast<int>(axis)), origin = snow.cellOrigin(static_cast<int>(axis));
        bounds.minimum[axis] = origin + (cells.minimum[axis] - 1) * edge;
        bounds.maximum[axis] = origin + (cells.maximum[axis] + 2) * edge;
    }
    if (const Period& period = snow.period(); !period.isOpen()) { // what leaves it comes in elsewhere
        for (const Eigen::Index axis : {0, 1})
            if ((axis == 0 ? period.sizeX : period.sizeY) > 0) {
                bounds.minimum[axis] = -1e300;
                bounds.maximum[axis] = 1e300;
            }
    }
    return bounds;
}

/// How fast a particle and a sample of a boundary are to each other that are in reach, m/s.
double fastestMeeting(const SphStep& step)
{
    struct Fastest {
        double squared = 0;
        Fastest& operator+=(const Fastest& other)
        {
            squared = std::max(squared, other.squared);
            return *this;
        }
    };
    constexpr std::size_t lanes = NeighbourLists::groupSize;
    const VectorPointers& v = step.arrays().velocity;
    const WallArrays walls = step.state().walls.arrays();
    const Fastest fastest = parallelSum<Fastest>(step.arrays().count, [&](std::size_t block, Range range) {
        Fastest part;
        const NeighbourLists::Block& lists = step.state().wallNeighbours.block(block);
        for (std::size_t i = range.begin; lists.pairs > 0 && i < range.end; ++i) {
            const std::size_t group = (i - range.begin) / lanes, lane = (i - range.begin) % lanes;
            for (std::uint32_t row = lists.groupStart[group]; row < lists.groupStart[group + 1]; ++row) {
                const std::uint32_t b = lists.indices[row * lanes + lane];
                if (b >= walls.count)
                    continue;
                const Float4& wall = walls.velocity[b];
                part += {Vector3(wall.x - v.x[i], wall.y - v.y[i], wall.z - v.z[i]).squaredNorm()};
            }
        }
        return part;
    });
    return std::sqrt(fastest.squared);
}

/// Into the period, where there is one.
float wrapped(float position, float origin, float size)
{
    if (size == 0)
        return position;
    const float inside = position - size * std::floor((position - origin) / size);
    return inside < origin + size ? inside : origin;
}

} // namespace

Period sphPeriod(const SceneSettings& settings, const Vector3& origin)
{
    if (!settings.periodic)
        return {};
    return {static_cast<float>(settings.periodOrigin.x() - origin.x()),
            static_cast<float>(settings.periodOrigin.y() - origin.y()), static_cast<float>(settings.periodSize.x()),
            static_cast<float>(settings.periodSize.y())};
}

SphSetup::SphSetup(const Scene& scene, const SphParameters& parameters, const Vector3& origin, const StepTime& time)
    : m_materials(sphMaterialsOf(scene)), m_kernels(SASTRUGI_DISPATCH(activeIsa(), sphKernels)())
{
    SphConstants& c = m_constants;
    c.materials = m_materials.data();
    c.materialCount = m_materials.size();
    c.spacing = static_cast<float>(parameters.spacing);
    c.supportRadius = static_cast<float>(2 * parameters.spacing);
    c.timeStep = static_cast<float>(time.length);
    const Vector3 gravity = scene.settings.gravityAt(time.begin + 0.5 * time.length);
    for (int axis = 0; axis < 3; ++axis)
        c.gravity[axis] = static_cast<float>(gravity[axis]);
    c.period = sphPeriod(scene.settings, origin);
    c.boundaryPressureScale = static_cast<float>(parameters.boundaryPressureScale);
    c.smallestExponent = static_cast<float>(parameters.smallestHardeningExponent);
    c.largestExponent = static_cast<float>(parameters.largestHardeningExponent);
    c.wallsBounce = std::ranges::any_of(scene.boundaries,
                                        [](const Boundary& boundary) { return boundary.surface.restitution > 0; });
    c.dragScale = static_cast<float>(parameters.dragScale);
    c.pseudoInverseThreshold = static_cast<float>(parameters.pseudoInverseThreshold);
    c.solvesPressure = parameters.variant != SphVariant::Combined;
    c.traceLambda = parameters.variant == SphVariant::Combined ? 0.5f : 0;
    c.traceShear = parameters.variant == SphVariant::DeviatoricSplit ? -1.0f / 3 : 0;
    c.bulkShear = parameters.variant == SphVariant::DeviatoricSplit ? 2.0f / 3 : 0;
    c.isSymmetric = parameters.shearMethod == ShearMethod::ConjugateGradient;
    c.hardensByPlasticVolume = parameters.restDensity != RestDensity::ActualDensity;
    c.hasPlasticRestDensity = parameters.restDensity == RestDensity::PlasticDetLiteral;
    c.keepsRightStretch = parameters.rotationRemoval == RotationRemoval::RightStretch;
    c.mirrorsDensity = parameters.boundaryDensity == BoundaryDensity::Mirrored;
    c.completesRank = parameters.rankCompletion;
    c.airTemperature = static_cast<float>(parameters.airTemperature);
    c.heatTransfer = static_cast<float>(parameters.heatTransfer);
    c.heatTimeScale = static_cast<float>(parameters.heatTimeScale);
}

void findNeighbours(const SphStep& step, const SphParameters& parameters, const std::stop_token& stop)
{
    SphState& state = step.state();
    state.grid.build({state.snow.particles().position.data(), state.snow.count()});
    state.snow.reorder(state.grid.order());
    const SortedPoints snow{state.grid, state.snow.particles().position.data()};
    state.neighbours.build(snow, snow);
    const StepTime now{state.time, static_cast<double>(step.constants().timeStep)};
    if (state.walls.activateNear(state.grid, now, stop))
        state.walls.updateVolumes(step.constants(), step.kernels(), parameters.boundaryVolumeScale);
    state.wallNeighbours.build(snow, {state.walls.grid(), state.walls.arrays().position});
    state.gradients.resize(state.neighbours.blocks().size());
    for (std::size_t block = 0; block < state.gradients.size(); ++block)
        fit(state.gradients[block], state.neighbours.block(block).indices.size());
}

void computeDensity(const SphStep& step)
{
    step.run(step.kernels().walls, step.state().walls.arrays());
    step.run(step.kernels().density);
}

void addForces(const SphStep& step, const Scene& scene, double time)
{
    const SnowArrays& snow = step.arrays();
    const float* gravity = step.constants().gravity;
    const bool hasSpecialWalls = step.state().walls.arrays().surface;
    parallelFor(snow.count, [&](std::size_t i) {
        snow.known.x[i] = gravity[0] + (hasSpecialWalls ? snow.adhesion.x[i] : 0);
        snow.known.y[i] = gravity[1] + (hasSpecialWalls ? snow.adhesion.y[i] : 0);
        snow.known.z[i] = gravity[2] + (hasSpecialWalls ? snow.adhesion.z[i] : 0);
    });
    if (scene.wind) {
        parallelForBlocks(snow.count, [&](std::size_t, Range range) {
            scene.wind->sample({{snow.position + range.begin, range.size()}, step.state().origin}, time,
                               {snow.moved + range.begin, range.size()});
        });
        step.run(step.kernels().drag, step.state().walls.arrays());
    }
    if (hasSpecialWalls)
        step.run(step.kernels().explicitFriction);
}

MotionExtremes changeVelocity(const SphStep& step, const SphParameters& parameters, StepReport& report)
{
    const MotionExtremes extremes = step.sum(step.kernels().velocity);
    if (parameters.contactGuard && std::isfinite(extremes.checksum))
        report.figures["heldAtWalls"] = static_cast<double>(guardContacts(step));
    step.run(step.kernels().publishVelocity);
    return extremes;
}

void heedMovingWalls(const SphStep& step, const SphParameters& parameters, double time)
{
    SphState& state = step.state();
    if (state.walls.hasMovingSamples())
        state.control.expectWalls(parameters, fastestMeeting(step));
    const Vector3 anywhere = Vector3::Constant(1e300);
    const Bounds snow = state.emission.isIdle() ? boundsOf(state.grid) : Bounds{-anywhere, anywhere};
    state.control.expectWalls(parameters, state.walls.largestSpeed(snow, {time, state.control.largestStep()}));
}

bool deform(const SphStep& step) { return std::isfinite(step.sum(step.kernels().deformation).checksum); }

int conductHeat(const SphStep& step)
{
    const SphConstants& c = step.constants();
    const SphState& state = step.state();
    if (!step.arrays().temperature)
        return 0;
    // Explicit: stable up to 0.22 rho c h^2 / k, and where walls and air add to it, somewhat less.
    double rate = 0;
    for (std::size_t k = 0; k < c.materialCount; ++k) {
        const SphMaterial& material = c.materials[k];
        const double capacity = static_cast<double>(material.referenceDensity * material.heatCapacity), h = c.spacing;
        rate = std::max(rate, static_cast<double>(material.conductivity) / (0.15 * capacity * h * h) +
                                  4 * static_cast<double>(c.heatTransfer) / (capacity * h));
    }
    const double length = static_cast<double>(c.timeStep) * static_cast<double>(c.heatTimeScale);
    const int parts = std::max(1, static_cast<int>(std::ceil(length * rate)));
    for (int part = 0; part < parts; ++part) {
        step.run(step.kernels().publishHeat);
        step.run(step.kernels().conduct, state.walls.arrays(), static_cast<float>(length / parts));
    }
    return parts;
}

void move(const SphStep& step)
{
    const SnowArrays& snow = step.arrays();
    const float dt = step.constants().timeStep;
    parallelFor(snow.count, [&](std::size_t i) {
        addExactly(snow.position[i].x, snow.remainder.x[i], dt * snow.velocity.x[i]);
        addExactly(snow.position[i].y, snow.remainder.y[i], dt * snow.velocity.y[i]);
        addExactly(snow.position[i].z, snow.remainder.z[i], dt * snow.velocity.z[i]);
    });
    wrapPositions(step);
}

void wrapPositions(const SphStep& step)
{
    const Period& period = step.constants().period;
    if (period.isOpen())
        return;
    parallelFor(step.arrays().count, [&](std::size_t i) {
        Float4& x = step.arrays().position[i];
        x.x = wrapped(x.x, period.originX, period.sizeX);
        x.y = wrapped(x.y, period.originY, period.sizeY);
    });
}

} // namespace sastrugi
