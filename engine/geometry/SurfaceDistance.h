// How far a point is from the surface of a mesh, and how far below it.
#pragma once

#include "engine/geometry/BoundsTree.h"
#include "engine/geometry/TriangleMesh.h"

#include <cstdint>
#include <optional>

namespace sastrugi
{

class SurfaceDistance
{
public:
    /// The mesh must outlive it.
    explicit SurfaceDistance(const TriangleMesh& mesh);

    /// Distance to the nearest point of the surface where that is below `limit`, else infinity. Thread-safe.
    double nearest(const Vector3& point, double limit) const;

    /// The nearest point of the surface.
    struct Place {
        Vector3 point;
        std::uint32_t triangle;
        /// Where in the triangle: within it, on the side from corner 0, 1 or 2 on, or at that corner.
        enum class Feature : std::uint8_t { Face, Side0, Side1, Side2, Corner0, Corner1, Corner2 } feature;
    };
    /// Where the surface is nearer than `limit`. Of several triangles at the same distance it is the one that the point
    /// lies most squarely above or below, so that its side of that triangle is its side of the surface. Thread-safe.
    std::optional<Place> nearestPlace(const Vector3& point, double limit) const;

    /// Distance to the nearest surface straight above, along z, where that is below `limit`, else infinity.
    double upwards(const Vector3& point, double limit) const;

private:
    const TriangleMesh& m_mesh;
    BoundsTree m_tree;
};

} // namespace sastrugi
