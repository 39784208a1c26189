#include "engine/mpm/MpmParticles.h"

#include "engine/core/Parallel.h"
#include "engine/math/addExactly.h"

#include <algorithm>

namespace sastrugi
{

namespace
{

constexpr std::size_t padding = 8; // kernels read beyond the last

template <std::size_t components>
void join(const std::array<AlignedVector<float>, components>& arrays, std::span<float> rows, std::size_t count)
{
    for (std::size_t k = 0; k < components; ++k)
        for (std::size_t i = 0; i < count; ++i)
            rows[components * i + k] = arrays[k][i];
}

template <std::size_t components>
void split(std::span<const float> rows, std::array<AlignedVector<float>, components>& arrays, std::size_t count)
{
    for (std::size_t k = 0; k < components; ++k)
        for (std::size_t i = 0; i < count; ++i)
            arrays[k][i] = rows[components * i + k];
}

} // namespace

void MpmParticles::append(std::span<const Seed> seeds, const Vector3& origin, std::span<const float> massOfEmitter,
                          double restVolume)
{
    const std::size_t first = m_count;
    resize(first + seeds.size());
    if (!m_varies && std::ranges::any_of(seeds, [](const Seed& seed) { return !(seed.factors == MaterialFactors{}); }))
        addFactors();
    for (std::size_t k = 0; k < seeds.size(); ++k) {
        const std::size_t i = first + k;
        const Seed& seed = seeds[k];
        const Vector3 place = seed.position - origin;
        const Vector3f position = place.cast<float>(), velocity = seed.velocity.cast<float>();
        const Vector3f remainder = (place - position.cast<double>()).cast<float>();
        m_now.position[i] = {position.x(), position.y(), position.z(), 0};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            m_now.remainder[axis][i] = remainder[static_cast<Eigen::Index>(axis)];
            m_now.velocity[axis][i] = velocity[static_cast<Eigen::Index>(axis)];
        }
        m_now.mass[i] = massOfEmitter[seed.emitter];
        m_now.restVolume[i] = static_cast<float>(restVolume);
        m_now.density[i] = m_now.mass[i] / m_now.restVolume[i]; // until a step finds it
        m_now.material[i] = seed.emitter;
        m_now.id[i] = static_cast<std::uint32_t>(i);
        if (m_varies) {
            m_now.stiffness[i] = seed.factors.stiffness;
            m_now.strength[i] = seed.factors.strength;
        }
    }
}

/// New ones are undeformed, at the origin and at rest.
void MpmParticles::resize(std::size_t count)
{
    const std::size_t before = m_count;
    m_count = count;
    for (MpmParticleArrays* set : {&m_now, &m_next}) {
        MpmParticleArrays::forEachArray(
            m_isAffine, m_varies,
            [&](auto& array) {
                array.resize(count + padding);
                std::fill(array.begin() + static_cast<std::ptrdiff_t>(before), array.end(),
                          typename std::remove_reference_t<decltype(array)>::value_type{});
            },
            *set);
        for (std::size_t i = before; i < count + padding; ++i) {
            set->deformation[0][i] = set->deformation[4][i] = set->deformation[8][i] = 1;
            set->plasticRatio[i] = set->mass[i] = set->restVolume[i] = 1;
            if (m_varies)
                set->stiffness[i] = set->strength[i] = 1;
        }
    }
    if (m_isImplicit)
        for (AlignedVector<float>& array : m_hessian)
            array.resize(count + padding);
    findArrays();
}

void MpmParticles::addFactors()
{
    m_varies = true;
    for (MpmParticleArrays* set : {&m_now, &m_next}) {
        set->stiffness.assign(m_count + padding, 1.0f);
        set->strength.assign(m_count + padding, 1.0f);
    }
    findArrays();
}

void MpmParticles::findArrays()
{
    const auto pointers = [](auto& arrays) {
        std::array<float*, std::tuple_size_v<std::remove_reference_t<decltype(arrays)>>> result{};
        for (std::size_t k = 0; k < result.size(); ++k)
            result[k] = arrays[k].empty() ? nullptr : arrays[k].data();
        return result;
    };
    MpmArrays& a = m_arrays;
    a.count = m_count;
    a.position = m_now.position.data();
    a.remainder = pointers(m_now.remainder);
    a.velocity = pointers(m_now.velocity);
    a.deformation = pointers(m_now.deformation);
    a.affine = pointers(m_now.affine);
    a.plasticRatio = m_now.plasticRatio.data();
    a.mass = m_now.mass.data();
    a.restVolume = m_now.restVolume.data();
    a.stiffness = m_varies ? m_now.stiffness.data() : nullptr;
    a.strength = m_varies ? m_now.strength.data() : nullptr;
    a.material = m_now.material.data();
    a.nextVelocity = pointers(m_next.velocity);
    a.nextDeformation = pointers(m_next.deformation);
    a.nextAffine = pointers(m_next.affine);
    a.nextPlasticRatio = m_next.plasticRatio.data();
    a.nextDensity = m_next.density.data();
    a.nextPressure = m_next.pressure.data();
    const auto hessian = pointers(m_hessian);
    std::copy_n(hessian.begin(), 9, a.rotation.begin());
    std::copy_n(hessian.begin() + 9, 6, a.twist.begin());
    a.lambdaVolume = hessian[15];
    a.shearVolume = hessian[16];
}

