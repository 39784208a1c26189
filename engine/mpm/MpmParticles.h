// The snow's particles: what lives from step to step, twice, so that a step can be given up and sorts need no copy.
#pragma once

#include "engine/mpm/MpmKernels.h"
#include "engine/particles/Attributes.h"
#include "engine/simulation/Seeding.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace sastrugi
{

/// Arrays in the order of the blocks; `id` names a particle for good.
struct MpmParticleArrays {
    AlignedVector<Float4> position;                      // m; w is 0
    std::array<AlignedVector<float>, 3> remainder;       // of the position, that single precision rounds off
    std::array<AlignedVector<float>, 3> velocity;        // m/s
    std::array<AlignedVector<float>, 9> deformation;     // elastic, by row
    std::array<AlignedVector<float>, 9> affine;          // 1/s; empty unless the transfer has it
    AlignedVector<float> plasticRatio, mass, restVolume; // det F_P; kg; m^3
    AlignedVector<float> density, pressure;              // of the last step, kg/m^3 and Pa
    AlignedVector<float> stiffness, strength;            // factors; empty where no material varies
    AlignedVector<std::uint8_t> material;
    AlignedVector<std::uint32_t> id;

    /// Calls visit(array...) for each array that is in use, of one or of several sets at once.
    template <class Visit, class... Sets>
    static void forEachArray(bool isAffine, bool varies, Visit&& visit, Sets&... sets)
    {
        visit(sets.position...);
        for (std::size_t k = 0; k < 3; ++k) {
            visit(sets.remainder[k]...);
            visit(sets.velocity[k]...);
        }
        for (std::size_t k = 0; k < 9; ++k) {
            visit(sets.deformation[k]...);
            if (isAffine)
                visit(sets.affine[k]...);
        }
        visit(sets.plasticRatio...);
        visit(sets.mass...);
        visit(sets.restVolume...);
        visit(sets.density...);
        visit(sets.pressure...);
        visit(sets.material...);
        visit(sets.id...);
        if (varies) {
            visit(sets.stiffness...);
            visit(sets.strength...);
        }
    }
};

class MpmParticles
{
public:
    MpmParticles(bool isAffine, bool isImplicit) : m_isAffine(isAffine), m_isImplicit(isImplicit) {}

    /// Adds undeformed particles behind the others, with the ids that follow; positions become relative to `origin`.
    void append(std::span<const Seed> seeds, const Vector3& origin, std::span<const float> massOfEmitter,
                double restVolume);

    std::size_t count() const { return m_count; }
    const MpmParticleArrays& now() const { return m_now; }
    MpmParticleArrays& now() { return m_now; }
    bool varies() const { return m_varies; }

    /// Puts the particle at order[i] to place i.
    void reorder(std::span<const std::uint32_t> order);
    /// What the kernels would leave for the end of the step of the particles [begin, end): what they are, at rest.
    void freeze(std::size_t begin, std::size_t end);
    /// Takes over what the kernels have left for the end of the step.
    void finishStep();
    /// x -> x + shift, exact to the remainder.
    void shift(const Vector3& shift);

    /// For the kernels; valid until the next call that is not const.
    const MpmArrays& arrays() const { return m_arrays; }
    std::size_t memory() const;

    Attributes save() const;
    void restore(const Attributes& table);

private:
    void resize(std::size_t count);
    void addFactors();
    void findArrays();

    bool m_isAffine, m_isImplicit, m_varies = false;
    std::size_t m_count = 0;
    MpmParticleArrays m_now, m_next;
    std::array<AlignedVector<float>, 17> m_hessian; // rotation, twist, lambda V, mu V
    MpmArrays m_arrays{};
};

} // namespace sastrugi
