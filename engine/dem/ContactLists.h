// Which grains may touch each other: lists with a skin, that live over many steps, and the displacements along the
// contacts, which are carried from list to list.
#pragma once

#include "engine/dem/Grains.h"
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

    /// Sorts the grains into cells and lists them, those that may stray further than half a skin from further away.
    /// Returns where each grain was before.
    std::span<const std::uint32_t> rebuild(Grains& grains);

    const NeighbourLists::Block& block(std::size_t index) const { return m_blocks[index]; }
    /// Calls visit(neighbour) for each that a grain's list holds.
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

    /// Occupied cells of the sort, and their edge in metres.
    const CellGrid& cells() const { return *m_cells; }
    /// Neighbours of all grains; each pair counts twice.
    std::size_t listedCount() const;
    std::size_t memory() const;

    /// The displacements that are not zero, as table "shear".
    Attributes save() const;
    /// Lists the grains as they were listed when the table was saved.
    void restore(const Grains& grains, const Attributes& table);

private:
    void sort(std::span<const Float4> places, const GrainRadii& radii);
    void list(const Grains& grains, std::span<const std::uint32_t> order);
    void findWidePairs(const Grains& grains);
    std::vector<std::uint32_t> aroundFast(const Grains& grains, std::size_t fast, float furthest) const;
    void select(const Grains& grains, std::size_t block, std::span<const std::uint32_t> order);
    void carryShear(std::size_t was, std::span<const std::uint32_t> listed, float* shear) const;

    double m_skin;
    bool m_hasShear, m_isValid = false;
    std::size_t m_count = 0;
    std::optional<CellGrid> m_cells;
    NeighbourLists m_candidates; // by the largest radius
    /// A grain and one that is listed besides, as one of them is fast; in their order, each pair twice.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> m_widePairs;
    std::vector<NeighbourLists::Block> m_blocks;
    std::vector<AlignedVector<float>> m_shear; // by block
    // The lists before, whose memory is used again for the next ones
    std::size_t m_oldCount = 0;
    std::vector<NeighbourLists::Block> m_oldBlocks;
    std::vector<AlignedVector<float>> m_oldShear;
    std::vector<std::uint32_t> m_isNow; // where grains of the old lists are
};

} // namespace sastrugi
