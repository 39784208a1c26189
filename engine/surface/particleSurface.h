// The surface of snow: the particles of a frame become a closed mesh of triangles.
//
// Yu and Turk 2013, "Reconstructing surfaces of particle-based fluids using anisotropic kernels",
// doi 10.1145/2421636.2421641: a field of smooth kernels, one per particle and of its rest volume, and the place where
// the field passes a threshold. Unlike theirs, smoothed centres do not shrink the snow, and kernels change smoothly
// into those of lone particles.
#pragma once

#include "engine/surface/AttributedMesh.h"
#include "engine/surface/SurfaceParameters.h"

#include <cstddef>
#include <stop_token>
#include <string_view>
#include <vector>

namespace sastrugi
{

struct Frame;

enum class SurfaceStage { Sort, Shape, Blocks, Mesh, Join, Smooth, Attributes };
constexpr std::size_t surfaceStages = 7;
std::string_view name(SurfaceStage stage);

/// How it went.
struct SurfaceReport {
    std::vector<double> seconds;               // by stage
    std::size_t blocks = 0;                    // of 15 x 15 x 15 cells that were looked at
    std::size_t predictedBytes = 0, bytes = 0; // most memory at once: before the meshing, and what it came to
};

/// Every edge has two triangles of opposite directions, the mesh encloses what is inside, and triangles are
/// counter-clockwise seen from outside; bit-identical for any number of threads. In scene coordinates; empty for no
/// particles. The frame must have position and radius.
/// Throws Error(Scene) for an attribute that the particles do not have, for particles that are too far from each
/// other, and for those without a size; Error(Memory) where there is less than is predicted; Error(Interrupted) when
/// stopped.
AttributedMesh particleSurface(const Frame& frame, const SurfaceParameters& parameters, std::stop_token stop = {},
                               SurfaceReport* report = nullptr);

} // namespace sastrugi
