// What lists of contacts do about grains that sleep.
#include "engine/dem/ContactLists.h"
#include "engine/dem/contactRows.h"

#include <algorithm>

namespace sastrugi
{

void ContactLists::measureSleepers(const Grains& grains)
{
    m_largestSleeper = 0;
    for (std::size_t i = grains.awakeCount(); i < grains.count(); ++i)
        m_largestSleeper = std::max(m_largestSleeper, grains.now().listed[i].w);
}

void ContactLists::sortSleepers(const Grains& grains)
{
    const std::size_t first = grains.awakeCount();
    if (first == grains.count()) {
        m_sleeperCells.reset();
        return;
    }
    const std::span<const Float4> sleepers(grains.now().listed.data() + first, grains.count() - first);
    if (!m_sleeperCells || m_sleeperCells->radius() != m_cells->radius())
        m_sleeperCells.emplace(m_cells->radius());
    m_sleeperCells->build(sleepers);
    m_sleeperPoints = m_sleeperCells->sorted(sleepers);
}

/// To a grain that has woken: from the lists of those that were awake beside it, and from what was kept beside those
/// that slept with it. Displacements of the two grains of a contact stay opposite.
void ContactLists::wakeShear(const Grains& grains, std::size_t now, std::span<const std::uint32_t> order,
                             std::span<const std::uint32_t> listed, float* shear) const
{
    const AlignedVector<std::uint32_t>& id = grains.now().id;
    for (std::size_t k = 0; k < listed.size(); ++k) {
        const std::uint32_t other = order[listed[k]];
        Vector3f u = Vector3f::Zero();
        if (other < m_oldAwake)
            u = oldShear(other, order[now]);
        else if (other < m_oldCount)
            u = m_sleeping.of(id[listed[k]], id[now]);
        for (std::size_t axis = 0; axis < 3; ++axis)
            if (const float value = u[static_cast<Eigen::Index>(axis)]; value != 0)
                shear[slotOfShear(k, 0) + axis * lanesOfRow] = -value;
    }
}

/// Of a grain that was awake, against another.
Vector3f ContactLists::oldShear(std::size_t was, std::uint32_t otherWas) const
{
    Vector3f found = Vector3f::Zero();
    const float* shear = m_oldShear[was / blockSize].data();
    forEachNeighbour(m_oldBlocks[was / blockSize], was % blockSize, static_cast<std::uint32_t>(m_oldCount),
                     [&](std::size_t row, std::uint32_t old) {
                         const float* u = shear + slotOfShear(row, was % lanesOfRow);
                         if (old == otherWas)
                             found = {u[0], u[lanesOfRow], u[2 * lanesOfRow]};
                     });
    return found;
}

/// What is kept of contacts when these grains sleep; in the order of the old lists.
SleepingContacts ContactLists::sleepingOnes(const Grains& grains, std::span<const std::uint8_t> asleep) const
{
    SleepingContacts sleeping;
    if (!m_hasShear || std::ranges::find(asleep, 1) == asleep.end())
        return sleeping;
    sleeping = m_sleeping;
    const AlignedVector<std::uint32_t>& id = grains.now().id;
    std::vector<std::uint8_t> byId(asleep.size());
    for (std::size_t i = 0; i < asleep.size(); ++i)
        byId[id[i]] = asleep[i];
    sleeping.forgetAwake(byId);
    bool hasNew = false;
    for (std::size_t i = 0; i < m_oldAwake; ++i) {
        if (!asleep[i])
            continue;
        hasNew = true;
        const float* shear = m_oldShear[i / blockSize].data();
        forEachNeighbour(m_oldBlocks[i / blockSize], i % blockSize, static_cast<std::uint32_t>(m_oldCount),
                         [&](std::size_t row, std::uint32_t j) {
                             // Of two that fall asleep together, one is enough.
                             if (!asleep[j] || (j < m_oldAwake && id[j] < id[i]))
                                 return;
                             const float* u = shear + slotOfShear(row, i % lanesOfRow);
                             if (u[0] != 0 || u[lanesOfRow] != 0 || u[2 * lanesOfRow] != 0)
                                 sleeping.add(id[i], id[j], {u[0], u[lanesOfRow], u[2 * lanesOfRow]});
                         });
    }
    if (hasNew)
        sleeping.sort();
    return sleeping;
}

Vector3f ContactLists::shearOf(const BorderPair& pair) const
{
    if (!m_hasShear)
        return Vector3f::Zero();
    const float* u = m_shear[pair.awake / blockSize].data() + pair.shear;
    return {u[0], u[lanesOfRow], u[2 * lanesOfRow]};
}

} // namespace sastrugi
