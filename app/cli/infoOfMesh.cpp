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
        return importMesh(file);
    } catch (const Error& error) {
        // A file named on the command line is no part of a scene.
        throw Error(error.kind() == ErrorKind::Scene ? ErrorKind::InputOutput : error.kind(), error.what());
    }
}

Json vectorJson(const Vector3& v) { return {v.x(), v.y(), v.z()}; }

} // namespace

Info infoOfMesh(const std::filesystem::path& file)
{
    const ImportedMesh mesh = imported(file);
    const MeshReport& report = mesh.report;
    Json json = {{"kind", "mesh"},
                 {"file", utf8Of(file)},
                 {"points", report.points},
                 {"triangles", report.triangles},
                 {"degenerateTriangles", report.degenerateTriangles},
                 {"loosePoints", report.loosePoints},
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
                 {"note", mesh.note},
                 {"messages", Json::array()}};
    const Vector3 size = report.bounds.size();
    Info info;
    info.text = fmt::format(
        "mesh of {} and {}, as read, in units of the file\n"
        "  bounds  {:.6g}, {:.6g}, {:.6g} to {:.6g}, {:.6g}, {:.6g}; size {:.6g} x {:.6g} x {:.6g}\n"
        "  volume  {:.6g}, area {:.6g}\n  {}, {}, {} of {}\n"
        "  {} with three triangles or more, {} between triangles that face opposite sides\n"
        "  left out: {} without area, {}\n",
        counted(report.points, "point"), counted(report.triangles, "triangle"), report.bounds.minimum.x(),
        report.bounds.minimum.y(), report.bounds.minimum.z(), report.bounds.maximum.x(), report.bounds.maximum.y(),
        report.bounds.maximum.z(), size.x(), size.y(), size.z(), report.volume, report.area,
        report.isClosed ? "closed" : "open", counted(report.shells, "shell"), counted(report.holes, "hole"),
        counted(report.boundaryEdges, "edge"), counted(report.nonManifoldEdges, "edge"), report.inconsistentEdges,
        counted(report.degenerateTriangles, "triangle"), counted(report.loosePoints, "loose point"));
    if (!mesh.note.empty())
        info.text += fmt::format("  the file says: {}\n", mesh.note);
    for (const LogMessage& message : mesh.messages) {
        json["messages"].push_back(message.text);
        info.text += fmt::format("  {}: {}\n", name(message.level), message.text);
    }
    info.json = json.dump(2);
    return info;
}

} // namespace sastrugi
