#include "engine/dem/DemSolver.h"

#include "engine/core/Error.h"
#include "engine/core/Stop.h"
#include "engine/dem/DemFrame.h"
#include "engine/dem/DemStages.h"
#include "engine/dem/GrainHeat.h"
#include "engine/rigid/bodiesAtStart.h"
#include "engine/simulation/SceneMaterials.h"
#include "engine/simulation/SnowBehindWalls.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sastrugi
{

namespace
{

constexpr std::string_view stageNames[] = {"neighbours", "walls",  "wind",        "warmStart", "relaxation",
                                           "motion",     "bodies", "compression", "heat",      "sleep"};

constexpr double bytesPerParticle = 720, bytesPerSample = 60; // of memory
constexpr double secondsPerGrainPass = 80e-9;                 // of one core: `sastrugi bench dem-snow`

class DemSolver : public Solver
{
public:
    explicit DemSolver(const DemParameters& parameters) : m_parameters(parameters) {}

    std::string_view title() const override { return "DEM snow"; }
    std::span<const std::string_view> stages() const override { return stageNames; }
    double spacing() const override { return 2 * m_parameters.radius; }
    void addToHash(ContentHash& hash) const override
    {
        hash.add("dem 3");
        addParametersToHash(hash, m_parameters);
    }

    Prediction estimate(const Scene& scene) const override;
    Prediction predict(const Scene& scene, const Log& log, std::stop_token stop) const override;
    std::unique_ptr<State> start(const Scene& scene, const Log& log, std::stop_token stop) const override;
    double largestTimeStep(const Scene& scene, const State& state, std::string_view& limiter) const override;
    StepReport step(const Scene& scene, State& state, double timeStep, std::stop_token stop) const override;
    Frame frame(const Scene& scene, const State& state) const override
    {
        Frame frame = demFrame(static_cast<const DemState&>(state), m_parameters, localOrigin(scene), hasHeat(scene));
        static_cast<const DemState&>(state).bodies.addFigures(scene, frame.figures);
        return frame;
    }
    Snapshot save(const State& state) const override;
    std::unique_ptr<State> restore(const Scene& scene, const Snapshot& snapshot, std::stop_token stop) const override;

private:
    void check(const Scene& scene) const;
    std::vector<GrainMaterial> grainMaterialsOf(const Scene& scene) const;
    std::vector<double> spacingsOf(const Scene& scene) const;
    std::vector<Seed> seedsOf(const Scene& scene, const Log& log, const std::stop_token& stop) const;
    std::vector<Seed> seeded(const Scene& scene, const Log& log, const std::stop_token& stop) const;
    Emission emissionOf(const Scene& scene) const;
    void letIn(DemState& state, double time, double gravity) const;
    std::unique_ptr<DemState> makeState(const Scene& scene, std::span<const Vector3> places) const;

    DemParameters m_parameters;
};

/// Section 4 of the specification, algorithm 2 of the paper. It is short: a stop waits for its end.
StepReport DemSolver::step(const Scene& scene, State& base, double timeStep, std::stop_token) const
{
    auto& state = static_cast<DemState&>(base);
    StepReport report;
    report.timeStep = timeStep;
    state.bodies.begin(state.time);
    if (state.grains.count() == 0) { // nothing has come in yet
        state.bodies.move({state.time, state.time + timeStep}, scene.settings.gravityAt(state.time + 0.5 * timeStep));
        letIn(state, state.time + timeStep, scene.settings.gravity.norm());
        return report;
    }
    const auto timed = [&](DemStage stage, auto&& run) {
        const auto scope = state.timer.measure(stage);
        return run();
    };
    DemStep step(scene, m_parameters, state, timeStep);
    DemFindings found;
    found.isRebuilt = timed(DemStage::Neighbours, [&] { return step.findNeighbours(); });
    timed(DemStage::Walls, [&] { step.findWalls(); });
    timed(DemStage::Wind, [&] { step.findExternalForces(); });

    found.begin = timed(DemStage::WarmStart, [&] { return step.warmStart(); });
    found.error = found.begin.error;
    const auto tolerance = static_cast<float>(m_parameters.overlapTolerance);
    while (found.passes < m_parameters.fewestPasses ||
           (found.error > tolerance && found.passes < m_parameters.mostPasses))
        found.error = timed(DemStage::Relaxation, [&] { return step.relax(++found.passes); });

    found.end = timed(DemStage::Motion, [&] { return step.move(); });
    timed(DemStage::Bodies, [&] { step.moveBodies(); });
    found.shrunk = timed(DemStage::Compression, [&] { return step.compress(); });
    if (const int parts = timed(DemStage::Heat, [&] { return conductHeat(scene, m_parameters, state, timeStep); });
        parts > 0)
        report.figures["heatParts"] = parts;
    step.endSettling();
    if (const std::optional<std::size_t> broken = state.bodies.broken())
        report.problems.push_back({StepProblem::Kind::NonFinite,
                                   {},
                                   fmt::format("rigid body '{}' is nowhere any more; try a smaller timeStep, or a "
                                               "heavier body",
                                               scene.boundaries[*broken].name)});

    reportStep(state, m_parameters, found, report);
    if (report.problems.empty())
        timed(DemStage::Sleep, [&] { step.sleep(); });
    letIn(state, state.time + timeStep, scene.settings.gravity.norm());
    return report;
}

double DemSolver::largestTimeStep(const Scene& scene, const State& base, std::string_view& limiter) const
{
    const auto& state = static_cast<const DemState&>(base);
    double longest = m_parameters.timeStep;
    limiter = "timeStep";
    const auto limit = [&](double timeStep, std::string_view name) {
        if (timeStep < longest) {
            longest = timeStep;
            limiter = name;
        }
    };
    const double way = m_parameters.displacementCap * m_parameters.radius;
    // What came in with the last step is not among the others' speeds yet, and no step is longer than `longest`.
    const double inflow = state.emission.largestSpeed(std::max(0.0, state.time - longest), state.time);
    const double speed = std::max(state.largestSpeed, inflow) + longest * scene.settings.gravity.norm();
    limit(way / std::max(speed, 1e-30), "displacementCap");
    if (state.walls.hasMoving() && state.grains.awakeCount() > 0) { // what comes near sleepers wakes them before
        const Bounds snow = boundsOf(state).grownBy(way);
        const StepInterval interval{state.time, state.time + longest};
        const double obstacles = state.walls.largestSpeed(snow, interval);
        limit(way / std::max(obstacles, 1e-30), "displacementCap of a boundary");
    }
    if (!state.bodies.empty()) {
        const double fastest = state.bodies.largestSpeed({state.time, state.time + longest});
        const double fall = longest * scene.settings.gravity.norm();
        limit(way / std::max(fastest + fall, 1e-30), "displacementCap of a rigid body");
    }
    return longest;
}

Prediction DemSolver::estimate(const Scene& scene) const
{
    check(scene);
    Prediction prediction;
    prediction.particles = static_cast<std::size_t>(estimateSeeds(scene, spacingsOf(scene)));
    prediction.memory = bytesPerParticle * static_cast<double>(prediction.particles);
    return prediction;
}

Prediction DemSolver::predict(const Scene& scene, const Log& log, std::stop_token stop) const
{
    check(scene);
    Prediction prediction;
    const double end = scene.settings.timeOf(scene.settings.lastFrame);
    const Emission emission = emissionOf(scene);
    warnOfInflows(scene, emission, log, stop);
    for (std::size_t k = 0; k < scene.boundaries.size(); ++k)
        if (scene.boundaries[k].body)
            bodyOf(scene, k);        // says what is wrong with it
    constexpr double manySteps = 10; // in the place of one
    warnOfBodies(scene, 2 * m_parameters.radius,
                 manySteps * m_parameters.displacementCap * m_parameters.radius / m_parameters.timeStep, log);
    prediction.particles = seeded(scene, log, stop).size() + static_cast<std::size_t>(emission.predictedCount(end));
    prediction.timeStep = m_parameters.timeStep;
    prediction.memory = bytesPerParticle * static_cast<double>(prediction.particles);
    if (m_parameters.boundaries == GrainBoundaries::Samples)
        prediction.boundarySamples = static_cast<std::size_t>(WallSamples(scene, m_parameters).predictedCount());
    prediction.memory += bytesPerSample * static_cast<double>(prediction.boundarySamples);
    prediction.workPerStep = secondsPerGrainPass * static_cast<double>(1 + m_parameters.fewestPasses) *
                             static_cast<double>(prediction.particles);
    prediction.bytesPerFrame = demFrameBytesPerParticle * static_cast<double>(prediction.particles);
    return prediction;
}

std::vector<GrainMaterial> DemSolver::grainMaterialsOf(const Scene& scene) const
{
    std::vector<GrainMaterial> materials;
    for (const Material* material : materialsOf(scene))
        materials.emplace_back(*material, m_parameters);
    return materials;
}

/// Of the grains of each emitter that fills a region: they just do not overlap.
std::vector<double> DemSolver::spacingsOf(const Scene& scene) const
{
    const GrainRadii radii(m_parameters.radius);
    std::vector<double> spacings;
    for (const FillEmitter& emitter : scene.emitters)
        spacings.push_back(2 * radii.at(GrainMaterial(emitter.material, m_parameters).snow.durability()));
    return spacings;
}

std::vector<Seed> DemSolver::seedsOf(const Scene& scene, const Log& log, const std::stop_token& stop) const
{
    // What is left just touches the bodies: grains in them would shoot out of them.
    return outsideOfBodies(scene, seedEmitters(scene, spacingsOf(scene), log, stop), 0.9 * m_parameters.radius, log);
}

std::vector<Seed> DemSolver::seeded(const Scene& scene, const Log& log, const std::stop_token& stop) const
{
    std::vector<Seed> seeds = seedsOf(scene, log, stop);
    warnOfSnowBehindWalls(scene, seeds, log, stop);
    return seeds;
}

void DemSolver::check(const Scene& scene) const
{
    if (m_parameters.mostPasses < m_parameters.fewestPasses)
        fail(ErrorKind::Scene, "solver '{}': mostPasses is {}; it must not be below fewestPasses, {}", scene.solverNode,
             m_parameters.mostPasses, m_parameters.fewestPasses);
    const auto refuse = [&](const std::string& what) {
        fail(ErrorKind::Scene, "{}; solver '{}' cannot simulate that: use the SPH Solver", what, scene.solverNode);
    };
    if (scene.settings.periodic)
        refuse("scene.periodic is on");
    for (const Boundary& boundary : scene.boundaries)
        if (boundary.load)
            refuse(fmt::format("node '{}' carries a load", boundary.name));
}

Emission DemSolver::emissionOf(const Scene& scene) const
{
    const double mass = m_parameters.grainMass(), area = std::numbers::pi * m_parameters.radius * m_parameters.radius;
    const double drag = 0.5 * m_parameters.dragCoefficient * m_parameters.airDensity * area;
    const double terminal = drag > 0 ? std::sqrt(mass * scene.settings.gravity.norm() / drag) : 0;
    return Emission(scene, spacing(), 1, Grain{mass, terminal});
}

/// Adds what flows in up to `time`.
void DemSolver::letIn(DemState& state, double time, double gravity) const
{
    if (state.emission.isIdle())
        return;
    const std::vector<Seed> seeds =
        state.emission.emit(time, {state.grains.now().place.data(), state.grains.count()}, state.origin);
    if (seeds.empty())
        return;
    state.grains.append(seeds, state.origin);
    listNeighbours(state, m_parameters, m_parameters.timeStep, gravity, true);
}

std::unique_ptr<DemState> DemSolver::makeState(const Scene& scene, std::span<const Vector3> places) const
{
    std::vector<Vector3> snow(places.begin(), places.end());
    for (const InflowEmitter& emitter : scene.inflows)
        if (places.empty())
            snow.push_back(emitter.boundsAt(0).centre());
    auto state = std::make_unique<DemState>(
        Grains(m_parameters.radius, grainMaterialsOf(scene)),
        ContactLists(m_parameters.skin * m_parameters.radius, m_parameters.friction == GrainFriction::Spring),
        GrainWalls(scene, m_parameters, snow), RigidBodies(scene, m_parameters.radius, snow),
        SleepingGrains(m_parameters), localOrigin(scene), emissionOf(scene));
    state->timer = StageTimer(std::size(stageNames));
    state->skin = m_parameters.skin * m_parameters.radius;
    return state;
}

std::unique_ptr<State> DemSolver::start(const Scene& scene, const Log& log, std::stop_token stop) const
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
    if (!seeds.empty()) {
        state->grains.append(seeds, state->origin);
        listNeighbours(*state, m_parameters, m_parameters.timeStep, scene.settings.gravity.norm(), true);
    }
    for (const Seed& seed : seeds)
        state->largestSpeed = std::max(state->largestSpeed, seed.velocity.norm());
    return state;
}

Snapshot DemSolver::save(const State& base) const
{
    const auto& state = static_cast<const DemState&>(base);
    Snapshot snapshot;
    state.emission.save(snapshot.numbers);
    state.bodies.save(snapshot.numbers);
    DemMotion::forEach(state,
                       [&](std::string_view name, double value) { snapshot.numbers[std::string(name)] = value; });
    snapshot.numbers["hasLists"] = state.lists.isValid() ? 1 : 0;
    snapshot.tables["grains"] = state.grains.save();
    snapshot.tables["shear"] = state.lists.save();
    state.sleep.save(state.grains, snapshot);
    if (m_parameters.sleeping)
        snapshot.tables["sleepingShear"] = state.lists.sleeping().save();
    return snapshot;
}

std::unique_ptr<State> DemSolver::restore(const Scene& scene, const Snapshot& snapshot, std::stop_token stop) const
{
    const auto find = [](const auto& map, std::string_view key) {
        const auto found = map.find(std::string(key));
        if (found == map.end())
            fail(ErrorKind::InputOutput, "the checkpoint lacks '{}'", key);
        return found->second;
    };
    std::vector<Vector3> places; // of the start: sides of obstacles are chosen there
    for (const Seed& seed : seedsOf(scene, {}, stop))
        places.push_back(seed.position);
    auto state = makeState(scene, places);
    state->emission.restore(snapshot.numbers);
    state->bodies.restore(snapshot.numbers);
    DemMotion::forEach(*state, [&](std::string_view name, double& value) { value = find(snapshot.numbers, name); });
    state->grains.restore(find(snapshot.tables, "grains"));
    state->sleep.restore(state->grains, snapshot);
    if (state->sleep.count() > 0)
        state->lists.sleeping().restore(find(snapshot.tables, "sleepingShear"));
    state->lists.setSkin(state->skin);
    if (find(snapshot.numbers, "hasLists") != 0)
        state->lists.restore(state->grains, find(snapshot.tables, "shear"));
    return state;
}

} // namespace

std::shared_ptr<const Solver> makeDemSolver(const DemParameters& parameters)
{
    return std::make_shared<DemSolver>(parameters);
}

} // namespace sastrugi
