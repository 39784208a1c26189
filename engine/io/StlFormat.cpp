// Binary STL: 80 bytes of text, the number of triangles, and for each its normal, its corners and two bytes of zero.
#include "engine/core/Parallel.h"
#include "engine/core/Vector.h"
#include "engine/io/MeshFormat.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace sastrugi
{

namespace
{

static_assert(std::endian::native == std::endian::little, "STL is written in the byte order of the machine");

constexpr std::size_t headerSize = 80, triangleSize = 50;

std::string encode(const MeshTable& mesh, const std::stop_token&)
{
    const auto points = mesh.vertices.position().values<float>();
    if (mesh.triangles.size() > 0xffffffffu)
        fail(ErrorKind::InputOutput, "STL would hold more than 4294967295 triangles");
    // Readers take a file that begins with "solid" for text.
    std::string head =
        fmt::format("Sastrugi {}, frame {}, {}", SASTRUGI_VERSION, mesh.vertices.number, mesh.vertices.units());
    head.resize(headerSize, ' ');
    std::string bytes = std::move(head);
    bytes.resize(headerSize + 4 + triangleSize * mesh.triangles.size(), '\0');
    const auto count = static_cast<std::uint32_t>(mesh.triangles.size());
    std::memcpy(bytes.data() + headerSize, &count, 4);
    parallelFor(mesh.triangles.size(), [&](std::size_t i) {
        std::array<Vector3f, 4> rows;
        for (std::size_t k = 0; k < 3; ++k) {
            const float* p = &points[3 * std::size_t{mesh.triangles[i][k]}];
            rows[k + 1] = {p[0], p[1], p[2]};
        }
        rows[0] = (rows[2] - rows[1]).cross(rows[3] - rows[1]).stableNormalized();
        for (std::size_t k = 0; k < 4; ++k)
            std::memcpy(bytes.data() + headerSize + 4 + triangleSize * i + 12 * k, rows[k].data(), 12);
    });
    return bytes;
}

} // namespace

MeshFormat stlFormat()
{
    MeshFormat format = {
        "stl",
        ".stl",
        "Binary STL, for printers: the shape only, each triangle on its own.",
        "STL holds the shape only: velocities and other attributes are left out; PLY, VTP and USD have "
        "them",
        {.doublesFarOut = false},
        encode};
    format.hasAttributes = false;
    return format;
}

} // namespace sastrugi
