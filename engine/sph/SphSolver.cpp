#include "engine/sph/SphSolver.h"

#include "engine/core/Error.h"
#include "engine/core/Isa.h"
#include "engine/sph/ContactGuard.h"
#include "engine/sph/PressureSolver.h"
#include "engine/sph/ShearSolver.h"
#include "engine/sph/SphFrame.h"
#include "engine/sph/SphState.h"

#include <cmath>

namespace sastrugi
{

namespace
{

constexpr std::string_view stageNames[] = {"neighbours", "density", "hardening", "forces",      "correction",
                                           "pressure",   "shear",   "velocity",  "deformation", "motion"};

std::vector<SphMaterial> materialsOf(const Scene& scene)
{
    std::vector<SphMaterial> materials;
    for (const FillEmitter& emitter : scene.emitters) {
        const auto& snow = std::get<SnowMaterial>(emitter.material);
        const double e = snow.youngsModulus, nu = snow.poissonsRatio;
        materials.push_back({static_cast<float>(snow.density), static_cast<float>(e * nu / ((1 + nu) * (1 - 2 * nu))),
                             static_cast<float>(e / (2 * (1 + nu))), static_cast<float>(snow.hardening),
                             static_cast<float>(1 - snow.criticalCompression),
                             static_cast<float>(1 + snow.criticalStretch)});
    }
    return materials;
}

Period periodOf(const SceneSettings& settings, const Vector3& origin)
{
    if (!settings.periodic)
        return {};
    return {static_cast<float>(settings.periodOrigin.x() - origin.x()),
            static_cast<float>(settings.periodOrigin.y() - origin.y()), static_cast<float>(settings.periodSize.x()),
            static_cast<float>(settings.periodSize.y())};
}

/// Into the period, where there is one.
float wrapped(float position, float origin, float size)
{
    if (size == 0)
        return position;
    const float inside = position - size * std::floor((position - origin) / size);
    return inside < origin + size ? inside : origin;
}

class SphSolver : public Solver
{
public:
    explicit SphSolver(const SphParameters& parameters) : m_parameters(parameters) {}

    std::string_view title() const override { return "SPH snow"; }
    std::span<const std::string_view> stages() const override { return stageNames; }
    void addToHash(ContentHash& hash) const override
    {
        hash.add("sph 1");
        addParametersToHash(hash, m_parameters);
    }

    Prediction predict(const Scene& scene) const override;
    std::unique_ptr<State> start(const Scene& scene, const Log& log) const override;
    double largestTimeStep(const Scene&, const State& state, std::string_view& limiter) const override
    {
        const TimeStepControl& control = static_cast<const SphState&>(state).control;
        limiter = control.limiter();
        return control.largestStep();
    }
    StepReport step(const Scene& scene, State& state, double timeStep, std::stop_token stop) const override;
    Frame frame(const Scene&, const State& state) const override
    {
        return sphFrame(static_cast<const SphState&>(state), m_parameters);
    }
    Snapshot save(const State& state) const override;
    std::unique_ptr<State> restore(const Scene& scene, const Snapshot& snapshot) const override;

private:
    std::unique_ptr<SphState> makeState(const Scene& scene, SnowPhase snow) const;
    SphConstants constantsOf(const Scene& scene, const std::vector<SphMaterial>& materials, const Vector3& origin,
                             double timeStep) const;
    bool attempt(const Scene& scene, SphState& state, double timeStep, std::stop_token stop, StepReport& report) const;
    void findNeighbours(const SphStep& step) const;
    void computeDensity(const SphStep& step) const;
    void addForces(const SphStep& step) const;
    MotionExtremes changeVelocity(const SphStep& step, StepReport& report) const;
    bool deform(const SphStep& step) const;
    void move(const SphStep& step) const;

