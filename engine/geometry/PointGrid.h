// Points in a hash grid, for the question whether one is near.
#pragma once

#include "engine/core/Vector.h"

#include <cmath>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace sastrugi
{

class PointGrid
{
public:
    /// Questions up to the radius `cellEdge` are possible.
    explicit PointGrid(double cellEdge) : m_inverseEdge(1 / cellEdge) {}

    void add(const Vector3& point)
    {
        const auto [place, isNew] = m_first.try_emplace(key(cell(point)), end);
        m_next.push_back(place->second);
        place->second = static_cast<std::uint32_t>(m_points.size());
        m_points.push_back(point);
    }

    /// Whether a point is closer than `radius`.
    bool anyWithin(const Vector3& point, double radius) const
    {
        const double square = radius * radius;
        const Cell centre = cell(point);
        for (std::int64_t z = -1; z <= 1; ++z)
            for (std::int64_t y = -1; y <= 1; ++y)
                for (std::int64_t x = -1; x <= 1; ++x) {
                    const auto first = m_first.find(key({centre.x + x, centre.y + y, centre.z + z}));
                    if (first == m_first.end())
                        continue;
                    for (std::uint32_t i = first->second; i != end; i = m_next[i])
                        if ((m_points[i] - point).squaredNorm() < square)
                            return true;
                }
        return false;
    }

    const std::vector<Vector3>& points() const { return m_points; }

private:
    struct Cell {
        std::int64_t x, y, z;
    };
    static constexpr std::uint32_t end = 0xffffffffu;

    Cell cell(const Vector3& point) const
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

    double m_inverseEdge;
    std::unordered_map<std::uint64_t, std::uint32_t> m_first; // the last point added to a cell
    std::vector<std::uint32_t> m_next;
    std::vector<Vector3> m_points;
};

} // namespace sastrugi
