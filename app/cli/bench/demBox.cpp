// Grains of one size that lie in a box, as in other programs for discrete elements: what a pass over all contacts
// costs, and how long steps may be. `tests/benchmarks/demBesideLammps` runs it beside LAMMPS.
#include "app/cli/bench/SnowBlock.h"
#include "engine/core/Parallel.h"
#include "engine/dem/DemSolver.h"
#include "engine/geometry/Primitives.h"

#include <algorithm>
#include <cmath>

namespace sastrugi
{

namespace
{

constexpr double secondsToSettle = 1.2, secondsOfTrial = 0.3;
constexpr int stepsMeasured = 100;
// What counts as calm: test 19 of the specification.
constexpr double calmSpeed = 0.03, calmOverlap = 0.08;

/// A block between frictionless walls, of grains that neither stick nor shrink.
Scene boxOf(std::int64_t particles, const DemParameters& parameters)
{
    const double spacing = 2 * parameters.radius;
    Scene scene = restingBlock(particles, spacing, makeDemSolver(parameters));
    GranularSnow grains;
    grains.dryCohesion = grains.wetCohesion = grains.iceCohesion = 0;
    grains.compressionRate = 0;
    scene.emitters[0].material = Material(grains);
    scene.emitters[0].jitter = 0.1;
    const Bounds block = scene.emitters[0].region->bounds();
    constexpr double thick = 0.2;
    const Vector3 inner = block.size() + Vector3::Constant(0.2 * spacing);
    for (const int axis : {0, 1})
        for (const double side : {-1.0, 1.0}) {
            Vector3 size = inner + Vector3::Constant(2 * thick), centre = block.centre();
            size.z() *= 3;
            size[axis] = thick;
            centre[axis] += side * 0.5 * (inner[axis] + thick);
            Boundary wall;
            wall.name = "wall";
            wall.mesh = std::make_shared<TriangleMesh>(makeBox(size, centre));
            wall.surface.frictionCoefficient = 0;
            scene.boundaries.push_back(wall);
        }
    return scene;
}

void runFor(const Scene& scene, State& state, double seconds)
{
    for (const double end = state.time + seconds; state.time < end;) {
        std::string_view limiter;
        const double timeStep = scene.solver->largestTimeStep(scene, state, limiter);
        state.time += scene.solver->step(scene, state, timeStep, {}).timeStep;
    }
}

/// The same grains with other parameters.
std::unique_ptr<State> wentOn(const Scene& scene, const State& from, const Scene& fromScene)
{
    std::unique_ptr<State> state = scene.solver->restore(scene, fromScene.solver->save(from));
    state->time = from.time;
    return state;
}

/// Whether grains stay calm in steps of that length.
bool isCalm(const Scene& scene, State& state, double mass)
{
    runFor(scene, state, secondsOfTrial);
    const MeasuredSteps steps = measureSteps(scene, state, stepsMeasured);
    const double squared = 2 * steps.figures.at("kineticEnergy") / (mass * steps.figures.at("particles"));
    return std::sqrt(squared) < calmSpeed && steps.figures.at("largestOverlap") < calmOverlap;
}

} // namespace

std::vector<BenchResult> benchDemBox(const BenchOptions& options)
{
    const ThreadScope threads(options.threads);
    const FlushToZeroScope flush;
    const std::int64_t particles = options.particles > 0 ? options.particles : 50000;
    const DemParameters parameters;
    const Scene scene = boxOf(particles, parameters);
    const std::unique_ptr<State> settled = scene.solver->start(scene, [](const LogMessage&) {});
    runFor(scene, *settled, secondsToSettle);

    const MeasuredSteps steps = measureSteps(scene, *settled, stepsMeasured);
    BenchResult result = resultOf(steps, "dem-box");
    const auto count = static_cast<double>(result.particles), passes = steps.figures.at("passes");
    result.iterations = passes;
    const auto secondsOf = [&](std::string_view name) {
        return std::ranges::find(steps.stages, name, [](const auto& stage) { return std::string_view(stage.first); })
            ->second;
    };
    const double lists = secondsOf("neighbours"), first = secondsOf("warmStart"), later = secondsOf("relaxation");
    result.figures = {{"contactsPerParticle", steps.figures.at("contactsPerParticle")},
                      {"listedPerParticle", steps.figures.at("listed") / count},
                      {"rebuildsPerStep", steps.figures.at("rebuilds")},
                      {"firstPassParticleStepsPerSecond", count / (first + lists)},
                      {"meanPassParticleStepsPerSecond", count * (1 + passes) / (first + later + lists)}};

    double longest = 0, seconds = 0;
    for (const double timeStep : {0.6e-3, 1e-3, 1.5e-3, 2e-3, 2.5e-3}) {
        DemParameters longer = parameters;
        longer.timeStep = timeStep;
        const Scene trial = boxOf(particles, longer);
        const std::unique_ptr<State> state = wentOn(trial, *settled, scene);
        if (!isCalm(trial, *state, parameters.grainMass()))
            break;
        const MeasuredSteps measured = measureSteps(trial, *state, stepsMeasured);
        longest = timeStep;
        seconds = measured.seconds / measured.timeStep;
    }
    result.figures.push_back({"largestStableStep", longest});
    result.figures.push_back({"secondsPerSimulatedSecond", seconds});
    return {result};
}

} // namespace sastrugi
