#include "engine/simulation/frameBetween.h"

#include "engine/core/Parallel.h"
#include "engine/simulation/BoundaryInFrame.h"

#include <algorithm>
#include <cmath>

namespace sastrugi
{

namespace
{

Vector3f rowOf(std::span<const float> values, std::uint32_t i)
{
    return {values[3 * std::size_t{i}], values[3 * std::size_t{i} + 1], values[3 * std::size_t{i} + 2]};
}

} // namespace

Period periodOf(const SceneSettings& settings, const Vector3& origin)
{
    if (!settings.periodic)
        return {};
    return {static_cast<float>(settings.periodOrigin.x() - origin.x()),
            static_cast<float>(settings.periodOrigin.y() - origin.y()), static_cast<float>(settings.periodSize.x()),
            static_cast<float>(settings.periodSize.y())};
}

Vector3f wrapped(Vector3f place, const Period& period)
{
    if (period.sizeX > 0)
        place.x() -= period.sizeX * std::floor((place.x() - period.originX) / period.sizeX);
    if (period.sizeY > 0)
        place.y() -= period.sizeY * std::floor((place.y() - period.originY) / period.sizeY);
    return place;
}

std::vector<SnowPair> pairsOf(const Frame& before, const Frame& after)
{
    const auto first = before.particles.get<std::uint32_t>("id"), second = after.particles.get<std::uint32_t>("id");
    std::vector<SnowPair> pairs;
    pairs.reserve(std::min(first.size(), second.size()));
    for (std::uint32_t i = 0, j = 0; i < first.size() && j < second.size();)
        if (first[i] < second[j])
            ++i;
        else if (second[j] < first[i])
            ++j;
        else
            pairs.push_back({i++, j++});
    return pairs;
}

Passages::Passages(const SceneSettings& settings, const Vector3& origin, const Frame& before, const Frame& after)
    : m_moveBefore((before.origin - origin).cast<float>()), m_moveAfter((after.origin - origin).cast<float>()),
      m_placesBefore(before.particles.get<float>("position", 3)),
      m_placesAfter(after.particles.get<float>("position", 3)),
      m_velocitiesBefore(before.particles.get<float>("velocity", 3)),
      m_velocitiesAfter(after.particles.get<float>("velocity", 3)),
      m_duration(static_cast<float>(after.time - before.time)), m_period(periodOf(settings, origin))
{
}

Passage Passages::of(const SnowPair& pair) const
{
    const Vector3f start = rowOf(m_placesBefore, pair.before) + m_moveBefore;
    Vector3f way = rowOf(m_placesAfter, pair.after) + m_moveAfter - start;
    if (m_period.sizeX > 0)
        way.x() -= m_period.sizeX * std::round(way.x() / m_period.sizeX);
    if (m_period.sizeY > 0)
        way.y() -= m_period.sizeY * std::round(way.y() / m_period.sizeY);
    return {start, way, rowOf(m_velocitiesBefore, pair.before), rowOf(m_velocitiesAfter, pair.after), m_duration};
}

Frame frameBetween(const SceneSettings& settings, const Frame& before, const Frame& after, double share)
{
    const std::vector<SnowPair> pairs = pairsOf(before, after);
    const Passages passages(settings, before.origin, before, after);
    Frame frame;
    frame.number = before.number;
    frame.time = before.time + share * (after.time - before.time);
    frame.origin = before.origin;
    frame.figures = before.figures;
    addPlacesBetween(frame.figures, before, after, share);
    frame.particles = Attributes(pairs.size());
    for (const AttributeArray& array : before.particles.arrays()) {
        AttributeArray taken;
        taken.name = array.name;
        taken.type = array.type;
        taken.components = array.components;
        const std::size_t row = sizeOf(array.type) * static_cast<std::size_t>(array.components);
        taken.bytes.resize(pairs.size() * row);
        parallelFor(pairs.size(), [&](std::size_t i) {
            std::copy_n(array.bytes.data() + row * pairs[i].before, row, taken.bytes.data() + row * i);
        });
        const bool isPlace = array.name == "position";
        if (isPlace || array.name == "velocity") {
            const std::span<float> values = taken.values<float>();
            const auto s = static_cast<float>(share);
            parallelFor(pairs.size(), [&](std::size_t i) {
                const Passage passage = passages.of(pairs[i]);
                // The slope of the cubic swings from sample to sample where a solver's velocities lag its places.
                const Vector3f value = isPlace ? wrapped(passage.placeAt(s), passages.period())
                                               : ((1 - s) * passage.velocityBefore + s * passage.velocityAfter).eval();
                std::copy_n(value.data(), 3, values.data() + 3 * i);
            });
        }
        frame.particles.add(std::move(taken));
    }
    return frame;
}

} // namespace sastrugi
