#include "engine/geometry/Transform.h"

#include "engine/core/Error.h"

#include <utility>

namespace sastrugi
{

namespace
{

void requireFinite(const Vector3& value, const char* what)
{
    if (!value.allFinite())
        fail(ErrorKind::Scene, "the {} ({}, {}, {}) is not finite", what, value.x(), value.y(), value.z());
}

} // namespace

Matrix3 rotationMatrix(const Vector3& angles)
{
    return (Eigen::AngleAxisd(angles.z(), Vector3::UnitZ()) * Eigen::AngleAxisd(angles.y(), Vector3::UnitY()) *
            Eigen::AngleAxisd(angles.x(), Vector3::UnitX()))
        .toRotationMatrix();
}

TriangleMesh transformed(const TriangleMesh& mesh, const Vector3& translation, const Vector3& angles,
                         const Vector3& scale)
{
    requireFinite(translation, "translation");
    requireFinite(angles, "rotation");
    requireFinite(scale, "scale");
    if ((scale.array() == 0).any())
        fail(ErrorKind::Scene, "the scale ({}, {}, {}) has a zero: the mesh would have no volume", scale.x(), scale.y(),
             scale.z());
    // Exact where nothing turns: a box stays a box to the last bit.
    const bool turns = !angles.isZero(0);
    const Matrix3 rotation = rotationMatrix(angles);
    TriangleMesh result = mesh;
    for (Vector3& point : result.points) {
        const Vector3 scaled = scale.cwiseProduct(point);
        point = translation + (turns ? Vector3(rotation * scaled) : scaled);
        if (!point.allFinite())
            fail(ErrorKind::Scene, "a point of the transformed mesh is not finite: the scale ({}, {}, {}) is too large",
                 scale.x(), scale.y(), scale.z());
    }
    if (scale.prod() < 0)
        for (auto& triangle : result.triangles)
            std::swap(triangle[1], triangle[2]);
    return result;
}

TriangleMesh merged(std::span<const TriangleMesh* const> meshes)
{
    TriangleMesh result;
    for (const TriangleMesh* mesh : meshes) {
        const auto offset = static_cast<std::uint32_t>(result.points.size());
        if (result.points.size() + mesh->points.size() > 0xffffffffu)
            fail(ErrorKind::Scene, "the merged mesh has more than 4294967295 points");
        result.points.insert(result.points.end(), mesh->points.begin(), mesh->points.end());
        for (const auto& [a, b, c] : mesh->triangles)
            result.triangles.push_back({a + offset, b + offset, c + offset});
    }
    return result;
}

} // namespace sastrugi
