// The DEM snow step: a bed of grains at rest, its stages beside what the machine could do at most, and the base method
// on the same bed.
#include "app/cli/bench/SnowBlock.h"
#include "engine/core/Parallel.h"
#include "engine/dem/DemSolver.h"

#include <chrono>
#include <map>

namespace sastrugi
{

namespace
{

constexpr double secondsToSettle = 0.15;
constexpr int stepsMeasured = 50;

/// What a stage has to do at least, per grain and per listed neighbour in a pass: bytes that come from memory or go
/// there when each array is read once, and floating-point operations of its formulas.
std::vector<StageWork> workOf(double grains, double listed, double passes)
{
    constexpr double quad = 16, index = 4, shear = 2 * 3 * 4;
    constexpr double pairFlops = 75, frictionFlops = 60, ownFlops = 60, moveFlops = 90;
    return {
        {"warmStart", grains * (6 * quad + 7 * 4 + listed * (index + shear)),
         grains * (ownFlops + listed * (pairFlops + frictionFlops))},
        {"relaxation", passes * grains * (7 * quad + 13 * 4 + listed * index),
         passes * grains * (ownFlops + listed * pairFlops)},
        {"motion", grains * (9 * quad + 10 * 4), grains * moveFlops},
    };
}

struct Measured {
    std::unique_ptr<State> state;
    std::map<std::string, double> means;
    double secondsPerStep = 0, simulatedPerStep = 0;
};

/// Steps a settled bed, with stage times and figures of the mean step.
void measure(const Scene& scene, Measured& run)
{
    run.state->timer.reset();
    for (int step = 0; step < stepsMeasured; ++step) {
        std::string_view limiter;
        const double timeStep = scene.solver->largestTimeStep(scene, *run.state, limiter);
        const auto start = std::chrono::steady_clock::now();
        const StepReport report = scene.solver->step(scene, *run.state, timeStep, {});
        run.secondsPerStep +=
            std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / stepsMeasured;
        run.state->time += report.timeStep;
        run.simulatedPerStep += report.timeStep / stepsMeasured;
        for (const auto& [key, value] : report.figures)
            run.means[key] += value / stepsMeasured;
    }
}

BenchResult resultOf(std::string_view name, const Scene& scene, const Measured& run)
{
    BenchResult result;
    result.name = name;
    const double count = run.means.at("particles");
    result.particles = static_cast<std::int64_t>(count);
    result.threads = threadCount();
    const std::span<const std::string_view> names = scene.solver->stages();
    for (std::size_t stage = 0; stage < names.size(); ++stage)
        result.stages.push_back({std::string(names[stage]), run.state->timer.seconds()[stage] / stepsMeasured});
    result.iterations = run.means.at("passes");
    result.particleStepsPerSecond = count / run.secondsPerStep;
    result.microsecondsPerParticleStep = 1e6 * run.secondsPerStep / count;
    result.bytesPerParticle = run.means.at("bytes") / count;
    result.figures = {{"contactsPerParticle", run.means.at("contactsPerParticle")},
                      {"listedPerParticle", run.means.at("listed") / count},
                      {"stepsPerRebuild", 1 / std::max(run.means.at("rebuilds"), 0.5 / stepsMeasured)},
                      {"secondsPerSimulatedSecond", run.secondsPerStep / run.simulatedPerStep}};
    addRooflines(result, workOf(count, run.means.at("listed") / count, result.iterations));
    return result;
}

Scene bedOf(std::int64_t particles, const DemParameters& parameters)
{
    Scene scene = restingBlock(particles, 2 * parameters.radius, makeDemSolver(parameters));
    GranularSnow wet;
    wet.wetness = 1;
    scene.emitters[0].material = Material(wet);
    scene.emitters[0].jitter = 0.05;
    return scene;
}

} // namespace

std::vector<BenchResult> benchDemSnow(const BenchOptions& options)
{
    const ThreadScope threads(options.threads);
    const FlushToZeroScope flush;
    const std::int64_t particles = options.particles > 0 ? options.particles : 50000;
    const DemParameters iterative, base = demPresets()[1].parameters;
    const Scene scene = bedOf(particles, iterative);
    Measured settled;
    settled.state = scene.solver->start(scene, [](const LogMessage&) {});
    while (settled.state->time < secondsToSettle) {
        std::string_view limiter;
        const double timeStep = scene.solver->largestTimeStep(scene, *settled.state, limiter);
        settled.state->time += scene.solver->step(scene, *settled.state, timeStep, {}).timeStep;
    }
    // The base method goes on from the same grains.
    const Scene explicitScene = bedOf(particles, base);
    Measured bare;
    bare.state = explicitScene.solver->restore(explicitScene, scene.solver->save(*settled.state));
    bare.state->time = settled.state->time;

    measure(scene, settled);
    measure(explicitScene, bare);
    std::vector<BenchResult> results = {resultOf("dem-snow", scene, settled),
                                        resultOf("dem-snow base method", explicitScene, bare)};
    results[0].figures.push_back(
        {"baseOverIterativePerSimulatedSecond",
         (bare.secondsPerStep / bare.simulatedPerStep) / (settled.secondsPerStep / settled.simulatedPerStep)});
    return results;
}

} // namespace sastrugi
