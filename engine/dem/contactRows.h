// How the lists of contacts lie in memory: rows of eight, one lane for each grain of a group.
#pragma once

#include "engine/particles/NeighbourLists.h"

namespace sastrugi
{

constexpr std::size_t lanesOfRow = NeighbourLists::groupSize;

/// Where the x of a displacement is: y and z are a row of eight behind.
inline std::size_t slotOfShear(std::size_t row, std::size_t lane) { return 3 * lanesOfRow * row + lane; }

/// Calls visit(row, index) for each neighbour in the lists of one grain of a block.
template <class Visit>
void forEachNeighbour(const NeighbourLists::Block& block, std::size_t local, std::uint32_t dummy, Visit&& visit)
{
    const std::size_t group = local / lanesOfRow, lane = local % lanesOfRow;
    for (std::size_t row = block.groupStart[group]; row < block.groupStart[group + 1]; ++row)
        if (const std::uint32_t index = block.indices[row * lanesOfRow + lane]; index != dummy)
            visit(row, index);
}

} // namespace sastrugi
