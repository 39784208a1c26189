// What a mesh is like, in counts: what `sastrugi info mesh` prints and what imports warn about.
#pragma once

#include "engine/geometry/TriangleMesh.h"

#include <cstddef>

namespace sastrugi
{

/// Points at equal coordinates count as one where triangles meet. Triangles without area are counted and otherwise
/// left out of account.
struct MeshReport {
    std::size_t points = 0, triangles = 0;
    std::size_t degenerateTriangles = 0; // without area
    std::size_t loosePoints = 0;         // in no triangle
    std::size_t boundaryEdges = 0;       // with one triangle
    std::size_t holes = 0;               // connected pieces of boundary
    std::size_t nonManifoldEdges = 0;    // with three triangles or more
    std::size_t inconsistentEdges = 0;   // with two triangles that face opposite sides
    std::size_t shells = 0;              // connected pieces of surface
    bool isClosed = false;               // every edge has an even number of triangles
    double volume = 0;                   // signed; means something for closed, consistent meshes. Cubic metres
    double area = 0;                     // square metres
    Bounds bounds;
};

MeshReport inspectMesh(const TriangleMesh& mesh);

} // namespace sastrugi
