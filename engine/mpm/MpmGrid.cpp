#include "engine/mpm/MpmGrid.h"

#include "engine/core/Error.h"
#include "engine/core/Parallel.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <utility>

namespace sastrugi
{

namespace
{

/// Blocks along an axis from the origin: three of them fit into a key.
constexpr float furthest = 1 << 19;
constexpr std::uint32_t nothing = std::numeric_limits<std::uint32_t>::max();

struct BlockBox {
    BlockIndex low = {std::numeric_limits<std::int32_t>::max(), std::numeric_limits<std::int32_t>::max(),
                      std::numeric_limits<std::int32_t>::max()};
    BlockIndex high = {std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::min(),
                       std::numeric_limits<std::int32_t>::min()};

    void add(const BlockIndex& block)
    {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            low[axis] = std::min(low[axis], block[axis]);
            high[axis] = std::max(high[axis], block[axis]);
        }
    }
    BlockBox& operator+=(const BlockBox& other)
    {
        add(other.low);
        add(other.high);
        return *this;
    }
    std::uint64_t extent(std::size_t axis) const { return static_cast<std::uint64_t>(high[axis] - low[axis]) + 1; }
    std::uint64_t keyOf(const BlockIndex& block) const
    {
        const auto part = [&](std::size_t axis) { return static_cast<std::uint64_t>(block[axis] - low[axis]); };
        return (part(0) * extent(1) + part(1)) * extent(2) + part(2);
    }
};

} // namespace

BlockIndex MpmGrid::blockOf(const Float4& position) const
{
    // The same operations as in the kernels' weights.
    const auto inverse = static_cast<float>(1 / m_cellSize);
    const bool isCubic = m_kernelSet != KernelSet::QuadraticMls;
    BlockIndex block;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const float place = (&position.x)[axis] * inverse - (isCubic ? 0.0f : 0.5f);
        if (!(std::abs(place) < 4 * furthest))
            return {std::numeric_limits<std::int32_t>::max(), 0, 0};
        const auto truncated = static_cast<std::int32_t>(place);
        const std::int32_t below = truncated - (place < static_cast<float>(truncated) ? 1 : 0);
        block[axis] = (isCubic ? below - 1 : below) >> 2;
    }
    return block;
}

void MpmGrid::build(MpmParticles& particles)
{
    sortParticles(particles);
    findGridBlocks();
}

void MpmGrid::sortParticles(MpmParticles& particles)
{
    const std::size_t count = particles.count();
    std::vector<BlockIndex>& blocks = m_blockOfParticle;
    blocks.resize(count);
    const BlockBox box = parallelSum<BlockBox>(count, [&](std::size_t, Range range) {
        BlockBox part;
        for (std::size_t i = range.begin; i < range.end; ++i) {
            blocks[i] = blockOf(particles.now().position[i]);
            part.add(blocks[i]);
        }
        return part;
    });
    if (count > 0 && box.high[0] == std::numeric_limits<std::int32_t>::max()) {
        const auto lost = std::ranges::find(blocks, std::numeric_limits<std::int32_t>::max(),
                                            [](const BlockIndex& block) { return block[0]; });
        const auto i = static_cast<std::size_t>(lost - blocks.begin());
        fail(ErrorKind::Diverged, "particle {} is more than {:g} cells of {} m away from the rest",
             particles.now().id[i], 4 * furthest, m_cellSize);
    }
    for (std::size_t axis = 0; count > 0 && axis < 3; ++axis)
        m_middle[axis] = 2 * (box.low[axis] + box.high[axis] + 1);
    m_keys.resize(count);
    const auto descents = parallelSum<std::size_t>(count, [&](std::size_t, Range range) {
        std::size_t part = 0;
        std::uint64_t last = range.begin == 0 ? 0 : box.keyOf(blocks[range.begin - 1]);
        for (std::size_t i = range.begin; i < range.end; ++i) {
            m_keys[i] = box.keyOf(blocks[i]);
            part += m_keys[i] < std::exchange(last, m_keys[i]);
        }
        return part;
    });
    if (descents > 0) {
        m_sort.sort(m_keys, m_order, box.keyOf(box.high));
        particles.reorder(m_order);
    }
    findParticleBlocks(particles);
}

