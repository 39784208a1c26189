#include "engine/motion/Curve.h"

#include "engine/core/Error.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sastrugi
{

namespace
{

using Cubic = std::array<double, 4>; // coefficients of Bernstein

double valueOf(const Cubic& c, double s)
{
    const double r = 1 - s;
    return r * r * r * c[0] + 3 * r * r * s * c[1] + 3 * r * s * s * c[2] + s * s * s * c[3];
}

double slopeOf(const Cubic& c, double s)
{
    const double r = 1 - s;
    return 3 * (r * r * (c[1] - c[0]) + 2 * r * s * (c[2] - c[1]) + s * s * (c[3] - c[2]));
}

/// Least and largest slope between two shares: at their ends, or at the vertex of the parabola.
std::pair<double, double> slopesOf(const Cubic& c, double from, double to)
{
    double least = std::min(slopeOf(c, from), slopeOf(c, to)), largest = std::max(slopeOf(c, from), slopeOf(c, to));
    const double a = c[1] - c[0], b = c[2] - c[1], d = c[3] - c[2];
    if (const double bend = a - 2 * b + d; bend != 0)
        if (const double vertex = (a - b) / bend; vertex > from && vertex < to) {
            const double slope = slopeOf(c, vertex);
            least = std::min(least, slope);
            largest = std::max(largest, slope);
        }
    return {least, largest};
}

/// The slopes at the keys of smooth sections.
std::vector<double> smoothSlopes(const std::vector<CurveKey>& keys)
{
    std::vector<double> slopes(keys.size(), 0.0);
    for (std::size_t i = 1; i + 1 < keys.size(); ++i) {
        const double before = keys[i].time - keys[i - 1].time, after = keys[i + 1].time - keys[i].time;
        const double left = (keys[i].value - keys[i - 1].value) / before;
        const double right = (keys[i + 1].value - keys[i].value) / after;
        if (left * right > 0)
            slopes[i] = 3 * (before + after) / ((2 * after + before) / left + (after + 2 * before) / right);
    }
    return slopes;
}

void checkKeys(const std::vector<CurveKey>& keys)
{
    if (keys.empty())
        fail(ErrorKind::Scene, "a curve has no key; give at least one");
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const CurveKey& key = keys[i];
        for (const double value : {key.time, key.value, key.in.time, key.in.value, key.out.time, key.out.value})
            if (!std::isfinite(value))
                fail(ErrorKind::Scene, "key {} of a curve has a value that is not finite", i + 1);
        if (i > 0 && key.time <= keys[i - 1].time)
            fail(ErrorKind::Scene, "key {} of a curve is at {} s, not later than the one before at {} s", i + 1,
                 key.time, keys[i - 1].time);
    }
}

bool isGiven(const CurveHandle& handle) { return handle.time != 0 || handle.value != 0; }

} // namespace

double Curve::Section::shareAt(double time) const
{
    if (isEven)
        return (time - times[0]) / (times[3] - times[0]);
    // The time rises with the share. Newton's steps, and halves where they leave the bracket.
    double low = 0, high = 1, share = (time - times[0]) / (times[3] - times[0]);
    for (int step = 0; step < 60 && low < high; ++step) {
        const double error = valueOf(times, share) - time;
        if (error == 0)
            break;
        (error < 0 ? low : high) = share;
        const double next = share - error / slopeOf(times, share);
        const double chosen = next > low && next < high ? next : 0.5 * (low + high);
        if (chosen == share)
            break;
        share = chosen;
    }
    return share;
}

double Curve::Section::rateAtShare(double share) const
{
    if (isStep)
        return 0;
    return isEven ? slopeOf(values, share) / (times[3] - times[0]) : slopeOf(values, share) / slopeOf(times, share);
}

