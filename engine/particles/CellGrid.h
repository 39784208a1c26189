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

/// Sorts keys of 32 or 64 bits stably; `order` receives the old index of each. Parallel radix sort.
template <class Key>
class KeySort
{
public:
    /// `keys` is sorted in place; largestKey bounds the number of passes.
    void sort(AlignedVector<Key>& keys, AlignedVector<std::uint32_t>& order, std::uint64_t largestKey);
    /// Bytes in use.
    std::size_t memory() const { return m_keys.capacity() * sizeof(Key) + m_order.capacity() * sizeof m_order[0]; }

private:
    AlignedVector<Key> m_keys;
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

    /// The points in their order, with eight dummies behind them: for NeighbourLists, where nobody else has them
    /// sorted.
    AlignedVector<Float4> sorted(std::span<const Float4> points) const;

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

    /// A key orders cells in rows along x, the rows in bundles of bundleSize x bundleSize, and the bundles by z, then
    /// y. A sweep over the pairs passes along rows, as memory likes it, and finds the rows around them in the cache,
    /// where layer by layer it would not.
    static constexpr int bundleSize = 4;
    static std::uint64_t cellKey(int x, int y, int z)
    {
        static_assert(bundleSize == 4, "the shifts divide by it");
        const auto u = [](int i) { return static_cast<std::uint64_t>(i + bias); };
        return (u(z) >> 2) << 44 | (u(y) >> 2) << 25 | (u(z) & 3) << 23 | (u(y) & 3) << 21 | u(x);
    }
    static std::array<int, 3> cellOfKey(std::uint64_t key)
    {
        constexpr std::uint64_t mask = (1 << 19) - 1, rowMask = (1 << 21) - 1;
        const auto cell = [](std::uint64_t bundle, std::uint64_t inside) {
            return static_cast<int>((bundle & mask) << 2 | (inside & 3)) - bias;
        };
        return {static_cast<int>(key & rowMask) - bias, cell(key >> 25, key >> 21), cell(key >> 44, key >> 23)};
    }
    /// The same for all cells of a row.
    static std::uint64_t rowStart(std::uint64_t key) { return key >> 21 << 21; }

private:
    static constexpr int bias = 1 << 20;

    /// How cells are numbered without gaps in the box of all points: few bits, few passes of the sort.
    struct Numbering {
        std::array<int, 3> first{};          // cell of the first bundle
        std::array<std::uint64_t, 3> size{}; // in cells along x, in bundles along y and z

        std::uint64_t last() const;
        std::uint64_t numberOf(const std::array<double, 3>& cell) const;
        std::uint64_t keyOf(std::uint64_t number) const;
    };
    /// The points' keys while they are sorted; in 32 bits wherever they fit.
    template <class Key>
    struct SortedKeys {
        AlignedVector<Key> keys;
        KeySort<Key> sort;
    };

    std::array<double, 3> cellOf(const Float4& point) const;
    Numbering numberingOf(std::span<const Float4> points) const;
    template <class Key>
    void sortPoints(std::span<const Float4> points, const Numbering& numbering, SortedKeys<Key>& sorted);

    float m_radius;
    Period m_period;
    std::array<int, 2> m_periodCells{};
    std::array<double, 3> m_inverseCell{};
    std::array<double, 3> m_origin{};

    SortedKeys<std::uint32_t> m_short;
    SortedKeys<std::uint64_t> m_long;
    AlignedVector<std::uint32_t> m_order;
    std::vector<std::uint64_t> m_cellKeys;
    std::vector<std::uint32_t> m_cellStarts;
};

} // namespace sastrugi
