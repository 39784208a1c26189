#include "engine/motion/AnimationClip.h"

#include <algorithm>

namespace sastrugi
{

namespace
{

/// The key before a time, and how far it is to the next: 0 to 1.
struct Place {
    std::size_t key = 0;
    double share = 0;
};

Place placeOf(const std::vector<double>& times, double time)
{
    const auto next = std::upper_bound(times.begin(), times.end(), time);
    if (next == times.begin())
        return {0, 0};
    const auto key = static_cast<std::size_t>(next - times.begin()) - 1;
    if (next == times.end())
        return {key, 0};
    return {key, (time - times[key]) / (*next - times[key])};
}

} // namespace

Vector3 valueAt(const Track<Vector3>& track, double time)
{
    const auto [key, share] = placeOf(track.times, time);
    const Vector3& value = track.values[key];
    return share == 0 ? value : Vector3(value + share * (track.values[key + 1] - value));
}

Eigen::Quaterniond valueAt(const Track<Eigen::Quaterniond>& track, double time)
{
    const auto [key, share] = placeOf(track.times, time);
    return share == 0 ? track.values[key] : track.values[key].slerp(share, track.values[key + 1]);
}

void weightsAt(const MorphTrack& track, double time, std::vector<double>& weights)
{
    const auto [key, share] = placeOf(track.times, time);
    for (std::uint32_t target = 0; target < track.targets; ++target) {
        const auto weight = [&](std::size_t k) { return double(track.weights[k * track.targets + target]); };
        weights[target] = share == 0 ? weight(key) : weight(key) + share * (weight(key + 1) - weight(key));
    }
}

std::vector<double> keyTimes(const AnimationClip& clip)
{
    std::vector<double> times = {0, clip.duration};
    const auto add = [&](const std::vector<double>& keys) {
        for (const double time : keys)
            if (time > 0 && time < clip.duration)
                times.push_back(time);
    };
    for (const NodeTracks& tracks : clip.nodes) {
        add(tracks.translation.times);
        add(tracks.rotation.times);
        add(tracks.scale.times);
    }
    for (const MorphTrack& track : clip.morphs)
        add(track.times);
    std::sort(times.begin(), times.end());
    // Programs round the same instant differently.
    const double same = 1e-7 * clip.duration;
    times.erase(std::unique(times.begin(), times.end(), [&](double a, double b) { return b - a <= same; }),
                times.end());
    times.back() = clip.duration;
    return times;
}

} // namespace sastrugi
