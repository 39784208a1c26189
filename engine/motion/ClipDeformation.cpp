#include "engine/motion/ClipDeformation.h"

#include "engine/core/Error.h"
#include "engine/core/Parallel.h"

#include <algorithm>
#include <cmath>

namespace sastrugi
{

namespace
{

double largestDistance(std::span<const Vector3> a, std::span<const Vector3> b)
{
    double largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        largest = std::max(largest, (a[i] - b[i]).squaredNorm());
    return std::sqrt(largest);
}

Bounds boundsOf(std::span<const Vector3> points)
{
    Bounds bounds;
    for (const Vector3& point : points)
        bounds.add(point);
    return bounds;
}

void add(ContentHash& hash, const AffineMap& map)
{
    for (int column = 0; column < 3; ++column)
        for (int row = 0; row < 3; ++row)
            hash.add(map.linear(row, column));
    for (int row = 0; row < 3; ++row)
        hash.add(map.translation[row]);
}

template <class Value>
void add(ContentHash& hash, const Track<Value>& track)
{
    hash.addArray(std::span(track.times));
    for (const Value& value : track.values)
        hash.addBytes(&value, sizeof value);
}

void add(ContentHash& hash, const AnimationClip& clip)
{
    hash.add(clip.duration).add(static_cast<std::int64_t>(clip.nodes.size()));
    for (const NodeTracks& tracks : clip.nodes) {
        hash.add(static_cast<std::int64_t>(tracks.node));
        add(hash, tracks.translation);
        add(hash, tracks.rotation);
        add(hash, tracks.scale);
    }
    for (const MorphTrack& track : clip.morphs) {
        hash.add(static_cast<std::int64_t>(track.part));
        hash.addArray(std::span(track.times)).addArray(std::span(track.weights));
    }
}

} // namespace

ClipDeformation::ClipDeformation(std::shared_ptr<const AnimatedModel> model, std::size_t clip, const ClipTiming& timing,
                                 const AffineMap& placement)
    : m_model(std::move(model)), m_clip(clip), m_clock(timing, m_model->clips.at(clip).duration), m_placement(placement)
{
    closeRound();
    sample();
}

std::vector<Vector3> ClipDeformation::shapeAt(double clipTime) const
{
    ModelPose pose = poseAt(*m_model, clip(), clipTime);
    for (AffineMap& bone : pose.bones)
        bone = m_placement * bone;
    std::vector<Vector3> points = pointsIn(*m_model, pose);
    if (!m_closing.empty())
        parallelFor(points.size(), [&](std::size_t i) { points[i] += clipTime / clip().duration * m_closing[i]; });
    return points;
}

void ClipDeformation::closeRound()
{
    const ClipTiming& timing = m_clock.timing();
    const bool beginsAgain = timing.repeat == ClipRepeat::Loop || timing.repeat == ClipRepeat::Onwards;
    if (!beginsAgain || !(clip().duration > 0))
        return;
    const std::vector<Vector3> first = shapeAt(0), last = shapeAt(clip().duration);
    if (timing.repeat == ClipRepeat::Loop && timing.blend > 0) {
        m_blendRate = largestDistance(first, last) / timing.blend;
        return;
    }
    if (timing.repeat == ClipRepeat::Onwards) {
        for (std::size_t i = 0; i < first.size(); ++i)
            m_advance += last[i] - first[i];
        m_advance /= static_cast<double>(first.size());
    }
    std::vector<Vector3> gap;
    double largest = 0;
    for (std::size_t i = 0; i < first.size(); ++i) {
        gap.push_back(first[i] + m_advance - last[i]);
        largest = std::max(largest, gap.back().norm());
    }
    const double size = boundsOf(first).size().norm();
    if (largest > 0.01 * size)
        fail(
            ErrorKind::Scene,
            "the clip '{}' {}: up to {:.3g} m are between them; choose another repeat, or a blend, such as the time of "
            "a frame",
            clip().name,
            timing.repeat == ClipRepeat::Loop ? "does not end where it began"
                                              : "does not end in the shape in which it began",
            largest);
    if (largest > 1e-12 * size)
        m_closing = std::move(gap);
}

void ClipDeformation::sample()
{
    // Within keys motion is smooth: some chords follow it, fewer where that is dear.
    const std::vector<double> keys = keyTimes(clip());
    const double work = static_cast<double>(keys.size()) * static_cast<double>(pointCount());
    const int fewest = work < 1e7 ? 4 : 2;
    const int parts =
        std::clamp(static_cast<int>(std::min(3e7 / work, 64.0 / static_cast<double>(keys.size()))), fewest, 16);
    for (std::size_t k = 0; k + 1 < keys.size(); ++k)
        for (int part = 0; part < parts; ++part)
            m_times.push_back(keys[k] + (keys[k + 1] - keys[k]) * part / parts);
    m_times.push_back(keys.back());
    std::vector<Vector3> before = shapeAt(m_times.front());
    m_bounds = boundsOf(before);
    std::vector<double> chords;
    double margin = 0;
    for (std::size_t s = 1; s < m_times.size(); ++s) {
        std::vector<Vector3> points = shapeAt(m_times[s]);
        const double way = largestDistance(before, points);
        chords.push_back(way / (m_times[s] - m_times[s - 1]));
        margin = std::max(margin, 0.25 * way); // an arc is higher than its chord
        m_bounds.add(boundsOf(points));
        before = std::move(points);
    }
    m_bounds = m_bounds.grownBy(margin);
    const auto count = static_cast<std::size_t>(parts);
    for (std::size_t s = 0; s < chords.size(); ++s) {
        // A chord is shorter than its arc, and the arc may be fastest at an end. At keys speed may jump.
        double change = 0;
        if (s % count > 0)
            change = std::abs(chords[s] - chords[s - 1]);
        if (s % count + 1 < count)
            change = std::max(change, std::abs(chords[s] - chords[s + 1]));
        m_rates.push_back(1.05 * (chords[s] + 0.5 * change));
    }
    if (const std::int64_t further = std::max<std::int64_t>(m_clock.timing().rounds - 1, 0); further > 0) {
        const Vector3 way = static_cast<double>(further) * m_advance;
        m_bounds.add(Bounds{m_bounds.minimum + way, m_bounds.maximum + way});
    }
}

std::size_t ClipDeformation::sampleBefore(double clipTime) const
{
    const auto next = std::upper_bound(m_times.begin(), m_times.end(), clipTime);
    const auto index = static_cast<std::ptrdiff_t>(next - m_times.begin()) - 1;
    return static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(index, 0, std::ssize(m_rates) - 1));
}

