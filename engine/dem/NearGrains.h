// Which candidates of a grain are near by their own radii: for the lists of contacts.
#pragma once

#include "engine/particles/NeighbourLists.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace sastrugi
{

inline float squaredDistance(const Float4& p, const Float4& q)
{
    const float x = p.x - q.x, y = p.y - q.y, z = p.z - q.z;
    return x * x + y * y + z * z;
}

/// Grains are listed that are nearer than their radii and `skin`.
inline float squaredReach(const Float4& p, const Float4& q, float skin)
{
    const float reach = p.w + q.w + skin;
    return reach * reach;
}

/// Of the candidates of the eight grains of a group, those that are near. Those that touch, or soon will, come first,
/// so that rows of eight are full of them, and the last ones are soon passed over.
class NearGrains
{
public:
    static constexpr std::size_t lanes = NeighbourLists::groupSize;

    /// `listed` has place and radius of all grains, the first `awake` of which are candidates of find().
    NearGrains(const Float4* listed, float skin, std::uint32_t awake) : m_listed(listed), m_skin(skin), m_awake(awake)
    {
    }

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
            const std::uint32_t j = from.indices[row * lanes + lane];
            const Float4& q = m_listed[j];
            const float squared = squaredDistance(p, q);
            const float soon = p.w + q.w + soonShare * m_skin, reach = squaredReach(p, q, m_skin);
            const bool isThere = j < m_awake; // not the dummy
            const bool isFirst = isThere && squared < soon * soon, isNear = isThere && squared < reach;
            // Written in any case: half of them are near, and no processor foresees which.
            first[firstCount] = m_last[lastCount] = j;
            firstCount += isFirst ? 1 : 0;
            lastCount += isNear && !isFirst ? 1 : 0;
        }
        std::copy_n(m_last.begin(), lastCount, first.begin() + static_cast<std::ptrdiff_t>(firstCount));
        first.resize(firstCount + lastCount);
        return first;
    }

    /// Adds the near ones of those that sleep: candidate k is at place awake + order[k].
    void addSleepers(std::size_t i, const NeighbourLists::Block& from, std::size_t group, std::size_t lane,
                     std::span<const std::uint32_t> order)
    {
        for (std::size_t row = from.groupStart[group]; row < from.groupStart[group + 1]; ++row)
            if (const std::uint32_t k = from.indices[row * lanes + lane]; k < order.size()) {
                const std::uint32_t j = m_awake + order[k];
                if (squaredDistance(m_listed[i], m_listed[j]) < squaredReach(m_listed[i], m_listed[j], m_skin))
                    of[lane].push_back(j);
            }
    }

    std::array<std::vector<std::uint32_t>, lanes> of; // by lane

private:
    static constexpr float soonShare = 0.25f; // of the skin: nearer pairs count as touching

    const Float4* m_listed;
    float m_skin;
    std::uint32_t m_awake;
    std::vector<std::uint32_t> m_last;
};

} // namespace sastrugi
