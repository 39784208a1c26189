// Triangles of faces with more corners.
#pragma once

#include "engine/core/Vector.h"

#include <cstddef>
#include <functional>
#include <functional>
#include <vector>

namespace sastrugi
{

/// Calls `add` with the numbers of three corners for each triangle. A fan from the first corner where the face is
/// convex, so that a mesh that moves keeps its triangles from file to file; of others ears are cut, as VTK does it.
void triangulate(const std::vector<Vector3>& corners,
                 const std::function<void(std::size_t, std::size_t, std::size_t)>& add);

} // namespace sastrugi
