#include "engine/sph/SphSolver.h"

#include "engine/core/Error.h"
#include "engine/core/Stop.h"
#include "engine/simulation/SceneMaterials.h"
#include "engine/simulation/SnowBehindWalls.h"
#include "engine/sph/LoadedPlates.h"
#include "engine/sph/PressureSolver.h"
#include "engine/sph/ShearSolver.h"
#include "engine/sph/SphFrame.h"
#include "engine/sph/SphStages.h"
#include "engine/sph/periodCheck.h"

#include <cmath>

namespace sastrugi
{

namespace
{

constexpr std::string_view stageNames[] = {"neighbours", "density",  "hardening",   "forces", "correction", "pressure",
                                           "shear",      "velocity", "deformation", "heat",   "motion"};

constexpr double bytesPerParticle = 700;          // of memory, with its neighbours
constexpr double secondsPerParticleStep = 1.2e-6; // of one core, with few iterations: `sastrugi bench sph-snow`

bool hasHeat(const Scene& scene)
{
    const auto isWarm = [](const auto& emitter) { return emitter.material.heat.has_value(); };
    return std::ranges::any_of(scene.emitters, isWarm) || std::ranges::any_of(scene.inflows, isWarm);
}

/// Of a number in a checkpoint.
std::string plateKey(std::size_t boundary, std::string_view what) { return fmt::format("plate{}.{}", boundary, what); }

class SphSolver : public Solver
{
public:
    explicit SphSolver(const SphParameters& parameters) : m_parameters(resolved(parameters)) {}

    std::string_view title() const override { return "SPH snow"; }
    std::span<const std::string_view> stages() const override { return stageNames; }
    double spacing() const override { return m_parameters.spacing; }
    void addToHash(ContentHash& hash) const override
    {
        hash.add("sph 5");
        addParametersToHash(hash, m_parameters);
    }

    Prediction estimate(const Scene& scene) const override;
    Prediction predict(const Scene& scene, const Log& log, std::stop_token stop) const override;
    std::unique_ptr<State> start(const Scene& scene, const Log& log, std::stop_token stop) const override;
    double largestTimeStep(const Scene&, const State& state, std::string_view& limiter) const override
    {
        const TimeStepControl& control = static_cast<const SphState&>(state).control;
        limiter = control.limiter();
        return control.largestStep();
    }
    StepReport step(const Scene& scene, State& state, double timeStep, std::stop_token stop) const override;
    Frame frame(const Scene& scene, const State& state) const override
    {
        return sphFrame(scene, static_cast<const SphState&>(state), m_parameters);
    }
    Snapshot save(const State& state) const override;
    std::unique_ptr<State> restore(const Scene& scene, const Snapshot& snapshot, std::stop_token stop) const override;

private:
    enum class Attempt { Done, NotFinite, Stopped };

    void check(const Scene& scene, const Log& log = {}) const;
    std::vector<Seed> seeded(const Scene& scene, const Log& log, const std::stop_token& stop) const;
    std::vector<FreshSnow> freshSnowOf(const Scene& scene) const;
    Walls wallsOf(const Scene& scene, const Vector3& origin, const std::stop_token& stop) const;
    void letIn(const Scene& scene, SphState& state, double time) const;
    std::unique_ptr<SphState> makeState(const Scene& scene, SnowPhase snow, const std::stop_token& stop) const;
    Attempt attempt(const Scene& scene, SphState& state, double timeStep, const std::stop_token& stop,
                    StepReport& report) const;

