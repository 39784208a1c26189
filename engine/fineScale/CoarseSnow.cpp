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

/// The way from one place to another, the short one in a domain that repeats.
Vector3f wayBetween(const Vector3f& from, const Vector3f& to, const Period& period)
{
    Vector3f way = to - from;
    if (period.sizeX > 0)
        way.x() -= period.sizeX * std::round(way.x() / period.sizeX);
    if (period.sizeY > 0)
        way.y() -= period.sizeY * std::round(way.y() / period.sizeY);
    return way;
}

} // namespace

Vector3f wrapped(Vector3f place, const Period& period)
{
    if (period.sizeX > 0)
        place.x() -= period.sizeX * std::floor((place.x() - period.originX) / period.sizeX);
    if (period.sizeY > 0)
        place.y() -= period.sizeY * std::floor((place.y() - period.originY) / period.sizeY);
    return place;
}

Period periodOf(const SceneSettings& settings, const Vector3& origin)
{
    if (!settings.periodic)
        return {};
    return {static_cast<float>(settings.periodOrigin.x() - origin.x()),
            static_cast<float>(settings.periodOrigin.y() - origin.y()), static_cast<float>(settings.periodSize.x()),
            static_cast<float>(settings.periodSize.y())};
}

CoarseSnow::CoarseSnow(const Scene& scene, const Vector3& origin, const Frame& before, const Frame& after,
                       std::vector<SnowPair> pairs)
    : m_origin(origin), m_period(periodOf(scene.settings, origin)), m_before(before), m_after(after),
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

Vector3f CoarseSnow::placeIn(const Frame& frame, std::uint32_t particle) const
{
    return rowOf(frame.particles.get<float>("position", 3), particle) + (frame.origin - m_origin).cast<float>();
}

void CoarseSnow::moveTo(double share)
{
    const auto s = static_cast<float>(share), duration = static_cast<float>(m_after.time - m_before.time);
    const auto velocityBefore = m_before.particles.get<float>("velocity", 3),
               velocityAfter = m_after.particles.get<float>("velocity", 3);
    m_places.resize(m_pairs.size());
    m_speeds.resize(m_pairs.size());
    parallelFor(m_pairs.size(), [&](std::size_t i) {
        const auto [from, to] = m_pairs[i];
        const Vector3f start = placeIn(m_before, from);
        const Vector3f way = wayBetween(start, placeIn(m_after, to), m_period);
        const Vector3f first = rowOf(velocityBefore, from), last = rowOf(velocityAfter, to);
        // The cubic with these ends, and its derivative.
        const Vector3f place = wrapped(start + s * s * (3 - 2 * s) * way +
                                           duration * (s * (1 - s) * (1 - s) * first - s * s * (1 - s) * last),
                                       m_period);
        Vector3f velocity = first;
        if (duration > 0)
            velocity = 6 * s * (1 - s) / duration * way + (1 - s) * (1 - 3 * s) * first - s * (2 - 3 * s) * last;
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
