#include "engine/particles/NeighbourLists.h"

#include "engine/core/Error.h"
#include "engine/core/Isa.h"
#include "engine/particles/NeighbourKernels.h"

#include <algorithm>

namespace sastrugi
{

namespace
{

/// Finds the ranges of targets in the 27 cells around one cell. Cells are visited in the order of their keys, so that
/// along a row of cells the place of each of the nine rows around it only moves forward.
class RowFinder
{
public:
    explicit RowFinder(const CellGrid& targets) : m_targets(targets), m_keys(targets.cellKeys()) {}

    /// At most 27 ranges.
    std::size_t around(std::uint64_t key, CandidateRange* ranges)
    {
        const std::array<int, 3> cell = CellGrid::cellOfKey(key);
        if (const std::uint64_t start = CellGrid::rowStart(key); start != m_row) {
            for (int row = 0; row < 9; ++row)
                m_places[static_cast<std::size_t>(row)] =
                    find(CellGrid::cellKey(cell[0] - 1, cell[1] + row % 3 - 1, cell[2] + row / 3 - 1));
            m_row = start;
        }
        m_count = 0;
        m_ranges = ranges;
        for (int row = 0; row < 9; ++row)
            addRow(cell[0], cell[1] + row % 3 - 1, cell[2] + row / 3 - 1, static_cast<std::size_t>(row));
        return m_count;
    }

private:
    std::size_t find(std::uint64_t key) const
    {
        return static_cast<std::size_t>(std::lower_bound(m_keys.begin(), m_keys.end(), key) - m_keys.begin());
    }

    /// Cells x - 1, x, x + 1 of a row.
    void addRow(int x, int y, int z, std::size_t row)
    {
        const int cellsX = m_targets.periodCells(0), cellsY = m_targets.periodCells(1);
        float shiftY = 0;
        const bool wrapsY = cellsY > 0 && (y < 0 || y >= cellsY);
        if (wrapsY) {
            shiftY = y < 0 ? -m_targets.period().sizeY : m_targets.period().sizeY;
            y += y < 0 ? cellsY : -cellsY;
        }
        int low = x - 1, high = x + 1;
        if (cellsX > 0) {
            low = std::max(low, 0);
            high = std::min(high, cellsX - 1);
        }
        const std::uint64_t lowKey = CellGrid::cellKey(low, y, z);
        std::size_t& place = m_places[row];
        if (wrapsY)
            addCells(find(lowKey), CellGrid::cellKey(high, y, z), 0, shiftY);
        else {
            if (place < m_keys.size() && m_keys[place] < lowKey)
                place = forward(place, lowKey);
            addCells(place, CellGrid::cellKey(high, y, z), 0, shiftY);
        }
        if (low > x - 1)
            addCells(find(CellGrid::cellKey(cellsX - 1, y, z)), CellGrid::cellKey(cellsX - 1, y, z),
                     -m_targets.period().sizeX, shiftY);
        if (high < x + 1)
            addCells(find(CellGrid::cellKey(0, y, z)), CellGrid::cellKey(0, y, z), m_targets.period().sizeX, shiftY);
    }

    std::size_t forward(std::size_t place, std::uint64_t key) const
    {
        // A few steps by hand, then by halving: sparse targets may be far ahead.
        for (int step = 0; step < 8 && place < m_keys.size(); ++step, ++place)
            if (m_keys[place] >= key)
                return place;
        return static_cast<std::size_t>(
            std::lower_bound(m_keys.begin() + static_cast<std::ptrdiff_t>(place), m_keys.end(), key) - m_keys.begin());
    }

    void addCells(std::size_t first, std::uint64_t lastKey, float shiftX, float shiftY)
    {
        std::size_t end = first;
        while (end < m_keys.size() && m_keys[end] <= lastKey)
            ++end;
        if (end > first)
            m_ranges[m_count++] = {m_targets.cellStart(first), m_targets.cellStart(end), shiftX, shiftY};
    }

