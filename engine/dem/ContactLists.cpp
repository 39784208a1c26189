#include "engine/dem/ContactLists.h"

#include "engine/core/Error.h"
#include "engine/core/Parallel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace sastrugi
{

namespace
{

constexpr std::size_t lanes = NeighbourLists::groupSize;

/// Where the x of a displacement is: y and z are a row of eight behind.
std::size_t shearOf(std::size_t row, std::size_t lane) { return 3 * lanes * row + lane; }

/// Calls visit(row, index) for each neighbour in the lists of one grain of a block.
template <class Visit>
void forEachNeighbour(const NeighbourLists::Block& block, std::size_t local, std::uint32_t dummy, Visit&& visit)
{
    const std::size_t group = local / lanes, lane = local % lanes;
    for (std::size_t row = block.groupStart[group]; row < block.groupStart[group + 1]; ++row)
        if (const std::uint32_t index = block.indices[row * lanes + lane]; index != dummy)
            visit(row, index);
}

} // namespace

void ContactLists::sort(std::span<const Float4> places, const GrainRadii& radii)
{
    float largest = 0;
    for (const Float4& place : places)
        largest = std::max(largest, place.w);
    // Cells of a few sizes only, so that they need not be made anew each time a grain shrinks.
    const double part = radii.snow / 16;
    const auto reach = static_cast<float>(2 * part * std::ceil(static_cast<double>(largest) / part) + m_skin);
    if (!m_cells || m_cells->radius() != reach)
        m_cells.emplace(reach);
    m_cells->build(places);
}

std::span<const std::uint32_t> ContactLists::rebuild(Grains& grains)
{
    sort({grains.now().place.data(), grains.count()}, grains.radii());

    const std::vector<NeighbourLists::Block> oldBlocks = std::move(m_blocks);
    const std::vector<AlignedVector<float>> oldShear = std::move(m_shear);
    const std::size_t oldCount = m_count;
    grains.reorder(m_cells->order());
    grains.markListed();
    list(grains);
    if (m_hasShear)
        carryShear(oldBlocks, oldShear, oldCount, m_cells->order());
    m_isValid = true;
    return m_cells->order();
}

/// By where grains were listed.
void ContactLists::list(const Grains& grains)
{
    m_count = grains.count();
    m_candidates.build({*m_cells, grains.now().listed.data()}, {*m_cells, grains.now().listed.data()});
    const std::size_t blocks = blockCount(m_count);
    m_blocks.assign(blocks, {});
    parallelForEach(blocks, [&](std::size_t block) { select(grains, block); });
    m_shear.assign(m_hasShear ? blocks : 0, {});
    for (std::size_t block = 0; block < m_shear.size(); ++block)
        m_shear[block].assign(3 * m_blocks[block].indices.size(), 0.0f);
}

/// Of the candidates of a block, those that are near by their own radii.
void ContactLists::select(const Grains& grains, std::size_t index)
{
    const Float4* listed = grains.now().listed.data();
    const auto dummy = static_cast<std::uint32_t>(m_count);
    const auto skin = static_cast<float>(m_skin);
    const NeighbourLists::Block& from = m_candidates.block(index);
    NeighbourLists::Block& to = m_blocks[index];
    const Range range = blockRange(index, m_count);
    to.indices.reserve(from.indices.size());
    // Those that touch come first, so that rows of eight are full of them, and the last ones are soon passed over.
    std::vector<std::pair<float, std::uint32_t>> near;
    std::array<std::uint32_t, lanes> length{};
    for (std::size_t group = 0; group < NeighbourLists::groupsPerBlock; ++group) {
        const std::size_t firstRow = to.indices.size() / lanes,
                          rows = from.groupStart[group + 1] - from.groupStart[group];
        to.groupStart[group] = static_cast<std::uint32_t>(firstRow);
        to.indices.resize(to.indices.size() + rows * lanes, dummy);
        length.fill(0);
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            const std::size_t i = range.begin + group * lanes + lane;
            if (i >= range.end)
                break;
            const Float4& p = listed[i];
            near.clear();
            forEachNeighbour(from, group * lanes + lane, dummy, [&](std::size_t, std::uint32_t j) {
                const Float4& q = listed[j];
                const float x = p.x - q.x, y = p.y - q.y, z = p.z - q.z, reach = p.w + q.w + skin;
                const float squared = x * x + y * y + z * z, touch = p.w + q.w;
                if (squared < reach * reach)
                    near.emplace_back(squared / (touch * touch), j);
            });
            std::ranges::sort(near);
            for (const auto& [distance, j] : near)
                to.indices[(firstRow + length[lane]++) * lanes + lane] = j;
        }
        to.indices.resize((firstRow + *std::ranges::max_element(length)) * lanes);
        for (const std::uint32_t pairs : length)
            to.pairs += pairs;
    }
    to.groupStart[NeighbourLists::groupsPerBlock] = static_cast<std::uint32_t>(to.indices.size() / lanes);
}

