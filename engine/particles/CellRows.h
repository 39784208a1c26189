// The points of a box of cells, as ranges of sorted points: one for each row along x, in the order of z, then y.
#pragma once

#include "engine/particles/CellGrid.h"
#include "engine/particles/NeighbourKernels.h"

#include <array>
#include <vector>

namespace sastrugi
{

/// Inclusive.
struct CellBox3 {
    std::array<int, 3> low, high;
    bool operator==(const CellBox3&) const = default;
};

class CellRows
{
public:
    /// The grid must be open, and outlive this.
    explicit CellRows(const CellGrid& grid) : m_grid(grid), m_keys(grid.cellKeys()) {}

    /// Valid until the next call. Quick where boxes move forward along x.
    const std::vector<CandidateRange>& in(const CellBox3& box);

    /// The cell of a coordinate.
    int cellOf(double coordinate, int axis) const;

private:
    std::size_t forward(std::size_t place, std::uint64_t key) const;

    const CellGrid& m_grid;
    std::span<const std::uint64_t> m_keys;
    CellBox3 m_last = {};
    std::vector<std::size_t> m_places; // of the rows of the last box
    std::vector<CandidateRange> m_ranges;
};

} // namespace sastrugi
