#include "engine/io/MeshImport.h"

#include "engine/core/Error.h"
#include "engine/core/Words.h"
#include "engine/io/ChildProcess.h"
#include "engine/io/MeshStream.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <span>
#include <string_view>
#include <system_error>

#include <signal.h>

namespace sastrugi
{

namespace
{

using std::filesystem::path;

struct RawMesh {
    MeshStreamHeader header;
    std::string note;
    TriangleMesh mesh;
};

std::filesystem::path importProgram()
{
    if (const char* chosen = std::getenv("SASTRUGI_IMPORT"); chosen && *chosen)
        return chosen;
    std::error_code error;
    const path self = std::filesystem::read_symlink("/proc/self/exe", error);
    return self.parent_path() / "sastrugi-import";
}

std::string lowerCaseEnding(const path& file)
{
    std::string ending = file.extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](char letter) { return letter >= 'A' && letter <= 'Z' ? char(letter - 'A' + 'a') : letter; });
    return ending;
}

std::ifstream openFile(const path& file)
{
    std::error_code error;
    const auto status = std::filesystem::status(file, error);
    if (!std::filesystem::exists(status))
        fail(ErrorKind::Scene, "the mesh file '{}' does not exist", file.string());
    if (std::filesystem::is_directory(status))
        fail(ErrorKind::Scene, "'{}' is a folder, not a mesh file", file.string());
    if (!std::filesystem::is_regular_file(status)) // a pipe would be waited for
        fail(ErrorKind::Scene, "'{}' is not a regular file, and no mesh can be read from it", file.string());
    errno = 0;
    std::ifstream stream(file, std::ios::binary);
    if (!stream)
        fail(ErrorKind::Scene, "the mesh file '{}' cannot be read: {}", file.string(), std::strerror(errno));
    return stream;
}

