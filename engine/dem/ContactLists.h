// Which grains may touch each other: lists with a skin, that live over many steps, and the displacements along the
// contacts, which are carried from list to list.
//
// Grains that sleep stand behind the others and have no lists, but are in those of grains that are awake.
#pragma once

#include "engine/dem/Grains.h"
#include "engine/dem/SleepingContacts.h"
#include "engine/particles/CellGrid.h"
#include "engine/particles/NeighbourLists.h"

#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace sastrugi
{

class ContactLists
{
public:
    /// `skin` is how much further than they touch grains are listed, m; `hasShear` whether contacts keep a
    /// displacement.
    ContactLists(double skin, bool hasShear) : m_skin(skin), m_hasShear(hasShear) {}

    /// Of the next lists.
    void setSkin(double skin) { m_skin = skin; }
    bool isValid() const { return m_isValid; }
    /// After grains were moved by other means than steps.
    void invalidate() { m_isValid = false; }

    /// Sorts the grains that are awake into cells and lists them, those that may stray further than half a skin from
    /// further away. Returns where each grain was before.
    ///
    /// `asleep` says of each grain whether it sleeps from now on, where that has changed, or grains were added: then
    /// all are sorted.
    std::span<const std::uint32_t> rebuild(Grains& grains, std::span<const std::uint8_t> asleep = {});

    const NeighbourLists::Block& block(std::size_t index) const { return m_blocks[index]; }
    /// Grains with lists: those that were awake at the last rebuild().
    std::size_t awakeCount() const { return m_awake; }
    /// Calls visit(neighbour) for each that the list of a grain holds that is awake.
    template <class Visit>
    void forEachListed(std::size_t grain, Visit&& visit) const
    {
        constexpr std::size_t lanes = NeighbourLists::groupSize;
        const NeighbourLists::Block& lists = m_blocks[grain / blockSize];
        const std::size_t group = grain % blockSize / lanes;
        for (std::size_t row = lists.groupStart[group]; row < lists.groupStart[group + 1]; ++row)
            if (const std::uint32_t neighbour = lists.indices[row * lanes + grain % lanes]; neighbour < m_count)
                visit(neighbour);
    }
    /// Rows of x, y, z of eight for each row of the block's lists, or null.
    float* shear(std::size_t index) { return m_hasShear ? m_shear[index].data() : nullptr; }

    /// A grain that sleeps, in the list of one that is awake.
    struct BorderPair {
        std::uint32_t sleeper, awake;
        std::uint32_t shear; // where the x of the displacement is, in that of the block
    };
    /// By the sleeper, then the other one.
    const std::vector<BorderPair>& border() const { return m_border; }
    /// As the grain that is awake has it, m.
    Vector3f shearOf(const BorderPair& pair) const;

    /// Occupied cells of those that are awake, and their edge in metres.
    const CellGrid& cells() const { return *m_cells; }
    /// Neighbours of all grains; each pair counts twice.
    std::size_t listedCount() const;
    std::size_t memory() const;

    /// The displacements that are not zero, as table "shear".
    Attributes save() const;
    /// Lists the grains as they were listed when the table was saved.
    void restore(const Grains& grains, const Attributes& table);
    SleepingContacts& sleeping() { return m_sleeping; }
    const SleepingContacts& sleeping() const { return m_sleeping; }

private:
    void sort(std::span<const Float4> places, const GrainRadii& radii);
    void measureSleepers(const Grains& grains);
    void sortSleepers(const Grains& grains);
    void list(const Grains& grains, std::span<const std::uint32_t> order);
    void findWidePairs(const Grains& grains);
    template <class SlotOf>
    void addAroundFast(const Grains& grains, const CellGrid& cells, SlotOf&& slotOf, std::size_t fast, float furthest,
                       std::vector<std::uint32_t>& found) const;
    void select(const Grains& grains, std::size_t block, std::span<const std::uint32_t> order);
    void carryShear(std::size_t was, std::span<const std::uint32_t> listed, float* shear) const;
    void wakeShear(const Grains& grains, std::size_t now, std::span<const std::uint32_t> order,
                   std::span<const std::uint32_t> listed, float* shear) const;
    Vector3f oldShear(std::size_t was, std::uint32_t otherWas) const;
    SleepingContacts sleepingOnes(const Grains& grains, std::span<const std::uint8_t> asleep) const;
    std::uint32_t isNow(std::uint32_t was) const { return was < m_isNow.size() ? m_isNow[was] : was; }

    double m_skin;
    bool m_hasShear, m_isValid = false;
    std::size_t m_count = 0, m_awake = 0;
    std::optional<CellGrid> m_cells;
    NeighbourLists m_candidates; // by the largest radius
    // Of those that sleep; no cells where none does
    std::optional<CellGrid> m_sleeperCells;
    AlignedVector<Float4> m_sleeperPoints; // in the order of the cells
    float m_largestSleeper = 0;            // radius, m
    NeighbourLists m_sleeperCandidates;    // of grains that are awake
    SleepingContacts m_sleeping;
    std::vector<BorderPair> m_border;
    std::vector<std::vector<BorderPair>> m_borderOf; // by block
    /// A grain and one that is listed besides, as one of them is fast; in their order, each pair twice.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> m_widePairs;
    std::vector<NeighbourLists::Block> m_blocks;
    std::vector<AlignedVector<float>> m_shear; // by block
    // The lists before, whose memory is used again for the next ones
    std::size_t m_oldCount = 0, m_oldAwake = 0;
    std::vector<NeighbourLists::Block> m_oldBlocks;
    std::vector<AlignedVector<float>> m_oldShear;
    std::vector<std::uint32_t> m_isNow; // where grains of the old lists are; of the first ones, others stayed
    std::vector<std::uint32_t> m_order; // of all grains
};

} // namespace sastrugi
