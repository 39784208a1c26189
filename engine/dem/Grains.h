// The grains: what lives from step to step, and what a step gathers.
#pragma once

#include "engine/dem/DemKernels.h"
#include "engine/dem/GrainLaw.h"
#include "engine/particles/Attributes.h"
#include "engine/simulation/Seeding.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace sastrugi
{

/// Arrays in the order of the lists, with padding behind; `id` names a grain for good.
struct GrainArrays {
    AlignedVector<Float4> place, velocity, traits; // as of DemArrays
    AlignedVector<Float4> listed;                  // place and radius when the lists were made
    AlignedVector<float> strayShare;               // as of DemArrays
    AlignedVector<float> durability, mostTouching;
    AlignedVector<float> stiffness, strength; // factors on modulus and cohesion
    AlignedVector<float> bondThreshold, compressionThreshold;
    AlignedVector<double> enthalpy; // as of GrainWarmth, J/kg
    AlignedVector<std::uint8_t> material;
    AlignedVector<std::uint32_t> id;

    /// Calls visit(array...) for each array, of one or of several sets at once.
    template <class Visit, class... Sets>
    static void forEachArray(Visit&& visit, Sets&... sets)
    {
        visit(sets.place...);
        visit(sets.velocity...);
        visit(sets.traits...);
        visit(sets.listed...);
        visit(sets.strayShare...);
        visit(sets.durability...);
        visit(sets.mostTouching...);
        visit(sets.stiffness...);
        visit(sets.strength...);
        visit(sets.bondThreshold...);
        visit(sets.compressionThreshold...);
        visit(sets.enthalpy...);
        visit(sets.material...);
        visit(sets.id...);
    }
};

class Grains
{
public:
    Grains(double snowRadius, std::vector<GrainMaterial> materials)
        : m_radii(snowRadius), m_materials(std::move(materials))
    {
    }

    /// Adds grains without contacts behind the others, with the ids that follow; positions become relative to `origin`.
    void append(std::span<const Seed> seeds, const Vector3& origin);

    std::size_t count() const { return m_count; }
    /// The first so many are awake: a multiple of eight, or all. Those behind them sleep, and are only read.
    std::size_t awakeCount() const { return m_awake; }
    /// Makes the others stand still in all passes; after reorder().
    void setAwake(std::size_t count);
    const GrainArrays& now() const { return m_now; }
    GrainArrays& now() { return m_now; }
    const GrainRadii& radii() const { return m_radii; }
    const std::vector<GrainMaterial>& materials() const { return m_materials; }
    double durability(std::size_t i) const { return static_cast<double>(m_now.durability[i]); }

    /// 4.10: makes a grain of that durability out of one.
    void setDurability(std::size_t i, double durability);
    /// 4.13: gives it heat, J/kg.
    void warm(std::size_t i, double heat);
    const GrainMaterial& material(std::size_t i) const { return m_materials[m_now.material[i]]; }
    double temperature(std::size_t i) const { return material(i).warmth.temperature(m_now.enthalpy[i], durability(i)); }
    /// How wet it is, 0 to 1.
    double wetness(std::size_t i) const;
    /// Stiffness of its contacts, N/m.
    double stiffness(std::size_t i) const { return static_cast<double>(traitsNow()[i].x); }
    bool isBonded(std::size_t i) const { return traitsNow()[i].y > 0; }
    /// As of DemArrays.
    const Float4& traitsOf(std::size_t i) const { return traitsNow()[i]; }
    /// Forgets how many neighbours grains had: all are bonded.
    void bondAll();
    /// Puts the grain at order[i] to place i; those behind the order stay.
    void reorder(std::span<const std::uint32_t> order);
    /// Remembers where the first grains are as where lists were made, and puts the padding out of reach of all.
    void markListed(std::size_t count);
    /// How far grains stick to each other at most, m, whatever becomes of them.
    double largestGap() const;

    /// For the kernels; valid until the next call that is not const. `external` is null where there is the weight
    /// alone.
    DemArrays arrays(bool hasExternal);
    /// Where the traits are that hold, after a pass: 0 or 1.
    int traits = 0;
    AlignedVector<Float4>& external() { return m_external; }
    const AlignedVector<float>& touching() const { return m_touching; }
    std::size_t memory() const;

    Attributes save() const;
    void restore(const Attributes& table);

private:
    void resize(std::size_t count);
    void findTraits(std::size_t i);
    AlignedVector<Float4>& traitsNow() { return traits == 0 ? m_now.traits : m_otherTraits; }
    const AlignedVector<Float4>& traitsNow() const { return traits == 0 ? m_now.traits : m_otherTraits; }

    GrainRadii m_radii;
    std::vector<GrainMaterial> m_materials;
    std::size_t m_count = 0, m_awake = 0;
    GrainArrays m_now, m_next;
    // Of a step
    AlignedVector<Float4> m_otherTraits, m_force, m_external;
    std::array<AlignedVector<Float4>, 2> m_predicted;
    std::array<AlignedVector<float>, 6> m_squeeze;
    AlignedVector<float> m_touching;
};

} // namespace sastrugi
