#include "engine/dem/ContactLists.h"

#include "engine/core/Error.h"
#include "engine/core/Parallel.h"
#include "engine/dem/NearGrains.h"
#include "engine/dem/contactRows.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace sastrugi
{

namespace
{

/// With room for a little more: for arrays that change their length with each list.
template <class T>
void assign(AlignedVector<T>& to, const std::vector<T>& from)
{
    if (to.capacity() < from.size() || to.capacity() > from.size() + from.size() / 4 + lanesOfRow) {
        AlignedVector<T>().swap(to);
        to.reserve(from.size() + from.size() / 16);
    }
    to.assign(from.begin(), from.end());
}

} // namespace

void ContactLists::sort(std::span<const Float4> places, const GrainRadii& radii)
{
    float largest = m_largestSleeper;
    for (const Float4& place : places)
        largest = std::max(largest, place.w);
    // Cells of a few sizes only, so that they need not be made anew each time a grain shrinks.
    const double part = radii.snow / 16;
    const auto reach = static_cast<float>(2 * part * std::ceil(static_cast<double>(largest) / part) + m_skin);
    if (!m_cells || m_cells->radius() != reach)
        m_cells.emplace(reach);
    m_cells->build(places);
}

std::span<const std::uint32_t> ContactLists::rebuild(Grains& grains, std::span<const std::uint8_t> asleep)
{
    const bool isWhole = !asleep.empty();
    if (isWhole)
        m_largestSleeper = 0; // they are sorted with the others
    sort({grains.now().place.data(), isWhole ? grains.count() : grains.awakeCount()}, grains.radii());
    m_blocks.swap(m_oldBlocks);
    m_shear.swap(m_oldShear);
    m_oldCount = m_count;
    m_oldAwake = m_awake;
    std::span<const std::uint32_t> order = m_cells->order();
    if (!isWhole) {
        grains.reorder(order);
        grains.markListed(order.size());
        if (m_sleeperCells && m_sleeperCells->radius() != m_cells->radius())
            sortSleepers(grains);
        list(grains, order);
        m_isValid = true;
        return order;
    }
    SleepingContacts sleeping = sleepingOnes(grains, asleep);
    m_order.assign(order.begin(), order.end());
    order = m_order;
    const auto sleepers = std::ranges::stable_partition(m_order, [&](std::uint32_t i) { return !asleep[i]; });
    grains.reorder(order);
    grains.markListed(order.size());
    grains.setAwake(m_order.size() - sleepers.size());
    measureSleepers(grains);
    if (!sleepers.empty()) // else the cells are those of all
        sort({grains.now().listed.data(), grains.awakeCount()}, grains.radii());
    sortSleepers(grains);
    list(grains, order);
    m_sleeping = std::move(sleeping);
    m_isValid = true;
    return order;
}

/// By where grains were listed. `order` says where each was in the old lists, whose displacements are carried over; it
/// is empty where there are none.
void ContactLists::list(const Grains& grains, std::span<const std::uint32_t> order)
{
    m_count = grains.count();
    m_awake = grains.awakeCount();
    const SortedPoints awake{*m_cells, grains.now().listed.data()};
    m_candidates.build(awake, awake);
    if (m_sleeperCells)
        m_sleeperCandidates.build(awake, {*m_sleeperCells, m_sleeperPoints.data()});
    const std::size_t blocks = blockCount(m_awake);
    m_blocks.resize(blocks);
    m_borderOf.resize(blocks);
    m_shear.resize(m_hasShear ? blocks : 0);
    m_isNow.resize(order.size());
    parallelFor(order.size(), [&](std::size_t i) { m_isNow[order[i]] = static_cast<std::uint32_t>(i); });
    findWidePairs(grains);
    parallelForEach(blocks, [&](std::size_t block) { select(grains, block, order); });
    m_border.clear();
    for (const std::vector<BorderPair>& pairs : m_borderOf)
        m_border.insert(m_border.end(), pairs.begin(), pairs.end());
    std::ranges::sort(m_border, {}, [](const BorderPair& pair) { return std::pair(pair.sleeper, pair.awake); });
}

/// The pairs that cells do not find, as they are no larger than most grains need.
void ContactLists::findWidePairs(const Grains& grains)
{
    m_widePairs.clear();
    std::vector<std::uint32_t> fast;
    float furthest = 0; // that one of them may stray
    for (std::size_t i = 0; i < m_awake; ++i)
        if (const float share = grains.now().strayShare[i]; share < 1) {
            fast.push_back(static_cast<std::uint32_t>(i));
            furthest = std::max(furthest, 0.5f * static_cast<float>(m_skin) / share);
        }
    std::vector<std::vector<std::uint32_t>> around(fast.size());
    parallelForEach(fast.size(), [&](std::size_t k) {
        addAroundFast(
            grains, *m_cells, [](std::uint32_t j) { return j; }, fast[k], furthest, around[k]);
        if (m_sleeperCells)
            addAroundFast(
                grains, *m_sleeperCells,
                [&](std::uint32_t j) { return static_cast<std::uint32_t>(m_awake) + m_sleeperCells->order()[j]; },
                fast[k], furthest, around[k]);
    });
    for (std::size_t k = 0; k < fast.size(); ++k)
        for (const std::uint32_t j : around[k]) {
            m_widePairs.emplace_back(fast[k], j);
            m_widePairs.emplace_back(j, fast[k]);
        }
    std::ranges::sort(m_widePairs);
    m_widePairs.erase(std::unique(m_widePairs.begin(), m_widePairs.end()), m_widePairs.end()); // of two fast ones
}

/// Those in the cells whose j-th point is the grain at slotOf(j).
template <class SlotOf>
void ContactLists::addAroundFast(const Grains& grains, const CellGrid& cells, SlotOf&& slotOf, std::size_t i,
                                 float furthest, std::vector<std::uint32_t>& found) const
{
    const Float4* listed = grains.now().listed.data();
    const float* share = grains.now().strayShare.data();
    const auto skin = static_cast<float>(m_skin);
    const Float4& p = listed[i];
    const float own = 0.5f * skin / share[i];
    const double reach = static_cast<double>(p.w + cells.radius() + own + furthest);
    std::array<int, 3> low, high;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto cellOf = [&](double place) {
            return static_cast<int>(std::floor((place - cells.cellOrigin(static_cast<int>(axis))) /
                                               cells.cellEdge(static_cast<int>(axis))));
        };
        low[axis] = cellOf(static_cast<double>((&p.x)[axis]) - reach);
        high[axis] = cellOf(static_cast<double>((&p.x)[axis]) + reach);
    }
    const std::span<const std::uint64_t> keys = cells.cellKeys();
    for (int z = low[2]; z <= high[2]; ++z)
        for (int y = low[1]; y <= high[1]; ++y) {
            const std::uint64_t last = CellGrid::cellKey(high[0], y, z);
            auto key = std::ranges::lower_bound(keys, CellGrid::cellKey(low[0], y, z));
            for (; key != keys.end() && *key <= last; ++key) {
                const auto cell = static_cast<std::size_t>(key - keys.begin());
                for (std::uint32_t point = cells.cellStart(cell); point < cells.cellStart(cell + 1); ++point) {
                    const std::uint32_t j = slotOf(point);
                    const Float4& q = listed[j];
                    const float squared = squaredDistance(p, q);
                    if (j != i && squared < squaredReach(p, q, own + 0.5f * skin / share[j]) &&
                        !(squared < squaredReach(p, q, skin)))
                        found.push_back(j);
                }
            }
        }
}

