// PLY as Turk 1994 defines it. What its readers understand: Blender takes every property but lists as an attribute;
// VTK takes u, v, s and t as texture coordinates, so no property has such a name.
#include "engine/core/Memory.h"
#include "engine/io/MeshFormat.h"
#include "engine/io/ParticleFormat.h"
#include "engine/io/PlyVertices.h"
#include "engine/io/TextRows.h"

#include <cstring>

namespace sastrugi
{

namespace
{

std::string encodeBinary(const ParticleTable& table, const std::stop_token&)
{
    const PlyVertices vertices(table);
    std::string bytes = vertices.header("binary_little_endian") + "end_header\n";
    const std::size_t start = bytes.size();
    reserveLarge(bytes, start + vertices.bytes());
    bytes.resize(start + vertices.bytes());
    vertices.write(bytes.data() + start);
    return bytes;
}

std::string encodeAscii(const ParticleTable& table, const std::stop_token& stop)
{
    const PlyVertices vertices(table);
    return textRows(vertices.header("ascii") + "end_header\n", table.count, stop,
                    [&](std::size_t i, std::string& text) { vertices.append(i, text); });
}

std::string faces(const MeshTable& mesh)
{
    return fmt::format("element face {}\nproperty list uchar int vertex_indices\nend_header\n", mesh.triangles.size());
}

std::string encodeMesh(const MeshTable& mesh, const std::stop_token&)
{
    const PlyVertices vertices(mesh.vertices);
    std::string bytes = vertices.header("binary_little_endian") + faces(mesh);
    const std::size_t start = bytes.size(), size = 1 + sizeof mesh.triangles[0];
    reserveLarge(bytes, start + vertices.bytes() + size * mesh.triangles.size());
    bytes.resize(start + vertices.bytes() + size * mesh.triangles.size());
    vertices.write(bytes.data() + start);
    char* to = bytes.data() + start + vertices.bytes();
    parallelFor(mesh.triangles.size(), [&](std::size_t i) {
        to[size * i] = 3;
        std::memcpy(to + size * i + 1, mesh.triangles[i].data(), size - 1);
    });
    return bytes;
}

std::string encodeMeshAscii(const MeshTable& mesh, const std::stop_token& stop)
{
    const PlyVertices vertices(mesh.vertices);
    std::string text = textRows(vertices.header("ascii") + faces(mesh), mesh.vertices.count, stop,
                                [&](std::size_t i, std::string& line) { vertices.append(i, line); });
    return textRows(std::move(text), mesh.triangles.size(), stop, [&](std::size_t i, std::string& line) {
        fmt::format_to(std::back_inserter(line), "3 {}\n", fmt::join(mesh.triangles[i], " "));
    });
}

constexpr TableNeeds needs = {.doublesFarOut = true, .wideIds = false};

} // namespace

ParticleFormat plyFormat()
{
    return {"ply", ".ply", "Binary PLY, which most programs read; ids have 32 bits.", "", needs, encodeBinary};
}

ParticleFormat plyAsciiFormat()
{
    return {"plyAscii", ".ply", "PLY as text, to be read by eye and by simple scripts.", "", needs, encodeAscii};
}

MeshFormat plyMeshFormat()
{
    return {"ply", ".ply", "Binary PLY with velocities as vx, vy, vz and other attributes, for Blender 4.",
            "",    needs,  encodeMesh};
}

MeshFormat plyAsciiMeshFormat()
{
    return {"plyAscii", ".ply", "The same as text, to be read by eye and by simple scripts.",
            "",         needs,  encodeMeshAscii};
}

} // namespace sastrugi
