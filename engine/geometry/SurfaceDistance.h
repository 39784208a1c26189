// How far a point is from the surface of a mesh, and how far below it.
#pragma once

#include "engine/geometry/BoundsTree.h"
#include "engine/geometry/TriangleMesh.h"

namespace sastrugi
{

class SurfaceDistance
{
public:
    /// The mesh must outlive it.
    explicit SurfaceDistance(const TriangleMesh& mesh);

    /// Distance to the nearest point of the surface where that is below `limit`, else infinity. Thread-safe.
    double nearest(const Vector3& point, double limit) const;

    /// Distance to the nearest surface straight above, along z, where that is below `limit`, else infinity.
    double upwards(const Vector3& point, double limit) const;

private:
    const TriangleMesh& m_mesh;
    BoundsTree m_tree;
};

} // namespace sastrugi