/// Of the candidates of a block, those that are near by their own radii, and the pairs of fast grains.
void ContactLists::select(const Grains& grains, std::size_t index, std::span<const std::uint32_t> order)
{
    const auto dummy = static_cast<std::uint32_t>(m_count);
    const NeighbourLists::Block& from = m_candidates.block(index);
    NeighbourLists::Block& to = m_blocks[index];
    const Range range = blockRange(index, m_awake);
    NearGrains near(grains.now().listed.data(), static_cast<float>(m_skin), static_cast<std::uint32_t>(m_awake));
    auto wide = std::ranges::lower_bound(m_widePairs, static_cast<std::uint32_t>(range.begin), {},
                                         [](const auto& pair) { return pair.first; });
    std::vector<std::uint32_t> indices;
    std::vector<float> shear;
    std::vector<BorderPair>& border = m_borderOf[index];
    border.clear();
    to.pairs = 0;
    for (std::size_t group = 0; group < NeighbourLists::groupsPerBlock; ++group) {
        const std::size_t firstRow = indices.size() / lanesOfRow, firstGrain = range.begin + group * lanesOfRow;
        const std::size_t grainsHere = firstGrain < range.end ? std::min(lanesOfRow, range.end - firstGrain) : 0;
        to.groupStart[group] = static_cast<std::uint32_t>(firstRow);
        std::size_t rows = 0;
        for (std::size_t lane = 0; lane < grainsHere; ++lane) {
            std::vector<std::uint32_t>& listed = near.find(firstGrain + lane, from, group, lane);
            if (m_sleeperCells)
                near.addSleepers(firstGrain + lane, m_sleeperCandidates.block(index), group, lane,
                                 m_sleeperCells->order());
            for (; wide != m_widePairs.end() && wide->first == firstGrain + lane; ++wide)
                listed.push_back(wide->second);
            to.pairs += listed.size();
            rows = std::max(rows, listed.size());
        }
        indices.resize((firstRow + rows) * lanesOfRow, dummy);
        if (m_hasShear)
            shear.resize(3 * indices.size(), 0.0f);
        for (std::size_t lane = 0; lane < grainsHere; ++lane) {
            const std::vector<std::uint32_t>& listed = near.of[lane];
            for (std::size_t k = 0; k < listed.size(); ++k) {
                indices[(firstRow + k) * lanesOfRow + lane] = listed[k];
                if (listed[k] >= m_awake)
                    border.push_back({listed[k], static_cast<std::uint32_t>(firstGrain + lane),
                                      static_cast<std::uint32_t>(slotOfShear(firstRow + k, lane))});
            }
            if (!m_hasShear || order.empty())
                continue;
            float* first = shear.data() + slotOfShear(firstRow, lane);
            if (const std::uint32_t was = order[firstGrain + lane]; was < m_oldAwake)
                carryShear(was, listed, first);
            else if (was < m_oldCount)
                wakeShear(grains, firstGrain + lane, order, listed, first);
        }
    }
    to.groupStart[NeighbourLists::groupsPerBlock] = static_cast<std::uint32_t>(indices.size() / lanesOfRow);
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
                         const float* u = oldShear + slotOfShear(row, was % lanesOfRow);
                         if (u[0] == 0 && u[lanesOfRow] == 0 && u[2 * lanesOfRow] == 0)
                             return;
                         const auto now = std::ranges::find(listed, isNow(old));
                         if (now == listed.end())
                             return;
                         float* carried = shear + slotOfShear(static_cast<std::size_t>(now - listed.begin()), 0);
                         for (std::size_t axis = 0; axis < 3; ++axis)
                             carried[axis * lanesOfRow] = u[axis * lanesOfRow];
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
    bytes += m_order.capacity() * sizeof(std::uint32_t) + m_border.capacity() * sizeof(BorderPair) +
             m_sleeperPoints.capacity() * sizeof(Float4) + m_sleeping.memory();
    if (m_sleeperCells)
        bytes += m_sleeperCells->memory() + m_sleeperCandidates.memory();
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
    measureSleepers(grains);
    sort({grains.now().listed.data(), grains.awakeCount()}, grains.radii());
    sortSleepers(grains);
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
