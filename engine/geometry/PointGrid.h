// Points in a hash grid, for the question whether one is near.
#pragma once

#include "engine/core/Vector.h"

#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

namespace sastrugi
{

class PointGrid
{
public:
    /// Questions with the radius `usualRadius` are the fastest: eight cells are looked at, at most.
    explicit PointGrid(double usualRadius) : m_inverseEdge(0.5 / usualRadius), m_slots(1024) {}

    void add(const Vector3& point)
    {
        if (2 * (m_cellCount + 1) > m_slots.size())
            grow();
        Slot& slot = m_slots[slotOf(m_slots, key(cellOf(point)))];
        if (slot.first == none) {
            slot.key = key(cellOf(point));
            ++m_cellCount;
        }
        m_next.push_back(slot.first);
        slot.first = static_cast<std::uint32_t>(m_points.size());
        m_points.push_back(point);
    }

    /// Whether a point is closer than `radius`.
    bool anyWithin(const Vector3& point, double radius) const
    {
        const double square = radius * radius;
        const Cell centre = cellOf(point);
        if (isAnyIn(centre, point, square))
            return true;
        const Cell low = cellOf((point.array() - radius).matrix()), high = cellOf((point.array() + radius).matrix());
        for (std::int64_t z = low.z; z <= high.z; ++z)
            for (std::int64_t y = low.y; y <= high.y; ++y)
                for (std::int64_t x = low.x; x <= high.x; ++x)
                    if ((x != centre.x || y != centre.y || z != centre.z) && isAnyIn({x, y, z}, point, square))
                        return true;
        return false;
    }

    const std::vector<Vector3>& points() const { return m_points; }

private:
    struct Cell {
        std::int64_t x, y, z;
    };
    static constexpr std::uint32_t none = 0xffffffffu;
    /// Of the table: a cell, and the last point added to it; none where it is free.
    struct Slot {
        std::uint64_t key = 0;
        std::uint32_t first = none;
    };

    Cell cellOf(const Vector3& point) const
    {
        const auto index = [&](double value) { return static_cast<std::int64_t>(std::floor(value * m_inverseEdge)); };
        return {index(point.x()), index(point.y()), index(point.z())};
    }
    /// Cells 2^21 apart share a key: that costs comparisons and nothing else.
    static std::uint64_t key(const Cell& cell)
    {
        constexpr std::uint64_t mask = (1u << 21) - 1;
        return (static_cast<std::uint64_t>(cell.x) & mask) | (static_cast<std::uint64_t>(cell.y) & mask) << 21 |
               (static_cast<std::uint64_t>(cell.z) & mask) << 42;
    }
    /// Where the key is, or would be.
    static std::size_t slotOf(const std::vector<Slot>& slots, std::uint64_t key)
    {
        std::size_t slot = (key * 0x9e3779b97f4a7c15ull >> 20) & (slots.size() - 1);
        while (slots[slot].first != none && slots[slot].key != key)
            slot = (slot + 1) & (slots.size() - 1);
        return slot;
    }

    bool isAnyIn(const Cell& cell, const Vector3& point, double square) const
    {
        for (std::uint32_t i = m_slots[slotOf(m_slots, key(cell))].first; i != none; i = m_next[i])
            if ((m_points[i] - point).squaredNorm() < square)
                return true;
        return false;
    }

    void grow()
    {
        std::vector<Slot> larger(2 * m_slots.size());
        for (const Slot& slot : m_slots)
            if (slot.first != none)
                larger[slotOf(larger, slot.key)] = slot;
        m_slots = std::move(larger);
    }

    double m_inverseEdge;
    std::vector<Slot> m_slots; // a power of two, at least half of them free
    std::size_t m_cellCount = 0;
    std::vector<std::uint32_t> m_next;
    std::vector<Vector3> m_points;
};

} // namespace sastrugi
