// The snow's particles: what lives from step to step, and the arrays of a step.
#pragma once

#include "engine/simulation/Seeding.h"
#include "engine/simulation/Solver.h"
#include "engine/sph/SphArrays.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace sastrugi
{

/// Arrays that live from step to step. Their order is that of the cell sort; `id` names a particle for good.
struct SnowParticles {
    AlignedVector<Float4> position; // w: volume
    std::array<AlignedVector<float>, 3> remainder, velocity, shear;
    std::array<AlignedVector<float>, 6> elastic; // xx xy xz yy yz zz
    AlignedVector<float> mass, pressure, density;
    AlignedVector<std::uint8_t> material;
    AlignedVector<std::uint32_t> id;
    // Factors on Young's modulus, and on critical compression and stretch; empty where no material varies.
    AlignedVector<float> stiffness, strength;
    AlignedVector<float> plasticVolume;              // empty where no law asks for it
    AlignedVector<float> temperature, heatRemainder; // empty where nothing has a temperature

    /// Calls visit(array...) for each array, of one or of several sets at once.
    template <class Visit, class... Sets>
    static void forEachArray(Visit&& visit, Sets&... sets)
    {
        visit(sets.position...);
        for (std::size_t k = 0; k < 3; ++k) {
            visit(sets.remainder[k]...);
            visit(sets.velocity[k]...);
            visit(sets.shear[k]...);
        }
        for (std::size_t k = 0; k < 6; ++k)
            visit(sets.elastic[k]...);
        visit(sets.mass...);
        visit(sets.pressure...);
        visit(sets.density...);
        visit(sets.material...);
        visit(sets.id...);
        if ((!sets.stiffness.empty() && ...)) {
            visit(sets.stiffness...);
            visit(sets.strength...);
        }
        if ((!sets.plasticVolume.empty() && ...))
            visit(sets.plasticVolume...);
        if ((!sets.temperature.empty() && ...)) {
            visit(sets.temperature...);
            visit(sets.heatRemainder...);
        }
    }
};

/// How the particles of an emitter begin.
struct FreshSnow {
    float mass = 0;        // kg
    float temperature = 0; // K
};

/// Which arrays there are that only some scenes need.
struct SnowExtras {
    bool plasticVolume = false, temperature = false;
};

class SnowPhase
{
public:
    SnowPhase() = default;

    /// Undeformed particles at the seeds; positions relative to `origin`.
    SnowPhase(std::span<const Seed> seeds, const Vector3& origin, std::span<const FreshSnow> ofEmitter,
              const SnowExtras& extras = {});

    /// Adds undeformed particles behind the others, with the ids that follow. After a whole step only: revert() does
    /// not take them back. `volume` is that of a particle, for its density until the next step.
    void append(std::span<const Seed> seeds, const Vector3& origin, std::span<const FreshSnow> ofEmitter,
                double volume);

    std::size_t count() const { return m_count; }
    const SnowParticles& particles() const { return m_now; }
    SnowParticles& particles() { return m_now; }

    /// Puts the particle at order[i] to place i, and keeps the old state for revert().
    void reorder(std::span<const std::uint32_t> order);
    /// Goes back to the state before the last reorder().
    void revert();

    /// The arrays for the kernels; valid until the next reorder() or revert().
    const SnowArrays& arrays() const { return m_arrays; }

    /// Gives the arrays a `tangentialRate`; before the first step.
    void addTangentialRate();

    /// Bytes in use.
    std::size_t memory() const;

    /// Everything that lives from step to step.
    Attributes save() const;
    static SnowPhase restore(const Attributes& table);

private:
    void resize(std::size_t count);
    void place(std::size_t i, const Seed& seed, const Vector3& origin, std::span<const FreshSnow> ofEmitter);
    /// Gives the particles factors of 1.
    void addFactors();
    void addExtras(const SnowExtras& extras);
    void fillDummies(SnowParticles& particles) const;
    void findArrays();

    std::size_t m_count = 0, m_paddedCount = 0;
    SnowParticles m_now, m_before;
    SnowArrays m_arrays{};
    // Arrays of a step
    std::vector<AlignedVector<float>> m_floats;
    std::vector<AlignedVector<Float4>> m_packed;
};

} // namespace sastrugi
