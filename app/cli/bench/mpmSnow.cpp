// The MPM snow step: a block that rests on the ground, with each transfer, beside what the machine could do at most;
// and two blocks near each other and far apart.
#include "app/cli/bench/SnowBlock.h"
#include "engine/core/Parallel.h"
#include "engine/geometry/Primitives.h"
#include "engine/mpm/MpmSolver.h"

#include <chrono>
#include <cmath>

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

/// What a stage has to do for a particle and for a node, at least: bytes that come from memory or go there, and
/// floating-point operations of its formulas, as the kernels have them; padding of particles and nodes is left out.
struct StageCost {
    std::string_view stage;
    double bytesPerParticle, flopsPerParticle, bytesPerNode, flopsPerNode;
};

constexpr double floatBytes = 4, quadruple = 4 * floatBytes;
/// Rows of a kernel's 4 x 4 x 4 nodes, each two wide values: multiply-adds are two operations.
constexpr double rows = 16, rowFlops = 2 * 8 * 2;
constexpr double weights = 120, gatherGradient = 2 * rows * rowFlops + 4 * 6 * 16 + 72,
                 gatherValue = rows * rowFlops + 4 * 32 + 24, scatterValue = rows * rowFlops + 2 * rows + 16,
                 scatterMatrix = 2 * rows * rowFlops + 4 * 64 + 48;
constexpr double rotationFlops = 400, stressFlops = 330, hessianFlops = 340, returnFlops = 190;

/// Of an implicit or explicit step with FLIP/PIC and `products` products with the Hessian.
std::vector<StageCost> costsOf(bool isImplicit, double products)
{
    const double state = 9 * floatBytes; // a matrix
    const double hessian = isImplicit ? state + 8 * floatBytes : 0;
    return {
        {"sort", quadruple, 0, 0, 0}, // resting snow: whether each is still in its block
        {"particlesToGrid", quadruple + 3 * floatBytes + state + 4 * floatBytes + hessian,
         weights + scatterValue + rotationFlops + stressFlops + scatterMatrix, 4 * quadruple, 8},
        {"gridVelocity", 0, 0, 4 * quadruple, 16},
        {"solve", products * (quadruple + 2 * state + 8 * floatBytes),
         products * (weights + gatherGradient + hessianFlops + scatterMatrix), products * 12 * quadruple,
         products * 40},
        {"gridToParticles", quadruple + 2 * (3 * floatBytes + state + floatBytes) + 3 * floatBytes,
         weights + gatherGradient + gatherValue + returnFlops, 3 * quadruple, 8},
        {"motion", 2 * quadruple + 2 * 3 * floatBytes + 3 * floatBytes, 12, 0, 0},
    };
}

std::vector<StageWork> workOf(bool isImplicit, double products, double particles, double nodes)
{
    std::vector<StageWork> work;
    for (const StageCost& cost : costsOf(isImplicit, products))
        work.push_back({cost.stage, particles * cost.bytesPerParticle + nodes * cost.bytesPerNode,
                        particles * cost.flopsPerParticle + nodes * cost.flopsPerNode});
    return work;
}

BenchResult measure(const Variant& variant, std::int64_t particles)
{
    MpmParameters parameters;
    parameters.transfer = variant.transfer;
    parameters.integration = variant.integration;
    const Scene scene = restingBlock(particles, parameters.spacing, makeMpmSolver(parameters));
    const MeasuredSteps steps = measureSteps(scene, stepsToSettle, stepsMeasured);
    const std::map<std::string, double>& means = steps.figures;
    BenchResult result = resultOf(steps, variant.name);
    const double count = means.at("particles"), perParticle = 1e6 * threadCount() / count;
    double solveSeconds = 0;
    for (const auto& [stage, seconds] : steps.stages)
        solveSeconds += stage == "solve" ? seconds : 0;
    result.iterations = means.at("solveIterations");
    result.figures = {{"microsecondsTimesThreads", perParticle * steps.seconds},
                      {"nodesPerParticle", means.at("nodes") / count},
                      {"bytesPerNode", means.at("nodeBytes") / means.at("nodes")}};
    if (means.at("hessianProducts") > 0)
        result.figures.push_back(
            {"microsecondsTimesThreadsPerProduct", perParticle * solveSeconds / means.at("hessianProducts")});
    if (variant.transfer == TransferScheme::FlipPic)
        addRooflines(result, workOf(variant.integration == Integration::Implicit, means.at("hessianProducts"), count,
                                    means.at("nodes")));
    return result;
}

/// Two cubes of half of the particles each that fall, `distance` between their middles, in lengths of a cube: their
/// cost per step.
double secondsOfTwoBlocks(std::int64_t particles, double distance)
{
    MpmParameters parameters;
    const double edge = parameters.spacing * std::round(std::cbrt(0.5 * static_cast<double>(particles)));
    Scene scene;
    scene.solver = makeMpmSolver(parameters);
    scene.solverNode = "bench";
    for (const double side : {-0.5, 0.5}) {
        FillEmitter emitter;
        emitter.name = side < 0 ? "left" : "right";
        emitter.region = std::make_shared<TriangleMesh>(makeBox({edge, edge, edge}, {side * distance * edge, 0, 0}));
        scene.emitters.push_back(emitter);
    }
    const std::unique_ptr<State> state = scene.solver->start(scene, [](const LogMessage&) {});
    double best = 1e300;
    for (int step = 0; step < stepsToSettle + stepsMeasured; ++step) {
        const auto start = std::chrono::steady_clock::now();
        scene.solver->step(scene, *state, 5e-4, {});
        best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    return best;
}

/// The cost of distance.
BenchResult measureDistance(std::int64_t particles)
{
    constexpr double far = 100, near = 1;
    BenchResult result;
    result.name = "mpm-snow two blocks";
    result.particles = particles;
    result.threads = threadCount();
    const double together = secondsOfTwoBlocks(particles, near), apart = secondsOfTwoBlocks(particles, far);
    result.stages = {{"side by side", together}, {"a hundred lengths apart", apart}};
    result.figures = {{"apartOverTogether", apart / together}};
    return result;
}

} // namespace

std::vector<BenchResult> benchMpmSnow(const BenchOptions& options)
{
    const ThreadScope threads(options.threads);
    const FlushToZeroScope flush;
    const std::int64_t particles = options.particles > 0 ? options.particles : 100000;
    std::vector<BenchResult> results;
    for (const Variant& variant : variants)
        results.push_back(measure(variant, particles));
    results.push_back(measureDistance(particles));
    return results;
}

} // namespace sastrugi
