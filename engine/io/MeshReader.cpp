#include "engine/io/MeshReader.h"

#include "engine/core/Error.h"
#include "engine/core/Words.h"
#include "engine/core/lowerCase.h"
#include "engine/io/ChildProcess.h"
#include "engine/io/Importer.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <span>
#include <string_view>

namespace sastrugi
{

namespace
{

using Path = std::filesystem::path;

constexpr const char* meshKind = "mesh file";

/// What readers would misunderstand or report badly.
void checkBeginning(const Path& file)
{
    std::ifstream stream = openForImport(file, meshKind);
    std::array<char, 64> bytes{};
    stream.read(bytes.data(), bytes.size());
    const std::string_view beginning(bytes.data(), static_cast<std::size_t>(stream.gcount()));
    if (beginning.empty())
        fail(ErrorKind::Scene, "the mesh file '{}' is empty", file.string());
    constexpr std::string_view textFormats[] = {".obj", ".off", ".dae", ".gltf"};
    const bool isText =
        std::find(std::begin(textFormats), std::end(textFormats), lowerCaseEnding(file)) != std::end(textFormats);
    const bool hasMark = beginning.starts_with("\xfe\xff") || beginning.starts_with("\xff\xfe");
    const bool hasZero = beginning.find('\0') != std::string_view::npos;
    if (hasMark || (isText && hasZero))
        fail(ErrorKind::Scene, "the mesh file '{}' is text in UTF-16: save it as UTF-8 or ASCII", file.string());
}

MeshFileContent decodeMesh(const Path& file, std::span<const std::byte> bytes)
{
    MeshFileContent content;
    try {
        MeshStreamReader reader(bytes);
        stream(reader, content);
    } catch (const std::length_error&) {
        fail(ErrorKind::Internal, "the reader of '{}' sent less than it announced", file.string());
    }
    return content;
}

/// What our own reader must have kept to: indices in range, parents first, tracks whole.
bool isSound(const AnimatedModel& model)
{
    const std::size_t points = model.points.size();
    bool isGood = model.firstInfluence.size() == points + 1 && model.firstInfluence.back() == model.influences.size() &&
                  std::ranges::is_sorted(model.firstInfluence);
    for (const auto& triangle : model.triangles)
        for (const std::uint32_t corner : triangle)
            isGood = isGood && corner < points;
    for (const Influence& influence : model.influences)
        isGood = isGood && influence.bone < model.bones.size();
    for (const ModelBone& bone : model.bones)
        isGood = isGood && bone.node < model.nodes.size();
    for (std::size_t n = 0; n < model.nodes.size(); ++n)
        isGood = isGood && model.nodes[n].parent < static_cast<std::int32_t>(n);
    for (const MorphTarget& target : model.targets) {
        isGood = isGood && target.points.size() == target.ways.size();
        for (const std::uint32_t point : target.points)
            isGood = isGood && point < points;
    }
    for (const ModelPart& part : model.parts)
        isGood = isGood && std::size_t{part.firstPoint} + part.points <= points && part.node < model.nodes.size() &&
                 std::size_t{part.firstTriangle} + part.triangles <= model.triangles.size() &&
                 std::size_t{part.firstTarget} + part.targets <= model.targets.size();
    for (const AnimationClip& clip : model.clips) {
        for (const NodeTracks& tracks : clip.nodes)
            isGood = isGood && tracks.node < model.nodes.size() &&
                     tracks.translation.times.size() == tracks.translation.values.size() &&
                     tracks.rotation.times.size() == tracks.rotation.values.size() &&
                     tracks.scale.times.size() == tracks.scale.values.size();
        for (const MorphTrack& track : clip.morphs)
            isGood = isGood && track.part < model.parts.size() && track.targets == model.parts[track.part].targets &&
                     !track.times.empty() && track.weights.size() == track.times.size() * track.targets;
    }
    return isGood;
}

void validate(const Path& file, const MeshFileContent& content)
{
    const AnimatedModel& model = content.model;
    const std::string name = file.string();
    if (content.facts.skippedIndices > 0)
        fail(ErrorKind::Scene, "the mesh file '{}' has {} with points which it does not have", name,
             counted(content.facts.skippedIndices, "face"));
    if (model.triangles.empty()) {
        if (content.facts.lines > 0)
            fail(ErrorKind::Scene, "the mesh file '{}' has only lines, {} of them: a surface needs faces", name,
                 content.facts.lines);
        if (!model.points.empty())
            fail(ErrorKind::Scene, "the mesh file '{}' has {} but no faces", name,
                 counted(model.points.size(), "point"));
        fail(ErrorKind::Scene, "the mesh file '{}' has no mesh in it", name);
    }
    if (!isSound(model))
        fail(ErrorKind::Internal, "the reader of '{}' sent an index out of range", name);
}

} // namespace

MeshFileContent readMeshFile(const std::filesystem::path& file, double timeLimit, std::stop_token stop)
{
    checkBeginning(file);
    const ImportTask task{meshKind, {}, {meshStreamMagic, sizeof meshStreamMagic}, timeLimit};
    MeshFileContent content = decodeMesh(file, runImporter(file, task, std::move(stop)));
    validate(file, content);
    return content;
}

std::string meshReaderVersion()
{
    try {
        const ChildResult result = runChild(importProgram(), {"--version"}, {.seconds = 5, .outputBytes = 100}, {});
        if (result.end == ChildResult::End::Exited && result.code == 0)
            return {reinterpret_cast<const char*>(result.output.data()), result.output.size()};
    } catch (const Error&) {
        // What is asked for is a line in a list, and a mesh file will tell what is wrong.
    }
    return {};
}

Hash fileHash(const std::filesystem::path& file)
{
    std::ifstream stream = openForImport(file, meshKind);
    std::vector<char> buffer(1 << 20);
    ContentHash hash;
    while (stream) {
        stream.read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
        hash.addBytes(buffer.data(), static_cast<std::size_t>(stream.gcount()));
    }
    if (stream.bad())
        fail(ErrorKind::Scene, "the mesh file '{}' cannot be read: {}", file.string(), std::strerror(errno));
    return hash.digest();
}

} // namespace sastrugi
