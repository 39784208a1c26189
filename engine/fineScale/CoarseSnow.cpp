#include "engine/fineScale/CoarseSnow.h"

#include "engine/core/Parallel.h"

#include <algorithm>
#include <cmath>

namespace sastrugi
{

namespace
{

constexpr double radiusPerSpacing = 2;
/// Integral of (1 - q^2)^3 over the unit ball, over 4 pi / 3.
constexpr double weightPerVolume = 64.0 / 315 * 0.75;

double spacingOf(const Frame& frame)
{
    const auto radii = frame.particles.get<float>("radius");
    const double sum = parallelSum<double>(radii.size(), [&](std::size_t, Range range) {
        double part = 0;
        for (std::size_t i = range.begin; i < range.end; ++i)
            part += static_cast<double>(radii[i]);
        return part;
    });
    return radii.empty() ? 0 : 2 * sum / static_cast<double>(radii.size());
}

Vector3f rowOf(std::span<const float> values, std::uint32_t i)
{
    return {values[3 * std::size_t{i}], values[3 * std::size_t{i} + 1], values[3 * std::size_t{i} + 2]};
}

} // namespace

CoarseSnow::CoarseSnow(const Scene& scene, const Vector3& origin, const Frame& before, const Frame& after,
                       std::vector<SnowPair> pairs)
    : m_period(periodOf(scene.settings, origin)), m_passages(scene.settings, origin, before, after),
      m_pairs(std::move(pairs)), m_spacing(spacingOf(before)),
      m_grid(static_cast<float>(radiusPerSpacing * std::max(m_spacing, 1e-9)))
{
    for (const Frame* frame : {&before, &after}) {
        const auto velocities = frame->particles.get<float>("velocity", 3);
        for (std::uint32_t k = 0; k < frame->particles.count(); ++k)
            m_largestSpeed = std::max(m_largestSpeed, static_cast<double>(rowOf(velocities, k).squaredNorm()));
    }
    m_largestSpeed = std::sqrt(m_largestSpeed);
}

void CoarseSnow::moveTo(double share)
{
    m_places.resize(m_pairs.size());
    m_speeds.resize(m_pairs.size());
    parallelFor(m_pairs.size(), [&](std::size_t i) {
        const Passage passage = m_passages.of(m_pairs[i]);
        const Vector3f place = wrapped(passage.placeAt(static_cast<float>(share)), m_period),
                       velocity = passage.velocityAt(static_cast<float>(share));
        m_places[i] = {place.x(), place.y(), place.z(), 0};
        m_speeds[i] = {velocity.x(), velocity.y(), velocity.z(), 0};
    });
    addGhosts();
    m_grid.build(m_places);
    m_sorted = m_grid.sorted(m_places);
    const auto order = m_grid.order();
    m_channels.clear();
    for (std::size_t axis = 0; axis < 3; ++axis) {
        m_velocity[axis].assign(order.size() + 8, 0);
        m_channels.push_back(m_velocity[axis].data());
    }
    parallelFor(order.size(), [&](std::size_t i) {
        const Float4& speed = m_speeds[order[i]];
        m_velocity[0][i] = speed.x;
        m_velocity[1][i] = speed.y;
        m_velocity[2][i] = speed.z;
    });
}

/// Copies of what is near a border of the period, beyond the other one.
void CoarseSnow::addGhosts()
{
    const float reach = m_grid.radius();
    const auto copy = [&](float Float4::*axis, float origin, float size) {
        if (size == 0)
            return;
        for (std::size_t i = 0, count = m_places.size(); i < count; ++i) {
            Float4 place = m_places[i];
            const float offset = place.*axis - origin;
            if (offset >= reach && offset <= size - reach)
                continue;
            place.*axis += offset < reach ? size : -size;
            m_places.push_back(place);
            m_speeds.push_back(m_speeds[i]);
        }
    };
    copy(&Float4::x, m_period.originX, m_period.sizeX);
    copy(&Float4::y, m_period.originY, m_period.sizeY);
}

CoarseSnow::Around::Around(const CoarseSnow& snow)
    : m_means(snow.m_grid, snow.m_sorted.data(), snow.m_channels), m_radius(snow.m_grid.radius())
{
    constexpr double pi = 3.14159265358979323846;
    const double volume = 4 * pi / 3 * std::pow(radiusPerSpacing, 3); // in cubes of the spacing
    m_perWeight = static_cast<float>(1 / (weightPerVolume * volume));
}

float CoarseSnow::Around::at(const Vector3f& place, Vector3f& velocity)
{
    return m_means.at(place.data(), m_radius, velocity.data()) * m_perWeight;
}

} // namespace sastrugi
