#include "engine/geometry/TriangleMesh.h"

#include <span>

namespace sastrugi
{

Bounds TriangleMesh::bounds() const
{
    Bounds bounds;
    for (const Vector3& point : points)
        bounds.add(point);
    return bounds;
}

double TriangleMesh::surfaceArea() const
{
    double area = 0;
    for (const auto& [a, b, c] : triangles)
        area += 0.5 * (points[b] - points[a]).cross(points[c] - points[a]).norm();
    return area;
}

double TriangleMesh::signedVolume() const
{
    if (triangles.empty())
        return 0;
    // Far from the origin the terms are large and cancel; relative to a corner they do not.
    const Vector3 reference = points[triangles.front()[0]];
    double volume = 0;
    for (const auto& [a, b, c] : triangles)
        volume += (points[a] - reference).dot((points[b] - reference).cross(points[c] - reference)) / 6;
    return volume;
}

Hash TriangleMesh::contentHash() const
{
    static_assert(sizeof(Vector3) == 3 * sizeof(double));
    ContentHash hash;
    hash.add("triangle mesh");
    // A Vector3 counts as not trivially copyable, though it is three doubles.
    hash.add(static_cast<std::int64_t>(points.size()));
    hash.addBytes(points.data(), points.size() * sizeof(Vector3));
    hash.addArray(std::span<const std::array<std::uint32_t, 3>>(triangles));
    return hash.digest();
}

} // namespace sastrugi
