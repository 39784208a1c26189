#include "engine/core/Parallel.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <mutex>

#include <omp.h>

#if defined(__SSE__)
#include <xmmintrin.h>
#endif

namespace sastrugi
{

namespace
{

#if defined(__SSE__)
constexpr unsigned flushDenormals = 0x8040; // flush to zero, denormals are zero
unsigned floatingPointState() { return _mm_getcsr(); }
void setFloatingPointState(unsigned state) { _mm_setcsr(state); }
#else
constexpr unsigned flushDenormals = 0;
unsigned floatingPointState() { return 0; }
void setFloatingPointState(unsigned) {}
#endif

/// What is left of a thread's stretch of the indices.
struct alignas(64) Stretch {
    std::atomic<std::size_t> next = 0;
    std::size_t end = 0;
};

/// Calls work(index) for each index. A thread has the same stretch in every loop of the same length: what it wrote in
/// one is in its cache when it reads it in the next. Who has done its stretch helps with the others.
template <class Work>
void share(std::size_t count, std::size_t threads, const Work& work)
{
    std::vector<Stretch> stretches(threads);
    for (std::size_t t = 0; t < threads; ++t) {
        stretches[t].next = count * t / threads;
        stretches[t].end = count * (t + 1) / threads;
    }
#pragma omp parallel num_threads(static_cast <int>(threads))
    {
        const FlushToZeroScope flush;
        const auto self = static_cast<std::size_t>(omp_get_thread_num());
        for (std::size_t k = 0; k < threads; ++k) {
            Stretch& stretch = stretches[(self + k) % threads];
            for (std::size_t index; (index = stretch.next.fetch_add(1, std::memory_order_relaxed)) < stretch.end;)
                work(index);
        }
    }
}

} // namespace

int threadCount() { return omp_get_max_threads(); }

ThreadScope::ThreadScope(int threads) : m_previous(omp_get_max_threads())
{
    omp_set_num_threads(threads > 0 ? threads : omp_get_num_procs());
}

ThreadScope::~ThreadScope() { omp_set_num_threads(m_previous); }

FlushToZeroScope::FlushToZeroScope() : m_previous(floatingPointState())
{
    setFloatingPointState(m_previous | flushDenormals);
}

FlushToZeroScope::~FlushToZeroScope() { setFloatingPointState(m_previous); }

void detail::runParallel(std::size_t count, void (*work)(void* context, std::size_t index), void* context)
{
    std::exception_ptr failure;
    std::size_t failedIndex = std::numeric_limits<std::size_t>::max();
    std::mutex failureLock;
    const auto guarded = [&](std::size_t index) {
        try {
            work(context, index);
        } catch (...) {
            const std::lock_guard lock(failureLock);
            if (index < failedIndex) {
                failedIndex = index;
                failure = std::current_exception();
            }
        }
    };

    if (count < 2 || threadCount() == 1 || omp_in_parallel()) {
        const FlushToZeroScope flush;
        for (std::size_t index = 0; index < count; ++index)
            guarded(index);
    } else
        share(count, std::min(count, static_cast<std::size_t>(threadCount())), guarded);
    if (failure)
        std::rethrow_exception(failure);
}

} // namespace sastrugi
