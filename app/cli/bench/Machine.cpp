#include "app/cli/bench/Machine.h"

#include "engine/core/Parallel.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <vector>

// Built for each instruction set, chosen when the program starts.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define SASTRUGI_FASTEST                                                                                               \
    [[gnu::optimize("O3", "fp-contract=fast"), gnu::target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")]]
#else
#define SASTRUGI_FASTEST
#endif

namespace sastrugi
{

namespace
{

constexpr int repeats = 7; // the best of them counts: others may use the machine too

template <class Work>
double bestSeconds(Work&& work)
{
    double best = 1e300;
    for (int repeat = 0; repeat < repeats; ++repeat) {
        const auto start = std::chrono::steady_clock::now();
        work();
        best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    return best;
}

constexpr int chains = 10; // independent sums: enough to hide how long a multiply-add takes
constexpr int rounds = 1 << 20;

typedef float Lanes8 __attribute__((vector_size(32)));
typedef float Lanes16 __attribute__((vector_size(64)));

template <class Lanes>
[[gnu::always_inline]] inline float multiplyAndAdd(float start)
{
    Lanes sums[chains];
    for (int k = 0; k < chains; ++k)
        sums[k] = Lanes{} + start * static_cast<float>(k);
    const Lanes factor = Lanes{} + 0.999f * start, summand = Lanes{} + start;
    for (int round = 0; round < rounds; ++round)
        for (Lanes& sum : sums)
            sum = sum * factor + summand;
    for (int k = 1; k < chains; ++k)
        sums[0] += sums[k];
    return sums[0][0];
}

SASTRUGI_FASTEST float multiplyAndAdd8(float start) { return multiplyAndAdd<Lanes8>(start); }
SASTRUGI_FASTEST float multiplyAndAdd16(float start) { return multiplyAndAdd<Lanes16>(start); }

} // namespace

double measuredBandwidth(int threads)
{
    constexpr std::size_t bytes = std::size_t{1} << 28, piece = std::size_t{1} << 20;
    const ThreadScope scope(threads);
    const std::vector<char> from(bytes, 1);
    std::vector<char> to(bytes);
    const double seconds = bestSeconds([&] {
        parallelForEach(bytes / piece, [&](std::size_t i) { std::memcpy(&to[i * piece], &from[i * piece], piece); });
    });
    return 2 * static_cast<double>(bytes) / seconds;
}

double measuredPeak(int threads, int lanes)
{
    const ThreadScope scope(threads);
    const auto tasks = static_cast<std::size_t>(threadCount());
    std::vector<float> sums(tasks, 1);
    const double seconds = bestSeconds([&] {
        parallelForEach(tasks,
                        [&](std::size_t i) { sums[i] = lanes == 16 ? multiplyAndAdd16(1) : multiplyAndAdd8(1); });
    });
    volatile float kept = sums[0]; // so that the work is done
    static_cast<void>(kept);
    return 2.0 * lanes * chains * rounds * static_cast<double>(tasks) / seconds;
}

} // namespace sastrugi
