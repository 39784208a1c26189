// The table of contents: one line per benchmark.
#include "app/cli/bench/Bench.h"

namespace sastrugi
{

std::vector<BenchResult> benchMemory(const BenchOptions& options);

const std::vector<Benchmark>& allBenchmarks()
{
    static const std::vector<Benchmark> benchmarks = {
        {"memory", "How fast this machine reads memory, for one thread and for all: what rooflines are drawn with.",
         benchMemory},
    };
    return benchmarks;
}

} // namespace sastrugi
