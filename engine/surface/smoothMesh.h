// Smoothing of a closed mesh that keeps its volume. Taubin 1995, "A signal processing approach to fair surface design",
// doi 10.1145/218380.218473.
#pragma once

#include "engine/core/Stop.h"
#include "engine/geometry/TriangleMesh.h"

#include <cstdint>

namespace sastrugi
{

/// Each step moves points towards the mean of their neighbours and a little further back; pieces of few points are
/// scaled to the volume that they had. Every edge of the mesh must
/// have two triangles of opposite directions. Throws Error(Interrupted) when stopped.
void smoothMesh(TriangleMesh& mesh, std::int64_t steps, const std::stop_token& stop);

} // namespace sastrugi
