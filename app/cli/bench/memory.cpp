// How fast this machine reads and copies memory, and how fast it calculates.
#include "app/cli/bench/Bench.h"
#include "app/cli/bench/Machine.h"
#include "engine/core/Parallel.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace sastrugi
{

namespace
{

constexpr std::size_t wordsOfArray = std::size_t{1} << 25; // 256 MiB: no cache holds it
constexpr std::size_t piece = std::size_t{1} << 16;

/// Eight independent sums, so that loads and not additions are waited for.
std::uint64_t readPiece(const std::uint64_t* data)
{
    std::uint64_t sums[8] = {};
    for (std::size_t i = 0; i < piece; i += 8)
        for (std::size_t lane = 0; lane < 8; ++lane)
            sums[lane] += data[i + lane];
    std::uint64_t sum = 0;
    for (const std::uint64_t lane : sums)
        sum += lane;
    return sum;
}

BenchResult measure(const std::vector<std::uint64_t>& data, int threads)
{
    const ThreadScope scope(threads);
    std::vector<std::uint64_t> sums(wordsOfArray / piece);
    double best = 1e300;
    for (int repeat = 0; repeat < 7; ++repeat) {
        const auto start = std::chrono::steady_clock::now();
        parallelForEach(sums.size(), [&](std::size_t i) { sums[i] = readPiece(data.data() + i * piece); });
        best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    BenchResult result;
    result.name = "memory";
    result.threads = threads;
    result.stages = {{"read", best}};
    result.figures = {{"gigabytesPerSecond", static_cast<double>(wordsOfArray * sizeof(std::uint64_t)) / best * 1e-9},
                      {"copiedGigabytesPerSecond", 1e-9 * measuredBandwidth(threads)},
                      {"gigaflopsPerSecond", 1e-9 * measuredPeak(threads)},
                      {"widestGigaflopsPerSecond", 1e-9 * measuredPeak(threads, 16)}};
    return result;
}

} // namespace

std::vector<BenchResult> benchMemory(const BenchOptions& options)
{
    const ThreadScope scope(options.threads);
    const int all = threadCount();
    const std::vector<std::uint64_t> data(wordsOfArray, 1);
    std::vector<BenchResult> results = {measure(data, 1)};
    if (all > 1)
        results.push_back(measure(data, all));
    return results;
}

} // namespace sastrugi
