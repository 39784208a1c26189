// The DEM snow step: a bed of grains at rest, its stages beside what the machine could do at most, the base method on
// the same bed, and the bed when it has fallen asleep.
#include "app/cli/bench/SnowBlock.h"
#include "engine/core/Parallel.h"
#include "engine/dem/DemSolver.h"

#include <algorithm>

namespace sastrugi
{

namespace
{

constexpr double secondsToSettle = 0.8;
constexpr int stepsMeasured = 50, stepsToSleep = 2000;

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

BenchResult demResultOf(std::string_view name, const MeasuredSteps& steps)
{
    BenchResult result = resultOf(steps, name);
    const double count = steps.figures.at("particles"), listed = steps.figures.at("listed");
    result.iterations = steps.figures.at("passes");
    result.figures = {{"contactsPerParticle", steps.figures.at("contactsPerParticle")},
                      {"listedPerParticle", listed / count},
                      {"stepsPerRebuild", 1 / std::max(steps.figures.at("rebuilds"), 0.5 / stepsMeasured)},
                      {"secondsPerSimulatedSecond", steps.seconds / steps.timeStep}};
    addRooflines(result, workOf(count, listed / count, result.iterations));
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
    const std::unique_ptr<State> settled = scene.solver->start(scene, [](const LogMessage&) {});
    while (settled->time < secondsToSettle) {
        std::string_view limiter;
        const double timeStep = scene.solver->largestTimeStep(scene, *settled, limiter);
        settled->time += scene.solver->step(scene, *settled, timeStep, {}).timeStep;
    }
    // The base method, and grains that may sleep, go on from the same ones.
    const auto goneOnWith = [&](const Scene& other) {
        std::unique_ptr<State> state = other.solver->restore(other, scene.solver->save(*settled));
        state->time = settled->time;
        return state;
    };
    DemParameters sleeping;
    sleeping.sleeping = true;
    const Scene explicitScene = bedOf(particles, base), sleepingScene = bedOf(particles, sleeping);
    const std::unique_ptr<State> bare = goneOnWith(explicitScene), asleep = goneOnWith(sleepingScene);

    const MeasuredSteps steps = measureSteps(scene, *settled, stepsMeasured),
                        baseSteps = measureSteps(explicitScene, *bare, stepsMeasured);
    measureSteps(sleepingScene, *asleep, stepsToSleep);
    const MeasuredSteps asleepSteps = measureSteps(sleepingScene, *asleep, stepsMeasured);
    std::vector<BenchResult> results = {demResultOf("dem-snow", steps), demResultOf("dem-snow base method", baseSteps)};
    results[0].figures.push_back({"baseOverIterativePerSimulatedSecond",
                                  (baseSteps.seconds / baseSteps.timeStep) / (steps.seconds / steps.timeStep)});
    BenchResult& last = results.emplace_back(resultOf(asleepSteps, "dem-snow asleep"));
    last.figures = {{"asleep", asleepSteps.figures.at("asleep")},
                    {"secondsPerSimulatedSecond", asleepSteps.seconds / asleepSteps.timeStep},
                    {"awakeOverAsleepPerSimulatedSecond",
                     (steps.seconds / steps.timeStep) / (asleepSteps.seconds / asleepSteps.timeStep)}};
    return results;
}

} // namespace sastrugi
