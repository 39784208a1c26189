#include "app/cli/bench/SnowBlock.h"

#include "app/cli/bench/Machine.h"
#include "engine/geometry/Primitives.h"

#include <algorithm>
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
