// Wavefront OBJ: points and triangles as text.
#include "engine/io/MeshFormat.h"
#include "engine/io/TextRows.h"

namespace sastrugi
{

namespace
{

std::string encode(const MeshTable& mesh, const std::stop_token& stop)
{
    const ParticleTable& table = mesh.vertices;
    std::string text = fmt::format("# Sastrugi {}, frame {}, time {} s, {}\no surface\n", SASTRUGI_VERSION,
                                   table.number, table.time, table.units());
    text = textRows(std::move(text), table.count, stop, [&](std::size_t i, std::string& line) {
        line += 'v';
        for (std::size_t axis = 0; axis < 3; ++axis) {
            line += ' ';
            table.position().append(3 * i + axis, line);
        }
        line += '\n';
    });
    text += "s 1\n"; // smooth
    return textRows(std::move(text), mesh.triangles.size(), stop, [&](std::size_t i, std::string& line) {
        const auto& [a, b, c] = mesh.triangles[i];
        fmt::format_to(std::back_inserter(line), "f {} {} {}\n", a + 1, b + 1, c + 1);
    });
}

} // namespace

MeshFormat objFormat()
{
    MeshFormat format = {
        "obj",
        ".obj",
        "Wavefront OBJ, which every program reads: the shape only.",
        "OBJ holds the shape only: velocities and other attributes are left out; PLY, VTP and USD have "
        "them",
        {.doublesFarOut = true},
        encode};
    format.hasAttributes = false;
    return format;
}

} // namespace sastrugi
