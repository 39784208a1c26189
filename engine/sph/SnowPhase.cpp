#include "engine/sph/SnowPhase.h"

#include "engine/core/Error.h"
#include "engine/core/Parallel.h"

#include <algorithm>
#include <numbers>

namespace sastrugi
{

namespace
{

constexpr std::size_t floatArrays = 39; // of every phase

constexpr float farAway = 1e10f; // where dummies are: beyond any support radius, and its square is finite

/// Copies rows of `components` floats into separate arrays, and back.
template <std::size_t components>
void split(std::span<const float> rows, std::array<AlignedVector<float>, components>& arrays, std::size_t count)
{
    for (std::size_t k = 0; k < components; ++k)
        for (std::size_t i = 0; i < count; ++i)
            arrays[k][i] = rows[components * i + k];
}

template <std::size_t components>
void join(const std::array<AlignedVector<float>, components>& arrays, std::span<float> rows, std::size_t count)
{
    for (std::size_t k = 0; k < components; ++k)
        for (std::size_t i = 0; i < count; ++i)
            rows[components * i + k] = arrays[k][i];
}

} // namespace

SnowPhase::SnowPhase(std::span<const Seed> seeds, const Vector3& origin, std::span<const FreshSnow> ofEmitter,
                     const SnowExtras& extras)
{
    resize(0);
    addExtras(extras);
    append(seeds, origin, ofEmitter, 1);
    for (float& density : m_now.density)
        density = 0; // until the first step finds it
    fillDummies(m_now);
}

void SnowPhase::append(std::span<const Seed> seeds, const Vector3& origin, std::span<const FreshSnow> ofEmitter,
                       double volume)
{
    const std::size_t first = m_count;
    resize(first + seeds.size());
    const bool vary = std::ranges::any_of(seeds, [](const Seed& seed) { return !(seed.factors == MaterialFactors{}); });
    if (vary && m_now.stiffness.empty())
        addFactors();
    const auto alone = static_cast<float>(1 / (std::numbers::pi * volume)); // the kernel at 0, over the spacing's cube
    for (std::size_t k = 0; k < seeds.size(); ++k) {
        place(first + k, seeds[k], origin, ofEmitter);
        m_now.density[first + k] = alone * m_now.mass[first + k];
    }
}

void SnowPhase::place(std::size_t i, const Seed& seed, const Vector3& origin, std::span<const FreshSnow> ofEmitter)
{
    SnowParticles::forEachArray([&](auto& array) { array[i] = {}; }, m_now);
    const Vector3f position = (seed.position - origin).cast<float>(), velocity = seed.velocity.cast<float>();
    m_now.position[i] = {position.x(), position.y(), position.z(), 0};
    for (std::size_t k = 0; k < 3; ++k)
        m_now.velocity[k][i] = velocity[static_cast<Eigen::Index>(k)];
    for (const std::size_t k : {0u, 3u, 5u})
        m_now.elastic[k][i] = 1;
    m_now.mass[i] = ofEmitter[seed.emitter].mass;
    m_now.material[i] = seed.emitter;
    m_now.id[i] = static_cast<std::uint32_t>(i);
    if (!m_now.stiffness.empty()) {
        m_now.stiffness[i] = seed.factors.stiffness;
        m_now.strength[i] = seed.factors.strength;
    }
    if (!m_now.plasticVolume.empty())
        m_now.plasticVolume[i] = 1;
    if (!m_now.temperature.empty())
        m_now.temperature[i] = seed.temperature > 0 ? seed.temperature : ofEmitter[seed.emitter].temperature;
}

void SnowPhase::addExtras(const SnowExtras& extras)
{
    for (SnowParticles* particles : {&m_now, &m_before}) {
        if (extras.plasticVolume)
            particles->plasticVolume.assign(m_paddedCount, 1.0f);
        if (extras.temperature) {
            particles->temperature.assign(m_paddedCount, 0.0f);
            particles->heatRemainder.assign(m_paddedCount, 0.0f);
        }
    }
    findArrays();
}

void SnowPhase::addFactors()
{
    for (SnowParticles* particles : {&m_now, &m_before}) {
        particles->stiffness.assign(m_paddedCount, 1.0f);
        particles->strength.assign(m_paddedCount, 1.0f);
    }
    findArrays();
}

void SnowPhase::resize(std::size_t count)
{
    m_count = count;
    m_paddedCount = (count + 15) / 8 * 8;
    SnowParticles::forEachArray(
        [&](auto& now, auto& before) {
            now.resize(m_paddedCount);
            before.resize(m_paddedCount);
        },
        m_now, m_before);
    fillDummies(m_now);
    m_floats.resize(std::max(m_floats.size(), floatArrays));
    for (AlignedVector<float>& array : m_floats)
        array.resize(m_paddedCount);
    m_packed.resize(4);
    for (AlignedVector<Float4>& array : m_packed)
        array.resize(m_paddedCount);
    findArrays();
}

void SnowPhase::fillDummies(SnowParticles& particles) const
{
    for (std::size_t i = m_count; i < m_paddedCount; ++i) {
        SnowParticles::forEachArray([&](auto& array) { array[i] = {}; }, particles);
        particles.position[i] = {farAway, farAway, farAway, 0};
        particles.mass[i] = 1;
        particles.density[i] = 1;
        if (!particles.stiffness.empty())
            particles.stiffness[i] = particles.strength[i] = 1;
        if (!particles.plasticVolume.empty())
            particles.plasticVolume[i] = 1;
        for (const std::size_t k : {0u, 3u, 5u})
            particles.elastic[k][i] = 1;
    }
}

void SnowPhase::findArrays()
{
    std::size_t nextFloat = 0, nextPacked = 0;
    const auto scalar = [&] { return m_floats[nextFloat++].data(); };
    const auto vector = [&] { return VectorPointers{scalar(), scalar(), scalar()}; };
    const auto packed = [&] { return m_packed[nextPacked++].data(); };
    const auto vectorOf = [](std::array<AlignedVector<float>, 3>& arrays) {
        return VectorPointers{arrays[0].data(), arrays[1].data(), arrays[2].data()};
    };
    std::array<AlignedVector<float>, 6>& e = m_now.elastic;
    SnowArrays& a = m_arrays;
    a.count = m_count;
    a.paddedCount = m_paddedCount;
    a.position = m_now.position.data();
    a.remainder = vectorOf(m_now.remainder);
    a.velocity = vectorOf(m_now.velocity);
    a.mass = m_now.mass.data();
    a.elastic = {e[0].data(), e[1].data(), e[2].data(), e[3].data(), e[4].data(), e[5].data()};
    a.pressure = m_now.pressure.data();
    a.shear = vectorOf(m_now.shear);
    a.material = m_now.material.data();
    a.density = m_now.density.data();
    a.stiffness = m_now.stiffness.empty() ? nullptr : m_now.stiffness.data();
    a.strength = m_now.strength.empty() ? nullptr : m_now.strength.data();
    a.plasticVolume = m_now.plasticVolume.empty() ? nullptr : m_now.plasticVolume.data();
    a.temperature = m_now.temperature.empty() ? nullptr : m_now.temperature.data();
    a.heatRemainder = m_now.heatRemainder.empty() ? nullptr : m_now.heatRemainder.data();
    a.lambda = scalar();
    a.shearModulus = scalar();
    a.correction = {scalar(), scalar(), scalar(), scalar(), scalar(), scalar()};
    a.rank = scalar();
    a.gradientSum = vector();
    a.wallSum = vector();
    a.wallDivergence = scalar();
    a.frictionRate = scalar();
    a.frictionDrive = vector();
    a.known = vector();
    a.meanStress = scalar();
    for (VectorPointers* krylov : {&a.residual, &a.shadow, &a.direction, &a.image, &a.second})
        *krylov = vector();
    a.tangentialRate = m_floats.size() > floatArrays ? scalar() : nullptr;
    a.adhesion = a.image;
    a.restDensity = a.image.x;
    a.wallVolume = a.meanStress;
    a.explicitRate = a.direction.x;
    a.explicitTangent = a.direction.y;
    a.explicitDrive = a.shadow;
    a.bounce = a.direction.z;
    a.diagonal = a.second.x;
    a.source = a.second.y;
    a.bestPressure = a.second.z;
    a.moved = packed();
    for (Float4*& row : a.stress)
        row = packed();
    a.weighted = a.stress[0];
    SASTRUGI_ASSERT(nextFloat == m_floats.size() && nextPacked == m_packed.size(), "arrays of a step are miscounted");
}

void SnowPhase::addTangentialRate()
{
    m_floats.resize(floatArrays);
    m_floats.emplace_back(m_paddedCount, 0.0f);
    findArrays();
}

void SnowPhase::reorder(std::span<const std::uint32_t> order)
{
    SASTRUGI_ASSERT(order.size() == m_count, "the order has another length than the phase");
    std::swap(m_now, m_before);
    parallelForBlocks(m_count, [&](std::size_t, Range range) {
        SnowParticles::forEachArray(
            [&](auto& now, const auto& before) {
                for (std::size_t i = range.begin; i < range.end; ++i)
                    now[i] = before[order[i]];
            },
            m_now, m_before);
    });
    fillDummies(m_now);
    findArrays();
}

void SnowPhase::revert()
{
    std::swap(m_now, m_before);
    findArrays();
}

std::size_t SnowPhase::memory() const
{
    std::size_t bytes = 0;
    const auto add = [&](const auto& array) { bytes += array.capacity() * sizeof array[0]; };
    SnowParticles::forEachArray(add, m_now);
    SnowParticles::forEachArray(add, m_before);
    for (const AlignedVector<float>& array : m_floats)
        add(array);
    for (const AlignedVector<Float4>& array : m_packed)
        add(array);
    return bytes;
}

Attributes SnowPhase::save() const
{
    Attributes table(m_count);
    const std::span<float> position = table.add<float>("position", 3);
    for (std::size_t i = 0; i < m_count; ++i) {
        position[3 * i] = m_now.position[i].x;
        position[3 * i + 1] = m_now.position[i].y;
        position[3 * i + 2] = m_now.position[i].z;
    }
    join(m_now.remainder, table.add<float>("positionRemainder", 3), m_count);
    join(m_now.velocity, table.add<float>("velocity", 3), m_count);
    join(m_now.shear, table.add<float>("shearAcceleration", 3), m_count);
    join(m_now.elastic, table.add<float>("elasticDeformation", 6), m_count);
    const auto copy = [&](const auto& from, auto to) { std::copy_n(from.begin(), m_count, to.begin()); };
    copy(m_now.mass, table.add<float>("mass"));
    copy(m_now.pressure, table.add<float>("pressure"));
    copy(m_now.density, table.add<float>("density"));
    copy(m_now.material, table.add<std::uint8_t>("material"));
    copy(m_now.id, table.add<std::uint32_t>("id"));
    if (!m_now.stiffness.empty()) {
        copy(m_now.stiffness, table.add<float>("stiffness"));
        copy(m_now.strength, table.add<float>("strength"));
    }
    if (!m_now.plasticVolume.empty())
        copy(m_now.plasticVolume, table.add<float>("plasticVolumeRatio"));
    if (!m_now.temperature.empty()) {
        copy(m_now.temperature, table.add<float>("temperature"));
        copy(m_now.heatRemainder, table.add<float>("temperatureRemainder"));
    }
    return table;
}

SnowPhase SnowPhase::restore(const Attributes& table)
{
    SnowPhase phase;
    phase.resize(table.count());
    SnowParticles& p = phase.m_now;
    const std::span<const float> position = table.get<float>("position", 3);
    for (std::size_t i = 0; i < phase.m_count; ++i)
        p.position[i] = {position[3 * i], position[3 * i + 1], position[3 * i + 2], 0};
    split(table.get<float>("positionRemainder", 3), p.remainder, phase.m_count);
    split(table.get<float>("velocity", 3), p.velocity, phase.m_count);
    split(table.get<float>("shearAcceleration", 3), p.shear, phase.m_count);
    split(table.get<float>("elasticDeformation", 6), p.elastic, phase.m_count);
    const auto copy = [&](auto from, auto& to) { std::copy(from.begin(), from.end(), to.begin()); };
    copy(table.get<float>("mass"), p.mass);
    copy(table.get<float>("pressure"), p.pressure);
    copy(table.get<float>("density"), p.density);
    copy(table.get<std::uint8_t>("material"), p.material);
    copy(table.get<std::uint32_t>("id"), p.id);
    if (table.find("stiffness")) {
        phase.addFactors();
        copy(table.get<float>("stiffness"), p.stiffness);
        copy(table.get<float>("strength"), p.strength);
    }
    phase.addExtras({table.find("plasticVolumeRatio") != nullptr, table.find("temperature") != nullptr});
    if (!p.plasticVolume.empty())
        copy(table.get<float>("plasticVolumeRatio"), p.plasticVolume);
    if (!p.temperature.empty()) {
        copy(table.get<float>("temperature"), p.temperature);
        copy(table.get<float>("temperatureRemainder"), p.heatRemainder);
    }
    return phase;
}

} // namespace sastrugi