    SphParameters m_parameters;
};

SphConstants SphSolver::constantsOf(const Scene& scene, const std::vector<SphMaterial>& materials,
                                    const Vector3& origin, double timeStep) const
{
    SphConstants c{};
    c.materials = materials.data();
    c.spacing = static_cast<float>(m_parameters.spacing);
    c.supportRadius = static_cast<float>(2 * m_parameters.spacing);
    c.timeStep = static_cast<float>(timeStep);
    for (int axis = 0; axis < 3; ++axis)
        c.gravity[axis] = static_cast<float>(scene.settings.gravity[axis]);
    c.period = periodOf(scene.settings, origin);
    c.boundaryPressureScale = static_cast<float>(m_parameters.boundaryPressureScale);
    c.smallestExponent = static_cast<float>(m_parameters.smallestHardeningExponent);
    c.largestExponent = static_cast<float>(m_parameters.largestHardeningExponent);
    c.pseudoInverseThreshold = static_cast<float>(m_parameters.pseudoInverseThreshold);
    return c;
}

/// Algorithm 1. Returns false when the state became worthless; it is then as before the step.
bool SphSolver::attempt(const Scene& scene, SphState& state, double timeStep, std::stop_token stop,
                        StepReport& report) const
{
    const std::vector<SphMaterial> materials = materialsOf(scene);
    const SphConstants constants = constantsOf(scene, materials, state.origin, timeStep);
    const SphStep step(state, constants, SASTRUGI_DISPATCH(activeIsa(), sphKernels)());
    const auto timed = [&](SphStage stage, auto&& run) {
        const auto scope = state.timer.measure(stage);
        return run();
    };

    timed(SphStage::Neighbours, [&] { findNeighbours(step); });
    timed(SphStage::Density, [&] { computeDensity(step); });
    timed(SphStage::Forces, [&] { addForces(step); });
    timed(SphStage::Hardening, [&] { step.run(step.kernels().hardening); });
    timed(SphStage::Correction, [&] { step.run(step.kernels().correction); });
    const PressureResult pressure = timed(SphStage::Pressure, [&] { return solvePressure(step, m_parameters, stop); });
    const ShearResult shear = timed(SphStage::Shear, [&] { return solveShear(step, m_parameters, stop); });
    const MotionExtremes extremes = timed(SphStage::Velocity, [&] { return changeVelocity(step, report); });
    if (!std::isfinite(extremes.checksum) || !timed(SphStage::Deformation, [&] { return deform(step); })) {
        state.snow.revert();
        return false;
    }
    timed(SphStage::Motion, [&] { move(step); });

    const bool trouble = pressure.guarded > 0 || !pressure.converged || !shear.converged;
    state.control.update(m_parameters, extremes, {step.arrays().residual.x, step.arrays().count}, trouble);
    reportSolves(pressure, shear, state, report);
    return true;
}

StepReport SphSolver::step(const Scene& scene, State& base, double timeStep, std::stop_token stop) const
{
    auto& state = static_cast<SphState&>(base);
    constexpr int attempts = 4;
    for (int k = 0; k < attempts && !stop.stop_requested(); ++k) {
        StepReport report;
        report.timeStep = std::ldexp(timeStep, -k);
        if (attempt(scene, state, report.timeStep, stop, report)) {
            if (k > 0)
                report.problems.push_back({StepProblem::Kind::Limited,
                                           {},
                                           fmt::format("the step was cut to {} s to stay finite", report.timeStep)});
            return report;
        }
        state.control.halve();
    }
    StepReport report;
    report.timeStep = timeStep;
    report.problems.push_back({StepProblem::Kind::NonFinite, fastestParticle(state),
                               "a value is not finite, even with an eighth of the time step; try a smaller "
                               "largestTimeStep, a softer material or less speed"});
    return report;
}

void SphSolver::findNeighbours(const SphStep& step) const
{
    SphState& state = step.state();
    state.grid.build({state.snow.particles().position.data(), state.snow.count()});
    state.snow.reorder(state.grid.order());
    state.neighbours.build(state.grid, state.grid);
    if (state.walls.activateNear(state.grid))
        state.walls.updateVolumes(step.constants(), step.kernels(), m_parameters.boundaryVolumeScale);
    state.wallNeighbours.build(state.grid, state.walls.grid());
    state.gradients.resize(state.neighbours.blocks().size());
    for (std::size_t block = 0; block < state.gradients.size(); ++block)
        if (const std::size_t size = state.neighbours.block(block).indices.size(); state.gradients[block].size() < size)
            state.gradients[block].resize(size);
}

void SphSolver::computeDensity(const SphStep& step) const
{
    step.run(step.kernels().walls, step.state().walls.arrays());
    step.run(step.kernels().density);
}

/// Everything known before the solves: gravity.
void SphSolver::addForces(const SphStep& step) const
{
    const SnowArrays& snow = step.arrays();
    const float* gravity = step.constants().gravity;
    parallelFor(snow.count, [&](std::size_t i) {
        snow.known.x[i] = gravity[0];
        snow.known.y[i] = gravity[1];
        snow.known.z[i] = gravity[2];
    });
}

MotionExtremes SphSolver::changeVelocity(const SphStep& step, StepReport& report) const
{
    const MotionExtremes extremes = step.sum(step.kernels().velocity);
    if (m_parameters.contactGuard && std::isfinite(extremes.checksum))
        report.figures["heldAtWalls"] = static_cast<double>(guardContacts(step));
    step.run(step.kernels().publishVelocity);
    return extremes;
}

bool SphSolver::deform(const SphStep& step) const
{
    return std::isfinite(step.sum(step.kernels().deformation).checksum);
}

void SphSolver::move(const SphStep& step) const
{
    const SnowArrays& snow = step.arrays();
    const float dt = step.constants().timeStep;
    const Period& period = step.constants().period;
    parallelFor(snow.count, [&](std::size_t i) {
        Float4& x = snow.position[i];
        x.x = wrapped(x.x + dt * snow.velocity.x[i], period.originX, period.sizeX);
        x.y = wrapped(x.y + dt * snow.velocity.y[i], period.originY, period.sizeY);
        x.z += dt * snow.velocity.z[i];
    });
}

Prediction SphSolver::predict(const Scene& scene) const
{
    Prediction prediction;
    prediction.particles = seedEmitters(scene, m_parameters.spacing, [](const LogMessage&) {}).size();
    const Vector3 origin = localOrigin(scene);
    const Walls walls(scene, m_parameters.spacing, origin, periodOf(scene.settings, origin));
    prediction.boundarySamples = static_cast<std::size_t>(walls.predictedCount());
    prediction.timeStep = largestTimeStepOf(m_parameters);
    prediction.memory =
        700.0 * static_cast<double>(prediction.particles) + 150.0 * static_cast<double>(prediction.boundarySamples);
    prediction.bytesPerFrame = sphFrameBytesPerParticle * static_cast<double>(prediction.particles);
    return prediction;
}

std::unique_ptr<SphState> SphSolver::makeState(const Scene& scene, SnowPhase snow) const
{
    const Vector3 origin = localOrigin(scene);
    const Period period = periodOf(scene.settings, origin);
    double speed = 0;
    for (const std::size_t axis : {0u, 1u, 2u})
        for (std::size_t i = 0; i < snow.count(); ++i)
            speed = std::max(speed, std::abs(static_cast<double>(snow.particles().velocity[axis][i])));
    auto state =
        std::make_unique<SphState>(std::move(snow), Walls(scene, m_parameters.spacing, origin, period), origin,
                                   TimeStepControl(m_parameters, std::sqrt(3.0) * speed, scene.settings.gravity.norm()),
                                   CellGrid(static_cast<float>(2 * m_parameters.spacing), period));
    state->timer = StageTimer(std::size(stageNames));
    return state;
}

std::unique_ptr<State> SphSolver::start(const Scene& scene, const Log& log) const
{
    const std::vector<Seed> seeds = seedEmitters(scene, m_parameters.spacing, log);
    if (seeds.empty())
        fail(ErrorKind::Scene, "solver '{}' has no emitter: nothing to simulate", scene.solverNode);
    std::vector<float> masses;
    for (const FillEmitter& emitter : scene.emitters)
        masses.push_back(
            static_cast<float>(std::get<SnowMaterial>(emitter.material).density * std::pow(m_parameters.spacing, 3)));
    auto state = makeState(scene, SnowPhase(seeds, localOrigin(scene), masses));
    SnowParticles& particles = state->snow.particles();
    const Period period = periodOf(scene.settings, state->origin);
    for (Float4& x : std::span(particles.position).first(state->snow.count())) {
        x.x = wrapped(x.x, period.originX, period.sizeX);
        x.y = wrapped(x.y, period.originY, period.sizeY);
    }
    // The first frame shows densities too.
    const std::vector<SphMaterial> materials = materialsOf(scene);
    const SphConstants constants = constantsOf(scene, materials, state->origin, 0);
    const SphStep step(*state, constants, SASTRUGI_DISPATCH(activeIsa(), sphKernels)());
    findNeighbours(step);
    computeDensity(step);
    return state;
}

Snapshot SphSolver::save(const State& base) const
{
    const auto& state = static_cast<const SphState&>(base);
    Snapshot snapshot;
    state.control.save(snapshot.numbers);
    snapshot.tables["snow"] = state.snow.save();
    snapshot.tables["walls"] = state.walls.save();
    return snapshot;
}

std::unique_ptr<State> SphSolver::restore(const Scene& scene, const Snapshot& snapshot) const
{
    const auto table = [&](const char* name) -> const Attributes& {
        const auto found = snapshot.tables.find(name);
        if (found == snapshot.tables.end())
            fail(ErrorKind::InputOutput, "the checkpoint lacks the table '{}'", name);
        return found->second;
    };
    auto state = makeState(scene, SnowPhase::restore(table("snow")));
    state->control.restore(snapshot.numbers);
    state->walls.restore(table("walls"));
    const std::vector<SphMaterial> materials = materialsOf(scene);
    const SphConstants constants = constantsOf(scene, materials, state->origin, 0);
    state->walls.updateVolumes(constants, SASTRUGI_DISPATCH(activeIsa(), sphKernels)(),
                               m_parameters.boundaryVolumeScale);
    return state;
}

} // namespace

std::shared_ptr<const Solver> makeSphSolver(const SphParameters& parameters)
{
    return std::make_shared<SphSolver>(parameters);
}

} // namespace sastrugi
