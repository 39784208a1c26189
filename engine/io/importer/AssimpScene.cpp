#include "engine/io/importer/AssimpScene.h"

#include <fmt/format.h>

#include <assimp/Importer.hpp>
#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <assimp/version.h>

#include <charconv>
#include <filesystem>
#include <fstream>
#include <new>
#include <string_view>

namespace sastrugi
{

namespace
{

constexpr int deepestNode = 1000;

class Flattener
{
public:
    explicit Flattener(const aiScene& scene) : m_scene(scene) {}

    AssimpMesh run()
    {
        if (m_scene.mRootNode)
            addNode(*m_scene.mRootNode, aiMatrix4x4t<double>(), 0);
        return std::move(m_mesh);
    }

private:
    static aiMatrix4x4t<double> toDouble(const aiMatrix4x4& m)
    {
        return {m.a1, m.a2, m.a3, m.a4, m.b1, m.b2, m.b3, m.b4, m.c1, m.c2, m.c3, m.c4, m.d1, m.d2, m.d3, m.d4};
    }

    void addNode(const aiNode& node, const aiMatrix4x4t<double>& above, int depth)
    {
        if (depth > deepestNode)
            throw std::runtime_error(fmt::format("its nodes are nested more than {} deep", deepestNode));
        const aiMatrix4x4t<double> transform = above * toDouble(node.mTransformation);
        for (unsigned i = 0; i < node.mNumMeshes; ++i)
            if (node.mMeshes[i] < m_scene.mNumMeshes)
                addMesh(*m_scene.mMeshes[node.mMeshes[i]], transform);
        for (unsigned i = 0; i < node.mNumChildren; ++i)
            addNode(*node.mChildren[i], transform, depth + 1);
    }

    void addMesh(const aiMesh& mesh, const aiMatrix4x4t<double>& transform)
    {
        const std::size_t first = m_mesh.points.size();
        if (first + mesh.mNumVertices > 0xffffffffu)
            throw std::runtime_error("it has more than 4294967295 points");
        for (unsigned i = 0; i < mesh.mNumVertices; ++i) {
            const aiVector3D& v = mesh.mVertices[i];
            const aiVector3t<double> point = transform * aiVector3t<double>(v.x, v.y, v.z);
            m_mesh.points.push_back({point.x, point.y, point.z});
        }
        // A mirroring node turns the triangles round.
        const bool isMirrored = aiMatrix3x3t<double>(transform).Determinant() < 0;
        const auto base = static_cast<std::uint32_t>(first);
        for (unsigned i = 0; i < mesh.mNumFaces; ++i) {
            const aiFace& face = mesh.mFaces[i];
            if (face.mNumIndices != 3) {
                ++(face.mNumIndices == 1 ? m_mesh.pointElements : m_mesh.lines);
                continue;
            }
            const unsigned a = face.mIndices[0], b = face.mIndices[1], c = face.mIndices[2];
            if (a >= mesh.mNumVertices || b >= mesh.mNumVertices || c >= mesh.mNumVertices) {
                ++m_mesh.skippedIndices;
                continue;
            }
            m_mesh.triangles.push_back({base + a, base + (isMirrored ? c : b), base + (isMirrored ? b : c)});
        }
    }

    const aiScene& m_scene;
    AssimpMesh m_mesh;
};

std::string lowerCase(std::string text)
{
    for (char& letter : text)
        if (letter >= 'A' && letter <= 'Z')
            letter = static_cast<char>(letter - 'A' + 'a');
    return text;
}

std::string readBeginning(const std::string& path)
{
    std::string text(1 << 16, '\0');
    std::ifstream file(path, std::ios::binary);
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(file.gcount()));
    return text;
}

/// The text behind `begin`, which follows `element`, up to one of `ends`; or nothing.
std::string_view textIn(std::string_view text, std::string_view element, std::string_view begin, std::string_view ends)
{
    const std::size_t place = text.find(element);
    const std::size_t from = place == text.npos ? text.npos : text.find(begin, place);
    const std::size_t to = from == text.npos ? text.npos : text.find_first_of(ends, from + begin.size());
    return to == text.npos ? std::string_view() : text.substr(from + begin.size(), to - from - begin.size());
}

/// Undoes Assimp's scaling by the unit that the file declares.
void useUnitOfCollada(const std::string& path, AssimpMesh& mesh)
{
    const std::string text = readBeginning(path);
    std::string_view unitText = textIn(text, "<unit", "meter=", " />");
    if (unitText.size() > 2)
        unitText = unitText.substr(1, unitText.size() - 2); // either kind of quote
    double unit = 1;
    if (std::from_chars(unitText.data(), unitText.data() + unitText.size(), unit).ec != std::errc() || !(unit > 0))
        unit = 1;
    if (unit != 1)
        for (auto& point : mesh.points)
            for (double& coordinate : point)
                coordinate /= unit;
    const std::string_view axis = textIn(text, "<up_axis", ">", "<");
    mesh.note = fmt::format("up axis {}, unit {} m", axis.empty() ? 'Y' : axis[0], unit);
}

/// FBX names axes by number and its unit in centimetres.
std::string noteOfFbx(const aiScene& scene)
{
    std::string note;
    if (!scene.mMetaData)
        return note;
    int upAxis = 0;
    if (scene.mMetaData->Get("UpAxis", upAxis) && upAxis >= 0 && upAxis < 3)
        note += fmt::format("up axis {}", "XYZ"[upAxis]);
    double unit = 0;
    float unitSingle = 0;
    if (!scene.mMetaData->Get("UnitScaleFactor", unit) && scene.mMetaData->Get("UnitScaleFactor", unitSingle))
        unit = static_cast<double>(unitSingle);
    if (unit > 0)
        note += fmt::format("{}unit {} m", note.empty() ? "" : ", ", unit / 100);
    return note;
}

} // namespace

AssimpMesh readWithAssimp(const std::string& path)
{
    Assimp::Importer importer;
    const std::string ending = std::filesystem::path(path).extension().string();
    if (!importer.IsExtensionSupported(ending))
        throw std::runtime_error(fmt::format("its ending '{}' is not that of a mesh format that can be read; OBJ, PLY, "
                                             "STL, FBX, glTF, Collada, OFF and 3DS are",
                                             ending));
    importer.SetPropertyBool(AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION, true);
    importer.SetPropertyBool(AI_CONFIG_IMPORT_FBX_READ_MATERIALS, false);
    importer.SetPropertyBool(AI_CONFIG_IMPORT_FBX_READ_TEXTURES, false);
    const aiScene* scene = importer.ReadFile(path, aiProcess_Triangulate);
    if (!scene) {
        const std::string cause = importer.GetErrorString();
        if (cause.find("bad_alloc") != std::string::npos)
            throw std::bad_alloc();
        throw std::runtime_error(cause);
    }
    AssimpMesh mesh = Flattener(*scene).run();
    const std::string format = lowerCase(ending);
    if (format == ".dae")
        useUnitOfCollada(path, mesh);
    else if (format == ".gltf" || format == ".glb")
        mesh.note = "up axis Y, unit 1 m";
    else
        mesh.note = noteOfFbx(*scene);
    return mesh;
}

std::string assimpVersion()
{
    return std::to_string(aiGetVersionMajor()) + "." + std::to_string(aiGetVersionMinor()) + "." +
           std::to_string(aiGetVersionPatch());
}

} // namespace sastrugi