    const CellGrid& m_targets;
    std::span<const std::uint64_t> m_keys;
    std::uint64_t m_row = ~std::uint64_t{0}; // the row that the places are for
    std::array<std::size_t, 9> m_places{};
    CandidateRange* m_ranges = nullptr;
    std::size_t m_count = 0;
};

/// Memory that a thread uses again for each cell.
struct Scratch {
    AlignedVector<float> x, y, z;
    AlignedVector<std::uint32_t> index;
    AlignedVector<std::uint32_t> found[NeighbourLists::groupSize];
    AlignedVector<std::uint32_t> rows; // of a block

    Candidates candidates(std::size_t count)
    {
        for (AlignedVector<float>* coordinate : {&x, &y, &z})
            if (coordinate->size() < count + 16)
                coordinate->resize(2 * count + 16);
        if (index.size() < count + 16)
            index.resize(2 * count + 16);
        return {x.data(), y.data(), z.data(), index.data(), 0};
    }

    std::uint32_t* foundBy(std::size_t lane, std::size_t count)
    {
        if (found[lane].size() < count + 16)
            found[lane].resize(2 * count + 16);
        return found[lane].data();
    }
};

/// Writes the lists of one block.
class BlockSearch
{
public:
    BlockSearch(const SortedPoints& queries, const SortedPoints& targets, const NeighbourKernels& kernels,
                Scratch& scratch)
        : m_queries(queries.grid), m_targets(targets.grid), m_queryPoints(queries.points),
          m_targetPoints(targets.points), m_kernels(kernels), m_scratch(scratch)
    {
    }

    void run(Range range, NeighbourLists::Block& block)
    {
        m_rows = 0;
        block.pairs = 0;
        std::size_t cell = cellOf(range.begin);
        RowFinder finder(m_targets);
        for (std::size_t i = range.begin; i < range.end; ++cell) {
            const std::size_t end = std::min<std::size_t>(m_queries.cellStart(cell + 1), range.end);
            const Candidates candidates = collect(finder, m_queries.cellKeys()[cell], i, end);
            for (; i < end; ++i) {
                const std::size_t lane = (i - range.begin) % NeighbourLists::groupSize;
                m_counts[lane] = static_cast<std::uint32_t>(search(candidates, i, lane));
                block.pairs += m_counts[lane];
                if (lane + 1 == NeighbourLists::groupSize || i + 1 == range.end)
                    finishGroup(block, (i - range.begin) / NeighbourLists::groupSize, lane + 1);
            }
        }
        const std::size_t groups = (range.size() + NeighbourLists::groupSize - 1) / NeighbourLists::groupSize;
        for (std::size_t group = groups; group <= NeighbourLists::groupsPerBlock; ++group)
            block.groupStart[group] = static_cast<std::uint32_t>(m_rows);
        const std::size_t stored = m_rows * NeighbourLists::groupSize;
        fit(block.indices, stored);
        std::copy_n(m_scratch.rows.begin(), stored, block.indices.begin());
    }

private:
    std::size_t cellOf(std::size_t point) const
    {
        std::size_t low = 0, high = m_queries.cellCount();
        while (high - low > 1) {
            const std::size_t middle = (low + high) / 2;
            (m_queries.cellStart(middle) <= point ? low : high) = middle;
        }
        return low;
    }

    Candidates collect(RowFinder& finder, std::uint64_t key, std::size_t begin, std::size_t end)
    {
        CandidateRange ranges[27];
        const std::size_t rangeCount = finder.around(key, ranges);
        std::size_t count = 0;
        for (std::size_t r = 0; r < rangeCount; ++r)
            count += ranges[r].end - ranges[r].begin;
        Candidates candidates = m_scratch.candidates(count);
        m_kernels.collect(m_targetPoints, ranges, rangeCount, m_queryPoints, begin, end, m_queries.radius(),
                          candidates);
        return candidates;
    }

