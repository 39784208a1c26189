#include "engine/geometry/Primitives.h"

#include "engine/core/Error.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>

namespace sastrugi
{

namespace
{

void requirePositive(double value, const char* what)
{
    if (!(value > 0) || !std::isfinite(value))
        fail(ErrorKind::Scene, "{} is {} m: it must be above zero and finite", what, value);
}

void requireFinite(const Vector3& centre)
{
    if (!centre.allFinite())
        fail(ErrorKind::Scene, "the centre ({}, {}, {}) is not finite", centre.x(), centre.y(), centre.z());
}

TriangleMesh icosahedron()
{
    constexpr double g = std::numbers::phi;
    TriangleMesh mesh;
    for (const double sign : {-1.0, 1.0})
        for (const double other : {-g, g})
            mesh.points.insert(mesh.points.end(), {{0, sign, other}, {sign, other, 0}, {other, 0, sign}});
    // Its faces are the triples of points at edge length 2 from each other.
    const auto near = [&](std::uint32_t a, std::uint32_t b) {
        return (mesh.points[a] - mesh.points[b]).squaredNorm() < 4.1;
    };
    for (std::uint32_t a = 0; a < 12; ++a)
        for (std::uint32_t b = a + 1; b < 12; ++b)
            for (std::uint32_t c = b + 1; c < 12; ++c)
                if (near(a, b) && near(b, c) && near(c, a)) {
                    const bool outward = mesh.points[a].dot(mesh.points[b].cross(mesh.points[c])) > 0;
                    mesh.triangles.push_back({a, outward ? b : c, outward ? c : b});
                }
    return mesh;
}

/// Each triangle becomes four; the new points are the midpoints of the edges, shared by both sides.
TriangleMesh split(const TriangleMesh& mesh)
{
    TriangleMesh result;
    result.points = mesh.points;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> midpoints;
    const auto midpoint = [&](std::uint32_t a, std::uint32_t b) {
        const auto [place, added] =
            midpoints.try_emplace(std::minmax(a, b), static_cast<std::uint32_t>(result.points.size()));
        if (added)
            result.points.push_back(0.5 * (mesh.points[a] + mesh.points[b]));
        return place->second;
    };
    for (const auto& [a, b, c] : mesh.triangles) {
        const std::uint32_t ab = midpoint(a, b), bc = midpoint(b, c), ca = midpoint(c, a);
        result.triangles.insert(result.triangles.end(), {{a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {ab, bc, ca}});
    }
    return result;
}

} // namespace

TriangleMesh makeBox(const Vector3& size, const Vector3& centre)
{
    for (const double edge : size)
        requirePositive(edge, "the edge of a box");
    requireFinite(centre);
    TriangleMesh mesh;
    for (int corner = 0; corner < 8; ++corner) {
        const Vector3 side(corner & 1 ? 0.5 : -0.5, corner & 2 ? 0.5 : -0.5, corner & 4 ? 0.5 : -0.5);
        mesh.points.push_back(centre + size.cwiseProduct(side));
    }
    constexpr std::uint32_t faces[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                           {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    for (const auto& [a, b, c, d] : faces)
        mesh.triangles.insert(mesh.triangles.end(), {{a, b, c}, {a, c, d}});
    return mesh;
}

TriangleMesh makeSphere(double radius, const Vector3& centre, int subdivisions)
{
    requirePositive(radius, "the radius of a sphere");
    requireFinite(centre);
    if (subdivisions < 0 || subdivisions > 8)
        fail(ErrorKind::Scene, "a sphere has {} subdivisions: 0 to 8 are possible", subdivisions);
    TriangleMesh mesh = icosahedron();
    for (int level = 0; level < subdivisions; ++level) {
        mesh = split(mesh);
        for (Vector3& point : mesh.points)
            point.normalize();
    }
    for (Vector3& point : mesh.points)
        point = centre + radius * point.normalized();
    return mesh;
}

TriangleMesh makePlane(double sizeX, double sizeY, const Vector3& centre)
{
    requirePositive(sizeX, "the edge of a plane");
    requirePositive(sizeY, "the edge of a plane");
    requireFinite(centre);
    const double x = 0.5 * sizeX, y = 0.5 * sizeY;
    return {{centre + Vector3(-x, -y, 0), centre + Vector3(x, -y, 0), centre + Vector3(x, y, 0),
             centre + Vector3(-x, y, 0)},
            {{0, 1, 2}, {0, 2, 3}}};
}

} // namespace sastrugi
