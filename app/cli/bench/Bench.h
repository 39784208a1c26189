// What a benchmark is and what it gives. Benchmarks are programs, not tests: they measure, and judge nothing.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace sastrugi
{

struct BenchOptions {
    std::int64_t particles = 0; // 0: what the benchmark likes
    int threads = 0;            // 0: all cores
    std::string meshes;         // folder for the surfaces that are made; empty: they are not kept
};

/// The keys of the JSON are these names. What a benchmark does not measure stays negative and is left out.
struct BenchResult {
    std::string name; // "neighbours", or with what was varied: "neighbours nanoflann"
    std::int64_t particles = -1;
    int threads = 1;
    std::vector<std::pair<std::string, double>> stages; // name, seconds
    double iterations = -1;
    double particleStepsPerSecond = -1;
    double microsecondsPerParticleStep = -1;
    double nanosecondsPerPair = -1;
    double bytesPerParticle = -1;
    double ratio = -1;                                   // to a reference library in the same run; above 1 is faster
    std::vector<std::pair<std::string, double>> figures; // more, by key
};

struct Benchmark {
    std::string name;
    std::string doc; // a sentence
    std::vector<BenchResult> (*run)(const BenchOptions& options);
};

/// In the order in which they are listed and run.
const std::vector<Benchmark>& allBenchmarks();

} // namespace sastrugi
