#include "engine/mpm/MpmGrid.h"

#include "engine/core/Error.h"
#include "engine/core/Isa.h"
#include "engine/core/Parallel.h"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <limits>
#include <numeric>
#include <ranges>

namespace sastrugi
{

namespace
{

constexpr std::uint32_t nothing = std::numeric_limits<std::uint32_t>::max();

/// Of a key, whose coordinates count from `furthestBlock` before the origin.
BlockIndex blockOfKey(std::uint64_t key)
{
    const auto part = [&](int shift) { return static_cast<std::int32_t>(key >> shift & 0x1fffff) - furthestBlock; };
    return {part(42), part(21), part(0)};
}

/// What keys span: it has shorter ones, of the same order.
struct KeyBox {
    std::uint64_t low[3] = {~std::uint64_t{0}, ~std::uint64_t{0}, ~std::uint64_t{0}}, high[3] = {};

    static std::uint64_t part(std::uint64_t key, std::size_t axis) { return key >> (42 - 21 * axis) & 0x1fffff; }
    void add(std::uint64_t key)
    {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            low[axis] = std::min(low[axis], part(key, axis));
            high[axis] = std::max(high[axis], part(key, axis));
        }
    }
    KeyBox& operator+=(const KeyBox& other)
    {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            low[axis] = std::min(low[axis], other.low[axis]);
            high[axis] = std::max(high[axis], other.high[axis]);
        }
        return *this;
    }
    std::uint64_t extent(std::size_t axis) const { return high[axis] - low[axis] + 1; }
    std::uint64_t count() const { return extent(0) * extent(1) * extent(2); }
    std::uint64_t shortened(std::uint64_t key) const
    {
        return ((part(key, 0) - low[0]) * extent(1) + part(key, 1) - low[1]) * extent(2) + part(key, 2) - low[2];
    }
    std::uint64_t restored(std::uint64_t key) const
    {
        const std::uint64_t row = key / extent(2);
        return (row / extent(1) + low[0]) << 42 | (row % extent(1) + low[1]) << 21 | (key % extent(2) + low[2]);
    }
};

} // namespace

MpmGrid::MpmGrid(double cellSize, KernelSet kernelSet)
    : m_cellSize(cellSize), m_inverseCell(static_cast<float>(1 / cellSize)),
      m_kernels(SASTRUGI_DISPATCH(activeIsa(), mpmKernels)(kernelSet))
{
}

void MpmGrid::build(MpmParticles& particles, const std::optional<BlockWindow>& window)
{
    if (isUpToDate(particles, window)) // resting snow
        return;
    ++m_generation;
    sortParticles(particles);
    findParticleBlocks();
    m_window = window;
    freezeOutside(particles.arrays());
    findGridBlocks();
    findFrozenNodes(particles.arrays());
}

/// Whether each particle is still in its block, and no other block freezes; frozen ones do not move.
bool MpmGrid::isUpToDate(const MpmParticles& particles, const std::optional<BlockWindow>& window) const
{
    if (m_keys.size() != particles.count() || m_keys.empty() || window != m_window)
        return false;
    std::atomic<bool> stay = true;
    parallelForEach(m_particleBlocks.size(), [&](std::size_t i) {
        const ParticleBlock& block = m_particleBlocks[i];
        if (stay.load(std::memory_order_relaxed) &&
            (!m_kernels.stayInBlock(particles.arrays().position, block.begin, block.end, m_inverseCell,
                                    firstNode(block.index)) ||
             freezes(block, particles.arrays())))
            stay = false;
    });
    return stay;
}

void MpmGrid::sortParticles(MpmParticles& particles)
{
    const std::size_t count = particles.count();
    const Float4* position = particles.arrays().position;
    m_keys.resize(count);
    const auto lost = parallelSum<std::size_t>(count, [&](std::size_t, Range range) {
        return std::size_t{!m_kernels.blockKeys(position, range.begin, range.end, m_inverseCell, m_keys.data())};
    });
    if (lost > 0)
        refuseLost(particles);
    const auto descents = parallelSum<std::size_t>(count, [&](std::size_t, Range range) {
        std::size_t part = 0;
        for (std::size_t i = std::max<std::size_t>(range.begin, 1); i < range.end; ++i)
            part += m_keys[i] < m_keys[i - 1];
        return part;
    });
    if (descents == 0)
        return;
    const auto box = parallelSum<KeyBox>(count, [&](std::size_t, Range range) {
        KeyBox part;
        for (std::size_t i = range.begin; i < range.end; ++i)
            part.add(m_keys[i]);
        return part;
    });
    parallelFor(count, [&](std::size_t i) { m_keys[i] = box.shortened(m_keys[i]); });
    m_sort.sort(m_keys, m_order, box.count() - 1);
    particles.reorder(m_order);
    parallelFor(count, [&](std::size_t i) { m_keys[i] = box.restored(m_keys[i]); });
}

/// Throws an error that names the first particle without a key.
void MpmGrid::refuseLost(const MpmParticles& particles) const
{
    std::uint64_t key = 0;
    std::size_t i = 0;
    while (m_kernels.blockKeys(particles.arrays().position + i, 0, 1, m_inverseCell, &key))
        ++i;
    fail(ErrorKind::Diverged, "particle {} is more than {:g} cells of {} m away from the rest", particles.now().id[i],
         4.0 * furthestBlock, m_cellSize);
}

