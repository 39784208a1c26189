// Parallel loops whose results do not depend on the number of threads.
//
// Work is cut into blocks of a fixed size, whatever the number of threads; sums are taken within a block and
// then over the blocks in order. This is the only place with OpenMP in it.
#pragma once

#include <cstddef>
#include <exception>
#include <memory>
#include <utility>
#include <vector>

namespace sastrugi
{

/// [begin, end)
struct Range {
    std::size_t begin = 0, end = 0;
    std::size_t size() const { return end - begin; }
};

/// Elements per block: small enough to share 10,000 particles between many cores, a multiple of the lanes.
constexpr std::size_t blockSize = 512;

constexpr std::size_t blockCount(std::size_t count) { return (count + blockSize - 1) / blockSize; }

constexpr Range blockRange(std::size_t block, std::size_t count)
{
    const std::size_t begin = block * blockSize;
    return {begin, begin + blockSize < count ? begin + blockSize : count};
}

/// The number of threads that loops started by this thread use.
int threadCount();

/// Bounds the number of threads of loops started by the calling thread, for its lifetime. 0 means all cores.
class ThreadScope
{
public:
    explicit ThreadScope(int threads);
    ~ThreadScope();
    ThreadScope(const ThreadScope&) = delete;
    ThreadScope& operator=(const ThreadScope&) = delete;

private:
    int m_previous;
};

/// Denormal numbers count as zero in the calling thread, for its lifetime. Every parallel loop does the same in its
/// workers, so that a sum does not depend on who computes it.
class FlushToZeroScope
{
public:
    FlushToZeroScope();
    ~FlushToZeroScope();
    FlushToZeroScope(const FlushToZeroScope&) = delete;
    FlushToZeroScope& operator=(const FlushToZeroScope&) = delete;

private:
    unsigned m_previous;
};

namespace detail
{
/// Calls work(context, index) for 0 <= index < count; rethrows the exception of the smallest index.
void runParallel(std::size_t count, void (*work)(void* context, std::size_t index), void* context);
} // namespace detail

/// Calls body(index) for each index, one task each: for few, large pieces of work.
template <class Body>
void parallelForEach(std::size_t count, Body&& body)
{
    using Plain = std::remove_reference_t<Body>;
    detail::runParallel(
        count, [](void* context, std::size_t index) { (*static_cast<Plain*>(context))(index); },
        const_cast<void*>(static_cast<const void*>(std::addressof(body))));
}

/// Calls body(block, range) for each block of `count` elements.
template <class Body>
void parallelForBlocks(std::size_t count, Body&& body)
{
    parallelForEach(blockCount(count), [&](std::size_t block) { body(block, blockRange(block, count)); });
}

/// Calls body(index) for each element.
template <class Body>
void parallelFor(std::size_t count, Body&& body)
{
    parallelForBlocks(count, [&](std::size_t, Range range) {
        for (std::size_t i = range.begin; i < range.end; ++i)
            body(i);
    });
}

/// The sum of body(block, range) over the blocks, added in their order. T needs += and a default of zero.
template <class T, class Body>
T parallelSum(std::size_t count, Body&& body)
{
    std::vector<T> partial(blockCount(count));
    parallelForBlocks(count, [&](std::size_t block, Range range) { partial[block] = body(block, range); });
    T sum{};
    for (const T& part : partial)
        sum += part;
    return sum;
}

} // namespace sastrugi
