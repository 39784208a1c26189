#include "engine/mpm/MpmSolver.h"

#include "engine/core/Error.h"
#include "engine/core/Parallel.h"
#include "engine/core/Stop.h"
#include "engine/mpm/MpmFrame.h"
#include "engine/mpm/MpmStages.h"
#include "engine/mpm/ThinObstacles.h"
#include "engine/simulation/SceneMaterials.h"
#include "engine/simulation/SnowBehindWalls.h"

#include <algorithm>
#include <cmath>

namespace sastrugi
{

namespace
{

constexpr std::string_view stageNames[] = {"sort",  "particlesToGrid", "gridVelocity", "collisions",
                                           "solve", "gridToParticles", "motion"};

constexpr double bytesPerParticle = 500; // of memory, with its share of the nodes
// Seconds of one core per particle and step: `sastrugi bench mpm-snow`; implicit with ten iterations.
constexpr double implicitWork = 1.2e-6, explicitWork = 0.3e-6;

// 4.11: beyond that a step is given up
constexpr float largestStrain = 0.9f, smallestVolumeChange = 0.1f;

class MpmSolver : public Solver
{
public:
    explicit MpmSolver(const MpmParameters& parameters) : m_parameters(parameters) {}

    std::string_view title() const override { return "MPM snow"; }
    std::span<const std::string_view> stages() const override { return stageNames; }
    double spacing() const override { return m_parameters.spacing; }
    void addToHash(ContentHash& hash) const override
    {
        hash.add("mpm 2");
        addParametersToHash(hash, m_parameters);
    }

    Prediction estimate(const Scene& scene) const override;
    Prediction predict(const Scene& scene, const Log& log, std::stop_token stop) const override;
    std::unique_ptr<State> start(const Scene& scene, const Log& log, std::stop_token stop) const override;
    double largestTimeStep(const Scene& scene, const State& state, std::string_view& limiter) const override;
    StepReport step(const Scene& scene, State& state, double timeStep, std::stop_token stop) const override;
    Frame frame(const Scene& scene, const State& state) const override
    {
        return mpmFrame(static_cast<const MpmState&>(state), m_parameters, localOrigin(scene));
    }
    Snapshot save(const State& state) const override;
    std::unique_ptr<State> restore(const Scene& scene, const Snapshot& snapshot, std::stop_token stop) const override;

private:
    enum class Attempt { Done, TooLong, NotFinite, Stopped };

    Attempt attempt(const Scene& scene, MpmState& state, double timeStep, const std::stop_token& stop,
                    StepReport& report) const;
    void check(const Scene& scene) const;
    std::vector<Seed> seeded(const Scene& scene, const Log& log, const std::stop_token& stop) const;
    std::vector<float> massesOf(const Scene& scene) const;
    double restVolume() const { return std::pow(m_parameters.spacing, 3); }
    void letIn(const Scene& scene, MpmState& state, double time) const;
    std::unique_ptr<MpmState> makeState(const Scene& scene, std::span<const Vector3> places) const;

