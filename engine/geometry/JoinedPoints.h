// Which points hang together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace sastrugi
{

/// Sets of points that are joined one by one.
class JoinedPoints
{
public:
    explicit JoinedPoints(std::size_t count) : m_parent(count) { std::iota(m_parent.begin(), m_parent.end(), 0u); }

    std::uint32_t root(std::uint32_t point)
    {
        while (m_parent[point] != point)
            point = m_parent[point] = m_parent[m_parent[point]];
        return point;
    }
    void join(std::uint32_t a, std::uint32_t b) { m_parent[root(a)] = root(b); }

    /// The number of sets among the points that were marked.
    std::size_t countOf(const std::vector<bool>& marked)
    {
        std::size_t count = 0;
        for (std::uint32_t point = 0; point < m_parent.size(); ++point)
            count += marked[point] && root(point) == point;
        return count;
    }

private:
    std::vector<std::uint32_t> m_parent;
};

} // namespace sastrugi
