#include "engine/dem/ContactLists.h"

#include "engine/core/Error.h"
#include "engine/core/Parallel.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace sastrugi
{

namespace
{

constexpr std::size_t lanes = NeighbourLists::groupSize;
constexpr float soonShare = 0.25f; // of the skin: nearer pairs count as touching

float squaredDistance(const Float4& p, const Float4& q)
{
    const float x = p.x - q.x, y = p.y - q.y, z = p.z - q.z;
    return x * x + y * y + z * z;
}

/// Grains are listed that are nearer than their radii and `skin`.
float squaredReach(const Float4& p, const Float4& q, float skin)
{
    const float reach = p.w + q.w + skin;
    return reach * reach;
}

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

/// Of the candidates of the eight grains of a group, those that are near by their own radii. Those that touch, or soon
/// will, come first, so that rows of eight are full of them, and the last ones are soon passed over.
class NearGrains
{
public:
    NearGrains(const Float4* listed, float skin) : m_listed(listed), m_skin(skin) {}

    /// The candidates in these rows that are near grain `i`.
    std::vector<std::uint32_t>& find(std::size_t i, const NeighbourLists::Block& from, std::size_t group,
                                     std::size_t lane)
    {
        const std::size_t begin = from.groupStart[group], end = from.groupStart[group + 1];
        std::vector<std::uint32_t>& first = of[lane];
        first.resize(2 * (end - begin) + 1);
        m_last.resize(end - begin + 1);
        const Float4& p = m_listed[i];
        std::size_t firstCount = 0, lastCount = 0;
        for (std::size_t row = begin; row < end; ++row) {
            const std::uint32_t j = from.indices[row * lanes + lane]; // the dummy is far away
            const Float4& q = m_listed[j];
            const float squared = squaredDistance(p, q);
            const float soon = p.w + q.w + soonShare * m_skin;
            const bool isFirst = squared < soon * soon, isNear = squared < squaredReach(p, q, m_skin);
            // Written in any case: half of them are near, and no processor foresees which.
            first[firstCount] = m_last[lastCount] = j;
            firstCount += isFirst ? 1 : 0;
            lastCount += isNear && !isFirst ? 1 : 0;
        }
        std::copy_n(m_last.begin(), lastCount, first.begin() + static_cast<std::ptrdiff_t>(firstCount));
        first.resize(firstCount + lastCount);
        return first;
    }

    std::array<std::vector<std::uint32_t>, lanes> of; // by lane

private:
    const Float4* m_listed;
    float m_skin;
    std::vector<std::uint32_t> m_last;
};

/// With room for a little more: for arrays that change their length with each list.
template <class T>
void assign(AlignedVector<T>& to, const std::vector<T>& from)
{
    if (to.capacity() < from.size() || to.capacity() > from.size() + from.size() / 4 + lanes) {
        AlignedVector<T>().swap(to);
        to.reserve(from.size() + from.size() / 16);
    }
    to.assign(from.begin(), from.end());
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
    m_blocks.swap(m_oldBlocks);
    m_shear.swap(m_oldShear);
    m_oldCount = m_count;
    grains.reorder(m_cells->order());
    grains.markListed();
    list(grains, m_cells->order());
    m_isValid = true;
    return m_cells->order();
}

/// By where grains were listed. `order` says where each was in the old lists, whose displacements are carried over; it
/// is empty where there are none.
void ContactLists::list(const Grains& grains, std::span<const std::uint32_t> order)
{
    m_count = grains.count();
    m_candidates.build({*m_cells, grains.now().listed.data()}, {*m_cells, grains.now().listed.data()});
    const std::size_t blocks = blockCount(m_count);
    m_blocks.resize(blocks);
    m_shear.resize(m_hasShear ? blocks : 0);
    m_isNow.resize(order.size());
    parallelFor(order.size(), [&](std::size_t i) { m_isNow[order[i]] = static_cast<std::uint32_t>(i); });
    findWidePairs(grains);
    parallelForEach(blocks, [&](std::size_t block) { select(grains, block, order); });
}

/// The pairs that cells do not find, as they are no larger than most grains need.
void ContactLists::findWidePairs(const Grains& grains)
{
    m_widePairs.clear();
    std::vector<std::uint32_t> fast;
    float furthest = 0; // that one of them may stray
    for (std::size_t i = 0; i < m_count; ++i)
        if (const float share = grains.now().strayShare[i]; share < 1) {
            fast.push_back(static_cast<std::uint32_t>(i));
            furthest = std::max(furthest, 0.5f * static_cast<float>(m_skin) / share);
        }
    std::vector<std::vector<std::uint32_t>> around(fast.size());
    parallelForEach(fast.size(), [&](std::size_t k) { around[k] = aroundFast(grains, fast[k], furthest); });
    for (std::size_t k = 0; k < fast.size(); ++k)
        for (const std::uint32_t j : around[k]) {
            m_widePairs.emplace_back(fast[k], j);
            m_widePairs.emplace_back(j, fast[k]);
        }
    std::ranges::sort(m_widePairs);
    m_widePairs.erase(std::unique(m_widePairs.begin(), m_widePairs.end()), m_widePairs.end()); // of two fast ones
}

std::vector<std::uint32_t> ContactLists::aroundFast(const Grains& grains, std::size_t i, float furthest) const
{
    const Float4* listed = grains.now().listed.data();
    const float* share = grains.now().strayShare.data();
    const auto skin = static_cast<float>(m_skin);
    const Float4& p = listed[i];
    const float own = 0.5f * skin / share[i];
    const double reach = static_cast<double>(p.w + m_cells->radius() + own + furthest);
    std::array<int, 3> low, high;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto cellOf = [&](double place) {
            return static_cast<int>(std::floor((place - m_cells->cellOrigin(static_cast<int>(axis))) /
                                               m_cells->cellEdge(static_cast<int>(axis))));
        };
        low[axis] = cellOf(static_cast<double>((&p.x)[axis]) - reach);
        high[axis] = cellOf(static_cast<double>((&p.x)[axis]) + reach);
    }
    std::vector<std::uint32_t> found;
    const std::span<const std::uint64_t> keys = m_cells->cellKeys();
    for (int z = low[2]; z <= high[2]; ++z)
        for (int y = low[1]; y <= high[1]; ++y) {
            const std::uint64_t last = CellGrid::cellKey(high[0], y, z);
            auto key = std::ranges::lower_bound(keys, CellGrid::cellKey(low[0], y, z));
            for (; key != keys.end() && *key <= last; ++key) {
                const auto cell = static_cast<std::size_t>(key - keys.begin());
                for (std::uint32_t j = m_cells->cellStart(cell); j < m_cells->cellStart(cell + 1); ++j) {
                    const Float4& q = listed[j];
                    const float squared = squaredDistance(p, q);
                    if (j != i && squared < squaredReach(p, q, own + 0.5f * skin / share[j]) &&
                        !(squared < squaredReach(p, q, skin)))
                        found.push_back(j);
                }
            }
        }
    return found;
}

/// Of the candidates of a block, those that are near by their own radii, and the pairs of fast grains.
void ContactLists::select(const Grains& grains, std::size_t index, std::span<const std::uint32_t> order)
{
    const auto dummy = static_cast<std::uint32_t>(m_count);
    const NeighbourLists::Block& from = m_candidates.block(index);
    NeighbourLists::Block& to = m_blocks[index];
    const Range range = blockRange(index, m_count);
    NearGrains near(grains.now().listed.data(), static_cast<float>(m_skin));
    auto wide = std::ranges::lower_bound(m_widePairs, static_cast<std::uint32_t>(range.begin), {},
                                         [](const auto& pair) { return pair.first; });
    std::vector<std::uint32_t> indices;
    std::vector<float> shear;
    to.pairs = 0;
    for (std::size_t group = 0; group < NeighbourLists::groupsPerBlock; ++group) {
        const std::size_t firstRow = indices.size() / lanes, firstGrain = range.begin + group * lanes;
        const std::size_t grainsHere = firstGrain < range.end ? std::min(lanes, range.end - firstGrain) : 0;
        to.groupStart[group] = static_cast<std::uint32_t>(firstRow);
        std::size_t rows = 0;
        for (std::size_t lane = 0; lane < grainsHere; ++lane) {
            std::vector<std::uint32_t>& listed = near.find(firstGrain + lane, from, group, lane);
            for (; wide != m_widePairs.end() && wide->first == firstGrain + lane; ++wide)
                listed.push_back(wide->second);
            to.pairs += listed.size();
            rows = std::max(rows, listed.size());
        }
        indices.resize((firstRow + rows) * lanes, dummy);
        if (m_hasShear)
            shear.resize(3 * indices.size(), 0.0f);
        for (std::size_t lane = 0; lane < grainsHere; ++lane) {
            const std::vector<std::uint32_t>& listed = near.of[lane];
            for (std::size_t k = 0; k < listed.size(); ++k)
                indices[(firstRow + k) * lanes + lane] = listed[k];
            if (m_hasShear && !order.empty() && order[firstGrain + lane] < m_oldCount)
                carryShear(order[firstGrain + lane], listed, shear.data() + shearOf(firstRow, lane));
        }
    }
    to.groupStart[NeighbourLists::groupsPerBlock] = static_cast<std::uint32_t>(indices.size() / lanes);
    assign(to.indices, indices);
    if (m_hasShear)
        assign(m_shear[index], shear);
}

/// From the old list of a grain to its new one, whose first displacement is at `shear`.
void ContactLists::carryShear(std::size_t was, std::span<const std::uint32_t> listed, float* shear) const
{
    const float* oldShear = m_oldShear[was / blockSize].data();
    forEachNeighbour(m_oldBlocks[was / blockSize], was % blockSize, static_cast<std::uint32_t>(m_oldCount),
                     [&](std::size_t row, std::uint32_t old) {
                         const float* u = oldShear + shearOf(row, was % lanes);
                         if (u[0] == 0 && u[lanes] == 0 && u[2 * lanes] == 0)
                             return;
                         const auto now = std::ranges::find(listed, m_isNow[old]);
                         if (now == listed.end())
                             return;
                         float* carried = shear + shearOf(static_cast<std::size_t>(now - listed.begin()), 0);
                         for (std::size_t axis = 0; axis < 3; ++axis)
                             carried[axis * lanes] = u[axis * lanes];
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
    for (const auto* blocks : {&m_blocks, &m_oldBlocks})
        for (const NeighbourLists::Block& block : *blocks)
            bytes += sizeof block + block.indices.capacity() * sizeof(std::uint32_t);
    for (const auto* shears : {&m_shear, &m_oldShear})
        for (const AlignedVector<float>& shear : *shears)
            bytes += shear.capacity() * sizeof(float);
    return bytes + m_isNow.capacity() * sizeof(std::uint32_t);
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
    list(grains, {});
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