/// Stretches of equal keys.
void MpmGrid::findParticleBlocks(const MpmParticles& particles)
{
    const std::size_t count = m_keys.size();
    const auto isFirst = [&](std::size_t i) { return i == 0 || m_keys[i] != m_keys[i - 1]; };
    std::vector<std::size_t> before(blockCount(count) + 1); // how many begin before each of the loop's blocks
    parallelForBlocks(count, [&](std::size_t block, Range range) {
        for (std::size_t i = range.begin; i < range.end; ++i)
            before[block + 1] += isFirst(i);
    });
    std::partial_sum(before.begin(), before.end(), before.begin());
    m_particleBlocks.resize(before.back());
    parallelForBlocks(count, [&](std::size_t block, Range range) {
        std::size_t next = before[block];
        for (std::size_t i = range.begin; i < range.end; ++i)
            if (isFirst(i))
                m_particleBlocks[next++] = {blockOf(particles.now().position[i]), i, i, {}};
    });
    for (std::size_t k = 0; k < m_particleBlocks.size(); ++k)
        m_particleBlocks[k].end = k + 1 < m_particleBlocks.size() ? m_particleBlocks[k + 1].begin : count;
}

void MpmGrid::findGridBlocks()
{
    // Blocks are in the order of their coordinates, so that those one further along an axis are, too.
    std::vector<BlockIndex>& all = m_gridBlocks;
    all.resize(m_particleBlocks.size());
    std::ranges::transform(m_particleBlocks, all.begin(), &ParticleBlock::index);
    std::vector<BlockIndex> shifted, both;
    for (const std::size_t axis : {2, 1, 0}) {
        shifted = all;
        for (BlockIndex& block : shifted)
            ++block[axis];
        both.clear();
        std::ranges::set_union(all, shifted, std::back_inserter(both));
        all.swap(both);
    }
    parallelFor(m_particleBlocks.size(), [&](std::size_t i) {
        ParticleBlock& block = m_particleBlocks[i];
        for (std::size_t k = 0; k < 8; ++k) {
            const BlockIndex neighbour = {block.index[0] + static_cast<std::int32_t>(k >> 2),
                                          block.index[1] + static_cast<std::int32_t>(k >> 1 & 1),
                                          block.index[2] + static_cast<std::int32_t>(k & 1)};
            block.gridBlocks[k] = static_cast<std::uint32_t>(std::ranges::lower_bound(all, neighbour) - all.begin());
        }
    });
    m_sources.assign(all.size(), {nothing, nothing, nothing, nothing, nothing, nothing, nothing, nothing});
    parallelFor(m_particleBlocks.size(), [&](std::size_t i) {
        for (std::size_t k = 0; k < 8; ++k) // whom a block is the k-th of, it is nobody else's k-th
            m_sources[m_particleBlocks[i].gridBlocks[k]][k] = static_cast<std::uint32_t>(i);
    });
}

BlockNodes MpmGrid::sumOf(const MpmTiles& tiles, std::size_t gridBlock) const
{
    BlockNodes sum{};
    for (std::size_t k = 0; k < 8; ++k) {
        const std::uint32_t source = m_sources[gridBlock][k];
        if (source == nothing)
            continue;
        const std::size_t firstX = k >> 2 & 1 ? 4 : 0, firstY = k >> 1 & 1 ? 4 : 0, firstZ = k & 1 ? 4 : 0;
        for (std::size_t x = 0; x < 4 && firstX + x < tileEdge; ++x)
            for (std::size_t y = 0; y < 4 && firstY + y < tileEdge; ++y) {
                const float* from = &tiles[source].node[((firstX + x) * tileEdge + firstY + y) * tileRow + firstZ].x;
                float* to = &sum[x * 16 + y * 4].x;
                for (std::size_t i = 0; i < 16; ++i)
                    to[i] += from[i];
            }
    }
    return sum;
}

std::size_t MpmGrid::memory() const
{
    std::size_t bytes = m_particleBlocks.capacity() * sizeof(ParticleBlock) +
                        m_gridBlocks.capacity() * sizeof(BlockIndex) + m_sort.memory() + 8 * m_keys.capacity() +
                        4 * m_order.capacity() + m_blockOfParticle.capacity() * sizeof(BlockIndex) +
                        m_sources.capacity() * sizeof m_sources[0];
    return bytes;
}

} // namespace sastrugi
