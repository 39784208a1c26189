#include "engine/particles/CellGrid.h"

#include "engine/core/Error.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sastrugi
{

namespace
{

constexpr int cellLimit = (1 << 20) - 2; // one cell is kept free on each side for the neighbours of the last

/// Inclusive range of cells along each axis.
struct CellBox {
    std::array<int, 3> low = {cellLimit, cellLimit, cellLimit};
    std::array<int, 3> high = {-cellLimit, -cellLimit, -cellLimit};
    std::size_t outside = std::numeric_limits<std::size_t>::max(); // a point beyond the limit, if any

    CellBox& operator+=(const CellBox& other)
    {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            low[axis] = std::min(low[axis], other.low[axis]);
            high[axis] = std::max(high[axis], other.high[axis]);
        }
        outside = std::min(outside, other.outside);
        return *this;
    }
};

} // namespace

CellGrid::CellGrid(float radius, const Period& period) : m_radius(radius), m_period(period)
{
    SASTRUGI_ASSERT(radius > 0 && std::isfinite(radius), "the search radius must be positive");
    // Room for rounding: cells are found in double, from float positions.
    const double cell = static_cast<double>(radius) * (1 + 1e-6);
    m_inverseCell = {1 / cell, 1 / cell, 1 / cell};
    const double sizes[2] = {period.sizeX, period.sizeY};
    const double origins[2] = {period.originX, period.originY};
    for (std::size_t axis = 0; axis < 2; ++axis) {
        if (sizes[axis] == 0)
            continue;
        if (sizes[axis] < 2 * static_cast<double>(radius))
            fail(ErrorKind::Scene, "the period of {} m is less than twice the support radius of {} m", sizes[axis],
                 radius);
        m_periodCells[axis] = static_cast<int>(sizes[axis] / cell);
        m_inverseCell[axis] = m_periodCells[axis] / sizes[axis];
        m_origin[axis] = origins[axis];
    }
}

std::array<double, 3> CellGrid::cellOf(const Float4& point) const
{
    const double position[3] = {point.x, point.y, point.z};
    std::array<double, 3> cell{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        cell[axis] = std::floor((position[axis] - m_origin[axis]) * m_inverseCell[axis]);
        if (axis < 2 && m_periodCells[axis] > 0)
            cell[axis] = std::clamp(cell[axis], 0.0, static_cast<double>(m_periodCells[axis] - 1));
    }
    return cell;
}

CellGrid::Numbering CellGrid::numberingOf(std::span<const Float4> points) const
{
    const CellBox box = parallelSum<CellBox>(points.size(), [&](std::size_t, Range range) {
        CellBox part;
        for (std::size_t i = range.begin; i < range.end; ++i) {
            const std::array<double, 3> cell = cellOf(points[i]);
            for (std::size_t axis = 0; axis < 3; ++axis) {
                if (!(std::abs(cell[axis]) <= cellLimit)) {
                    part.outside = std::min(part.outside, i);
                    continue;
                }
                part.low[axis] = std::min(part.low[axis], static_cast<int>(cell[axis]));
                part.high[axis] = std::max(part.high[axis], static_cast<int>(cell[axis]));
            }
        }
        return part;
    });
    if (box.outside < points.size()) {
        const Float4& p = points[box.outside];
        fail(ErrorKind::Diverged,
             "point {} is at ({}, {}, {}) m, more than a million support radii of {} m from the origin", box.outside,
             p.x, p.y, p.z, m_radius);
    }

    if (points.empty())
        return {{}, {1, 1, 1}};
    Numbering numbering;
    numbering.first = {box.low[0], box.low[1] & -bundleSize, box.low[2] & -bundleSize};
    const auto span = [&](std::size_t axis) { return box.high[axis] - numbering.first[axis]; };
    numbering.size = {static_cast<std::uint64_t>(span(0) + 1), static_cast<std::uint64_t>(span(1) / bundleSize + 1),
                      static_cast<std::uint64_t>(span(2) / bundleSize + 1)};
    return numbering;
}

