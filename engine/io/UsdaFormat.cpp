// USD as text: Points, and Mesh with a topology that changes from frame to frame.
#include "engine/io/MeshFormat.h"
#include "engine/io/TextRows.h"
#include "engine/io/UsdaStage.h"

namespace sastrugi
{

namespace
{

constexpr UsdaPrim pointsPrim = {"Points", "particles"}, meshPrim = {"Mesh", "surface"};
constexpr TableNeeds needs = {.doublesFarOut = false, .wideIds = true};

std::string encode(const ParticleTable& table, const std::stop_token& stop)
{
    return usdaFile(table, pointsPrim, {}, stop);
}

std::unique_ptr<FrameIndex> makeIndex(const FrameNames& names, const ParticleExportSettings& settings, FileLayer& files)
{
    return makeUsdaStage(names, settings, files, pointsPrim);
}

/// USD takes meshes for the cages of smooth ones, unless it is told otherwise.
std::string encodeMesh(const MeshTable& mesh, const std::stop_token& stop)
{
    std::string text = "        uniform token subdivisionScheme = \"none\"\n";
    const auto samples = [&](std::string_view name, auto&& row) {
        text += fmt::format("        int[] {}.timeSamples = {{\n            {}: [", name, mesh.vertices.number);
        text = textRows(std::move(text), mesh.triangles.size(), stop, [&](std::size_t i, std::string& line) {
            if (i > 0)
                line += ", ";
            row(i, line);
        });
        text += "],\n        }\n";
    };
    samples("faceVertexCounts", [](std::size_t, std::string& line) { line += '3'; });
    samples("faceVertexIndices", [&](std::size_t i, std::string& line) {
        fmt::format_to(std::back_inserter(line), "{}", fmt::join(mesh.triangles[i], ", "));
    });
    return usdaFile(mesh.vertices, meshPrim, std::move(text), stop);
}

std::unique_ptr<FrameIndex> makeMeshIndex(const FrameNames& names, const MeshExportSettings& settings, FileLayer& files)
{
    return makeUsdaStage(names, settings, files, meshPrim);
}

} // namespace

ParticleFormat usdaFormat()
{
    return {"usda",
            ".usda",
            "USD Points as text, one file per frame, and a stage that plays them, for Blender 4 and Houdini.",
            "",
            needs,
            encode,
            makeIndex};
}

MeshFormat usdaMeshFormat()
{
    return {"usda",
            ".usda",
            "USD Mesh as text, one file per frame, and a stage that plays them; triangles change with the frame.",
            "",
            needs,
            encodeMesh,
            makeMeshIndex};
}

} // namespace sastrugi
