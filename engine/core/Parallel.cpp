#include "engine/core/Parallel.h"

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
    } else {
        const auto last = static_cast<std::ptrdiff_t>(count);
#pragma omp parallel
        {
            const FlushToZeroScope flush;
#pragma omp for schedule(dynamic, 1)
            for (std::ptrdiff_t index = 0; index < last; ++index)
                guarded(static_cast<std::size_t>(index));
        }
    }
    if (failure)
        std::rethrow_exception(failure);
}

} // namespace sastrugi
