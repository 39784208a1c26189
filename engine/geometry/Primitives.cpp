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

void requireDivisions(std::int64_t parts)
{
    if (parts < 1 || parts > mostDivisions)
        fail(ErrorKind::Scene, "an edge is divided into {} parts: 1 to {} are possible", parts, mostDivisions);
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

TriangleMesh makeBox(const Vector3& size, const Vector3& centre, const std::array<std::int64_t, 3>& divisions)
{
    for (const double edge : size)
        requirePositive(edge, "the edge of a box");
    for (const std::int64_t parts : divisions)
        requireDivisions(parts);
    requireFinite(centre);
    TriangleMesh mesh;
    // Faces share the points of their edges; undivided, they are the corners in binary order.
    std::map<std::array<std::int64_t, 3>, std::uint32_t> indices;
    const auto pointAt = [&](const std::array<std::int64_t, 3>& place) {
        const auto [found, added] = indices.try_emplace(place, static_cast<std::uint32_t>(mesh.points.size()));
        if (added) {
            Vector3 share;
            for (std::size_t axis = 0; axis < 3; ++axis)
                share[static_cast<Eigen::Index>(axis)] =
                    static_cast<double>(place[axis]) / static_cast<double>(divisions[axis]) - 0.5;
            mesh.points.push_back(centre + size.cwiseProduct(share));
        }
        return found->second;
    };
    for (std::size_t corner = 0; corner < 8; ++corner)
        pointAt({corner & 1 ? divisions[0] : 0, corner & 2 ? divisions[1] : 0, corner & 4 ? divisions[2] : 0});
    // The axis across a face, and the side; then the axes along it, so that they turn anticlockwise seen from outside.
    constexpr std::size_t faces[6][4] = {{2, 0, 1, 0}, {2, 1, 0, 1}, {1, 0, 0, 2},
                                         {1, 1, 2, 0}, {0, 0, 2, 1}, {0, 1, 1, 2}};
    for (const auto& [across, side, first, second] : faces)
        for (std::int64_t i = 0; i < divisions[first]; ++i)
            for (std::int64_t j = 0; j < divisions[second]; ++j) {
                const auto corner = [&, first = first, second = second](std::int64_t a, std::int64_t b) {
                    std::array<std::int64_t, 3> place{};
                    place[across] = side ? divisions[across] : 0;
                    place[first] = i + a;
                    place[second] = j + b;
                    return pointAt(place);
                };
                const std::uint32_t a = corner(0, 0), b = corner(1, 0), c = corner(1, 1), d = corner(0, 1);
                mesh.triangles.insert(mesh.triangles.end(), {{a, b, c}, {a, c, d}});
            }
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

TriangleMesh makePlane(double sizeX, double sizeY, const Vector3& centre, const std::array<std::int64_t, 2>& divisions)
{
    requirePositive(sizeX, "the edge of a plane");
    requirePositive(sizeY, "the edge of a plane");
    for (const std::int64_t parts : divisions)
        requireDivisions(parts);
    requireFinite(centre);
    const auto [columns, rows] = divisions;
    // Rows run to and fro, so that an undivided plane has its corners in the order around it.
    const auto index = [columns = columns](std::int64_t i, std::int64_t j) {
        return static_cast<std::uint32_t>(j * (columns + 1) + (j % 2 == 0 ? i : columns - i));
    };
    TriangleMesh mesh;
    mesh.points.resize(static_cast<std::size_t>((columns + 1) * (rows + 1)));
    for (std::int64_t j = 0; j <= rows; ++j)
        for (std::int64_t i = 0; i <= columns; ++i)
            mesh.points[index(i, j)] =
                centre + Vector3(sizeX * (static_cast<double>(i) / static_cast<double>(columns) - 0.5),
                                 sizeY * (static_cast<double>(j) / static_cast<double>(rows) - 0.5), 0);
    for (std::int64_t j = 0; j < rows; ++j)
        for (std::int64_t i = 0; i < columns; ++i) {
            const std::uint32_t a = index(i, j), b = index(i + 1, j), c = index(i + 1, j + 1), d = index(i, j + 1);
            mesh.triangles.insert(mesh.triangles.end(), {{a, b, c}, {a, c, d}});
        }
    return mesh;
}

} // namespace sastrugi
