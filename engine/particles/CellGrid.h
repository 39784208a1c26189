// Points sorted by the cells of an unbounded, sparse grid, as a basis for neighbour searches.
//
// Only occupied cells are stored, so memory depends on the points and not on the size of the domain. Cells are
// numbered from the origin of coordinates, and are the same for every set of points with the same radius and period:
// a grid of particles can be searched for the neighbours of another.
#pragma once

#include "engine/core/Aligned.h"
#include "engine/core/Parallel.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace sastrugi
{

/// A domain that repeats along x and y; a size of 0 leaves an axis open. Metres. A periodic size must be at least
/// twice the search radius.
struct Period {
    float originX = 0, originY = 0;
    float sizeX = 0, sizeY = 0;

    bool isOpen() const { return sizeX == 0 && sizeY == 0; }
};

/// Sorts 64-bit keys stably; `order` receives the old index of each. Parallel radix sort.
class KeySort
{
public:
    /// `keys` is sorted in place; largestKey bounds the number of passes.
    void sort(AlignedVector<std::uint64_t>& keys, AlignedVector<std::uint32_t>& order, std::uint64_t largestKey);
    /// Bytes in use.
    std::size_t memory() const { return m_keys.capacity() * 8 + m_order.capacity() * 4; }

private:
    AlignedVector<std::uint64_t> m_keys;
    AlignedVector<std::uint32_t> m_order;
    std::vector<std::uint32_t> m_offsets;
};

class CellGrid
{
public:
    /// Cells are a hair larger than `radius`, which neighbours must be nearer than.
    explicit CellGrid(float radius, const Period& period = {});

    /// Sorts the points (x, y, z of each quadruple) by cell, then by their order in `points`. Positions in a periodic
    /// axis must be inside the period. At most 2^32 - 64 points.
    /// Throws Error(Diverged) that names the point when one is not finite or more than 2^20 cells from the origin.
    void build(std::span<const Float4> points);

    std::size_t count() const { return m_order.size(); }
    float radius() const { return m_radius; }
    const Period& period() const { return m_period; }

    /// Index in `points` of the i-th sorted point.
    std::span<const std::uint32_t> order() const { return m_order; }

    /// Coordinates of the sorted points; readable up to eight beyond the last.
    const float* x() const { return m_x.data(); }
    const float* y() const { return m_y.data(); }
    const float* z() const { return m_z.data(); }

    /// Occupied cells in the order of their keys; cell c holds the sorted points [cellStart(c), cellStart(c + 1)).
    std::size_t cellCount() const { return m_cellKeys.size(); }
    std::span<const std::uint64_t> cellKeys() const { return m_cellKeys; }
    std::uint32_t cellStart(std::size_t cell) const { return m_cellStarts[cell]; }

    /// Bytes in use.
    std::size_t memory() const;

    /// Number of cells along a periodic axis; 0 along an open one.
    int periodCells(int axis) const { return m_periodCells[static_cast<std::size_t>(axis)]; }

    /// Size of a cell along an axis, and where cell 0 begins; metres.
    double cellEdge(int axis) const { return 1 / m_inverseCell[static_cast<std::size_t>(axis)]; }
    double cellOrigin(int axis) const { return m_origin[static_cast<std::size_t>(axis)]; }

    /// A key orders cells by z, then y, then x.
    static std::uint64_t cellKey(int x, int y, int z)
    {
        constexpr int bias = 1 << 20;
        return static_cast<std::uint64_t>(z + bias) << 42 | static_cast<std::uint64_t>(y + bias) << 21 |
               static_cast<std::uint64_t>(x + bias);
    }
    static std::array<int, 3> cellOfKey(std::uint64_t key)
    {
        constexpr std::uint64_t mask = (1 << 21) - 1;
        constexpr int bias = 1 << 20;
        return {static_cast<int>(key & mask) - bias, static_cast<int>(key >> 21 & mask) - bias,
                static_cast<int>(key >> 42) - bias};
    }

private:
    void computeKeys(std::span<const Float4> points);
    void findCells();

    float m_radius;
    Period m_period;
    std::array<int, 2> m_periodCells{};
    std::array<double, 3> m_inverseCell{};
    std::array<double, 3> m_origin{};

    KeySort m_sort;
    AlignedVector<std::uint64_t> m_keys;
    AlignedVector<std::uint32_t> m_order;
    AlignedVector<float> m_x, m_y, m_z;
    std::vector<std::uint64_t> m_cellKeys;
    std::vector<std::uint32_t> m_cellStarts;
};

} // namespace sastrugi