double Curve::Section::largestRate(double from, double to) const
{
    if (isStep)
        return 0;
    // In small parts, where the time goes nearly evenly: the largest slope of one by the least of the other.
    constexpr int parts = 32;
    const double first = shareAt(std::max(from, times[0])), last = shareAt(std::min(to, times[3]));
    double largest = 0;
    for (int i = 0; i < (isEven ? 1 : parts); ++i) {
        const int count = isEven ? 1 : parts;
        const double a = first + (last - first) * i / count, b = first + (last - first) * (i + 1) / count;
        const auto [low, high] = slopesOf(values, a, b);
        const double slope = isEven ? times[3] - times[0] : slopesOf(times, a, b).first;
        largest = std::max(largest, std::max(std::abs(low), std::abs(high)) / slope);
    }
    return largest;
}

Curve::Curve(std::vector<CurveKey> keys, CurveEnd before, CurveEnd after)
    : m_keys(std::move(keys)), m_before(before), m_after(after)
{
    checkKeys(m_keys);
    const std::vector<double> slopes = smoothSlopes(m_keys);
    for (std::size_t i = 0; i + 1 < m_keys.size(); ++i) {
        const CurveKey &a = m_keys[i], &b = m_keys[i + 1];
        const double length = b.time - a.time;
        double out = (b.value - a.value) / 3, in = -out;
        Section section;
        section.isStep = a.kind == CurveKind::Step;
        section.times = {a.time, a.time + length / 3, b.time - length / 3, b.time};
        if (a.kind == CurveKind::Smooth) {
            out = slopes[i] * length / 3;
            in = -slopes[i + 1] * length / 3;
        }
        if (a.kind == CurveKind::Bezier) {
            const CurveHandle first = isGiven(a.out) ? a.out : CurveHandle{length / 3, 0};
            const CurveHandle second = isGiven(b.in) ? b.in : CurveHandle{-length / 3, 0};
            if (!(first.time > 0) || first.time > length)
                fail(ErrorKind::Scene,
                     "the second handle of key {} of a curve is {} s after it: more than 0 and at most "
                     "{} s, where the next key is, can be",
                     i + 1, first.time, length);
            if (!(second.time < 0) || second.time < -length)
                fail(ErrorKind::Scene,
                     "the first handle of key {} of a curve is {} s before it: more than 0 and at most "
                     "{} s, where the key before is, can be",
                     i + 2, -second.time, length);
            if (first.time - second.time >= 2 * length)
                fail(ErrorKind::Scene,
                     "the handles of keys {} and {} of a curve both reach the other key, so that it "
                     "would jump between them; shorten one",
                     i + 1, i + 2);
            section.isEven = false;
            section.times[1] = a.time + first.time;
            section.times[2] = b.time + second.time;
            out = first.value;
            in = second.value;
        }
        section.values = {a.value, a.value + out, b.value + in, b.value};
        m_sections.push_back(section);
    }
}

const Curve::Section& Curve::sectionAt(double time, bool isBackwards) const
{
    // Backwards the section before a key is the one that comes.
    const auto isBefore = [](double value, const CurveKey& key) { return value < key.time; };
    const auto isNotAfter = [](const CurveKey& key, double value) { return key.time < value; };
    const auto next = isBackwards ? std::lower_bound(m_keys.begin(), m_keys.end(), time, isNotAfter)
                                  : std::upper_bound(m_keys.begin(), m_keys.end(), time, isBefore);
    const auto index =
        std::clamp<std::ptrdiff_t>(next - m_keys.begin() - 1, 0, static_cast<std::ptrdiff_t>(m_sections.size()) - 1);
    return m_sections[static_cast<std::size_t>(index)];
}

