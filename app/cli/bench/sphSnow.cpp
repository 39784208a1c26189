// The SPH snow step: a block that rests on the ground.
#include "app/cli/bench/SnowBlock.h"
#include "engine/core/Parallel.h"
#include "engine/sph/SphSolver.h"

namespace sastrugi
{

namespace
{

constexpr double spacing = 0.02;
constexpr int stepsToSettle = 10, stepsMeasured = 20;

/// By stage, with the counts of section 7.3 of the method's description: an index and a kernel gradient stream through
/// memory for each pair of a sweep, what is gathered comes from the cache; then the arrays of the particles, where what
/// is written is read first.
std::vector<StageWork> workOf(double particles, double pairs, double pressureIterations, double shearProducts)
{
    constexpr double list = 8, vector = 12, matrix = 24, packed = 16, number = 4;
    const auto sweep = [&](double flopsPerPair, double flops, double bytes) {
        return StageWork{{}, pairs * list + particles * bytes, pairs * flopsPerPair + particles * flops};
    };
    const auto sum = [](std::string_view stage, std::initializer_list<std::pair<double, StageWork>> parts) {
        StageWork work{stage};
        for (const auto& [times, part] : parts) {
            work.bytes += times * part.bytes;
            work.flops += times * part.flops;
        }
        return work;
    };
    const StageWork acceleration = sweep(10, 10, 2 * packed + 2 * vector + 2 * number);
    const StageWork divergence = sweep(12, 15, 3 * packed + 2 * vector + 6 * number);
    const StageWork gradient = sweep(24, 250, 2 * packed + 2 * matrix + vector + 3 * number + 6 * packed);
    const StageWork stressDivergence = sweep(25, 40, 4 * packed + matrix + 6 * vector + 3 * number);
    // Directions, residuals and the solution of an iteration, which are two products.
    const StageWork vectors{{}, particles * 11 * vector, particles * 30};
    return {
        sum("density", {{1, sweep(20, 10, packed + 3 * number)}, {1, {{}, pairs * 4, 0}}}),
        sum("correction", {{1, sweep(35, 200, 2 * packed + 2 * matrix + 3 * vector + 8 * number)}}),
        sum("pressure", {{pressureIterations + 1, acceleration}, {pressureIterations, divergence}}),
        sum("shear", {{shearProducts + 1, gradient}, {shearProducts + 1, stressDivergence}, {shearProducts, vectors}}),
        sum("deformation", {{1, sweep(24, 900, 2 * packed + 3 * matrix + vector + 4 * number)}})};
}

} // namespace

std::vector<BenchResult> benchSphSnow(const BenchOptions& options)
{
    const ThreadScope threads(options.threads);
    const FlushToZeroScope flush;
    SphParameters parameters;
    parameters.spacing = spacing;
    const Scene scene =
        restingBlock(options.particles > 0 ? options.particles : 100000, spacing, makeSphSolver(parameters));
    const MeasuredSteps steps = measureSteps(scene, stepsToSettle, stepsMeasured);
    const std::map<std::string, double>& means = steps.figures;
    const double particles = means.at("particles");
    BenchResult result = resultOf(steps, "sph-snow");
    double pairSeconds = 0; // of the stages that are sweeps over the pairs
    for (const auto& [stage, seconds] : steps.stages)
        for (const std::string_view name : {"density", "correction", "pressure", "shear", "deformation"})
            pairSeconds += stage == name ? seconds : 0;
    result.iterations = means.at("pressureIterations") + means.at("shearIterations");
    result.nanosecondsPerPair = 1e9 * pairSeconds * threadCount() / (means.at("pairs") * means.at("pairSweeps"));
    result.figures = {
        {"neighbours", means.at("pairs") / particles},
        {"pressureIterations", means.at("pressureIterations")},
        {"shearIterations", means.at("shearIterations")},
        {"pairSweeps", means.at("pairSweeps")},
        {"bytesPerParticleAt30Neighbours",
         (means.at("bytes") + means.at("pairBytes") * (30 * particles / means.at("pairs") - 1)) / particles}};
    addRooflines(result,
                 workOf(particles, means.at("pairs"), means.at("pressureIterations"), means.at("shearProducts")));
    return {result};
}

} // namespace sastrugi
