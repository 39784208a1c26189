// The grid: blocks of 4 x 4 x 4 nodes where particles are, and nowhere else.
//
// A particle belongs to the block of its base node, the first that its kernel reaches; it touches that block and the
// seven that follow it. Blocks of the grid are sorted by their coordinates, x first.
//
// With a window, blocks outside freeze once their particles are at rest: they stand still, and the nodes they touch
// with them, which bears the snow beside them (4.13 of the specification, where they freeze at once; in the air, too).
#pragma once

#include "engine/core/Parallel.h"
#include "engine/mpm/MpmKernels.h"
#include "engine/mpm/MpmParticles.h"
#include "engine/particles/CellGrid.h"

#include <array>
#include <optional>
#include <span>
#include <vector>

namespace sastrugi
{

/// Coordinates of a block, in blocks from the origin.
using BlockIndex = std::array<std::int32_t, 3>;

/// Blocks in which snow is simulated, both included; that of others freezes when all of a block is that slow, m/s.
struct BlockWindow {
    BlockIndex first, last;
    float restSpeed;

    bool holds(const BlockIndex& block) const
    {
        for (std::size_t axis = 0; axis < 3; ++axis)
            if (block[axis] < first[axis] || block[axis] > last[axis])
                return false;
        return true;
    }
    bool operator==(const BlockWindow&) const = default;
};

/// A node that frozen particles touch.
struct FrozenNode {
    std::uint32_t node;
    float mass; // theirs, kg
};

class MpmGrid
{
public:
    MpmGrid(double cellSize, KernelSet kernelSet);

    double cellSize() const { return m_cellSize; }

    /// Sorts the particles into blocks and makes the nodes they touch. Throws Error(Diverged) that names the particle
    /// when a position is not finite or too far away.
    void build(MpmParticles& particles, const std::optional<BlockWindow>& window = {});

    /// The particles of a block: [begin, end).
    struct ParticleBlock {
        BlockIndex index;
        std::size_t begin, end;
        std::array<std::uint32_t, 8> gridBlocks;
    };
    std::span<const ParticleBlock> particleBlocks() const { return m_particleBlocks; }
    /// Those whose particles are frozen.
    std::span<const ParticleBlock> frozenBlocks() const { return m_frozenBlocks; }
    /// In the order of the nodes.
    std::span<const FrozenNode> frozenNodes() const { return m_frozenNodes; }
    std::span<const BlockIndex> gridBlocks() const { return m_gridBlocks; }
    std::size_t nodeCount() const { return nodesPerBlock * m_gridBlocks.size(); }
    /// In cells from the origin.
    static std::array<std::int32_t, 3> nodeIndex(const BlockIndex& block, std::size_t node)
    {
        const auto n = static_cast<std::int32_t>(node);
        return {4 * block[0] + (n >> 4), 4 * block[1] + (n >> 2 & 3), 4 * block[2] + (n & 3)};
    }
    /// The first of a block, as kernels want it.
    static std::array<float, 3> firstNode(const BlockIndex& block)
    {
        const auto index = [&](std::size_t axis) { return 4 * static_cast<float>(block[axis]); };
        return {index(0), index(1), index(2)};
    }

    /// Of a block of the grid: what the tiles of the blocks of particles around it add up to, in a fixed order.
    BlockNodes sumOf(const MpmTiles& tiles, std::size_t gridBlock) const;

    /// Changes with the blocks.
    std::uint64_t generation() const { return m_generation; }
    /// Of all blocks, in cells from the origin.
    const std::array<std::int32_t, 3>& middle() const { return m_middle; }

    std::size_t memory() const;

private:
    bool isUpToDate(const MpmParticles& particles, const std::optional<BlockWindow>& window) const;
    void sortParticles(MpmParticles& particles);
    [[noreturn]] void refuseLost(const MpmParticles& particles) const;
    void findParticleBlocks();
    void findMiddle();
    bool freezes(const ParticleBlock& block, const MpmArrays& snow) const;
    void freezeOutside(const MpmArrays& snow);
    void findFrozenNodes(const MpmArrays& snow);
    std::uint32_t findGridBlock(const BlockIndex& block, std::size_t k) const;
    void findGridBlocks();

    std::uint64_t m_generation = 0;
    double m_cellSize;
    float m_inverseCell;
    const MpmKernels& m_kernels;
    std::optional<BlockWindow> m_window;
    std::vector<ParticleBlock> m_particleBlocks, m_frozenBlocks;
    std::vector<FrozenNode> m_frozenNodes;
    std::vector<BlockIndex> m_gridBlocks;
    std::vector<std::array<std::uint32_t, 8>> m_sources; // by block of the grid: the blocks of particles that touch it
    std::array<std::int32_t, 3> m_middle{};
    KeySort<std::uint64_t> m_sort;
    AlignedVector<std::uint64_t> m_keys;
    AlignedVector<std::uint32_t> m_order;
};

} // namespace sastrugi
