#include "engine/motion/KeyedDeformation.h"

#include "engine/core/Error.h"
#include "engine/core/Parallel.h"

#include <algorithm>
#include <cmath>

namespace sastrugi
{

namespace
{

void check(const std::vector<ShapeKey>& keys)
{
    if (keys.empty())
        fail(ErrorKind::Scene, "a change of shape needs at least one shape");
    for (std::size_t k = 0; k < keys.size(); ++k) {
        if (keys[k].points.size() != keys[0].points.size())
            fail(ErrorKind::Scene, "shape {} has {} points and the first one {}; they must be the same points", k + 1,
                 keys[k].points.size(), keys[0].points.size());
        if (!std::isfinite(keys[k].time) ||
            !std::ranges::all_of(keys[k].points, [](const Vector3& point) { return point.allFinite(); }))
            fail(ErrorKind::Scene, "shape {} has a value that is not finite", k + 1);
        if (k > 0 && !(keys[k].time > keys[k - 1].time))
            fail(ErrorKind::Scene, "shape {} is at {} s and the one before at {} s; times must rise", k + 1,
                 keys[k].time, keys[k - 1].time);
    }
}

} // namespace

KeyedDeformation::KeyedDeformation(std::vector<ShapeKey> keys, KeyInterpolation interpolation)
    : m_keys(std::move(keys)), m_interpolation(interpolation)
{
    check(m_keys);
    for (std::size_t k = 0; k < m_keys.size(); ++k) {
        double way = 0;
        for (std::size_t i = 0; i < pointCount(); ++i) {
            m_bounds.add(m_keys[k].points[i]);
            if (k + 1 < m_keys.size())
                way = std::max(way, (m_keys[k + 1].points[i] - m_keys[k].points[i]).norm());
        }
        m_largestWay.push_back(way);
    }
}

KeyedDeformation::Place KeyedDeformation::placeOf(double time) const
{
    const auto next = std::ranges::upper_bound(m_keys, time, {}, &ShapeKey::time);
    if (next == m_keys.begin())
        return {0, 0};
    const auto key = static_cast<std::size_t>(next - m_keys.begin()) - 1;
    if (next == m_keys.end())
        return {key, 0};
    const double share = (time - m_keys[key].time) / (next->time - m_keys[key].time);
    return {key, m_interpolation == KeyInterpolation::Smooth ? share * share * (3 - 2 * share) : share};
}

std::vector<Vector3> KeyedDeformation::pointsAt(double time) const
{
    const auto [key, share] = placeOf(time);
    std::vector<Vector3> points = m_keys[key].points;
    if (share == 0)
        return points;
    const std::vector<Vector3>& next = m_keys[key + 1].points;
    parallelFor(points.size(), [&, s = share](std::size_t i) { points[i] += s * (next[i] - points[i]); });
    return points;
}

double KeyedDeformation::largestSpeed(double from, double to) const
{
    double speed = 0;
    for (std::size_t k = 0; k + 1 < m_keys.size(); ++k) {
        if (m_keys[k].time > to || m_keys[k + 1].time < from)
            continue;
        const double peak = m_interpolation == KeyInterpolation::Smooth ? 1.5 : 1; // over the mean
        speed = std::max(speed, peak * m_largestWay[k] / (m_keys[k + 1].time - m_keys[k].time));
    }
    return speed;
}

ShapeInterval KeyedDeformation::intervalAt(double time, double way) const
{
    const auto next = std::ranges::upper_bound(m_keys, time, {}, &ShapeKey::time);
    if (next == m_keys.begin())
        return {m_keys.front().time, m_keys.front().time};
    if (next == m_keys.end())
        return {m_keys.back().time, m_keys.back().time};
    const auto key = static_cast<std::size_t>(next - m_keys.begin()) - 1;
    const double from = m_keys[key].time, duration = next->time - from, middle = from + 0.5 * duration;
    const double whole = duration * largestSpeed(middle, middle);
    // Where points start and stop gently they are faster in the middle: eight chords follow that.
    const auto parts = static_cast<int>(std::clamp(std::ceil(whole / way), 8.0, 1e6));
    const auto begin = [&](int part) { return part < parts ? from + duration * part / parts : next->time; };
    int part = std::clamp(static_cast<int>((time - from) / duration * parts), 0, parts - 1);
    while (part > 0 && begin(part) > time) // what rounding has left
        --part;
    while (part + 1 < parts && begin(part + 1) <= time)
        ++part;
    return {begin(part), begin(part + 1)};
}

std::vector<double> KeyedDeformation::typicalTimes() const
{
    std::vector<double> times;
    for (const ShapeKey& key : m_keys)
        times.push_back(key.time);
    return times;
}

void KeyedDeformation::addToHash(ContentHash& hash) const
{
    hash.add("deformation");
    hash.add(static_cast<std::int64_t>(m_interpolation));
    hash.add(static_cast<std::int64_t>(m_keys.size()));
    for (const ShapeKey& key : m_keys) {
        hash.add(key.time);
        for (const Vector3& point : key.points)
            for (int axis = 0; axis < 3; ++axis)
                hash.add(point[axis]);
    }
}

} // namespace sastrugi
