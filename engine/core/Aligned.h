// Memory for kernels: arrays aligned to cache lines, and the packed quadruple that they gather.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace sastrugi
{

template <class T>
struct AlignedAllocator {
    using value_type = T;
    static constexpr std::align_val_t alignment{64};

    AlignedAllocator() = default;
    template <class U>
    AlignedAllocator(const AlignedAllocator<U>&)
    {
    }

    T* allocate(std::size_t count) { return static_cast<T*>(::operator new(count * sizeof(T), alignment)); }
    void deallocate(T* memory, std::size_t) { ::operator delete(memory, alignment); }
    bool operator==(const AlignedAllocator&) const = default;
};

template <class T>
using AlignedVector = std::vector<T, AlignedAllocator<T>>;

/// Four floats that are loaded at once; what the fourth holds, if anything, the array says.
struct alignas(16) Float4 {
    float x = 0, y = 0, z = 0, w = 0;
};

} // namespace sastrugi
