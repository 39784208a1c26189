// The flat pieces of a mesh and the straight lines between them, however finely they are cut into triangles.
#pragma once

#include "engine/geometry/TriangleMesh.h"

#include <cstdint>
#include <vector>

namespace sastrugi
{

/// Adjacent triangles in one plane, in a rectangle: origin + u axisU + v axisV with 0 <= u <= lengthU, 0 <= v <=
/// lengthV. axisU runs along the region's longest outline.
struct PlanarRegion {
    std::vector<std::uint32_t> triangles;
    Vector3 origin, axisU, axisV;
    double lengthU = 0, lengthV = 0;
};

/// Where regions meet or the mesh ends: edges in a row are one line.
struct SurfaceLine {
    Vector3 begin, end;

    double length() const { return (end - begin).norm(); }
};

struct PlanarRegions {
    std::vector<PlanarRegion> regions; // in the order of their first triangle
    std::vector<SurfaceLine> lines;
    std::vector<Vector3> corners; // the ends of the lines, once each
};

/// Points count as in a plane, or on a line, within `tolerance` (metres). Triangles without area are in no region.
PlanarRegions findPlanarRegions(const TriangleMesh& mesh, double tolerance);

} // namespace sastrugi
