#include "engine/dem/Grains.h"

#include "engine/core/Parallel.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace sastrugi
{

namespace
{

constexpr float farAway = 1e7f; // m, where the padding is

template <class T>
std::size_t bytesOf(const AlignedVector<T>& array)
{
    return array.capacity() * sizeof(T);
}

} // namespace

void Grains::resize(std::size_t count)
{
    m_count = m_awake = count;
    const std::size_t padded = count + grainPadding;
    GrainArrays::forEachArray([&](auto& array) { array.resize(padded); }, m_now);
    for (AlignedVector<Float4>* array : {&m_otherTraits, &m_force, &m_external, &m_predicted[0], &m_predicted[1]})
        array->resize(padded);
    for (AlignedVector<float>& array : m_squeeze)
        array.resize(padded);
    m_touching.resize(padded);
}

void Grains::append(std::span<const Seed> seeds, const Vector3& origin)
{
    if (traits != 0) { // new ones are written to the first
        m_now.traits.swap(m_otherTraits);
        traits = 0;
    }
    const std::size_t first = m_count;
    resize(first + seeds.size());
    for (std::size_t k = 0; k < seeds.size(); ++k) {
        const Seed& seed = seeds[k];
        const std::size_t i = first + k;
        const Vector3f x = (seed.position - origin).cast<float>(), v = seed.velocity.cast<float>();
        m_now.place[i] = {x.x(), x.y(), x.z(), 0};
        m_now.velocity[i] = {v.x(), v.y(), v.z(), 0};
        m_now.traits[i] = {0, 1, 1, 0};
        m_now.listed[i] = m_now.place[i];
        m_now.strayShare[i] = 1;
        m_now.mostTouching[i] = 0;
        m_now.stiffness[i] = seed.factors.stiffness;
        m_now.strength[i] = seed.factors.strength;
        m_now.material[i] = seed.emitter;
        m_now.id[i] = static_cast<std::uint32_t>(i);
        const GrainMaterial& material = m_materials[seed.emitter];
        const std::optional<double> own = seed.temperature > 0 ? std::optional(seed.temperature) : std::nullopt;
        m_now.enthalpy[i] = material.warmth.enthalpy(material.snow.durability(), own);
        setDurability(i, material.snow.durability());
    }
    markListed(m_count);
}

void Grains::setDurability(std::size_t i, double durability)
{
    m_now.durability[i] = static_cast<float>(durability);
    m_now.place[i].w = static_cast<float>(m_radii.at(static_cast<double>(m_now.durability[i])));
    findTraits(i);
}

void Grains::warm(std::size_t i, double heat)
{
    m_now.enthalpy[i] += heat;
    findTraits(i);
}

double Grains::wetness(std::size_t i) const
{
    const GrainMaterial& own = material(i);
    return own.snow.wetness + (1 - own.snow.wetness) * own.warmth.melt(m_now.enthalpy[i]);
}

/// What follows from durability, heat, material and factors. Keeps the bond and the share of the limiter.
void Grains::findTraits(std::size_t i)
{
    const GrainMaterial& material = m_materials[m_now.material[i]];
    const double d = durability(i), r = static_cast<double>(m_now.place[i].w), heat = m_now.enthalpy[i];
    const double melt = material.warmth.melt(heat), soft = material.warmth.stiffness(heat, d);
    const double stiffness = soft * material.modulus(d, melt) * static_cast<double>(m_now.stiffness[i]) * r;
    const double cohesion = material.cohesion(d, melt) * static_cast<double>(m_now.strength[i]) * r * r;
    Float4& traits4 = traitsNow()[i];
    traits4.x = static_cast<float>(stiffness);
    // Never zero: its sign is the bond.
    traits4.y = std::copysign(std::max(static_cast<float>(cohesion), 1e-30f), traits4.y);
    traits4.w = static_cast<float>(material.friction);
    m_now.bondThreshold[i] = static_cast<float>(material.bondThreshold(d, melt));
    m_now.compressionThreshold[i] = material.snow.compressionRate > 0 ? static_cast<float>(material.threshold(d))
                                                                      : std::numeric_limits<float>::infinity();
}

void Grains::bondAll()
{
    for (std::size_t i = 0; i < m_count; ++i) {
        m_now.mostTouching[i] = m_touching[i];
        traitsNow()[i].y = std::abs(traitsNow()[i].y);
    }
}

void Grains::reorder(std::span<const std::uint32_t> order)
{
    if (traits != 0) {
        m_now.traits.swap(m_otherTraits);
        traits = 0;
    }
    const bool isWhole = order.size() == m_count;
    GrainArrays::forEachArray(
        [&](auto& now, auto& next) {
            next.resize(now.size());
            parallelFor(order.size(), [&](std::size_t i) { next[i] = now[order[i]]; });
            if (isWhole)
                now.swap(next);
            else
                parallelFor(order.size(), [&](std::size_t i) { now[i] = next[i]; });
        },
        m_now, m_next);
    for (std::size_t i = m_count; i < m_count + grainPadding; ++i) {
        m_now.traits[i] = {1, 1e-30f, 1, 0};
        m_now.strayShare[i] = 1;
        m_now.material[i] = 0;
    }
}

void Grains::setAwake(std::size_t count)
{
    m_awake = count;
    parallelFor(m_count - count, [&](std::size_t k) {
        const std::size_t i = count + k;
        m_now.velocity[i] = {};
        m_predicted[0][i] = m_predicted[1][i] = m_now.place[i];
        m_now.traits[i] = m_otherTraits[i] = traitsNow()[i];
    });
}

void Grains::markListed(std::size_t count)
{
    parallelFor(count, [&](std::size_t i) { m_now.listed[i] = m_now.place[i]; });
    for (std::size_t i = m_count; i < m_count + grainPadding; ++i) {
        m_now.place[i] = m_now.listed[i] = m_predicted[0][i] = m_predicted[1][i] = {farAway, farAway, farAway, 0};
        m_now.velocity[i] = m_external[i] = m_force[i] = {};
        m_now.traits[i] = m_otherTraits[i] = {1, 1e-30f, 1, 0};
        m_now.mostTouching[i] = m_now.bondThreshold[i] = 0;
        m_now.strayShare[i] = 1;
        m_now.compressionThreshold[i] = std::numeric_limits<float>::infinity();
    }
}

double Grains::largestGap() const
{
    double factor = 1;
    for (std::size_t i = 0; i < m_count; ++i)
        factor = std::max(factor, static_cast<double>(m_now.strength[i] / m_now.stiffness[i]));
    constexpr int parts = 64;
    double gap = 0;
    for (const GrainMaterial& material : m_materials)
        for (const double melt : {0.0, 1.0})
            for (int k = 0; k <= parts && (melt == 0 || material.warmth.conducts()); ++k) {
                const double d = static_cast<double>(k) / parts, soft = material.warmth.least();
                gap =
                    std::max(gap, 4 * material.cohesion(d, melt) * m_radii.at(d) / (soft * material.modulus(d, melt)));
            }
    return 1.001 * factor * gap;
}

DemArrays Grains::arrays(bool hasExternal)
{
    DemArrays a;
    a.count = m_awake;
    a.place = m_now.place.data();
    a.velocity = m_now.velocity.data();
    a.predicted = {m_predicted[0].data(), m_predicted[1].data()};
    a.traits = {m_now.traits.data(), m_otherTraits.data()};
    a.force = m_force.data();
    a.external = hasExternal ? m_external.data() : nullptr;
    for (std::size_t k = 0; k < 6; ++k)
        a.squeeze[k] = m_squeeze[k].data();
    a.touching = m_touching.data();
    a.mostTouching = m_now.mostTouching.data();
    a.bondThreshold = m_now.bondThreshold.data();
    a.compressionThreshold = m_now.compressionThreshold.data();
    a.listed = m_now.listed.data();
    a.strayShare = m_now.strayShare.data();
    return a;
}

std::size_t Grains::memory() const
{
    std::size_t bytes = 0;
    GrainArrays::forEachArray([&](const auto& now, const auto& next) { bytes += bytesOf(now) + bytesOf(next); }, m_now,
                              m_next);
    for (const AlignedVector<Float4>* array : {&m_otherTraits, &m_force, &m_external, &m_predicted[0], &m_predicted[1]})
        bytes += bytesOf(*array);
    for (const AlignedVector<float>& array : m_squeeze)
        bytes += bytesOf(array);
    return bytes + bytesOf(m_touching);
}

Attributes Grains::save() const
{
    Attributes table(m_count);
    const auto add = [&](std::string_view name, int components, auto&& value) {
        const auto to = table.add<float>(name, components);
        const auto size = static_cast<std::size_t>(components);
        for (std::size_t i = 0; i < m_count; ++i)
            for (std::size_t k = 0; k < size; ++k)
                to[size * i + k] = value(i, k);
    };
    add("place", 3, [&](std::size_t i, std::size_t k) { return (&m_now.place[i].x)[k]; });
    add("velocity", 3, [&](std::size_t i, std::size_t k) { return (&m_now.velocity[i].x)[k]; });
    add("listed", 4, [&](std::size_t i, std::size_t k) { return (&m_now.listed[i].x)[k]; });
    add("strayShare", 1, [&](std::size_t i, std::size_t) { return m_now.strayShare[i]; });
    add("durability", 1, [&](std::size_t i, std::size_t) { return m_now.durability[i]; });
    add("share", 1, [&](std::size_t i, std::size_t) { return traitsNow()[i].z; });
    add("bond", 1, [&](std::size_t i, std::size_t) { return std::copysign(1.0f, traitsNow()[i].y); });
    add("touching", 1, [&](std::size_t i, std::size_t) { return m_touching[i]; });
    add("mostTouching", 1, [&](std::size_t i, std::size_t) { return m_now.mostTouching[i]; });
    add("stiffness", 1, [&](std::size_t i, std::size_t) { return m_now.stiffness[i]; });
    add("strength", 1, [&](std::size_t i, std::size_t) { return m_now.strength[i]; });
    std::ranges::copy_n(m_now.enthalpy.begin(), static_cast<std::ptrdiff_t>(m_count),
                        table.add<double>("enthalpy").begin());
    std::ranges::copy_n(m_now.material.begin(), static_cast<std::ptrdiff_t>(m_count),
                        table.add<std::uint8_t>("material").begin());
    std::ranges::copy_n(m_now.id.begin(), static_cast<std::ptrdiff_t>(m_count), table.add<std::uint32_t>("id").begin());
    return table;
}

void Grains::restore(const Attributes& table)
{
    traits = 0;
    resize(table.count());
    const auto take = [&](std::string_view name, int components, auto&& put) {
        const auto from = table.get<float>(name, components);
        const auto size = static_cast<std::size_t>(components);
        for (std::size_t i = 0; i < m_count; ++i)
            for (std::size_t k = 0; k < size; ++k)
                put(i, k, from[size * i + k]);
    };
    const auto material = table.get<std::uint8_t>("material");
    const auto id = table.get<std::uint32_t>("id");
    markListed(m_count); // the padding
    std::ranges::copy(material, m_now.material.begin());
    std::ranges::copy(id, m_now.id.begin());
    std::ranges::copy(table.get<double>("enthalpy"), m_now.enthalpy.begin());
    take("place", 3, [&](std::size_t i, std::size_t k, float v) { (&m_now.place[i].x)[k] = v; });
    take("velocity", 3, [&](std::size_t i, std::size_t k, float v) { (&m_now.velocity[i].x)[k] = v; });
    take("listed", 4, [&](std::size_t i, std::size_t k, float v) { (&m_now.listed[i].x)[k] = v; });
    take("strayShare", 1, [&](std::size_t i, std::size_t, float v) { m_now.strayShare[i] = v; });
    take("share", 1, [&](std::size_t i, std::size_t, float v) { m_now.traits[i].z = v; });
    take("bond", 1, [&](std::size_t i, std::size_t, float v) { m_now.traits[i].y = v; });
    take("touching", 1, [&](std::size_t i, std::size_t, float v) { m_touching[i] = v; });
    take("mostTouching", 1, [&](std::size_t i, std::size_t, float v) { m_now.mostTouching[i] = v; });
    take("stiffness", 1, [&](std::size_t i, std::size_t, float v) { m_now.stiffness[i] = v; });
    take("strength", 1, [&](std::size_t i, std::size_t, float v) { m_now.strength[i] = v; });
    take("durability", 1, [&](std::size_t i, std::size_t, float v) { setDurability(i, static_cast<double>(v)); });
}

} // namespace sastrugi
