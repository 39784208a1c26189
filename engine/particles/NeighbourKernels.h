// The inner loops of the neighbour search, built per instruction set.
#pragma once

#include "engine/core/Aligned.h"

#include <cstddef>
#include <cstdint>

namespace sastrugi
{

/// Sorted points [begin, end) of the targets, moved by whole periods.
struct CandidateRange {
    std::uint32_t begin = 0, end = 0;
    float shiftX = 0, shiftY = 0;
};

/// Points that may be neighbours; arrays with room for eight more.
struct Candidates {
    float* x = nullptr;
    float* y = nullptr;
    float* z = nullptr;
    std::uint32_t* index = nullptr;
    std::size_t count = 0;
};

struct NeighbourKernels {
    /// Collects the targets in `ranges` that are nearer than the radius to the bounds of queries [begin, end).
    void (*collect)(const Float4* targets, const CandidateRange* ranges, std::size_t rangeCount, const Float4* queries,
                    std::size_t begin, std::size_t end, float radius, Candidates& out);
    /// Writes the indices of the candidates nearer than the radius to a query point; returns their number. `out` needs
    /// room for candidates.count + 8.
    std::size_t (*select)(const Candidates& candidates, float x, float y, float z, float radius, std::uint32_t* out);
    /// Lays out eight lists as `rows` rows of eight; the tails of shorter lists become `dummy`. Lists need to be
    /// readable up to the next multiple of eight of `rows`, and `out` writable.
    void (*interleave)(const std::uint32_t* const lists[8], const std::uint32_t counts[8], std::size_t rows,
                       std::uint32_t dummy, std::uint32_t* out);
};

namespace portable
{
const NeighbourKernels& neighbourKernels();
}
namespace avx2
{
const NeighbourKernels& neighbourKernels();
}
namespace avx512
{
const NeighbourKernels& neighbourKernels();
}

} // namespace sastrugi