    SphParameters m_parameters;
};

/// Algorithm 1. When it is not done, the state is as before.
SphSolver::Attempt SphSolver::attempt(const Scene& scene, SphState& state, double timeStep, const std::stop_token& stop,
                                      StepReport& report) const
{
    const SphSetup setup(scene, m_parameters, state.origin, {state.time, timeStep});
    placePlates(state, scene, state.time);
    const SphStep step(state, setup.constants(), setup.kernels());
    const auto always = [&](SphStage stage, auto&& run) {
        const auto scope = state.timer.measure(stage);
        return run();
    };
    bool isCut = false; // a stage was left out, for a stop
    const auto timed = [&](SphStage stage, auto&& run) {
        isCut = isCut || stop.stop_requested();
        return isCut ? decltype(run())() : always(stage, run);
    };

    always(SphStage::Neighbours, [&] { findNeighbours(step, m_parameters, stop); }); // what revert() goes back before
    timed(SphStage::Density, [&] { computeDensity(step); });
    timed(SphStage::Forces, [&] { addForces(step, scene, state.time); });
    timed(SphStage::Hardening, [&] { step.run(step.kernels().hardening); });
    timed(SphStage::Correction, [&] { step.run(step.kernels().correction); });
    const PressureResult pressure = timed(SphStage::Pressure, [&] { return solvePressure(step, m_parameters, stop); });
    const ShearResult shear = timed(SphStage::Shear, [&] { return solveShear(step, m_parameters, stop); });
    const MotionExtremes extremes =
        timed(SphStage::Velocity, [&] { return changeVelocity(step, m_parameters, report); });
    auto plates = timed(SphStage::Velocity, [&] { return movedPlates(step, scene, state.time, report); });
    const bool isFinite =
        std::isfinite(extremes.checksum) && timed(SphStage::Deformation, [&] { return deform(step); });
    if (isCut || !isFinite) {
        state.snow.revert();
        return isCut ? Attempt::Stopped : Attempt::NotFinite;
    }
    if (const int parts = always(SphStage::Heat, [&] { return conductHeat(step); }); parts > 0)
        report.figures["heatParts"] = parts;
    always(SphStage::Motion, [&] { move(step); });
    state.plates = std::move(plates);

    const bool trouble = pressure.guarded > 0 || !pressure.converged || !shear.converged;
    state.control.update(m_parameters, extremes, {step.arrays().residual.x, step.arrays().count}, trouble);
    if (state.walls.hasMoving())
        heedMovingWalls(step, m_parameters, state.time + timeStep);
    reportSolves(pressure, shear, state, report);
    return Attempt::Done;
}

StepReport SphSolver::step(const Scene& scene, State& base, double timeStep, std::stop_token stop) const
{
    auto& state = static_cast<SphState&>(base);
    const TimeStepControl before = state.control;
    constexpr int attempts = 4;
    for (int k = 0; k < attempts; ++k) {
        StepReport report;
        report.timeStep = std::ldexp(timeStep, -k);
        switch (attempt(scene, state, report.timeStep, stop, report)) {
        case Attempt::Done:
            letIn(scene, state, state.time + report.timeStep);
            if (k > 0)
                report.problems.push_back({StepProblem::Kind::Limited,
                                           {},
                                           fmt::format("the step was cut to {} s to stay finite", report.timeStep)});
            return report;
        case Attempt::Stopped:
            state.control = before;
            report.isUndone = true;
            return report;
        case Attempt::NotFinite: state.control.halve();
        }
    }
    StepReport report;
    report.timeStep = timeStep;
    report.problems.push_back({StepProblem::Kind::NonFinite, fastestParticle(state),
                               "a value is not finite, even with an eighth of the time step; try a smaller "
                               "largestTimeStep, a softer material or less speed"});
    return report;
}

Prediction SphSolver::estimate(const Scene& scene) const
{
    check(scene);
    Prediction prediction;
    prediction.particles = static_cast<std::size_t>(estimateSeeds(scene, m_parameters.spacing));
    prediction.memory = bytesPerParticle * static_cast<double>(prediction.particles);
    return prediction;
}

Prediction SphSolver::predict(const Scene& scene, const Log& log, std::stop_token stop) const
{
    check(scene, log);
    Prediction prediction;
    const Emission emission(scene, m_parameters.spacing, m_parameters.dragScale);
    const double end = scene.settings.timeOf(scene.settings.lastFrame);
    warnOfInflows(scene, emission, log, stop);
    prediction.particles = seeded(scene, log, stop).size() + static_cast<std::size_t>(emission.predictedCount(end));
    const Vector3 origin = localOrigin(scene);
    const Walls walls = wallsOf(scene, origin, stop);
    prediction.boundarySamples = static_cast<std::size_t>(walls.predictedCount());
    prediction.timeStep = largestTimeStepOf(m_parameters);
    prediction.memory = bytesPerParticle * static_cast<double>(prediction.particles) +
                        150.0 * static_cast<double>(prediction.boundarySamples);
    prediction.bytesPerFrame = sphFrameBytesPerParticle * static_cast<double>(prediction.particles);
    prediction.workPerStep = secondsPerParticleStep * static_cast<double>(prediction.particles);
    return prediction;
}

std::vector<Seed> SphSolver::seeded(const Scene& scene, const Log& log, const std::stop_token& stop) const
{
    std::vector<Seed> seeds = seedEmitters(scene, m_parameters.spacing, log, stop);
    warnOfSnowBehindWalls(scene, seeds, log, stop);
    return seeds;
}

void SphSolver::check(const Scene& scene, const Log& log) const
{
    refuseGranularSnow(scene);
    refuseRigidBodies(scene);
    checkPeriod(scene, m_parameters.spacing, log);
    checkPlates(scene);
}

Walls SphSolver::wallsOf(const Scene& scene, const Vector3& origin, const std::stop_token& stop) const
{
    std::optional<FrictionCoupling> coupling;
    if (m_parameters.paperExact)
        coupling = FrictionCoupling::ExplicitOrder;
    return Walls(scene, m_parameters.spacing, origin, sphPeriod(scene.settings, origin), stop, coupling);
}

/// By emitter.
std::vector<FreshSnow> SphSolver::freshSnowOf(const Scene& scene) const
{
    const double volume = std::pow(m_parameters.spacing, 3);
    std::vector<FreshSnow> fresh;
    const auto add = [&](const Material& material) {
        fresh.push_back({static_cast<float>(std::get<SnowMaterial>(material).density * volume),
                         static_cast<float>(material.heat.value_or(HeatProperties{}).temperature)});
    };
    for (const FillEmitter& emitter : scene.emitters)
        add(emitter.material);
    for (const InflowEmitter& emitter : scene.inflows)
        add(emitter.material);
    return fresh;
}

/// Adds what flows in up to `time`: after a step, so that a step that is taken back has added nothing.
void SphSolver::letIn(const Scene& scene, SphState& state, double time) const
{
    if (state.emission.isIdle())
        return;
    const std::vector<Seed> seeds =
        state.emission.emit(time, {state.snow.particles().position.data(), state.snow.count()}, state.origin);
    if (!seeds.empty())
        state.snow.append(seeds, state.origin, freshSnowOf(scene), std::pow(m_parameters.spacing, 3));
    state.control.expectSpeed(m_parameters, state.emission.largestSpeed(state.time, time));
}

std::unique_ptr<SphState> SphSolver::makeState(const Scene& scene, SnowPhase snow, const std::stop_token& stop) const
{
    const Vector3 origin = localOrigin(scene);
    const Period period = sphPeriod(scene.settings, origin);
    double speed = 0;
    for (const std::size_t axis : {0u, 1u, 2u})
        for (std::size_t i = 0; i < snow.count(); ++i)
            speed = std::max(speed, std::abs(static_cast<double>(snow.particles().velocity[axis][i])));
    auto state =
        std::make_unique<SphState>(std::move(snow), wallsOf(scene, origin, stop), origin,
                                   TimeStepControl(m_parameters, std::sqrt(3.0) * speed, scene.settings.gravity.norm()),
                                   CellGrid(static_cast<float>(2 * m_parameters.spacing), period),
                                   Emission(scene, m_parameters.spacing, m_parameters.dragScale));
    state->control.expectSpeed(m_parameters, state->emission.largestSpeed(0, 0));
    for (std::size_t k = 0; k < scene.boundaries.size(); ++k)
        if (scene.boundaries[k].load)
            state->plates[k] = {};
    state->timer = StageTimer(std::size(stageNames));
    return state;
}

std::unique_ptr<State> SphSolver::start(const Scene& scene, const Log& log, std::stop_token stop) const
{
    check(scene);
    const std::vector<Seed> seeds = seeded(scene, log, stop);
    if (seeds.empty() && scene.inflows.empty())
        fail(ErrorKind::Scene, "solver '{}' has no emitter: nothing to simulate", scene.solverNode);
    const SnowExtras extras = {m_parameters.restDensity != RestDensity::ActualDensity, hasHeat(scene)};
    auto state = makeState(scene, SnowPhase(seeds, localOrigin(scene), freshSnowOf(scene), extras), stop);
    // The first frame shows densities too.
    const SphSetup setup(scene, m_parameters, state->origin, StepTime{});
    const SphStep step(*state, setup.constants(), setup.kernels());
    wrapPositions(step);
    try {
        findNeighbours(step, m_parameters, stop);
    } catch (const Error& error) { // before the first step it is the scene that is at fault
        fail(ErrorKind::Scene, "solver '{}': the emitters are too far apart for a spacing of {} m: {}",
             scene.solverNode, m_parameters.spacing, error.what());
    }
    throwIfStopped(stop);
    computeDensity(step);
    if (state->walls.hasMoving())
        heedMovingWalls(step, m_parameters, 0);
    return state;
}

Snapshot SphSolver::save(const State& base) const
{
    const auto& state = static_cast<const SphState&>(base);
    Snapshot snapshot;
    state.control.save(snapshot.numbers);
    state.emission.save(snapshot.numbers);
    for (const auto& [boundary, plate] : state.plates) {
        snapshot.numbers[plateKey(boundary, "way")] = plate.way;
        snapshot.numbers[plateKey(boundary, "velocity")] = plate.velocity;
    }
    snapshot.tables["snow"] = state.snow.save();
    return snapshot;
}

std::unique_ptr<State> SphSolver::restore(const Scene& scene, const Snapshot& snapshot, std::stop_token stop) const
{
    const auto snow = snapshot.tables.find("snow");
    if (snow == snapshot.tables.end())
        fail(ErrorKind::InputOutput, "the checkpoint lacks the table 'snow'");
    auto state = makeState(scene, SnowPhase::restore(snow->second), stop);
    state->control.restore(snapshot.numbers);
    state->emission.restore(snapshot.numbers);
    for (auto& [boundary, plate] : state->plates) {
        const auto way = snapshot.numbers.find(plateKey(boundary, "way")),
                   velocity = snapshot.numbers.find(plateKey(boundary, "velocity"));
        if (way == snapshot.numbers.end() || velocity == snapshot.numbers.end())
            fail(ErrorKind::InputOutput, "the checkpoint lacks the motion of boundary {}", boundary);
        plate = {way->second, velocity->second};
    }
    return state;
}

} // namespace

std::shared_ptr<const Solver> makeSphSolver(const SphParameters& parameters)
{
    return std::make_shared<SphSolver>(parameters);
}

} // namespace sastrugi
