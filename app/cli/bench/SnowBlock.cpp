#include "app/cli/bench/SnowBlock.h"

#include "app/cli/bench/Machine.h"
#include "engine/core/Parallel.h"
#include "engine/geometry/Primitives.h"
#include "engine/simulation/Solver.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace sastrugi
{

Scene restingBlock(std::int64_t particles, double spacing, std::shared_ptr<const Solver> solver)
{
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

MeasuredSteps measureSteps(const Scene& scene, State& state, int count)
{
    MeasuredSteps steps;
    state.timer.reset();
    for (int step = 0; step < count; ++step) {
        std::string_view limiter;
        const double timeStep = scene.solver->largestTimeStep(scene, state, limiter);
        const auto start = std::chrono::steady_clock::now();
        const StepReport report = scene.solver->step(scene, state, timeStep, {});
        steps.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / count;
        steps.timeStep += report.timeStep / count;
        state.time += report.timeStep;
        for (const auto& [key, value] : report.figures)
            steps.figures[key] += value / count;
    }
    const std::span<const std::string_view> names = scene.solver->stages();
    for (std::size_t stage = 0; stage < names.size(); ++stage)
        steps.stages.emplace_back(names[stage], state.timer.seconds()[stage] / count);
    return steps;
}

MeasuredSteps measureSteps(const Scene& scene, int settling, int measured)
{
    const std::unique_ptr<State> state = scene.solver->start(scene, [](const LogMessage&) {});
    measureSteps(scene, *state, settling);
    return measureSteps(scene, *state, measured);
}

BenchResult resultOf(const MeasuredSteps& steps, std::string_view name)
{
    BenchResult result;
    const double particles = steps.figures.at("particles");
    result.name = name;
    result.particles = static_cast<std::int64_t>(particles);
    result.threads = threadCount();
    result.stages = steps.stages;
    result.particleStepsPerSecond = particles / steps.seconds;
    result.microsecondsPerParticleStep = 1e6 * steps.seconds / particles;
    result.bytesPerParticle = steps.figures.at("bytes") / particles;
    return result;
}

void addRooflines(BenchResult& result, std::span<const StageWork> work)
{
    const double bandwidth = measuredBandwidth(result.threads), peak = measuredPeak(result.threads);
    result.figures.push_back({"copiedGigabytesPerSecond", 1e-9 * bandwidth});
    result.figures.push_back({"gigaflopsPerSecond", 1e-9 * peak});
    for (const StageWork& of : work)
        for (const auto& [stage, seconds] : result.stages)
            if (stage == of.stage && of.bytes > 0)
                result.figures.push_back(
                    {stage + "OverRoofline", seconds / std::max(of.bytes / bandwidth, of.flops / peak)});
}

} // namespace sastrugi