void ContactLists::carryShear(const std::vector<NeighbourLists::Block>& oldBlocks,
                              const std::vector<AlignedVector<float>>& oldShear, std::size_t oldCount,
                              std::span<const std::uint32_t> order)
{
    std::vector<std::uint32_t> isNow(order.size());
    parallelFor(order.size(), [&](std::size_t i) { isNow[order[i]] = static_cast<std::uint32_t>(i); });
    const auto dummy = static_cast<std::uint32_t>(m_count), oldDummy = static_cast<std::uint32_t>(oldCount);
    parallelFor(m_count, [&](std::size_t i) {
        const std::size_t was = order[i];
        if (was >= oldCount)
            return;
        const std::size_t oldBlock = was / blockSize, newBlock = i / blockSize;
        forEachNeighbour(oldBlocks[oldBlock], was % blockSize, oldDummy, [&](std::size_t oldRow, std::uint32_t old) {
            const float* u = oldShear[oldBlock].data() + shearOf(oldRow, was % lanes);
            if (u[0] == 0 && u[lanes] == 0 && u[2 * lanes] == 0)
                return;
            forEachNeighbour(m_blocks[newBlock], i % blockSize, dummy, [&](std::size_t row, std::uint32_t neighbour) {
                if (neighbour == isNow[old])
                    for (std::size_t axis = 0; axis < 3; ++axis)
                        m_shear[newBlock][shearOf(row, i % lanes) + axis * lanes] = u[axis * lanes];
            });
        });
    });
}

std::size_t ContactLists::listedCount() const
{
    std::size_t pairs = 0;
    for (const NeighbourLists::Block& block : m_blocks)
        pairs += block.pairs;
    return pairs;
}

std::size_t ContactLists::memory() const
{
    std::size_t bytes = m_candidates.memory() + (m_cells ? m_cells->memory() : 0);
    for (const NeighbourLists::Block& block : m_blocks)
        bytes += sizeof block + block.indices.capacity() * sizeof(std::uint32_t);
    for (const AlignedVector<float>& shear : m_shear)
        bytes += shear.capacity() * sizeof(float);
    return bytes;
}

Attributes ContactLists::save() const
{
    std::vector<std::uint32_t> blocks, slots;
    std::vector<float> values;
    for (std::size_t block = 0; block < m_shear.size(); ++block)
        for (std::size_t slot = 0; slot < m_shear[block].size(); ++slot)
            if (m_shear[block][slot] != 0) {
                blocks.push_back(static_cast<std::uint32_t>(block));
                slots.push_back(static_cast<std::uint32_t>(slot));
                values.push_back(m_shear[block][slot]);
            }
    Attributes table(values.size());
    std::ranges::copy(blocks, table.add<std::uint32_t>("block").begin());
    std::ranges::copy(slots, table.add<std::uint32_t>("slot").begin());
    std::ranges::copy(values, table.add<float>("value").begin());
    return table;
}

void ContactLists::restore(const Grains& grains, const Attributes& table)
{
    // Grains are in the order of the lists, and their cells in the order of the sort: it changes nothing.
    sort({grains.now().listed.data(), grains.count()}, grains.radii());
    list(grains);
    const auto blocks = table.get<std::uint32_t>("block"), slots = table.get<std::uint32_t>("slot");
    const auto values = table.get<float>("value");
    for (std::size_t k = 0; k < values.size(); ++k) {
        if (blocks[k] >= m_shear.size() || slots[k] >= m_shear[blocks[k]].size())
            fail(ErrorKind::InputOutput, "the checkpoint has a contact that none of its grains has");
        m_shear[blocks[k]][slots[k]] = values[k];
    }
    m_isValid = true;
}

} // namespace sastrugi
