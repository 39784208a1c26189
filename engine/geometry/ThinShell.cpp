#include "engine/geometry/ThinShell.h"

#include "engine/core/Error.h"
#include "engine/geometry/JoinedPoints.h"
#include "engine/geometry/MeshTopology.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace sastrugi
{

namespace
{

/// A half thickness at an edge becomes at most that many.
constexpr double longestMitre = 2;

} // namespace

ThinShell::ThinShell(const TriangleMesh& mesh, double thickness) : m_thickness(thickness), m_welded(weldedIndices(mesh))
{
    if (!(thickness > 0) || !std::isfinite(thickness))
        fail(ErrorKind::Scene, "the thickness of a shell is {} m: it must be above zero", thickness);
    JoinedPoints pieces(mesh.points.size());
    for (const auto& triangle : mesh.triangles)
        for (std::size_t k = 1; k < 3; ++k)
            pieces.join(m_welded[triangle[0]], m_welded[triangle[k]]);
    const std::vector<TriangleEdge> edges = sortedEdges(mesh, m_welded);
    std::set<std::uint32_t> open;                  // pieces
    std::vector<std::array<std::uint32_t, 2>> rim; // sides as their triangles run
    forEachEdge(edges, [&](std::span<const TriangleEdge> sides) {
        if (sides.size() != 1)
            return;
        open.insert(pieces.root(sides[0].low));
        const auto& [low, high, triangle, isForward] = sides[0];
        rim.push_back(isForward ? std::array{low, high} : std::array{high, low});
    });
    m_count = open.size();

    const auto unused = static_cast<std::uint32_t>(-1);
    std::vector<std::uint32_t> upper(mesh.points.size(), unused), lower(mesh.points.size(), unused);
    for (std::uint32_t point = 0; point < mesh.points.size(); ++point) {
        const bool isOpen = open.contains(pieces.root(m_welded[point]));
        if (isOpen && m_welded[point] != point)
            continue; // another one stands for it
        upper[point] = static_cast<std::uint32_t>(m_sources.size());
        m_sources.push_back({point, static_cast<std::int8_t>(isOpen ? 1 : 0)});
        if (isOpen) {
            lower[point] = static_cast<std::uint32_t>(m_sources.size());
            m_sources.push_back({point, -1});
        }
    }
    for (const auto& [a, b, c] : mesh.triangles) {
        if (!open.contains(pieces.root(m_welded[a]))) {
            m_triangles.push_back({upper[a], upper[b], upper[c]});
            continue;
        }
        const std::uint32_t i = m_welded[a], j = m_welded[b], k = m_welded[c];
        m_open.push_back({i, j, k});
        m_triangles.push_back({upper[i], upper[j], upper[k]});
        m_triangles.push_back({lower[i], lower[k], lower[j]});
    }
    for (const auto& [from, to] : rim) {
        m_triangles.push_back({upper[to], upper[from], lower[from]});
        m_triangles.push_back({upper[to], lower[from], lower[to]});
    }
}

std::vector<Vector3> ThinShell::offsetsOf(std::span<const Vector3> points) const
{
    std::vector<Vector3> normals(points.size(), Vector3::Zero());
    std::vector<double> steepest(points.size(), 1); // cosine to the face that is furthest from the normal
    const auto normalOf = [&](const std::array<std::uint32_t, 3>& triangle) {
        return Vector3((points[triangle[1]] - points[triangle[0]]).cross(points[triangle[2]] - points[triangle[0]]));
    };
    for (const auto& triangle : m_open) {
        const Vector3 normal = normalOf(triangle).normalized();
        for (std::size_t k = 0; k < 3; ++k) { // by angle, so that the cut into triangles does not matter
            const Vector3 a = points[triangle[(k + 1) % 3]] - points[triangle[k]],
                          b = points[triangle[(k + 2) % 3]] - points[triangle[k]];
            normals[triangle[k]] += std::atan2(a.cross(b).norm(), a.dot(b)) * normal;
        }
    }
    for (Vector3& normal : normals)
        normal.normalize(); // zero stays zero
    for (const auto& triangle : m_open) {
        const Vector3 normal = normalOf(triangle).normalized();
        for (const std::uint32_t corner : triangle)
            steepest[corner] = std::min(steepest[corner], normal.dot(normals[corner]));
    }
    std::vector<Vector3> offsets;
    offsets.reserve(m_sources.size());
    for (const auto& [point, side] : m_sources)
        offsets.push_back(side * 0.5 * m_thickness / std::max(steepest[point], 1 / longestMitre) * normals[point]);
    return offsets;
}

std::vector<Vector3> ThinShell::pointsOf(std::span<const Vector3> points) const
{
    std::vector<Vector3> result = offsetsOf(points);
    for (std::size_t i = 0; i < result.size(); ++i)
        result[i] += points[m_sources[i].point];
    return result;
}

} // namespace sastrugi
