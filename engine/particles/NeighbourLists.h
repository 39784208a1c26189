// Compact neighbour lists, laid out for wide loops.
//
// Query points are taken in groups of eight consecutive ones, one per lane. A group's list is a number of rows of
// eight indices: row k holds the k-th neighbour of each of the eight. Shorter lists are filled up with the index of a
// dummy, targets.count(), which must exist in the target arrays and contribute nothing. Groups are stored per block
// of blockSize points, so that building is parallel and nothing is limited to 2^32 pairs.
#pragma once

#include "engine/core/Aligned.h"
#include "engine/core/Parallel.h"
#include "engine/particles/CellGrid.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace sastrugi
{

/// Room for `size` elements, and for little more: for arrays as long as lists, which change their length a little with
/// each step. What was in the array is lost.
template <class T>
void fit(AlignedVector<T>& array, std::size_t size)
{
    if (array.size() >= size && array.size() <= size + size / 16)
        return;
    AlignedVector<T>().swap(array); // before there is another
    array.resize(size + size / 64);
}

/// Points in the order of a grid; w is free. At least eight more can be read behind the last.
struct SortedPoints {
    const CellGrid& grid;
    const Float4* points;
};

class NeighbourLists
{
public:
    static constexpr std::size_t groupSize = 8;
    static constexpr std::size_t groupsPerBlock = blockSize / groupSize;

    struct Block {
        AlignedVector<std::uint32_t> indices;
        /// Group g of the block has rows [groupStart[g], groupStart[g + 1]).
        std::array<std::uint32_t, groupsPerBlock + 1> groupStart{};
        std::size_t pairs = 0; // without the padding
    };

    /// Lists, for each sorted point of `queries`, the sorted points of `targets` that are nearer than the radius,
    /// by cell and in each cell in order. Where both are the same grid, a point is not its own neighbour; coincident
    /// points are neighbours. Both grids must have the same radius and period.
    void build(const SortedPoints& queries, const SortedPoints& targets);

    std::size_t queryCount() const { return m_queryCount; }
    const std::vector<Block>& blocks() const { return m_blocks; }
    const Block& block(std::size_t index) const { return m_blocks[index]; }

    std::size_t pairCount() const;
    /// Indices stored, with the padding.
    std::size_t storedCount() const;

    /// Bytes in use.
    std::size_t memory() const;

    /// The neighbours of one point, for tests and other rare uses.
    std::vector<std::uint32_t> neighbours(std::size_t query) const;

private:
    std::size_t m_queryCount = 0;
    std::uint32_t m_dummy = 0;
    std::vector<Block> m_blocks;
};

} // namespace sastrugi