std::uint64_t CellGrid::Numbering::last() const { return size[0] * size[1] * size[2] * bundleSize * bundleSize - 1; }

/// In the order of cellKey().
std::uint64_t CellGrid::Numbering::numberOf(const std::array<double, 3>& cell) const
{
    std::array<std::uint64_t, 3> offset{};
    for (std::size_t axis = 0; axis < 3; ++axis)
        offset[axis] = static_cast<std::uint64_t>(static_cast<int>(cell[axis]) - first[axis]);
    const std::uint64_t bundle = offset[2] / bundleSize * size[1] + offset[1] / bundleSize;
    const std::uint64_t row = (bundle * bundleSize + offset[2] % bundleSize) * bundleSize + offset[1] % bundleSize;
    return row * size[0] + offset[0];
}

std::uint64_t CellGrid::Numbering::keyOf(std::uint64_t number) const
{
    const std::uint64_t row = number / size[0], bundle = row / bundleSize / bundleSize;
    return cellKey(first[0] + static_cast<int>(number % size[0]),
                   first[1] + static_cast<int>(bundle % size[1] * bundleSize + row % bundleSize),
                   first[2] + static_cast<int>(bundle / size[1] * bundleSize + row / bundleSize % bundleSize));
}

template <class Key>
void CellGrid::sortPoints(std::span<const Float4> points, const Numbering& numbering, SortedKeys<Key>& sorted)
{
    const std::size_t count = points.size();
    AlignedVector<Key>& keys = sorted.keys;
    keys.resize(count);
    parallelFor(count, [&](std::size_t i) { keys[i] = static_cast<Key>(numbering.numberOf(cellOf(points[i]))); });
    sorted.sort.sort(keys, m_order, numbering.last());

    const auto startsCell = [&](std::size_t i) { return i == 0 || keys[i] != keys[i - 1]; };
    std::vector<std::size_t> firstCell(blockCount(count) + 1, 0);
    parallelForBlocks(count, [&](std::size_t block, Range range) {
        std::size_t cells = 0;
        for (std::size_t i = range.begin; i < range.end; ++i)
            cells += startsCell(i) ? 1 : 0;
        firstCell[block + 1] = cells;
    });
    for (std::size_t block = 0; block + 1 < firstCell.size(); ++block)
        firstCell[block + 1] += firstCell[block];
    m_cellKeys.resize(firstCell.back());
    m_cellStarts.resize(firstCell.back() + 1);
    parallelForBlocks(count, [&](std::size_t block, Range range) {
        std::size_t cell = firstCell[block];
        for (std::size_t i = range.begin; i < range.end; ++i)
            if (startsCell(i)) {
                m_cellKeys[cell] = numbering.keyOf(keys[i]);
                m_cellStarts[cell++] = static_cast<std::uint32_t>(i);
            }
    });
    m_cellStarts.back() = static_cast<std::uint32_t>(count);
}

std::size_t CellGrid::memory() const
{
    return m_short.sort.memory() + m_short.keys.capacity() * sizeof m_short.keys[0] + m_long.sort.memory() +
           m_long.keys.capacity() * sizeof m_long.keys[0] + m_order.capacity() * sizeof m_order[0] +
           m_cellKeys.capacity() * sizeof m_cellKeys[0] + m_cellStarts.capacity() * sizeof m_cellStarts[0];
}

void CellGrid::build(std::span<const Float4> points)
{
    SASTRUGI_ASSERT(points.size() < 0xffffffc0u, "more points than 32-bit indices can name");
    const Numbering numbering = numberingOf(points);
    if (numbering.last() <= std::numeric_limits<std::uint32_t>::max())
        sortPoints(points, numbering, m_short);
    else
        sortPoints(points, numbering, m_long);
}

AlignedVector<Float4> CellGrid::sorted(std::span<const Float4> points) const
{
    constexpr float farAway = 1e10f;
    AlignedVector<Float4> sorted(count() + 8, {farAway, farAway, farAway, 0});
    parallelFor(count(), [&](std::size_t i) { sorted[i] = points[m_order[i]]; });
    return sorted;
}

} // namespace sastrugi