/// What readers would misunderstand or report badly.
void checkBeginning(const path& file)
{
    std::ifstream stream = openFile(file);
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

/// The cause of failure as a sentence about the file.
[[noreturn]] void failForEnd(const path& file, const ChildResult& result, const MeshImportOptions& options)
{
    const std::string name = file.string();
    switch (result.end) {
    case ChildResult::End::Stopped: fail(ErrorKind::Interrupted, "the reading of '{}' was stopped", name);
    case ChildResult::End::OutOfTime:
        fail(ErrorKind::Scene, "the mesh file '{}' takes longer than {} s to read", name, options.timeLimit);
    case ChildResult::End::TooMuchOutput:
        fail(ErrorKind::Scene, "the mesh file '{}' holds too many triangles to read", name);
    case ChildResult::End::Signalled:
        if (result.code == SIGXCPU)
            fail(ErrorKind::Scene, "the mesh file '{}' takes too long to read", name);
        fail(ErrorKind::Scene,
             "the mesh file '{}' is damaged or not understood: the reader crashed on it (signal {}); export it again, "
             "perhaps to another format",
             name, result.code);
    case ChildResult::End::Exited: break;
    }
    if (result.code == importTooLarge)
        fail(ErrorKind::Scene, "the mesh file '{}' needs more than 2 GiB of memory to read, or is damaged", name);
    std::string cause = result.errors;
    std::replace(cause.begin(), cause.end(), '\n', ' ');
    while (!cause.empty() && cause.back() == ' ')
        cause.pop_back();
    if (cause.empty())
        cause = fmt::format("the reader ended with code {}", result.code);
    fail(ErrorKind::Scene, "the mesh file '{}' cannot be read: {}", name, cause);
}

RawMesh decode(const path& file, std::vector<std::byte> bytes)
{
    RawMesh raw;
    std::span<const std::byte> rest(bytes);
    const auto take = [&](void* target, std::size_t size) {
        if (rest.size() < size)
            fail(ErrorKind::Internal, "the reader of '{}' sent less than it announced", file.string());
        if (size > 0)
            std::memcpy(target, rest.data(), size);
        rest = rest.subspan(size);
    };
    take(&raw.header, sizeof raw.header);
    if (std::memcmp(raw.header.magic, MeshStreamHeader().magic, sizeof raw.header.magic) != 0)
        fail(ErrorKind::Internal, "'{}' is not the sastrugi-import of this version", importProgram().string());
    const MeshStreamHeader& header = raw.header;
    const std::uint64_t most = bytes.size(); // each takes a byte or more: no product below can overflow
    if (header.points > most || header.triangles > most || header.noteBytes > most)
        fail(ErrorKind::Internal, "the reader of '{}' sent less than it announced", file.string());
    raw.note.resize(header.noteBytes);
    take(raw.note.data(), raw.note.size());
    raw.mesh.points.resize(header.points);
    take(raw.mesh.points.data(), header.points * sizeof(Vector3));
    raw.mesh.triangles.resize(header.triangles);
    take(raw.mesh.triangles.data(), header.triangles * sizeof(raw.mesh.triangles[0]));
    return raw;
}

void validate(const path& file, const RawMesh& raw)
{
    const TriangleMesh& mesh = raw.mesh;
    const std::string name = file.string();
    if (raw.header.skippedIndices > 0)
        fail(ErrorKind::Scene, "the mesh file '{}' has {} with points which it does not have", name,
             counted(raw.header.skippedIndices, "face"));
    if (mesh.triangles.empty()) {
        if (raw.header.lines > 0)
            fail(ErrorKind::Scene, "the mesh file '{}' has only lines, {} of them: a surface needs faces", name,
                 raw.header.lines);
        if (!mesh.points.empty())
            fail(ErrorKind::Scene, "the mesh file '{}' has {} but no faces", name,
                 counted(mesh.points.size(), "point"));
        fail(ErrorKind::Scene, "the mesh file '{}' has no mesh in it", name);
    }
    for (const auto& triangle : mesh.triangles)
        for (const std::uint32_t corner : triangle)
            if (corner >= mesh.points.size())
                fail(ErrorKind::Internal, "the reader of '{}' sent a point index out of range", name);
    std::size_t notFinite = 0, first = mesh.points.size();
    for (std::size_t i = 0; i < mesh.points.size(); ++i)
        if (!mesh.points[i].allFinite() || mesh.points[i].cwiseAbs().maxCoeff() > 1e30) {
            first = std::min(first, i);
            ++notFinite;
        }
    if (notFinite > 0)
        fail(ErrorKind::Scene,
             "the mesh file '{}' has {} with coordinates that are not finite, the first is number {}: ({}, {}, {})",
             name, counted(notFinite, "point"), first, mesh.points[first].x(), mesh.points[first].y(),
             mesh.points[first].z());
}

void place(TriangleMesh& mesh, const MeshImportOptions& options)
{
    for (Vector3& point : mesh.points) {
        if (options.upAxis == UpAxis::Y)
            point = Vector3(point.x(), -point.z(), point.y());
        else if (options.upAxis == UpAxis::X)
            point = Vector3(point.y(), point.z(), point.x());
        point *= options.unit;
    }
    const double longest = mesh.bounds().size().maxCoeff();
    if (options.size > 0 && longest > 0)
        for (Vector3& point : mesh.points)
            point *= options.size / longest;
}

/// What the user should know of a mesh that is used all the same.
std::vector<LogMessage> messagesOf(const MeshStreamHeader& header, const MeshReport& report)
{
    std::vector<LogMessage> messages;
    const auto warn = [&](const char* code, std::string text) {
        messages.push_back({LogLevel::Warning, {}, code, std::move(text)});
    };
    if (header.lines + header.pointElements > 0)
        warn("mesh.noFaces", fmt::format("{} and {} without a surface were left out", counted(header.lines, "line"),
                                         counted(header.pointElements, "point")));
    if (report.degenerateTriangles > 0)
        warn("mesh.degenerate", fmt::format("{} without area left out",
                                            counted(report.degenerateTriangles, "triangle was", "triangles were")));
    if (report.loosePoints > 0)
        warn("mesh.loose",
             fmt::format("{} in no triangle left out", counted(report.loosePoints, "point was", "points were")));
    if (report.boundaryEdges > 0)
        warn("mesh.open", fmt::format("the surface is open: {} with {}; what is inside is a guess near them",
                                      counted(report.holes, "hole"), counted(report.boundaryEdges, "edge")));
    if (report.nonManifoldEdges > 0)
        warn("mesh.nonManifold",
             fmt::format("{} more than two triangles", counted(report.nonManifoldEdges, "edge has", "edges have")));
    if (report.inconsistentEdges > 0)
        warn("mesh.orientation", fmt::format("{} triangles that face opposite sides; what is inside may be wrong",
                                             counted(report.inconsistentEdges, "edge joins", "edges join")));
    else if (report.isClosed && report.volume < 0)
        warn("mesh.flipped", "the surface is turned inside out; it is used as it is");
    const double size = report.bounds.size().maxCoeff();
    if (report.bounds.centre().cwiseAbs().maxCoeff() > 1e5 * size)
        warn("mesh.far", fmt::format("the mesh of {:.3g} m stands {:.3g} m from the origin: its details may be rounded",
                                     size, report.bounds.centre().norm()));
    return messages;
}

} // namespace

ImportedMesh importMesh(const std::filesystem::path& file, const MeshImportOptions& options, std::stop_token stop)
{
    if (!(options.unit > 0) || !std::isfinite(options.unit))
        fail(ErrorKind::Scene, "the unit of the mesh file '{}' is {} m: it must be above zero", file.string(),
             options.unit);
    if (!(options.size >= 0) || !std::isfinite(options.size))
        fail(ErrorKind::Scene, "the size of the mesh file '{}' is {} m: it must not be negative", file.string(),
             options.size);
    checkBeginning(file);
    ChildLimits limits;
    limits.seconds = options.timeLimit;
    ChildResult result = runChild(importProgram(), {std::filesystem::absolute(file).string()}, limits, std::move(stop));
    if (result.end != ChildResult::End::Exited || result.code != 0)
        failForEnd(file, result, options);
    RawMesh raw = decode(file, std::exchange(result.output, {}));
    validate(file, raw);
    place(raw.mesh, options);

    ImportedMesh imported;
    imported.note = std::move(raw.note);
    const MeshReport before = inspectMesh(raw.mesh);
    imported.mesh = cleaned(raw.mesh);
    if (imported.mesh.triangles.empty())
        fail(ErrorKind::Scene, "the mesh file '{}' has {}, all without area", file.string(),
             counted(before.triangles, "triangle"));
    imported.report = inspectMesh(imported.mesh);
    imported.report.degenerateTriangles = before.degenerateTriangles;
    imported.report.loosePoints = before.loosePoints;
    imported.messages = messagesOf(raw.header, imported.report);
    return imported;
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
    std::ifstream stream = openFile(file);
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
