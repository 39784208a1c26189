#include "engine/motion/SequenceDeformation.h"

#include "engine/core/Error.h"
#include "engine/core/Parallel.h"

#include <algorithm>
#include <cmath>

namespace sastrugi
{

namespace
{
constexpr std::size_t mostHeld = 3; // two around a time, and the next one
}

SequenceDeformation::SequenceDeformation(SequenceTimes times, std::size_t pointCount, bool isStepped, Reader readFile)
    : m_times(std::move(times)), m_pointCount(pointCount), m_isStepped(isStepped), m_readFile(std::move(readFile))
{
    SASTRUGI_ASSERT(!m_times.times.empty() && m_times.largestWays.size() == m_times.times.size(),
                    "a sequence knows the way from each of its files to the next");
}

SequenceDeformation::Place SequenceDeformation::placeOf(double time) const
{
    const std::vector<double>& times = m_times.times;
    const std::size_t last = times.size() - 1;
    if (time < times.front())
        return {0, 0, times.front(), times.front()};
    const double round = m_times.period > 0 ? std::floor((time - times.front()) / m_times.period) : 0;
    const double shift = round * m_times.period;
    const auto next = std::upper_bound(times.begin(), times.end(), time - shift);
    const std::size_t before = next == times.begin() ? 0 : static_cast<std::size_t>(next - times.begin()) - 1;
    if (before < last)
        return {before, before + 1, times[before] + shift, times[before + 1] + shift};
    if (m_times.period > 0)
        return {last, 0, times[last] + shift, times.front() + shift + m_times.period};
    return {last, last, times[last], times[last]};
}

std::shared_ptr<const TriangleMesh> SequenceDeformation::mesh(std::size_t index) const
{
    const std::lock_guard lock(m_mutex);
    Held& held = m_held[index];
    held.lastUse = ++m_uses;
    if (!held.mesh) {
        try {
            held.mesh = m_readFile(index);
        } catch (...) {
            m_held.erase(index);
            throw;
        }
        while (m_held.size() > mostHeld)
            m_held.erase(std::ranges::min_element(m_held, {}, [](const auto& entry) { return entry.second.lastUse; }));
        return m_held.at(index).mesh;
    }
    return held.mesh;
}

std::size_t SequenceDeformation::heldFiles() const
{
    const std::lock_guard lock(m_mutex);
    return m_held.size();
}

std::vector<Vector3> SequenceDeformation::pointsAt(double time) const
{
    const Place place = placeOf(m_isStepped ? m_times.times.front() : time);
    std::vector<Vector3> points = mesh(place.before)->points;
    if (m_isStepped || !(place.end > place.begin) || time == place.begin)
        return points;
    const std::shared_ptr<const TriangleMesh> next = mesh(place.after);
    const double share = (time - place.begin) / (place.end - place.begin);
    parallelFor(points.size(), [&](std::size_t i) { points[i] += share * (next->points[i] - points[i]); });
    return points;
}

std::shared_ptr<const TriangleMesh> SequenceDeformation::stepAt(double time) const
{
    return m_isStepped ? mesh(placeOf(time).before) : nullptr;
}

double SequenceDeformation::largestSpeed(double from, double to) const
{
    if (m_isStepped)
        return 0;
    double speed = 0;
    double time = std::max(from, m_times.times.front());
    for (std::size_t count = 0; time <= to && count <= m_times.times.size(); ++count) {
        const Place place = placeOf(time);
        if (!(place.end > place.begin))
            break;
        speed = std::max(speed, m_times.largestWays[place.before] / (place.end - place.begin));
        time = std::nextafter(place.end, place.end + 1);
    }
    return speed;
}

ShapeInterval SequenceDeformation::intervalAt(double time, double way) const
{
    const Place place = placeOf(time);
    const double length = place.end - place.begin;
    if (m_isStepped || !(length > 0))
        return {place.begin, place.end};
    const double parts = std::clamp(std::ceil(m_times.largestWays[place.before] / way), 1.0, 1e6);
    const auto begin = [&](double part) { return part < parts ? place.begin + length * part / parts : place.end; };
    double part = std::clamp(std::floor((time - place.begin) / length * parts), 0.0, parts - 1);
    while (part > 0 && begin(part) > time) // what rounding has left
        --part;
    while (part + 1 < parts && begin(part + 1) <= time)
        ++part;
    return {begin(part), begin(part + 1)};
}

std::vector<double> SequenceDeformation::typicalTimes() const
{
    if (m_isStepped)
        return {m_times.times.front()};
    // All of them would be read again: some tell enough.
    std::vector<double> times;
    const std::size_t step = std::max<std::size_t>(1, m_times.times.size() / 64);
    for (std::size_t i = 0; i < m_times.times.size(); i += step)
        times.push_back(m_times.times[i]);
    return times;
}

void SequenceDeformation::addToHash(ContentHash& hash) const
{
    hash.add("sequence 1").add(m_isStepped).add(m_times.period).add(m_times.content);
    hash.addArray(std::span(m_times.times));
}

} // namespace sastrugi
