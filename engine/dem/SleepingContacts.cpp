#include "engine/dem/SleepingContacts.h"

#include <algorithm>

namespace sastrugi
{

std::uint64_t SleepingContacts::pairOf(std::uint32_t id, std::uint32_t other)
{
    return static_cast<std::uint64_t>(std::min(id, other)) << 32 | std::max(id, other);
}

Vector3f SleepingContacts::of(std::uint32_t id, std::uint32_t other) const
{
    const std::uint64_t pair = pairOf(id, other);
    const auto found = std::ranges::lower_bound(m_kept, pair, {}, &Kept::pair);
    if (found == m_kept.end() || found->pair != pair)
        return Vector3f::Zero();
    return id < other ? found->shear : Vector3f(-found->shear);
}

void SleepingContacts::forgetAwake(std::span<const std::uint8_t> asleep)
{
    std::erase_if(m_kept,
                  [&](const Kept& kept) { return !asleep[kept.pair >> 32] || !asleep[kept.pair & 0xffffffffu]; });
}

void SleepingContacts::add(std::uint32_t id, std::uint32_t other, const Vector3f& shear)
{
    m_kept.push_back({pairOf(id, other), id < other ? shear : Vector3f(-shear)});
}

void SleepingContacts::sort() { std::ranges::sort(m_kept, {}, &Kept::pair); }

Attributes SleepingContacts::save() const
{
    Attributes table(m_kept.size());
    const auto pairs = table.add<std::uint64_t>("pair");
    const auto shears = table.add<float>("shear", 3);
    for (std::size_t k = 0; k < m_kept.size(); ++k) {
        pairs[k] = m_kept[k].pair;
        std::ranges::copy(m_kept[k].shear, shears.begin() + static_cast<std::ptrdiff_t>(3 * k));
    }
    return table;
}

void SleepingContacts::restore(const Attributes& table)
{
    const auto pairs = table.get<std::uint64_t>("pair");
    const auto shears = table.get<float>("shear", 3);
    m_kept.clear();
    for (std::size_t k = 0; k < pairs.size(); ++k)
        m_kept.push_back({pairs[k], Vector3f(shears[3 * k], shears[3 * k + 1], shears[3 * k + 2])});
}

} // namespace sastrugi