Curve::Moment Curve::momentAt(double time) const
{
    const double first = m_keys.front().time, last = m_keys.back().time;
    if (m_sections.empty())
        return {first, 0, 0, 0};
    if (time >= first && time < last)
        return {time, 0, 1, 0};
    const bool isBefore = time < first;
    switch (isBefore ? m_before : m_after) {
    case CurveEnd::Hold: break;
    case CurveEnd::Linear: return {isBefore ? first : last, 0, 1, isBefore ? time - first : time - last};
    case CurveEnd::Loop:
    case CurveEnd::Onwards:
    case CurveEnd::BackAndForth: {
        const CurveEnd end = isBefore ? m_before : m_after;
        const double round = std::floor((time - first) / duration());
        const double part = std::clamp(time - first - round * duration(), 0.0, duration());
        if (end == CurveEnd::BackAndForth && std::fmod(round, 2) != 0)
            return {last - part, 0, -1, 0};
        const double rise = m_keys.back().value - m_keys.front().value;
        return {first + part, end == CurveEnd::Onwards ? round * rise : 0, 1, 0};
    }
    }
    return {isBefore ? first : last, 0, 0, 0};
}

double Curve::rateOfKeys(double time, bool isBackwards) const
{
    const Section& section = sectionAt(time, isBackwards);
    return section.rateAtShare(section.shareAt(std::clamp(time, section.times[0], section.times[3])));
}

double Curve::valueAt(double time) const
{
    const Moment moment = momentAt(time);
    if (m_sections.empty() || moment.time >= m_keys.back().time) {
        const double slope = moment.beyond != 0 ? rateOfKeys(moment.time, false) : 0;
        return m_keys.back().value + moment.offset + slope * moment.beyond;
    }
    const Section& section = sectionAt(moment.time, false);
    const double share = section.shareAt(moment.time);
    double value = section.isStep ? section.values[0] : valueOf(section.values, share);
    if (moment.beyond != 0)
        value += rateOfKeys(moment.time, false) * moment.beyond;
    return value + moment.offset;
}

double Curve::rateAt(double time) const
{
    const Moment moment = momentAt(time);
    return moment.direction == 0 ? 0 : moment.direction * rateOfKeys(moment.time, moment.direction < 0);
}

double Curve::largestRateOfKeys(double from, double to) const
{
    double largest = 0;
    for (const Section& section : m_sections)
        if (section.times[0] <= to && section.times[3] >= from)
            largest = std::max(largest, section.largestRate(from, to));
    return largest;
}

double Curve::largestRate(double from, double to) const
{
    if (m_sections.empty())
        return 0;
    const double first = m_keys.front().time, last = m_keys.back().time;
    double largest = 0;
    if (from < last && to >= first)
        largest = largestRateOfKeys(std::max(from, first), std::min(to, last));
    const auto outside = [&](CurveEnd end, double begin, double finish) {
        if (!(begin <= finish) || end == CurveEnd::Hold)
            return;
        const Moment a = momentAt(begin), b = momentAt(finish);
        if (end == CurveEnd::Linear)
            largest = std::max(largest, std::abs(rateAt(begin)));
        else if (finish - begin >= duration() || a.direction != b.direction || (b.time - a.time) * a.direction < 0)
            largest = std::max(largest, largestRateOfKeys(first, last)); // across the ends of a round
        else
            largest = std::max(largest, largestRateOfKeys(std::min(a.time, b.time), std::max(a.time, b.time)));
    };
    if (from < first)
        outside(m_before, from, std::min(to, std::nextafter(first, -std::numeric_limits<double>::infinity())));
    if (to >= last)
        outside(m_after, std::max(from, last), to);
    return largest;
}

bool Curve::jumps() const
{
    for (std::size_t i = 0; i < m_sections.size(); ++i)
        if (m_sections[i].isStep && m_keys[i].value != m_keys[i + 1].value)
            return true;
    const bool isClosed = m_keys.front().value == m_keys.back().value;
    return !isClosed && (m_before == CurveEnd::Loop || m_after == CurveEnd::Loop);
}

void Curve::addToHash(ContentHash& hash) const
{
    hash.add("curve 1").add(static_cast<int>(m_before)).add(static_cast<int>(m_after));
    hash.add(static_cast<std::int64_t>(m_keys.size()));
    for (const CurveKey& key : m_keys) {
        hash.add(key.time).add(key.value).add(static_cast<int>(key.kind));
        hash.add(key.in.time).add(key.in.value).add(key.out.time).add(key.out.value);
    }
}

} // namespace sastrugi
