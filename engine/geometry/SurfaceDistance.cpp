#include "engine/geometry/SurfaceDistance.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sastrugi
{

namespace
{

double squaredDistanceToSegment(const Vector3& point, const Vector3& a, const Vector3& b)
{
    const Vector3 edge = b - a;
    const double length = edge.squaredNorm();
    const double along = length > 0 ? std::clamp((point - a).dot(edge) / length, 0.0, 1.0) : 0.0;
    return (point - a - along * edge).squaredNorm();
}

double squaredDistance(const Vector3& point, const Vector3& a, const Vector3& b, const Vector3& c)
{
    const Vector3 normal = (b - a).cross(c - a);
    const double area = normal.squaredNorm();
    // Above the triangle it is the distance from the plane; else an edge is nearest.
    if (area > 0 && (b - a).cross(point - a).dot(normal) >= 0 && (c - b).cross(point - b).dot(normal) >= 0 &&
        (a - c).cross(point - c).dot(normal) >= 0) {
        const double height = (point - a).dot(normal);
        return height * height / area;
    }
    return std::min({squaredDistanceToSegment(point, a, b), squaredDistanceToSegment(point, b, c),
                     squaredDistanceToSegment(point, c, a)});
}

/// Twice the signed area of a triangle, seen along z.
double areaFromAbove(const Vector3& a, const Vector3& b, const Vector3& c)
{
    return (b.x() - a.x()) * (c.y() - a.y()) - (b.y() - a.y()) * (c.x() - a.x());
}

constexpr double infinity = std::numeric_limits<double>::infinity();

} // namespace

SurfaceDistance::SurfaceDistance(const TriangleMesh& mesh) : m_mesh(mesh), m_tree(triangleBounds(mesh)) {}

double SurfaceDistance::nearest(const Vector3& point, double limit) const
{
    double square = limit * limit;
    bool isFound = false;
    m_tree.visitTouching({point.array() - limit, point.array() + limit}, [&](std::uint32_t triangle) {
        const auto& [a, b, c] = m_mesh.triangles[triangle];
        const double found = squaredDistance(point, m_mesh.points[a], m_mesh.points[b], m_mesh.points[c]);
        isFound |= found < square;
        square = std::min(square, found);
        return false;
    });
    return isFound ? std::sqrt(square) : infinity;
}

double SurfaceDistance::upwards(const Vector3& point, double limit) const
{
    double height = infinity;
    m_tree.visitTouching({point, point + Vector3(0, 0, limit)}, [&](std::uint32_t triangle) {
        const auto& [i, j, k] = m_mesh.triangles[triangle];
        const Vector3 &a = m_mesh.points[i], &b = m_mesh.points[j], &c = m_mesh.points[k];
        const double area = areaFromAbove(a, b, c);
        const double u = areaFromAbove(point, b, c), v = areaFromAbove(a, point, c), w = areaFromAbove(a, b, point);
        if (area == 0 || u * area < 0 || v * area < 0 || w * area < 0)
            return false;
        const double above = (u * a.z() + v * b.z() + w * c.z()) / area - point.z();
        if (above >= 0 && above < limit)
            height = std::min(height, above);
        return false;
    });
    return height;
}

} // namespace sastrugi