double ClipDeformation::largestRate(double from, double to) const
{
    double rate = 0;
    for (std::size_t s = sampleBefore(from); s < m_rates.size() && m_times[s] <= to; ++s)
        rate = std::max(rate, m_rates[s]);
    return rate;
}

std::vector<Vector3> ClipDeformation::pointsAt(double time) const
{
    const ClipMoment moment = m_clock.momentOf(m_clock.playedAt(time));
    std::vector<Vector3> points = shapeAt(moment.time);
    if (moment.blended > 0) {
        const std::vector<Vector3> first = shapeAt(0);
        for (std::size_t i = 0; i < points.size(); ++i)
            points[i] += moment.blended * (first[i] - points[i]);
    }
    if (moment.round > 0 && !m_advance.isZero(0))
        for (Vector3& point : points)
            point += static_cast<double>(moment.round) * m_advance;
    return points;
}

double ClipDeformation::largestSpeed(double from, double to) const
{
    const double speed = m_clock.timing().speed, duration = clip().duration, period = m_clock.period();
    if (to < m_clock.timing().start || m_rates.empty())
        return 0;
    const double begin = m_clock.playedAt(from), end = m_clock.playedAt(to);
    if (from > m_clock.timing().start && begin >= m_clock.end())
        return 0;
    if (end - begin >= period)
        return speed * std::max(largestRate(0, duration), m_blendRate);
    double rate = 0;
    for (const double round : {std::floor(begin / period), std::floor(end / period)}) {
        double a = std::max(begin - round * period, 0.0), b = std::min(end - round * period, period);
        if (b > duration)
            rate = std::max(rate, m_blendRate);
        a = std::min(a, duration);
        b = std::min(b, duration);
        const bool turned = m_clock.timing().repeat == ClipRepeat::BackAndForth && std::fmod(round, 2) == 1;
        rate = std::max(rate, turned ? largestRate(duration - b, duration - a) : largestRate(a, b));
    }
    return speed * rate;
}

