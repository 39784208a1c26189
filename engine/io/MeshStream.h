// What `sastrugi-import` sends to the engine through a pipe: what it found besides, and the model. Both run on the same
// machine, so numbers are in its own byte order. One description of the order serves both ends: stream(archive, value).
#pragma once

#include "engine/motion/AnimatedModel.h"

#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

namespace sastrugi
{

constexpr char meshStreamMagic[8] = {'s', 'a', 's', 'm', 'e', 's', 'h', '2'};

/// What a file says of itself, and what of it is not in the model.
struct MeshFileFacts {
    std::uint64_t lines = 0, pointElements = 0; // not sent
    std::uint64_t skippedIndices = 0;           // triangles that name points which do not exist, not sent
    std::uint64_t skippedTracks = 0;            // of animations, whose nodes do not exist or whose keys are not finite
    double unit = 0;                            // metres that a length of 1 is; 0: it says nothing
    char upAxis = 0;                            // 'X', 'Y' or 'Z'; 0: it says nothing
    std::string note;                           // in words, with what the reader made of it; may be empty
};

struct MeshFileContent {
    MeshFileFacts facts;
    AnimatedModel model;
};

/// Reads what a writer of the same interface has written. Throws std::length_error when there is less than announced.
class MeshStreamReader
{
public:
    explicit MeshStreamReader(std::span<const std::byte> bytes) : m_rest(bytes) {}

    void raw(void* target, std::size_t size)
    {
        if (m_rest.size() < size)
            throw std::length_error("the stream of a mesh is too short");
        if (size > 0)
            std::memcpy(target, m_rest.data(), size);
        m_rest = m_rest.subspan(size);
    }
    /// Each takes a byte or more, so that a count that is nonsense asks for no memory.
    template <class Container>
    void resize(Container& container)
    {
        std::uint64_t count = 0;
        raw(&count, sizeof count);
        if (count > m_rest.size())
            throw std::length_error("the stream of a mesh is too short");
        container.resize(count);
    }
    bool isAtEnd() const { return m_rest.empty(); }

private:
    std::span<const std::byte> m_rest;
};

template <class Archive, class T>
requires std::is_arithmetic_v<T>
void stream(Archive& archive, T& value) { archive.raw(&value, sizeof value); }

/// Of elements without pointers, or of such as have a stream() of their own.
template <class Archive, class T>
void stream(Archive& archive, std::vector<T>& values);

template <class Archive>
void stream(Archive& archive, std::string& text)
{
    archive.resize(text);
    archive.raw(text.data(), text.size());
}

template <class Archive>
void stream(Archive& archive, AffineMap& map)
{
    archive.raw(map.linear.data(), sizeof map.linear);
    archive.raw(map.translation.data(), sizeof map.translation);
}

template <class Archive>
void stream(Archive& archive, ModelNode& node)
{
    stream(archive, node.name);
    stream(archive, node.parent);
    stream(archive, node.local);
}

template <class Archive>
void stream(Archive& archive, ModelBone& bone)
{
    stream(archive, bone.node);
    stream(archive, bone.offset);
}

template <class Archive>
void stream(Archive& archive, MorphTarget& target)
{
    stream(archive, target.name);
    stream(archive, target.weight);
    stream(archive, target.points);
    stream(archive, target.ways);
}

template <class Archive>
void stream(Archive& archive, ModelPart& part)
{
    stream(archive, part.name);
    for (std::uint32_t* number : {&part.node, &part.firstPoint, &part.points, &part.firstTriangle, &part.triangles,
                                  &part.firstTarget, &part.targets})
        stream(archive, *number);
    stream(archive, part.isSkinned);
}

template <class Archive, class Value>
void stream(Archive& archive, Track<Value>& track)
{
    stream(archive, track.times);
    stream(archive, track.values);
}

template <class Archive>
void stream(Archive& archive, NodeTracks& tracks)
{
    stream(archive, tracks.node);
    stream(archive, tracks.translation);
    stream(archive, tracks.scale);
    stream(archive, tracks.rotation);
}

template <class Archive>
void stream(Archive& archive, MorphTrack& track)
{
    stream(archive, track.part);
    stream(archive, track.targets);
    stream(archive, track.times);
    stream(archive, track.weights);
}

template <class Archive>
void stream(Archive& archive, AnimationClip& clip)
{
    stream(archive, clip.name);
    stream(archive, clip.duration);
    stream(archive, clip.nodes);
    stream(archive, clip.morphs);
}

template <class Archive, class T>
void stream(Archive& archive, std::vector<T>& values)
{
    archive.resize(values);
    constexpr bool isPlain = std::is_arithmetic_v<T> || std::is_same_v<T, Vector3> || std::is_same_v<T, Vector3f> ||
                             std::is_same_v<T, Eigen::Quaterniond> || std::is_same_v<T, Influence> ||
                             std::is_same_v<T, std::array<std::uint32_t, 3>>;
    if constexpr (isPlain)
        archive.raw(static_cast<void*>(values.data()), values.size() * sizeof(T));
    else
        for (T& value : values)
            stream(archive, value);
}

template <class Archive>
void stream(Archive& archive, MeshFileContent& content)
{
    MeshFileFacts& facts = content.facts;
    for (std::uint64_t* number : {&facts.lines, &facts.pointElements, &facts.skippedIndices, &facts.skippedTracks})
        stream(archive, *number);
    stream(archive, facts.unit);
    stream(archive, facts.upAxis);
    stream(archive, facts.note);
    AnimatedModel& model = content.model;
    stream(archive, model.points);
    stream(archive, model.triangles);
    stream(archive, model.firstInfluence);
    stream(archive, model.influences);
    stream(archive, model.parts);
    stream(archive, model.nodes);
    stream(archive, model.bones);
    stream(archive, model.targets);
    stream(archive, model.clips);
}

} // namespace sastrugi
