// The surface of a field of splats, block by block: no block needs another, and no grid is kept.
//
// A block has 16 x 16 x 16 nodes and 15 x 15 x 15 cells, so that neighbours share the nodes between them; both compute
// the same bits there. A point of the surface belongs to the block that has the first node of its edge as one of its
// first 15 along each axis.
#pragma once

#include "engine/core/Stop.h"
#include "engine/geometry/TriangleMesh.h"
#include "engine/surface/SurfaceParticles.h"

#include <cstdint>
#include <vector>

namespace sastrugi
{

/// Place of a block in the lattice of blocks, in the order of z, y and x.
struct BlockKey {
    static constexpr int bias = 1 << 20;
    static std::uint64_t of(int x, int y, int z)
    {
        const auto u = [](int i) { return static_cast<std::uint64_t>(i + bias); };
        return u(z) << 42 | u(y) << 21 | u(x);
    }
    static std::array<int, 3> place(std::uint64_t key)
    {
        const auto part = [](std::uint64_t bits) { return static_cast<int>(bits & 0x1fffff) - bias; };
        return {part(key), part(key >> 21), part(key >> 42)};
    }
};

/// What of the surface is in a block. Edges are named by axis << 12 | z << 8 | y << 4 | x of their first node.
struct BlockSurface {
    std::vector<std::uint16_t> edges;                    // with a point that belongs to the block, ascending
    std::vector<std::array<float, 3>> points;            // on them, in voxels from the block's first node
    std::vector<std::array<std::uint16_t, 3>> triangles; // by edges, of which some belong to the next blocks
};

/// All blocks with a node that a splat reaches, ascending: none of the others has a point of the surface.
std::vector<std::uint64_t> reachedBlocks(const SurfaceParticles& particles, const std::stop_token& stop);

/// The surface in each of the blocks. Throws Error(Interrupted) when stopped.
std::vector<BlockSurface> meshBlocks(const SurfaceParticles& particles, const std::vector<std::uint64_t>& blocks,
                                     float threshold, const std::stop_token& stop);

/// One mesh, in metres: points in the order of their blocks.
TriangleMesh joinBlocks(const SurfaceParticles& particles, const std::vector<std::uint64_t>& blocks,
                        const std::vector<BlockSurface>& surfaces, const std::stop_token& stop);

} // namespace sastrugi
