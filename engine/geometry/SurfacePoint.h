// Points that are fixed to the triangles of a mesh: they go where the corners go.
#pragma once

#include "engine/geometry/TriangleMesh.h"

#include <array>
#include <span>
#include <vector>

namespace sastrugi
{

struct SurfacePoint {
    std::array<std::uint32_t, 3> corners{};
    std::array<double, 3> weights{}; // sum to one

    /// Where it is when the mesh's points are those.
    Vector3 at(std::span<const Vector3> points) const
    {
        return weights[0] * points[corners[0]] + weights[1] * points[corners[1]] + weights[2] * points[corners[2]];
    }
};

/// The nearest points of the surface, for points at most `distance` from it; others are left out.
std::vector<SurfacePoint> fixToSurface(const TriangleMesh& mesh, std::span<const Vector3> points, double distance);

} // namespace sastrugi
