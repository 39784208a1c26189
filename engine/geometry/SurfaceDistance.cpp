#include "engine/geometry/SurfaceDistance.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sastrugi
{

namespace
{

using Place = SurfaceDistance::Place;
using Feature = Place::Feature;

Place nearestOnSegment(const Vector3& point, const Vector3& a, const Vector3& b, std::uint8_t side)
{
    const Vector3 edge = b - a;
    const double length = edge.squaredNorm();
    const double along = length > 0 ? std::clamp((point - a).dot(edge) / length, 0.0, 1.0) : 0.0;
    const int corner = along == 0 ? side : (side + 1) % 3;
    const int feature =
        along > 0 && along < 1 ? static_cast<int>(Feature::Side0) + side : static_cast<int>(Feature::Corner0) + corner;
    return {a + along * edge, 0, static_cast<Feature>(feature)};
}

Place nearestOnTriangle(const Vector3& point, const Vector3& a, const Vector3& b, const Vector3& c)
{
    const Vector3 normal = (b - a).cross(c - a);
    const double area = normal.squaredNorm();
    // Above the triangle it is the foot on the plane; else an edge is nearest.
    if (area > 0 && (b - a).cross(point - a).dot(normal) >= 0 && (c - b).cross(point - b).dot(normal) >= 0 &&
        (a - c).cross(point - c).dot(normal) >= 0)
        return {point - (point - a).dot(normal) / area * normal, 0, Feature::Face};
    Place best = nearestOnSegment(point, a, b, 0);
    for (const Place& place : {nearestOnSegment(point, b, c, 1), nearestOnSegment(point, c, a, 2)})
        if ((place.point - point).squaredNorm() < (best.point - point).squaredNorm())
            best = place;
    return best;
}

/// Twice the signed area of a triangle, seen along z.
double areaFromAbove(const Vector3& a, const Vector3& b, const Vector3& c)
{
    return (b.x() - a.x()) * (c.y() - a.y()) - (b.y() - a.y()) * (c.x() - a.x());
}

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Nearest {
    double square; // of the distance
    std::uint32_t triangle = 0;
};

/// The first that was found of those that are nearest; with limit^2 where none is nearer.
template <class PlaceOn>
Nearest nearestTriangle(const BoundsTree& tree, const Vector3& point, double limit, PlaceOn&& placeOn)
{
    Nearest nearest{limit * limit};
    tree.visitNear(point, nearest.square, [&](std::uint32_t triangle) {
        if (const double found = (placeOn(triangle).point - point).squaredNorm(); found < nearest.square)
            nearest = {found, triangle};
        return nearest.square;
    });
    return nearest;
}

/// The nearest place of one triangle.
auto placesOn(const TriangleMesh& mesh, const Vector3& point)
{
    return [&](std::uint32_t triangle) {
        const auto& [i, j, k] = mesh.triangles[triangle];
        Place place = nearestOnTriangle(point, mesh.points[i], mesh.points[j], mesh.points[k]);
        place.triangle = triangle;
        return place;
    };
}

} // namespace

SurfaceDistance::SurfaceDistance(const TriangleMesh& mesh) : m_mesh(mesh), m_tree(triangleBounds(mesh)) {}

double SurfaceDistance::nearest(const Vector3& point, double limit) const
{
    const double square = nearestTriangle(m_tree, point, limit, placesOn(m_mesh, point)).square;
    return square < limit * limit ? std::sqrt(square) : infinity;
}

std::optional<Place> SurfaceDistance::nearestPlace(const Vector3& point, double limit) const
{
    constexpr double tie = 1e-9, rounding = 1e-6;
    const auto placeOn = placesOn(m_mesh, point);
    // How far it is, and then which of those that are as far.
    const Nearest nearest = nearestTriangle(m_tree, point, limit, placeOn);
    if (!(nearest.square < limit * limit))
        return std::nullopt;
    double square = limit * limit, squareness = -1;
    std::optional<Place> best;
    m_tree.visitWithin(point, nearest.square * (1 + rounding), [&](std::uint32_t triangle) {
        const Place place = placeOn(triangle);
        const double found = (place.point - point).squaredNorm();
        if (found >= square * (best ? 1 + tie : 1))
            return false;
        const auto& [i, j, k] = m_mesh.triangles[triangle];
        const Vector3& a = m_mesh.points[i];
        const Vector3 normal = (m_mesh.points[j] - a).cross(m_mesh.points[k] - a).normalized();
        const double aligned = std::abs((place.point - point).dot(normal));
        if (best && found > square * (1 - tie) && aligned <= squareness)
            return false;
        square = std::min(square, found);
        squareness = aligned;
        best = place;
        return false;
    });
    return best ? best : placeOn(nearest.triangle); // far from the origin boxes may be rounded further away than that
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
