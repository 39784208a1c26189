// Samples of a mesh's surface about `spacing` apart: the boundary particles of the SPH solver, made where they are
// needed.
//
// In the manner of Bell et al. 2005, which Gissler et al. 2020 (doi 10.1145/3386569.3392431) follow: corners, edges,
// then scan lines inside faces, thinned so that samples keep 0.7 spacings apart. Our variation: adjacent triangles in
// one plane are one face with one lattice, fitted to its outline, so that a rectangle is sampled regularly whatever its
// triangles; what is small is sampled at the start, the inside of large faces and long edges only in the blocks asked
// for. A block's samples never depend on which others were asked for: of two candidates that are too close, the one of
// the higher rank stays, and who has it is fixed. Every point of the surface has a sample within about 0.9 spacings.
// Details smaller than a spacing are thinned.
#pragma once

#include "engine/geometry/TriangleMesh.h"

#include <array>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <vector>

namespace sastrugi
{

class SurfaceSampler
{
public:
    /// Throws Error(Scene) when the spacing is not positive, or the mesh is more than 1e9 blocks from the origin;
    /// Error(Interrupted) when stopped.
    SurfaceSampler(const TriangleMesh& mesh, double spacing, const std::stop_token& stop = {});

    double spacing() const;
    /// The number of samples in all blocks, roughly.
    double predictedCount() const;

    /// Block (i, j, k) is the cube from blockEdge() (i, j, k) to blockEdge() (i + 1, j + 1, k + 1), in the mesh's
    /// coordinates.
    using BlockIndex = std::array<std::int32_t, 3>;
    /// 8 spacings.
    double blockEdge() const;
    BlockIndex blockOf(const Vector3& point) const;
    /// The blocks that hold surface and touch `box`, sorted. Each sample is in one of them.
    std::vector<BlockIndex> blocksNear(const Bounds& box) const;

    /// The samples in one block, in a fixed order; each sample belongs to exactly one block. Thread-safe.
    std::vector<Vector3> samplesIn(const BlockIndex& block) const;

private:
    class Implementation;
    std::shared_ptr<const Implementation> m_implementation;
};

} // namespace sastrugi
