// Displacements along the contacts of grains that both sleep, which have no lists: friction goes on from them when the
// grains wake.
#pragma once

#include "engine/core/Vector.h"
#include "engine/particles/Attributes.h"

#include <cstdint>
#include <span>
#include <vector>

namespace sastrugi
{

class SleepingContacts
{
public:
    bool empty() const { return m_kept.empty(); }
    /// As the first grain of the two has it, by their ids, m; zero where none is kept.
    Vector3f of(std::uint32_t id, std::uint32_t other) const;

    /// Forgets those of grains that are awake; `asleep` by id.
    void forgetAwake(std::span<const std::uint8_t> asleep);
    /// One each for a contact: that of the other grain is its opposite. Then sort().
    void add(std::uint32_t id, std::uint32_t other, const Vector3f& shear);
    void sort();

    std::size_t memory() const { return m_kept.capacity() * sizeof(Kept); }
    Attributes save() const;
    /// Throws Error(InputOutput) where something is missing.
    void restore(const Attributes& table);

private:
    struct Kept {
        std::uint64_t pair; // the smaller id, then the other
        Vector3f shear;     // of the smaller one
    };
    static std::uint64_t pairOf(std::uint32_t id, std::uint32_t other);

    std::vector<Kept> m_kept; // by pair
};

} // namespace sastrugi
