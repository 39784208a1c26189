// The SPH snow step: a block that rests on the ground.
#include "app/cli/bench/Bench.h"
#include "engine/core/Parallel.h"
#include "engine/geometry/Primitives.h"
#include "engine/sph/SphSolver.h"

#include <chrono>
#include <cmath>

namespace sastrugi
{

namespace
{

constexpr double spacing = 0.02;
constexpr int stepsToSettle = 10, stepsMeasured = 20;

Scene restingBlock(std::int64_t particles, std::shared_ptr<const Solver> solver)
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

/// Means over the measured steps, by figure.
std::map<std::string, double> run(const Scene& scene, State& state, double& seconds)
{
    std::map<std::string, double> sums;
    for (int step = 0; step < stepsToSettle + stepsMeasured; ++step) {
        if (step == stepsToSettle) {
            state.timer.reset();
            sums.clear();
            seconds = 0;
        }
        std::string_view limiter;
        const double timeStep = scene.solver->largestTimeStep(scene, state, limiter);
        const auto start = std::chrono::steady_clock::now();
        const StepReport report = scene.solver->step(scene, state, timeStep, {});
        seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / stepsMeasured;
        state.time += report.timeStep;
        for (const auto& [key, value] : report.figures)
            sums[key] += value / stepsMeasured;
    }
    return sums;
}

} // namespace

std::vector<BenchResult> benchSphSnow(const BenchOptions& options)
{
    const ThreadScope threads(options.threads);
    const FlushToZeroScope flush;
    SphParameters parameters;
    parameters.spacing = spacing;
    const Scene scene = restingBlock(options.particles > 0 ? options.particles : 100000, makeSphSolver(parameters));
    const std::unique_ptr<State> state = scene.solver->start(scene, [](const LogMessage&) {});
    double seconds = 0;
    const std::map<std::string, double> means = run(scene, *state, seconds);

    BenchResult result;
    result.name = "sph-snow";
    const double particles = means.at("particles");
    result.particles = static_cast<std::int64_t>(particles);
    result.threads = threadCount();
    const std::span<const std::string_view> names = scene.solver->stages();
    double pairSeconds = 0; // of the stages that are sweeps over the pairs
    for (std::size_t stage = 0; stage < names.size(); ++stage) {
        const double stageSeconds = state->timer.seconds()[stage] / stepsMeasured;
        result.stages.push_back({std::string(names[stage]), stageSeconds});
        for (const std::string_view name : {"density", "correction", "pressure", "shear", "deformation"})
            pairSeconds += names[stage] == name ? stageSeconds : 0;
    }
    result.iterations = means.at("pressureIterations") + means.at("shearIterations");
    result.particleStepsPerSecond = particles / seconds;
    result.microsecondsPerParticleStep = 1e6 * seconds / particles;
    result.nanosecondsPerPair = 1e9 * pairSeconds * threadCount() / (means.at("pairs") * means.at("pairSweeps"));
    result.bytesPerParticle = means.at("bytes") / particles;
    result.figures = {{"neighbours", means.at("pairs") / particles},
                      {"pressureIterations", means.at("pressureIterations")},
                      {"shearIterations", means.at("shearIterations")},
                      {"pairSweeps", means.at("pairSweeps")}};
    return {result};
}

} // namespace sastrugi
