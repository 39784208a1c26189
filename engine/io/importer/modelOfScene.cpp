#include "engine/io/importer/modelOfScene.h"

#include "engine/io/importer/triangulate.h"

#include <fmt/format.h>

#include <assimp/scene.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <stdexcept>

namespace sastrugi
{

namespace
{

constexpr int deepestNode = 1000;

Vector3 toVector(const aiVector3D& v) { return {double(v.x), double(v.y), double(v.z)}; }

AffineMap toMap(const aiMatrix4x4& m)
{
    AffineMap map;
    map.linear << double(m.a1), double(m.a2), double(m.a3), double(m.b1), double(m.b2), double(m.b3), double(m.c1),
        double(m.c2), double(m.c3);
    map.translation << double(m.a4), double(m.b4), double(m.c4);
    return map;
}

class Flattener
{
public:
    Flattener(const aiScene& scene, bool isCollada) : m_scene(scene), m_isCollada(isCollada) {}

    MeshFileContent run()
    {
        if (m_scene.mRootNode) {
            addNode(*m_scene.mRootNode, -1, 0);
            m_next = 0;
            addMeshesOf(*m_scene.mRootNode, AffineMap());
        }
        addClips(m_scene, m_content);
        return std::move(m_content);
    }

private:
    /// All nodes first: bones may hang on any of them.
    void addNode(const aiNode& node, std::int32_t parent, int depth)
    {
        if (depth > deepestNode)
            throw std::runtime_error(fmt::format("its nodes are nested more than {} deep", deepestNode));
        const auto index = static_cast<std::uint32_t>(m_model.nodes.size());
        m_model.nodes.push_back({node.mName.C_Str(), parent, toMap(node.mTransformation)});
        m_nodeOf.emplace(node.mName.C_Str(), index); // the first of a name, as Assimp itself finds it
        for (unsigned i = 0; i < node.mNumChildren; ++i)
            addNode(*node.mChildren[i], static_cast<std::int32_t>(index), depth + 1);
    }

    void addMeshesOf(const aiNode& node, const AffineMap& above)
    {
        const std::uint32_t index = m_next++;
        const AffineMap transform = above * m_model.nodes[index].local;
        for (unsigned i = 0; i < node.mNumMeshes; ++i)
            if (node.mMeshes[i] < m_scene.mNumMeshes)
                addMesh(*m_scene.mMeshes[node.mMeshes[i]], index, transform);
        for (unsigned i = 0; i < node.mNumChildren; ++i)
            addMeshesOf(*node.mChildren[i], transform);
    }

    void addMesh(const aiMesh& mesh, std::uint32_t node, const AffineMap& transform)
    {
        const std::size_t first = m_model.points.size();
        if (first + mesh.mNumVertices > 0xffffffffu)
            throw std::runtime_error("it has more than 4294967295 points");
        ModelPart part;
        part.name = mesh.mName.length > 0 ? mesh.mName.C_Str() : m_model.nodes[node].name.c_str();
        part.node = node;
        part.firstPoint = static_cast<std::uint32_t>(first);
        part.points = mesh.mNumVertices;
        part.firstTriangle = static_cast<std::uint32_t>(m_model.triangles.size());
        for (unsigned i = 0; i < mesh.mNumVertices; ++i)
            m_model.points.push_back(toVector(mesh.mVertices[i]));
        addInfluences(mesh, part);
        // A mirroring node turns the triangles round; of a skinned mesh the bones stand for it.
        const bool isMirrored = (part.isSkinned ? m_skinned : transform).linear.determinant() < 0;
        addTriangles(mesh, part, isMirrored);
        addTargets(mesh, part);
        m_model.parts.push_back(std::move(part));
    }

    void addTriangles(const aiMesh& mesh, ModelPart& part, bool isMirrored)
    {
        const std::uint32_t base = part.firstPoint;
        for (unsigned i = 0; i < mesh.mNumFaces; ++i) {
            const aiFace& face = mesh.mFaces[i];
            if (face.mNumIndices < 3) {
                ++(face.mNumIndices == 1 ? m_content.facts.pointElements : m_content.facts.lines);
                continue;
            }
            const std::span<const unsigned> indices(face.mIndices, face.mNumIndices);
            if (std::ranges::any_of(indices, [&](unsigned index) { return index >= mesh.mNumVertices; })) {
                ++m_content.facts.skippedIndices;
                continue;
            }
            std::vector<Vector3> corners;
            for (const unsigned index : indices)
                corners.push_back(toVector(mesh.mVertices[index]));
            triangulate(corners, [&](std::size_t a, std::size_t b, std::size_t c) {
                m_model.triangles.push_back(
                    {base + indices[a], base + indices[isMirrored ? c : b], base + indices[isMirrored ? b : c]});
            });
        }
        part.triangles = static_cast<std::uint32_t>(m_model.triangles.size()) - part.firstTriangle;
    }

