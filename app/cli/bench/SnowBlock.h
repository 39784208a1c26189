// What the benchmarks of snow share: the scene, and how stages are compared with the machine.
#pragma once

#include "app/cli/bench/Bench.h"
#include "engine/simulation/Scene.h"

#include <memory>
#include <span>
#include <string_view>

namespace sastrugi
{

/// A block of snow on the ground, twice as wide as high, like a bed of snow; `spacing` of the particles in metres.
Scene restingBlock(std::int64_t particles, double spacing, std::shared_ptr<const Solver> solver);

/// What a stage must do at least: bytes that go through memory when no cache holds them from stage to stage, and
/// floating-point operations.
struct StageWork {
    std::string_view stage;
    double bytes = 0, flops = 0;
};

/// Adds the machine's bandwidth and peak to the figures, and for each stage its time over its roofline: over the larger
/// of bytes over bandwidth and operations over peak.
void addRooflines(BenchResult& result, std::span<const StageWork> work);

} // namespace sastrugi
