#include "engine/particles/CellRows.h"

#include <algorithm>
#include <cmath>

namespace sastrugi
{

int CellRows::cellOf(double coordinate, int axis) const
{
    return static_cast<int>(std::floor((coordinate - m_grid.cellOrigin(axis)) / m_grid.cellEdge(axis)));
}

std::size_t CellRows::forward(std::size_t place, std::uint64_t key) const
{
    for (int step = 0; step < 8 && place < m_keys.size(); ++step, ++place)
        if (m_keys[place] >= key)
            return place;
    return static_cast<std::size_t>(
        std::lower_bound(m_keys.begin() + static_cast<std::ptrdiff_t>(place), m_keys.end(), key) - m_keys.begin());
}

const std::vector<CandidateRange>& CellRows::in(const CellBox3& box)
{
    const auto sameRows = [&](std::size_t axis) {
        return box.low[axis] == m_last.low[axis] && box.high[axis] == m_last.high[axis];
    };
    const bool isAhead = !m_places.empty() && sameRows(1) && sameRows(2) && box.low[0] >= m_last.low[0];
    const auto rows =
        static_cast<std::size_t>(box.high[1] - box.low[1] + 1) * static_cast<std::size_t>(box.high[2] - box.low[2] + 1);
    if (!isAhead)
        m_places.assign(rows, 0);
    m_last = box;
    m_ranges.clear();
    std::size_t row = 0;
    for (int z = box.low[2]; z <= box.high[2]; ++z)
        for (int y = box.low[1]; y <= box.high[1]; ++y, ++row) {
            std::size_t& place = m_places[row];
            place = forward(place, CellGrid::cellKey(box.low[0], y, z));
            const std::uint64_t last = CellGrid::cellKey(box.high[0], y, z);
            std::size_t end = place;
            while (end < m_keys.size() && m_keys[end] <= last)
                ++end;
            if (end > place)
                m_ranges.push_back({m_grid.cellStart(place), m_grid.cellStart(end), 0, 0});
        }
    return m_ranges;
}

} // namespace sastrugi