void MpmParticles::reorder(std::span<const std::uint32_t> order)
{
    SASTRUGI_ASSERT(order.size() == m_count, "the order has another length than the snow");
    std::swap(m_now, m_next);
    parallelForBlocks(m_count, [&](std::size_t, Range range) {
        MpmParticleArrays::forEachArray(
            m_isAffine, m_varies,
            [&](auto& now, const auto& before) {
                for (std::size_t i = range.begin; i < range.end; ++i)
                    now[i] = before[order[i]];
            },
            m_now, m_next);
    });
    findArrays();
}

void MpmParticles::freeze(std::size_t begin, std::size_t end)
{
    const auto keep = [&](const AlignedVector<float>& now, AlignedVector<float>& next) {
        std::copy(now.begin() + static_cast<std::ptrdiff_t>(begin), now.begin() + static_cast<std::ptrdiff_t>(end),
                  next.begin() + static_cast<std::ptrdiff_t>(begin));
    };
    const auto zero = [&](AlignedVector<float>& next) {
        std::fill(next.begin() + static_cast<std::ptrdiff_t>(begin), next.begin() + static_cast<std::ptrdiff_t>(end),
                  0.0f);
    };
    for (std::size_t k = 0; k < 9; ++k) {
        keep(m_now.deformation[k], m_next.deformation[k]);
        if (m_isAffine)
            zero(m_next.affine[k]);
    }
    for (AlignedVector<float>& velocity : m_next.velocity)
        zero(velocity);
    keep(m_now.plasticRatio, m_next.plasticRatio);
    keep(m_now.density, m_next.density);
    keep(m_now.pressure, m_next.pressure);
}

void MpmParticles::finishStep()
{
    std::swap(m_now.velocity, m_next.velocity);
    std::swap(m_now.deformation, m_next.deformation);
    std::swap(m_now.affine, m_next.affine);
    std::swap(m_now.plasticRatio, m_next.plasticRatio);
    std::swap(m_now.density, m_next.density);
    std::swap(m_now.pressure, m_next.pressure);
    findArrays();
}

void MpmParticles::shift(const Vector3& shift)
{
    const Vector3f by = shift.cast<float>();
    parallelFor(m_count, [&](std::size_t i) {
        float* x = &m_now.position[i].x;
        for (std::size_t axis = 0; axis < 3; ++axis)
            addExactly(x[axis], m_now.remainder[axis][i], by[static_cast<Eigen::Index>(axis)]);
    });
}

std::size_t MpmParticles::memory() const
{
    std::size_t bytes = 0;
    const auto add = [&](const auto& array) { bytes += array.capacity() * sizeof array[0]; };
    for (const MpmParticleArrays* set : {&m_now, &m_next})
        MpmParticleArrays::forEachArray(m_isAffine, m_varies, add, *set);
    for (const AlignedVector<float>& array : m_hessian)
        add(array);
    return bytes;
}

Attributes MpmParticles::save() const
{
    Attributes table(m_count);
    const std::span<float> position = table.add<float>("position", 3);
    for (std::size_t i = 0; i < m_count; ++i)
        std::copy_n(&m_now.position[i].x, 3, position.begin() + static_cast<std::ptrdiff_t>(3 * i));
    join(m_now.remainder, table.add<float>("positionRemainder", 3), m_count);
    join(m_now.velocity, table.add<float>("velocity", 3), m_count);
    join(m_now.deformation, table.add<float>("elasticDeformation", 9), m_count);
    if (m_isAffine)
        join(m_now.affine, table.add<float>("affineVelocity", 9), m_count);
    const auto copy = [&](const auto& from, auto to) { std::copy_n(from.begin(), m_count, to.begin()); };
    copy(m_now.plasticRatio, table.add<float>("plasticRatio"));
    copy(m_now.mass, table.add<float>("mass"));
    copy(m_now.restVolume, table.add<float>("restVolume"));
    copy(m_now.density, table.add<float>("density"));
    copy(m_now.pressure, table.add<float>("pressure"));
    copy(m_now.material, table.add<std::uint8_t>("material"));
    copy(m_now.id, table.add<std::uint32_t>("id"));
    if (m_varies) {
        copy(m_now.stiffness, table.add<float>("stiffness"));
        copy(m_now.strength, table.add<float>("strength"));
    }
    return table;
}

void MpmParticles::restore(const Attributes& table)
{
    resize(table.count());
    const std::span<const float> position = table.get<float>("position", 3);
    for (std::size_t i = 0; i < m_count; ++i)
        m_now.position[i] = {position[3 * i], position[3 * i + 1], position[3 * i + 2], 0};
    split(table.get<float>("positionRemainder", 3), m_now.remainder, m_count);
    split(table.get<float>("velocity", 3), m_now.velocity, m_count);
    split(table.get<float>("elasticDeformation", 9), m_now.deformation, m_count);
    if (m_isAffine)
        split(table.get<float>("affineVelocity", 9), m_now.affine, m_count);
    const auto copy = [&](auto from, auto& to) { std::copy(from.begin(), from.end(), to.begin()); };
    copy(table.get<float>("plasticRatio"), m_now.plasticRatio);
    copy(table.get<float>("mass"), m_now.mass);
    copy(table.get<float>("restVolume"), m_now.restVolume);
    copy(table.get<float>("density"), m_now.density);
    copy(table.get<float>("pressure"), m_now.pressure);
    copy(table.get<std::uint8_t>("material"), m_now.material);
    copy(table.get<std::uint32_t>("id"), m_now.id);
    if (table.find("stiffness")) {
        addFactors();
        copy(table.get<float>("stiffness"), m_now.stiffness);
        copy(table.get<float>("strength"), m_now.strength);
    }
}

} // namespace sastrugi
