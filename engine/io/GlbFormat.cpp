// glTF 2.0 in one binary file: metres, Y up, attributes of our own with an underscore in front of their names.
#include "engine/core/Memory.h"
#include "engine/core/Parallel.h"
#include "engine/core/Vector.h"
#include "engine/io/MeshFormat.h"

#include <nlohmann/json.hpp>

#include <bit>
#include <cctype>
#include <cstring>

namespace sastrugi
{

namespace
{

using Json = nlohmann::ordered_json;

static_assert(std::endian::native == std::endian::little, "glTF is written in the byte order of the machine");

constexpr int arrayBuffer = 34962, elementBuffer = 34963, floats = 5126, words = 5125; // glTF's names for them

/// Of unit length, by the areas of the triangles around.
std::vector<float> normalsOf(const MeshTable& mesh)
{
    const auto points = mesh.vertices.position().values<float>();
    std::vector<Vector3f> sums(mesh.vertices.count, Vector3f::Zero());
    const auto at = [&](std::uint32_t i) {
        const std::size_t first = 3 * std::size_t{i};
        return Vector3f(points[first], points[first + 1], points[first + 2]);
    };
    for (const auto& [a, b, c] : mesh.triangles) {
        const Vector3f normal = (at(b) - at(a)).cross(at(c) - at(a));
        for (const std::uint32_t corner : {a, b, c})
            sums[corner] += normal;
    }
    std::vector<float> normals(3 * sums.size());
    for (std::size_t i = 0; i < sums.size(); ++i) {
        Vector3f normal = sums[i].stableNormalized();
        if (!(normal.squaredNorm() > 0.5f)) // the standard wants unit vectors
            normal = {0, 1, 0};
        std::memcpy(&normals[3 * i], normal.data(), 12);
    }
    return normals;
}

/// The JSON and the bytes, as they grow.
class Document
{
public:
    Json json;

    /// Returns the number of the accessor.
    std::size_t add(const void* data, std::size_t count, std::size_t components, int type, int target)
    {
        const std::size_t size = count * components * 4;
        json["bufferViews"].push_back(
            {{"buffer", 0}, {"byteOffset", m_bytes.size()}, {"byteLength", size}, {"target", target}});
        m_bytes.append(static_cast<const char*>(data), size);
        json["accessors"].push_back({{"bufferView", json["bufferViews"].size() - 1},
                                     {"componentType", type},
                                     {"count", count},
                                     {"type", components == 3 ? "VEC3" : "SCALAR"}});
        return json["accessors"].size() - 1;
    }

    std::string file()
    {
        if (!m_bytes.empty())
            json["buffers"] = Json::array({Json{{"byteLength", m_bytes.size()}}});
        std::string text = json.dump();
        text.resize((text.size() + 3) / 4 * 4, ' ');
        const std::size_t all = 12 + 8 + text.size() + (m_bytes.empty() ? 0 : 8 + m_bytes.size());
        if (all > 0xffffffffu)
            fail(ErrorKind::InputOutput, "GLB ends at 4 GiB, and this would take {:.1f}; export as PLY, VTP or USD",
                 static_cast<double>(all) / 0x1p30);
        std::string bytes;
        reserveLarge(bytes, all);
        const auto put = [&](std::size_t word) {
            const auto small = static_cast<std::uint32_t>(word);
            bytes.append(reinterpret_cast<const char*>(&small), 4);
        };
        bytes += "glTF";
        put(2);
        put(all);
        put(text.size());
        bytes += "JSON" + text;
        if (!m_bytes.empty()) {
            put(m_bytes.size());
            bytes += std::string("BIN\0", 4) + m_bytes;
        }
        return bytes;
    }

private:
    std::string m_bytes; // all accessors have multiples of four
};

std::string attributeName(const std::string& name)
{
    std::string upper = "_";
    for (const char letter : name)
        upper += static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
    return upper;
}

std::string encode(const MeshTable& mesh, const std::stop_token&)
{
    const ParticleTable& table = mesh.vertices;
    Document document;
    document.json = {{"asset", {{"version", "2.0"}, {"generator", "Sastrugi " SASTRUGI_VERSION}}}, {"scene", 0}};
    document.json["scenes"] = Json::array({{{"extras", {{"frame", table.number}, {"time", table.time}}}}});
    if (mesh.triangles.empty()) // accessors are never empty
        return document.file();
    document.json["scenes"][0]["nodes"] = Json::array({0});
    document.json["nodes"] = Json::array({{{"name", "surface"}, {"mesh", 0}}});
    const auto points = table.position().values<float>();
    const std::size_t position = document.add(points.data(), table.count, 3, floats, arrayBuffer);
    std::array<float, 3> low = {points[0], points[1], points[2]}, high = low;
    for (std::size_t i = 0; i < points.size(); ++i) {
        low[i % 3] = std::min(low[i % 3], points[i]);
        high[i % 3] = std::max(high[i % 3], points[i]);
    }
    document.json["accessors"][position]["min"] = low;
    document.json["accessors"][position]["max"] = high;
    Json attributes = {{"POSITION", position},
                       {"NORMAL", document.add(normalsOf(mesh).data(), table.count, 3, floats, arrayBuffer)}};
    for (const ParticleColumn& column : std::span(table.columns).subspan(1))
        if (column.type == ElementType::Float32 && column.source != "velocity" &&
            (column.components == 1 || column.components == 3))
            attributes[attributeName(column.name)] = document.add(
                column.bytes.data(), table.count, static_cast<std::size_t>(column.components), floats, arrayBuffer);
    const std::size_t corners = document.add(mesh.triangles.data(), 3 * mesh.triangles.size(), 1, words, elementBuffer);
    const Json primitive = {{"attributes", attributes}, {"indices", corners}, {"mode", 4}};
    document.json["meshes"] = Json::array({{{"name", "surface"}, {"primitives", Json::array({primitive})}}});
    return document.file();
}

} // namespace

MeshFormat glbFormat()
{
    MeshFormat format = {"glb",
                         ".glb",
                         "Binary glTF 2.0, for the web and game engines; always in metres with Y up.",
                         "GLB knows no velocities, so they are left out; PLY, VTP and USD have them",
                         {.doublesFarOut = false},
                         encode};
    format.isAlwaysYUpInMetres = true;
    return format;
}

} // namespace sastrugi
