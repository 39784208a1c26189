// What the benchmarks of snow share: the scene, and how stages are compared with the machine.
#pragma once

#include "app/cli/bench/Bench.h"
#include "engine/simulation/Scene.h"

#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sastrugi
{

class State;

/// A block of snow on the ground, twice as wide as high, like a bed of snow; `spacing` of the particles in metres.
Scene restingBlock(std::int64_t particles, double spacing, std::shared_ptr<const Solver> solver);

/// Steps of a scene as long as its solver allows; seconds are those of one step.
struct MeasuredSteps {
    double seconds = 0, timeStep = 0;                   // the latter in the scene, mean
    std::vector<std::pair<std::string, double>> stages; // names and seconds
    std::map<std::string, double> figures;              // means of what the steps reported
};

/// Takes that many steps.
MeasuredSteps measureSteps(const Scene& scene, State& state, int count);
/// From the start: `settling` steps, and `measured` more that count.
MeasuredSteps measureSteps(const Scene& scene, int settling, int measured);

/// The rest is the caller's: iterations and figures of the method.
BenchResult resultOf(const MeasuredSteps& steps, std::string_view name);

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
