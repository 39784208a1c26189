// The larger steps of MeshRepair.
#pragma once

#include "engine/geometry/TriangleMesh.h"

namespace sastrugi
{

/// Turns triangles until each shell faces one side, outwards where it is closed and inwards where it is a cavity of
/// another; an open shell keeps the side that most of its area faces. Points at equal coordinates count as one. Gives
/// the number of triangles that face the other side now.
std::size_t orientShells(TriangleMesh& mesh);

/// Closes holes of at most `largest` edges, 0: of any, with triangles between the points of their rims.
struct FilledHoles {
    std::size_t holes = 0, triangles = 0;
};
FilledHoles fillHoles(TriangleMesh& mesh, std::size_t largest);

} // namespace sastrugi