/// Stretches of equal keys.
void MpmGrid::findParticleBlocks()
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
                m_particleBlocks[next++] = {blockOfKey(m_keys[i]), i, i, {}};
    });
    for (std::size_t k = 0; k < m_particleBlocks.size(); ++k)
        m_particleBlocks[k].end = k + 1 < m_particleBlocks.size() ? m_particleBlocks[k + 1].begin : count;
    findMiddle();
}

bool MpmGrid::freezes(const ParticleBlock& block, const MpmArrays& snow) const
{
    if (!m_window || m_window->holds(block.index))
        return false;
    float largest = 0;
    for (std::size_t i = block.begin; i < block.end; ++i) {
        const float x = snow.velocity[0][i], y = snow.velocity[1][i], z = snow.velocity[2][i];
        largest = std::max(largest, x * x + y * y + z * z);
    }
    return largest <= m_window->restSpeed * m_window->restSpeed;
}

void MpmGrid::freezeOutside(const MpmArrays& snow)
{
    m_frozenBlocks.clear();
    if (!m_window)
        return;
    std::vector<std::uint8_t> isFrozen(m_particleBlocks.size());
    parallelForEach(isFrozen.size(), [&](std::size_t i) { isFrozen[i] = freezes(m_particleBlocks[i], snow); });
    std::vector<ParticleBlock> others;
    for (std::size_t i = 0; i < isFrozen.size(); ++i)
        (isFrozen[i] ? m_frozenBlocks : others).push_back(m_particleBlocks[i]);
    m_particleBlocks.swap(others);
}

/// Of those nodes alone that simulated particles touch too.
void MpmGrid::findFrozenNodes(const MpmArrays& snow)
{
    MpmConstants constants{};
    constants.cellSize = static_cast<float>(m_cellSize);
    constants.inverseCell = m_inverseCell;
    std::vector<std::vector<FrozenNode>> parts(m_frozenBlocks.size());
    parallelForEach(parts.size(), [&](std::size_t i) {
        const ParticleBlock& block = m_frozenBlocks[i];
        std::array<std::uint32_t, 8> gridBlocks;
        for (std::size_t k = 0; k < 8; ++k)
            gridBlocks[k] = findGridBlock(block.index, k);
        if (std::ranges::all_of(gridBlocks, [](std::uint32_t gridBlock) { return gridBlock == nothing; }))
            return;
        MpmTile tile;
        m_kernels.massToGrid({snow, constants, block.begin, block.end, firstNode(block.index), gridBlocks, nullptr},
                             tile);
        for (std::size_t k = 0; k < 8; ++k)
            for (std::size_t n = 0; gridBlocks[k] != nothing && n < nodesPerBlock; ++n) {
                const std::size_t x = (k >> 2 & 1) * 4 + (n >> 4), y = (k >> 1 & 1) * 4 + (n >> 2 & 3),
                                  z = (k & 1) * 4 + (n & 3);
                if (x >= tileEdge || y >= tileEdge)
                    continue;
                if (const float mass = tile.node[(x * tileEdge + y) * tileRow + z].w; mass > 0)
                    parts[i].push_back({static_cast<std::uint32_t>(nodesPerBlock * gridBlocks[k] + n), mass});
            }
    });
    std::vector<FrozenNode> all;
    for (const std::vector<FrozenNode>& part : parts)
        all.insert(all.end(), part.begin(), part.end());
    std::ranges::stable_sort(all, {}, &FrozenNode::node);
    m_frozenNodes.clear();
    for (const FrozenNode& frozen : all)
        if (!m_frozenNodes.empty() && m_frozenNodes.back().node == frozen.node)
            m_frozenNodes.back().mass += frozen.mass;
        else
            m_frozenNodes.push_back(frozen);
}

/// The k-th of the eight that a block of particles touches, or nothing.
std::uint32_t MpmGrid::findGridBlock(const BlockIndex& block, std::size_t k) const
{
    const BlockIndex neighbour = {block[0] + static_cast<std::int32_t>(k >> 2),
                                  block[1] + static_cast<std::int32_t>(k >> 1 & 1),
                                  block[2] + static_cast<std::int32_t>(k & 1)};
    const auto found = std::ranges::lower_bound(m_gridBlocks, neighbour);
    return found != m_gridBlocks.end() && *found == neighbour ? static_cast<std::uint32_t>(found - m_gridBlocks.begin())
                                                              : nothing;
}

void MpmGrid::findMiddle()
{
    if (m_particleBlocks.empty())
        return;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto [low, high] = std::ranges::minmax(
            m_particleBlocks | std::views::transform([&](const ParticleBlock& block) { return block.index[axis]; }));
        m_middle[axis] = 2 * (low + high + 1);
    }
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
        for (std::size_t k = 0; k < 8; ++k)
            block.gridBlocks[k] = findGridBlock(block.index, k);
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
    std::size_t bytes = (m_particleBlocks.capacity() + m_frozenBlocks.capacity()) * sizeof(ParticleBlock) +
                        m_gridBlocks.capacity() * sizeof(BlockIndex) + m_sort.memory() + 8 * m_keys.capacity() +
                        4 * m_order.capacity() + m_sources.capacity() * sizeof m_sources[0];
    return bytes;
}

} // namespace sastrugi