    MpmParameters m_parameters;
};

/// None where all snow is simulated.
std::optional<Bounds> windowAt(const Scene& scene, const MpmParameters& parameters, double time)
{
    if (!scene.window)
        return std::nullopt;
    const Bounds followed = boundsAt(*scene.window, time);
    const bool isSized = !parameters.windowSize.isZero();
    const Vector3 centre = followed.centre() + parameters.windowOffset,
                  half = 0.5 * (isSized ? parameters.windowSize : followed.size());
    return Bounds{centre - half, centre + half};
}

/// The method of section 4.1 of the paper. When it is not done, the state is as before but for the order of its arrays.
MpmSolver::Attempt MpmSolver::attempt(const Scene& scene, MpmState& state, double timeStep, const std::stop_token& stop,
                                      StepReport& report) const
{
    const auto timed = [&](MpmStage stage, auto&& run) {
        const auto scope = state.timer.measure(stage);
        return run();
    };
    timed(MpmStage::Sort,
          [&] { sortParticles(state, windowAt(scene, m_parameters, state.time), m_parameters.windowRestSpeed); });
    const MpmStep step(scene, m_parameters, state, timeStep);
    timed(MpmStage::ParticlesToGrid, [&] { particlesToGrid(step); });
    timed(MpmStage::GridVelocity, [&] { changeGridVelocity(step); });
    timed(MpmStage::Collisions, [&] { collideGrid(step); });
    SolveResult solve;
    if (step.beta() > 0)
        solve = timed(MpmStage::Solve, [&] { return solveImplicit(step, stop); });
    if (stop.stop_requested())
        return Attempt::Stopped;
    const MpmExtremes extremes = timed(MpmStage::GridToParticles, [&] { return gridToParticles(step); });
    if (!std::isfinite(extremes.checksum))
        return Attempt::NotFinite;
    if (extremes.strainSquared > largestStrain * largestStrain || extremes.smallestVolumeChange < smallestVolumeChange)
        return Attempt::TooLong;
    timed(MpmStage::Motion, [&] { moveParticles(step); });

    state.largestSpeed = std::sqrt(static_cast<double>(extremes.speedSquared));
    state.waveSpeed = std::sqrt(static_cast<double>(extremes.waveSpeedSquared));
    reportStep(state, solve, extremes, report);
    return Attempt::Done;
}

StepReport MpmSolver::step(const Scene& scene, State& base, double timeStep, std::stop_token stop) const
{
    auto& state = static_cast<MpmState&>(base);
    StepReport report;
    report.timeStep = timeStep;
    if (state.snow.count() == 0) { // nothing has come in yet
        letIn(scene, state, state.time + timeStep);
        return report;
    }
    constexpr int attempts = 5;
    for (int k = 0; k < attempts; ++k) {
        report.timeStep = std::ldexp(timeStep, -k);
        const Attempt outcome = attempt(scene, state, report.timeStep, stop, report);
        if (outcome == Attempt::Stopped) {
            report.isUndone = true;
            return report;
        }
        if (outcome == Attempt::Done) {
            letIn(scene, state, state.time + report.timeStep);
            if (k > 0)
                report.problems.push_back({StepProblem::Kind::Limited,
                                           {},
                                           fmt::format("the step was cut to {:.3g} s: snow deforms too fast for the "
                                                       "wanted one; a smaller largestTimeStep or cflNumber avoids it",
                                                       report.timeStep)});
            return report;
        }
    }
    report.timeStep = timeStep;
    report.problems.push_back({StepProblem::Kind::NonFinite, fastestParticle(state),
                               "snow deforms too fast, or a value is not finite, even with a sixteenth of the time "
                               "step; try a smaller largestTimeStep, a softer material or less speed"});
    return report;
}

double MpmSolver::largestTimeStep(const Scene& scene, const State& base, std::string_view& limiter) const
{
    const auto& state = static_cast<const MpmState&>(base);
    double longest = m_parameters.largestTimeStep;
    limiter = "largestTimeStep";
    const auto limit = [&](double timeStep, std::string_view name) {
        if (timeStep < longest) {
            longest = timeStep;
            limiter = name;
        }
    };
    const double way = m_parameters.cflNumber * state.grid.cellSize();
    // What came in with the last step is not among the others' speeds yet, and no step is longer than `longest`.
    const double inflow = state.emission.largestSpeed(std::max(0.0, state.time - longest), state.time);
    const double speed = std::max(state.largestSpeed, inflow) + longest * scene.settings.gravity.norm();
    limit(way / std::max(speed, 1e-30), "cflNumber");
    if (state.obstacles.hasMoving()) {
        const Bounds snow = boundsOf(state).grownBy(way);
        const double obstacles = state.obstacles.largestSpeed(snow, {state.time, state.time + longest});
        limit(way / std::max(obstacles, 1e-30), "cflNumber of a boundary");
    }
    if (m_parameters.integration == Integration::Explicit && state.waveSpeed > 0)
        limit(m_parameters.elasticCflNumber * state.grid.cellSize() / state.waveSpeed, "elasticCflNumber");
    return longest;
}

Prediction MpmSolver::estimate(const Scene& scene) const
{
    check(scene);
    Prediction prediction;
    prediction.particles = static_cast<std::size_t>(estimateSeeds(scene, m_parameters.spacing));
    prediction.memory = bytesPerParticle * static_cast<double>(prediction.particles);
    return prediction;
}

Prediction MpmSolver::predict(const Scene& scene, const Log& log, std::stop_token stop) const
{
    check(scene);
    Prediction prediction;
    const Emission emission(scene, m_parameters.spacing, m_parameters.dragScale);
    const double end = scene.settings.timeOf(scene.settings.lastFrame);
    warnOfInflows(scene, emission, log, stop);
    const std::vector<Seed> seeds = seeded(scene, log, stop);
    prediction.particles = seeds.size() + static_cast<std::size_t>(emission.predictedCount(end));
    prediction.timeStep = m_parameters.largestTimeStep;
    prediction.memory = bytesPerParticle * static_cast<double>(prediction.particles);
    std::size_t simulated = prediction.particles;
    if (const std::optional<Bounds> window = windowAt(scene, m_parameters, 0)) {
        const auto isFrozen = [&](const Seed& seed) {
            return !window->touches({seed.position, seed.position}) &&
                   seed.velocity.norm() <= m_parameters.windowRestSpeed;
        };
        simulated -= static_cast<std::size_t>(std::ranges::count_if(seeds, isFrozen));
        if (simulated == 0)
            log({LogLevel::Warning, scene.solverNode, "window.empty",
                 "no snow is within the window when the simulation starts: all of it stands still"});
    }
    prediction.workPerStep = (m_parameters.integration == Integration::Explicit ? explicitWork : implicitWork) *
                             static_cast<double>(simulated);
    prediction.bytesPerFrame = mpmFrameBytesPerParticle * static_cast<double>(prediction.particles);
    return prediction;
}

std::vector<Seed> MpmSolver::seeded(const Scene& scene, const Log& log, const std::stop_token& stop) const
{
    std::vector<Seed> seeds = seedEmitters(scene, m_parameters.spacing, log, stop);
    warnOfSnowBehindWalls(scene, seeds, log, stop);
    warnOfThinObstacles(scene, m_parameters.cellSize(), log);
    return seeds;
}

void MpmSolver::check(const Scene& scene) const
{
    refuseGranularSnow(scene);
    refuseRigidBodies(scene);
    if (scene.settings.periodic)
        fail(ErrorKind::Scene,
             "scene.periodic is on; solver '{}' cannot simulate a periodic domain: turn it off, or "
             "use the SPH Solver",
             scene.solverNode);
    const auto refuse = [&](const std::string& node, const char* what) {
        fail(ErrorKind::Scene, "node '{}' {}; solver '{}' cannot simulate that: use the SPH Solver", node, what,
             scene.solverNode);
    };
    for (const Boundary& boundary : scene.boundaries)
        if (boundary.load)
            refuse(boundary.name, "carries a load");
    for (const FillEmitter& emitter : scene.emitters)
        if (emitter.material.heat)
            refuse(emitter.name, "has a material that conducts heat");
    for (const InflowEmitter& emitter : scene.inflows)
        if (emitter.material.heat)
            refuse(emitter.name, "has a material that conducts heat");
}

/// Of a particle, by emitter, kg.
std::vector<float> MpmSolver::massesOf(const Scene& scene) const
{
    std::vector<float> masses;
    const auto add = [&](const Material& material) {
        masses.push_back(static_cast<float>(std::get<SnowMaterial>(material).density * restVolume()));
    };
    for (const FillEmitter& emitter : scene.emitters)
        add(emitter.material);
    for (const InflowEmitter& emitter : scene.inflows)
        add(emitter.material);
    return masses;
}

/// Adds what flows in up to `time`: after a step, so that a step that is given up has added nothing.
void MpmSolver::letIn(const Scene& scene, MpmState& state, double time) const
{
    if (state.emission.isIdle())
        return;
    const std::vector<Seed> seeds =
        state.emission.emit(time, {state.snow.now().position.data(), state.snow.count()}, state.origin);
    if (!seeds.empty()) {
        state.snow.append(seeds, state.origin, massesOf(scene), restVolume());
        state.waveSpeed = std::max(state.waveSpeed, waveSpeedOf(state, scene, m_parameters));
    }
}

std::unique_ptr<MpmState> MpmSolver::makeState(const Scene& scene, std::span<const Vector3> places) const
{
    std::vector<Vector3> snow(places.begin(), places.end());
    for (const InflowEmitter& emitter : scene.inflows)
        if (places.empty())
            snow.push_back(emitter.boundsAt(0).centre());
    const bool isAffine = m_parameters.transfer != TransferScheme::FlipPic;
    const bool isImplicit = m_parameters.integration != Integration::Explicit;
    const double cellSize = m_parameters.cellSize();
    auto state =
        std::make_unique<MpmState>(MpmParticles(isAffine, isImplicit), MpmGrid(cellSize, kernelSetOf(m_parameters)),
                                   Obstacles(scene, cellSize, snow), localOrigin(scene),
                                   Emission(scene, m_parameters.spacing, m_parameters.dragScale));
    state->timer = StageTimer(std::size(stageNames));
    return state;
}

std::unique_ptr<State> MpmSolver::start(const Scene& scene, const Log& log, std::stop_token stop) const
{
    check(scene);
    const std::vector<Seed> seeds = seeded(scene, log, stop);
    if (seeds.empty() && scene.inflows.empty())
        fail(ErrorKind::Scene, "solver '{}' has no emitter: nothing to simulate", scene.solverNode);
    throwIfStopped(stop);
    std::vector<Vector3> places;
    for (const Seed& seed : seeds)
        places.push_back(seed.position);
    auto state = makeState(scene, places);
    state->snow.append(seeds, state->origin, massesOf(scene), restVolume());
    if (!seeds.empty())
        findInitialDensities(scene, m_parameters, *state);
    for (const Seed& seed : seeds)
        state->largestSpeed = std::max(state->largestSpeed, seed.velocity.norm());
    state->waveSpeed = waveSpeedOf(*state, scene, m_parameters);
    return state;
}

Snapshot MpmSolver::save(const State& base) const
{
    const auto& state = static_cast<const MpmState&>(base);
    Snapshot snapshot;
    state.emission.save(snapshot.numbers);
    snapshot.numbers["largestSpeed"] = state.largestSpeed;
    snapshot.numbers["waveSpeed"] = state.waveSpeed;
    for (int axis = 0; axis < 3; ++axis)
        snapshot.numbers[fmt::format("origin{}", axis)] = state.origin[axis];
    snapshot.tables["snow"] = state.snow.save();
    return snapshot;
}

std::unique_ptr<State> MpmSolver::restore(const Scene& scene, const Snapshot& snapshot, std::stop_token stop) const
{
    const auto snow = snapshot.tables.find("snow");
    if (snow == snapshot.tables.end())
        fail(ErrorKind::InputOutput, "the checkpoint lacks the table 'snow'");
    const auto number = [&](const std::string& key) {
        const auto found = snapshot.numbers.find(key);
        if (found == snapshot.numbers.end())
            fail(ErrorKind::InputOutput, "the checkpoint lacks the number '{}'", key);
        return found->second;
    };
    std::vector<Vector3> places; // of the start: sides of obstacles are chosen there
    for (const Seed& seed : seedEmitters(scene, m_parameters.spacing, {}, stop))
        places.push_back(seed.position);
    auto state = makeState(scene, places);
    state->emission.restore(snapshot.numbers);
    state->largestSpeed = number("largestSpeed");
    state->waveSpeed = number("waveSpeed");
    for (int axis = 0; axis < 3; ++axis)
        state->origin[axis] = number(fmt::format("origin{}", axis));
    state->snow.restore(snow->second);
    return state;
}

} // namespace

std::shared_ptr<const Solver> makeMpmSolver(const MpmParameters& parameters)
{
    return std::make_shared<MpmSolver>(parameters);
}

} // namespace sastrugi
