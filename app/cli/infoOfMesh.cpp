#include "app/cli/arguments.h"
#include "app/cli/infoOf.h"
#include "engine/core/Error.h"
#include "engine/core/Words.h"
#include "engine/io/MeshImport.h"

#include <nlohmann/json.hpp>

namespace sastrugi
{

using Json = nlohmann::ordered_json;

namespace
{

ImportedMesh imported(const std::filesystem::path& file)
{
    try {
        MeshImportOptions options;
        options.isAnimated = true;
        options.repair.dropDuplicates = false; // as it is
        return importMesh(file, options);
    } catch (const Error& error) {
        // A file named on the command line is no part of a scene.
        throw Error(error.kind() == ErrorKind::Scene ? ErrorKind::InputOutput : error.kind(), error.what());
    }
}

/// What all the mending that Mesh File offers would do.
RepairReport mendingOf(const TriangleMesh& mesh)
{
    MeshRepair all;
    all.orientShells = true;
    all.holes = HoleRepair::Fill;
    return repaired(mesh, all).report;
}

Json vectorJson(const Vector3& v) { return {v.x(), v.y(), v.z()}; }

std::string nameOf(UpAxis axis) { return axis == UpAxis::X ? "X" : axis == UpAxis::Y ? "Y" : "Z"; }

Json partsJson(const MeshFileChoices& choices)
{
    Json parts = Json::array();
    for (const MeshFileChoices::Part& part : choices.parts)
        parts.push_back({{"name", part.name},
                         {"points", part.points},
                         {"triangles", part.triangles},
                         {"morphTargets", part.targets},
                         {"isSkinned", part.isSkinned}});
    return parts;
}

Json clipsJson(const MeshFileChoices& choices)
{
    Json clips = Json::array();
    for (const MeshFileChoices::Clip& clip : choices.clips)
        clips.push_back({{"name", clip.name}, {"duration", clip.duration}, {"movesPoints", clip.movesPoints}});
    return clips;
}

/// Parts, where there are several or one that moves, and clips.
std::string choicesText(const MeshFileChoices& choices)
{
    std::string text;
    const bool hasMore = choices.parts.size() > 1 || !choices.clips.empty();
    for (std::size_t i = 0; i < choices.parts.size() && hasMore; ++i) {
        const MeshFileChoices::Part& part = choices.parts[i];
        text += fmt::format("  part {}: '{}' of {}{}{}\n", i + 1, part.name, counted(part.triangles, "triangle"),
                            part.isSkinned ? ", skinned" : "",
                            part.targets > 0 ? ", " + counted(part.targets, "morph target") : "");
    }
    for (std::size_t i = 0; i < choices.clips.size(); ++i)
        text += fmt::format("  clip {}: '{}' of {:.4g} s{}\n", i + 1, choices.clips[i].name, choices.clips[i].duration,
                            choices.clips[i].movesPoints ? "" : ", which moves no point");
    return text;
}

} // namespace

Info infoOfMesh(const std::filesystem::path& file)
{
    const ImportedMesh mesh = imported(file);
    const MeshReport& report = mesh.report;
    const RepairReport mending = mendingOf(*mesh.moving.mesh);
    Json json = {{"kind", "mesh"},
                 {"file", utf8Of(file)},
                 {"points", report.points},
                 {"triangles", report.triangles},
                 {"degenerateTriangles", mesh.repair.degenerateTriangles},
                 {"loosePoints", mesh.repair.loosePoints},
                 {"mergedPoints", mesh.repair.mergedPoints},
                 {"boundaryEdges", report.boundaryEdges},
                 {"holes", report.holes},
                 {"nonManifoldEdges", report.nonManifoldEdges},
                 {"inconsistentEdges", report.inconsistentEdges},
                 {"shells", report.shells},
                 {"isClosed", report.isClosed},
                 {"volume", report.volume},
                 {"area", report.area},
                 {"minimum", vectorJson(report.bounds.minimum)},
                 {"maximum", vectorJson(report.bounds.maximum)},
                 {"unit", mesh.unit},
                 {"upAxis", nameOf(mesh.upAxis)},
                 {"unitOfFile", mesh.facts.unit > 0 ? Json(mesh.facts.unit) : Json()},
                 {"upAxisOfFile", mesh.facts.upAxis != 0 ? Json(std::string(1, mesh.facts.upAxis)) : Json()},
                 {"note", mesh.facts.note},
                 {"parts", partsJson(mesh.choices)},
                 {"bones", mesh.choices.bones},
                 {"clips", clipsJson(mesh.choices)},
                 {"mending",
                  {{"duplicateTriangles", mending.duplicateTriangles},
                   {"turnedTriangles", mending.turnedTriangles},
                   {"filledHoles", mending.filledHoles}}},
                 {"messages", Json::array()}};
    const Vector3 size = report.bounds.size();
    Info info;
    info.text = fmt::format(
        "mesh of {} and {}, as read, in units of the file\n"
        "  bounds  {:.6g}, {:.6g}, {:.6g} to {:.6g}, {:.6g}, {:.6g}; size {:.6g} x {:.6g} x {:.6g}\n"
        "  volume  {:.6g}, area {:.6g}\n  {}, {}, {} of {}\n"
        "  {} with three triangles or more, {} between triangles that face opposite sides\n"
        "  left out: {} without area, {}\n"
        "  mending would drop {}, turn {} round and fill {}\n",
        counted(report.points, "point"), counted(report.triangles, "triangle"), report.bounds.minimum.x(),
        report.bounds.minimum.y(), report.bounds.minimum.z(), report.bounds.maximum.x(), report.bounds.maximum.y(),
        report.bounds.maximum.z(), size.x(), size.y(), size.z(), report.volume, report.area,
        report.isClosed ? "closed" : "open", counted(report.shells, "shell"), counted(report.holes, "hole"),
        counted(report.boundaryEdges, "edge"), counted(report.nonManifoldEdges, "edge"), report.inconsistentEdges,
        counted(mesh.repair.degenerateTriangles, "triangle"), counted(mesh.repair.loosePoints, "loose point"),
        counted(mending.duplicateTriangles, "duplicate"), counted(mending.turnedTriangles, "triangle"),
        counted(mending.filledHoles, "hole"));
    info.text += choicesText(mesh.choices);
    for (const LogMessage& message : mesh.messages) {
        json["messages"].push_back(message.text);
        info.text += fmt::format("  {}: {}\n", name(message.level), message.text);
    }
    info.json = json.dump(2);
    return info;
}

} // namespace sastrugi