    std::size_t search(const Candidates& candidates, std::size_t i, std::size_t lane)
    {
        std::uint32_t* found = m_scratch.foundBy(lane, candidates.count);
        const std::size_t count = m_kernels.select(candidates, m_queryPoints[i].x, m_queryPoints[i].y,
                                                   m_queryPoints[i].z, m_queries.radius(), found);
        if (&m_queries != &m_targets)
            return count;
        std::uint32_t* self = std::find(found, found + count, static_cast<std::uint32_t>(i));
        SASTRUGI_ASSERT(self != found + count, "a point is not near itself");
        std::copy(self + 1, found + count, self);
        return count - 1;
    }

    void finishGroup(NeighbourLists::Block& block, std::size_t group, std::size_t lanesUsed)
    {
        const std::uint32_t* lists[NeighbourLists::groupSize];
        std::size_t rows = 0;
        for (std::size_t lane = 0; lane < NeighbourLists::groupSize; ++lane) {
            if (lane >= lanesUsed)
                m_counts[lane] = 0;
            rows = std::max<std::size_t>(rows, m_counts[lane]);
        }
        for (std::size_t lane = 0; lane < NeighbourLists::groupSize; ++lane)
            lists[lane] = m_scratch.foundBy(lane, rows);
        // interleave() writes whole squares of 8 x 8; the next group overwrites what is too much.
        const std::size_t needed = (m_rows + rows + 8) * NeighbourLists::groupSize;
        if (m_scratch.rows.size() < needed)
            m_scratch.rows.resize(needed + needed / 2);
        m_kernels.interleave(lists, m_counts, rows, static_cast<std::uint32_t>(m_targets.count()),
                             m_scratch.rows.data() + m_rows * NeighbourLists::groupSize);
        block.groupStart[group] = static_cast<std::uint32_t>(m_rows);
        m_rows += rows;
    }

    const CellGrid& m_queries;
    const CellGrid& m_targets;
    const Float4 *m_queryPoints, *m_targetPoints;
    const NeighbourKernels& m_kernels;
    Scratch& m_scratch;
    std::uint32_t m_counts[NeighbourLists::groupSize] = {};
    std::size_t m_rows = 0;
};

} // namespace

void NeighbourLists::build(const SortedPoints& queries, const SortedPoints& targets)
{
    SASTRUGI_ASSERT(queries.grid.radius() == targets.grid.radius(), "grids of different radius cannot be searched");
    m_queryCount = queries.grid.count();
    m_dummy = static_cast<std::uint32_t>(targets.grid.count());
    m_blocks.resize(blockCount(m_queryCount));
    const NeighbourKernels& kernels = SASTRUGI_DISPATCH(activeIsa(), neighbourKernels)();
    parallelForBlocks(m_queryCount, [&](std::size_t block, Range range) {
        thread_local Scratch scratch;
        BlockSearch(queries, targets, kernels, scratch).run(range, m_blocks[block]);
    });
}

std::size_t NeighbourLists::pairCount() const
{
    std::size_t count = 0;
    for (const Block& block : m_blocks)
        count += block.pairs;
    return count;
}

std::size_t NeighbourLists::storedCount() const
{
    std::size_t count = 0;
    for (const Block& block : m_blocks)
        count += block.groupStart.back() * groupSize;
    return count;
}

std::size_t NeighbourLists::memory() const
{
    std::size_t bytes = 0;
    for (const Block& block : m_blocks)
        bytes += sizeof block + block.indices.capacity() * sizeof block.indices[0];
    return bytes;
}

std::vector<std::uint32_t> NeighbourLists::neighbours(std::size_t query) const
{
    const Block& block = m_blocks[query / blockSize];
    const std::size_t group = query % blockSize / groupSize, lane = query % groupSize;
    std::vector<std::uint32_t> result;
    for (std::uint32_t row = block.groupStart[group]; row < block.groupStart[group + 1]; ++row)
        if (const std::uint32_t index = block.indices[row * groupSize + lane]; index != m_dummy)
            result.push_back(index);
    return result;
}

} // namespace sastrugi
