#include "engine/io/importer/modelOfScene.h"

#include <assimp/scene.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace sastrugi
{

namespace
{

Vector3 valueOf(const aiVectorKey& key) { return {double(key.mValue.x), double(key.mValue.y), double(key.mValue.z)}; }

Eigen::Quaterniond valueOf(const aiQuatKey& key)
{
    return Eigen::Quaterniond(double(key.mValue.w), double(key.mValue.x), double(key.mValue.y), double(key.mValue.z))
        .normalized();
}

bool isFinite(const Vector3& value) { return value.allFinite(); }
bool isFinite(const Eigen::Quaterniond& value) { return value.coeffs().allFinite() && value.norm() > 0.5; }

/// Finite, at rising times. Of two keys at one time the later one counts: a jump, which becomes a very fast move.
template <class Key, class Value>
bool take(const Key* keys, unsigned count, double secondsPerTick, Track<Value>& track)
{
    std::vector<std::pair<double, Value>> taken;
    bool isWhole = true;
    for (unsigned k = 0; k < count; ++k) {
        const Value value = valueOf(keys[k]);
        const double time = keys[k].mTime * secondsPerTick;
        if (std::isfinite(time) && std::abs(time) < 1e9 && isFinite(value))
            taken.emplace_back(time, value);
        else
            isWhole = false;
    }
    std::stable_sort(taken.begin(), taken.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [time, value] : taken) {
        if (!track.times.empty() && !(time > track.times.back())) {
            track.values.back() = value;
            continue;
        }
        track.times.push_back(time);
        track.values.push_back(value);
    }
    return isWhole;
}

void takeMorph(const aiMeshMorphAnim& channel, double secondsPerTick, MorphTrack& track)
{
    for (unsigned k = 0; k < channel.mNumKeys; ++k) {
        const aiMeshMorphKey& key = channel.mKeys[k];
        const double time = key.mTime * secondsPerTick;
        if (!std::isfinite(time) || (!track.times.empty() && !(time > track.times.back())))
            continue;
        track.times.push_back(time);
        const std::size_t first = track.weights.size();
        track.weights.resize(first + track.targets, 0);
        for (unsigned v = 0; v < key.mNumValuesAndWeights; ++v)
            if (key.mValues[v] < track.targets && std::isfinite(key.mWeights[v]))
                track.weights[first + key.mValues[v]] = static_cast<float>(key.mWeights[v]);
    }
}

/// Clips begin at 0, wherever the file's time line has them.
void moveToZero(AnimationClip& clip)
{
    double first = 1e300, last = -1e300;
    const auto see = [&](const std::vector<double>& times) {
        if (!times.empty()) {
            first = std::min(first, times.front());
            last = std::max(last, times.back());
        }
    };
    const auto forAll = [&](const auto& visit) {
        for (NodeTracks& tracks : clip.nodes) {
            visit(tracks.translation.times);
            visit(tracks.rotation.times);
            visit(tracks.scale.times);
        }
        for (MorphTrack& track : clip.morphs)
            visit(track.times);
    };
    forAll(see);
    if (first > last)
        return;
    forAll([&](std::vector<double>& times) {
        for (double& time : times)
            time -= first;
    });
    clip.duration = last - first;
}

} // namespace

void addClips(const aiScene& scene, MeshFileContent& content)
{
    AnimatedModel& model = content.model;
    std::map<std::string, std::uint32_t> nodeOf;
    for (std::size_t i = 0; i < model.nodes.size(); ++i)
        nodeOf.emplace(model.nodes[i].name, static_cast<std::uint32_t>(i));
    for (unsigned a = 0; a < scene.mNumAnimations; ++a) {
        const aiAnimation& animation = *scene.mAnimations[a];
        const double secondsPerTick = 1 / (animation.mTicksPerSecond > 0 ? animation.mTicksPerSecond : 25);
        AnimationClip clip;
        clip.name = animation.mName.C_Str();
        for (unsigned c = 0; c < animation.mNumChannels; ++c) {
            const aiNodeAnim& channel = *animation.mChannels[c];
            const auto found = nodeOf.find(channel.mNodeName.C_Str());
            if (found == nodeOf.end()) {
                ++content.facts.skippedTracks;
                continue;
            }
            NodeTracks tracks{found->second, {}, {}, {}};
            bool isWhole = take(channel.mPositionKeys, channel.mNumPositionKeys, secondsPerTick, tracks.translation);
            isWhole = take(channel.mRotationKeys, channel.mNumRotationKeys, secondsPerTick, tracks.rotation) && isWhole;
            isWhole = take(channel.mScalingKeys, channel.mNumScalingKeys, secondsPerTick, tracks.scale) && isWhole;
            content.facts.skippedTracks += !isWhole;
            if (!tracks.translation.isEmpty() || !tracks.rotation.isEmpty() || !tracks.scale.isEmpty())
                clip.nodes.push_back(std::move(tracks));
        }
        for (unsigned c = 0; c < animation.mNumMorphMeshChannels; ++c) {
            const aiMeshMorphAnim& channel = *animation.mMorphMeshChannels[c];
            // Some formats name the mesh, some its node, some put a star and a number behind.
            std::string name = channel.mName.C_Str();
            name = name.substr(0, name.find('*'));
            bool isFound = false;
            for (std::size_t p = 0; p < model.parts.size(); ++p) {
                const ModelPart& part = model.parts[p];
                if (part.targets == 0 || (part.name != name && model.nodes[part.node].name != name))
                    continue;
                MorphTrack track{static_cast<std::uint32_t>(p), part.targets, {}, {}};
                takeMorph(channel, secondsPerTick, track);
                isFound = isFound || !track.times.empty();
                if (!track.times.empty())
                    clip.morphs.push_back(std::move(track));
            }
            content.facts.skippedTracks += !isFound;
        }
        moveToZero(clip);
        if (!clip.isEmpty())
            model.clips.push_back(std::move(clip));
    }
}

} // namespace sastrugi