    AffineMap globalOf(std::uint32_t node) const
    {
        AffineMap map = m_model.nodes[node].local;
        for (std::int32_t up = m_model.nodes[node].parent; up >= 0; up = m_model.nodes[std::size_t(up)].parent)
            map = m_model.nodes[std::size_t(up)].local * map;
        return map;
    }

    void addInfluences(const aiMesh& mesh, ModelPart& part)
    {
        std::vector<std::vector<Influence>> held(mesh.mNumVertices);
        for (unsigned b = 0; b < mesh.mNumBones; ++b) {
            const aiBone& bone = *mesh.mBones[b];
            const auto found = m_nodeOf.find(bone.mName.C_Str());
            const AffineMap offset = toMap(bone.mOffsetMatrix);
            if (found == m_nodeOf.end() || !offset.linear.allFinite() || !offset.translation.allFinite())
                continue;
            const auto index = static_cast<std::uint32_t>(m_model.bones.size());
            bool isUsed = false;
            for (unsigned w = 0; w < bone.mNumWeights; ++w) {
                const auto& [point, weight] = std::pair(bone.mWeights[w].mVertexId, bone.mWeights[w].mWeight);
                if (point < mesh.mNumVertices && std::isfinite(weight) && weight > 0) {
                    held[point].push_back({index, weight});
                    isUsed = true;
                }
            }
            if (!isUsed)
                continue;
            m_model.bones.push_back({found->second, offset});
            m_skinned = globalOf(found->second) * offset;
            part.isSkinned = true;
        }
        // What no bone holds hangs on the node.
        std::uint32_t onNode = 0xffffffffu;
        for (std::vector<Influence>& influences : held) {
            if (influences.empty()) {
                if (onNode == 0xffffffffu) {
                    onNode = static_cast<std::uint32_t>(m_model.bones.size());
                    m_model.bones.push_back({part.node, AffineMap()});
                }
                influences.push_back({onNode, 1});
            }
            float sum = 0;
            for (const Influence& influence : influences)
                sum += influence.weight;
            for (Influence influence : influences) {
                influence.weight /= sum;
                m_model.influences.push_back(influence);
            }
            m_model.firstInfluence.push_back(static_cast<std::uint32_t>(m_model.influences.size()));
        }
    }

    void addTargets(const aiMesh& mesh, ModelPart& part)
    {
        part.firstTarget = static_cast<std::uint32_t>(m_model.targets.size());
        const bool isWay = m_isCollada && mesh.mMethod == aiMorphingMethod_MORPH_RELATIVE;
        for (unsigned t = 0; t < mesh.mNumAnimMeshes; ++t) {
            const aiAnimMesh& shape = *mesh.mAnimMeshes[t];
            MorphTarget& target = m_model.targets.emplace_back();
            target.name = shape.mName.C_Str();
            target.weight = std::isfinite(shape.mWeight) ? shape.mWeight : 0;
            if (!shape.mVertices || shape.mNumVertices != mesh.mNumVertices)
                continue;
            for (unsigned i = 0; i < mesh.mNumVertices; ++i) {
                const Vector3 to = toVector(shape.mVertices[i]);
                const Vector3f way = (isWay ? to : Vector3(to - toVector(mesh.mVertices[i]))).cast<float>();
                if (way.isZero(0))
                    continue;
                if (!way.allFinite())
                    throw std::runtime_error(
                        fmt::format("its morph target '{}' has a point that is not finite", target.name));
                target.points.push_back(part.firstPoint + i);
                target.ways.push_back(way);
            }
        }
        part.targets = static_cast<std::uint32_t>(m_model.targets.size()) - part.firstTarget;
    }

    const aiScene& m_scene;
    bool m_isCollada;
    MeshFileContent m_content;
    AnimatedModel& m_model = m_content.model;
    std::map<std::string, std::uint32_t> m_nodeOf;
    std::uint32_t m_next = 0; // in the order of addNode()
    AffineMap m_skinned;      // of the last bone, at rest
};

} // namespace

MeshFileContent modelOfScene(const aiScene& scene, bool isCollada) { return Flattener(scene, isCollada).run(); }

} // namespace sastrugi
