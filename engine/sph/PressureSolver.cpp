#include "engine/sph/PressureSolver.h"

#include <algorithm>
#include <limits>

namespace sastrugi
{

namespace
{

void copyPressure(const SphStep& step, const float* from, float* to)
{
    parallelForBlocks(step.arrays().count, [&](std::size_t, Range range) {
        std::copy(from + range.begin, from + range.end, to + range.begin);
    });
}

} // namespace

PressureResult solvePressure(const SphStep& step, const SphParameters& parameters, std::stop_token stop)
{
    const SphKernels& kernels = step.kernels();
    const SnowArrays& snow = step.arrays();
    PressureResult result;
    float relaxation = static_cast<float>(parameters.jacobiRelaxation);
    double bestError = std::numeric_limits<double>::infinity(), lastError = bestError;
    int growths = 0;
    if (!step.constants().solvesPressure) {
        step.run(kernels.pressureVelocity);
        result.converged = true;
        return result;
    }
    step.run(kernels.weightPressure);
    while (result.iterations < parameters.pressureIterations && !stop.stop_requested()) {
        step.run(kernels.pressureAcceleration);
        const PressureSums sums = step.sum(kernels.pressureUpdate, relaxation);
        ++result.iterations;
        result.error = sums.count > 0 ? sums.error / sums.count : 0;
        result.converged = result.error <= parameters.pressureTolerance;
        if (result.iterations >= 2 && result.converged)
            break;
        if (result.error < bestError) {
            bestError = result.error;
            copyPressure(step, snow.pressure, snow.bestPressure);
        }
        // Relaxation by one half is not safe for every packing: go on from the best with less.
        growths = result.error > lastError ? growths + 1 : 0;
        lastError = result.error;
        if (growths == 2 && relaxation > 0.1f) {
            copyPressure(step, snow.bestPressure, snow.pressure);
            step.run(kernels.weightPressure);
            relaxation = std::max(0.1f, 0.7f * relaxation);
            growths = 0;
            ++result.guarded;
        }
    }
    step.run(kernels.pressureVelocity);
    return result;
}

} // namespace sastrugi
