// The MPM snow step: a block that rests on the ground, with each transfer.
#include "app/cli/bench/Bench.h"
#include "engine/core/Parallel.h"
#include "engine/geometry/Primitives.h"
#include "engine/mpm/MpmSolver.h"

#include <chrono>
#include <cmath>
#include <map>

namespace sastrugi
{

namespace
{

constexpr int stepsToSettle = 5, stepsMeasured = 15;

struct Variant {
    std::string_view name;
    TransferScheme transfer;
    Integration integration;
};

constexpr Variant variants[] = {
    {"mpm-snow implicit", TransferScheme::FlipPic, Integration::Implicit},
    {"mpm-snow explicit", TransferScheme::FlipPic, Integration::Explicit},
    {"mpm-snow apic explicit", TransferScheme::Apic, Integration::Explicit},
    {"mpm-snow mls explicit", TransferScheme::Mls, Integration::Explicit},
};

Scene restingBlock(std::int64_t particles, double spacing, std::shared_ptr<const Solver> solver)
{
    // Twice as wide as high, like a bed of snow.
    const double edge = std::max(1.0, std::round(std::cbrt(2.0 * static_cast<double>(particles))));
    const double height = std::max(1.0, std::round(static_cast<double>(particles) / (edge * edge)));
    Scene scene;
    scene.solver = std::move(solver);
    scene.solverNode = "bench";
    FillEmitter emitter;
    emitter.name = "block";
    emitter.region = std::make_shared<TriangleMesh>(
        makeBox(spacing * Vector3(edge, edge, height), {0, 0, spacing * (0.5 + 0.5 * height)}));
    scene.emitters = {emitter};
    Boundary ground;
    ground.name = "ground";
    ground.mesh = std::make_shared<TriangleMesh>(makePlane(4 * spacing * edge, 4 * spacing * edge, Vector3::Zero()));
    scene.boundaries = {ground};
    return scene;
}

BenchResult measure(const Variant& variant, std::int64_t particles)
{
    MpmParameters parameters;
    parameters.transfer = variant.transfer;
    parameters.integration = variant.integration;
    const Scene scene = restingBlock(particles, parameters.spacing, makeMpmSolver(parameters));
    const std::unique_ptr<State> state = scene.solver->start(scene, [](const LogMessage&) {});
    std::map<std::string, double> means;
    double seconds = 0;
    for (int step = 0; step < stepsToSettle + stepsMeasured; ++step) {
        if (step == stepsToSettle) {
            state->timer.reset();
            means.clear();
            seconds = 0;
        }
        std::string_view limiter;
        const double timeStep = scene.solver->largestTimeStep(scene, *state, limiter);
        const auto start = std::chrono::steady_clock::now();
        const StepReport report = scene.solver->step(scene, *state, timeStep, {});
        seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / stepsMeasured;
        state->time += report.timeStep;
        for (const auto& [key, value] : report.figures)
            means[key] += value / stepsMeasured;
    }
    BenchResult result;
    result.name = variant.name;
    const double count = means.at("particles"), perParticle = 1e6 * threadCount() / count;
    result.particles = static_cast<std::int64_t>(count);
    result.threads = threadCount();
    const std::span<const std::string_view> names = scene.solver->stages();
    double solveSeconds = 0;
    for (std::size_t stage = 0; stage < names.size(); ++stage) {
        result.stages.push_back({std::string(names[stage]), state->timer.seconds()[stage] / stepsMeasured});
        if (names[stage] == "solve")
            solveSeconds = result.stages.back().second;
    }
    result.iterations = means.at("solveIterations");
    result.particleStepsPerSecond = count / seconds;
    result.microsecondsPerParticleStep = 1e6 * seconds / count;
    result.bytesPerParticle = means.at("bytes") / count;
    result.figures = {{"microsecondsTimesThreads", perParticle * seconds},
                      {"nodesPerParticle", means.at("nodes") / count}};
    if (means.at("hessianProducts") > 0)
        result.figures.push_back(
            {"microsecondsTimesThreadsPerProduct", perParticle * solveSeconds / means.at("hessianProducts")});
    return result;
}

} // namespace

std::vector<BenchResult> benchMpmSnow(const BenchOptions& options)
{
    const ThreadScope threads(options.threads);
    const FlushToZeroScope flush;
    std::vector<BenchResult> results;
    for (const Variant& variant : variants)
        results.push_back(measure(variant, options.particles > 0 ? options.particles : 100000));
    return results;
}

} // namespace sastrugi