ShapeInterval ClipDeformation::intervalAt(double time, double way) const
{
    const ClipTiming& timing = m_clock.timing();
    const double played = m_clock.playedAt(time), duration = clip().duration;
    if (time < timing.start || timing.speed == 0 || m_rates.empty())
        return {timing.start, timing.start};
    if (played >= m_clock.end())
        return {m_clock.timeOf(m_clock.end()), m_clock.timeOf(m_clock.end())};
    const ClipMoment moment = m_clock.momentOf(played);
    const double round = static_cast<double>(moment.round) * m_clock.period();
    double from = duration, length = m_clock.period() - duration, rate = m_blendRate; // while it is blended
    double within = std::clamp(played - round, 0.0, m_clock.period());
    if (within < duration) {
        const std::size_t s = sampleBefore(moment.isBackwards ? duration - within : within);
        length = m_times[s + 1] - m_times[s];
        from = moment.isBackwards ? duration - m_times[s + 1] : m_times[s];
        rate = m_rates[s];
    }
    const double parts = std::clamp(std::ceil(rate * length / way), 1.0, 1e6);
    const auto timeOf = [&](double part) { return m_clock.timeOf(round + from + length * part / parts); };
    double part = std::clamp(std::floor((within - from) / length * parts), 0.0, parts - 1);
    while (part > 0 && timeOf(part) > time) // what rounding has left
        --part;
    while (part + 1 < parts && timeOf(part + 1) <= time)
        ++part;
    // Before the start it stands still.
    return {std::max(timeOf(part), timing.start), std::min(timeOf(part + 1), m_clock.timeOf(m_clock.end()))};
}

std::vector<double> ClipDeformation::typicalTimes() const
{
    const ClipTiming& timing = m_clock.timing();
    if (timing.speed == 0 || m_rates.empty())
        return {timing.start};
    const double last = std::min(m_clock.end(), timing.offset + m_clock.period());
    std::vector<double> times;
    constexpr int count = 64;
    for (int k = 0; k <= count; ++k)
        times.push_back(m_clock.timeOf(timing.offset + (std::max(last, timing.offset) - timing.offset) * k / count));
    return times;
}

void ClipDeformation::addToHash(ContentHash& hash) const
{
    hash.add("clip deformation 1");
    for (const Vector3& point : m_model->points)
        hash.addBytes(point.data(), sizeof point);
    hash.addArray(std::span(m_model->firstInfluence)).addArray(std::span(m_model->influences));
    for (const ModelNode& node : m_model->nodes) {
        hash.add(static_cast<std::int64_t>(node.parent));
        add(hash, node.local);
    }
    for (const ModelBone& bone : m_model->bones) {
        hash.add(static_cast<std::int64_t>(bone.node));
        add(hash, bone.offset);
    }
    for (const MorphTarget& target : m_model->targets) {
        hash.add(double(target.weight)).addArray(std::span(target.points));
        for (const Vector3f& way : target.ways)
            hash.addBytes(way.data(), sizeof way);
    }
    add(hash, clip());
    m_clock.timing().addToHash(hash);
    add(hash, m_placement);
}

} // namespace sastrugi
