// The inner loops of the surface, built per instruction set. All lengths are in voxels.
#pragma once

#include "engine/core/Aligned.h"
#include "engine/particles/NeighbourKernels.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace sastrugi
{

/// A particle as the field sees it: weight (1 - q^2)^3 where q^2 = d^T A d is below one, at the distance d from (x, y,
/// z).
struct alignas(64) Splat {
    float x = 0, y = 0, z = 0;
    float weight = 0;
    float xx = 0, xy = 0, xz = 0, yy = 0, yz = 0, zz = 0; // A
    std::array<float, 3> reach = {};                      // half of the box around q < 1
};

/// How the kernel of a particle comes about. Yu and Turk 2013, doi 10.1145/2421636.2421641; section 4.1.
struct ShapeSettings {
    float supportPerRadius = 4;
    float searchPerSupport = 2; // of the neighbours that make the covariance
    float stretch = 4;          // longest over shortest axis at most
    float centreSmoothing = 0;  // share of the way to the centre of the neighbours
    bool isAnisotropic = true;
};

/// A block of the field has so many nodes along each edge, and one cell less; neighbouring blocks share nodes.
constexpr std::size_t blockNodes = 16, blockCells = blockNodes - 1;
constexpr std::size_t nodesOfBlock = blockNodes * blockNodes * blockNodes;

struct SurfaceKernels {
    /// Makes the splats of points [begin, end), whose radii are in w, and the shifts by which smoothing would move
    /// them. Candidates are all points that may be nearer than the search radius.
    void (*shape)(const Candidates& candidates, const Float4* points, std::size_t begin, std::size_t end,
                  const ShapeSettings& settings, Splat* splats, Float4* shifts);
    /// Moves the splats [begin, end) by what their shifts differ from those of neighbours as deep below the surface.
    /// Candidates are all points that may be nearer than the support radius.
    void (*settle)(const Candidates& candidates, const Float4* points, std::size_t begin, std::size_t end,
                   const ShapeSettings& settings, const Float4* shifts, Splat* splats);
    /// Adds splats to the nodes of a block, x fastest, whose first node is at `origin`. What one splat adds to a node
    /// has the same bits in every block: differences of coordinates are exact.
    void (*splat)(const Splat* splats, std::size_t count, const float origin[3], float* field);
    /// Bit x of row y + blockNodes * z is set where a node is above `threshold`.
    void (*signs)(const float* field, float threshold, std::uint16_t* rows);
};

namespace portable
{
const SurfaceKernels& surfaceKernels();
}
namespace avx2
{
const SurfaceKernels& surfaceKernels();
}
namespace avx512
{
const SurfaceKernels& surfaceKernels();
}

} // namespace sastrugi
