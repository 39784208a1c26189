// An animation as files have it: keys of what moves the nodes of a hierarchy, and of the weights of morph targets.
//
// Between two keys ways and scales are interpolated linearly and turns on the sphere (slerp); before the first and
// after the last one everything stands still.
#pragma once

#include "engine/core/Vector.h"

#include <cstdint>
#include <string>
#include <vector>

namespace sastrugi
{

/// Values at rising times.
template <class Value>
struct Track {
    std::vector<double> times; // s
    std::vector<Value> values;

    bool isEmpty() const { return times.empty(); }
};

/// There is at least one key; `time` in seconds.
Vector3 valueAt(const Track<Vector3>& track, double time);
Eigen::Quaterniond valueAt(const Track<Eigen::Quaterniond>& track, double time);

/// How a node moves in its parent: x -> translation + rotation (scale x). What has no key is that of the rest.
struct NodeTracks {
    std::uint32_t node = 0;
    Track<Vector3> translation, scale;
    Track<Eigen::Quaterniond> rotation;
};

/// The weights of the morph targets of a part.
struct MorphTrack {
    std::uint32_t part = 0;
    std::uint32_t targets = 0;
    std::vector<double> times;
    std::vector<float> weights; // of each time: one for each target
};

/// Adds up to track.targets weights; `time` in seconds.
void weightsAt(const MorphTrack& track, double time, std::vector<double>& weights);

struct AnimationClip {
    std::string name;
    double duration = 0; // s, from 0
    std::vector<NodeTracks> nodes;
    std::vector<MorphTrack> morphs;

    bool isEmpty() const { return nodes.empty() && morphs.empty(); }
};

/// The times of all keys within the clip, with its beginning and its end; rising.
std::vector<double> keyTimes(const AnimationClip& clip);

} // namespace sastrugi
