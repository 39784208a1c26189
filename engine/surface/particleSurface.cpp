#include "engine/surface/particleSurface.h"

#include "engine/core/Error.h"
#include "engine/core/Memory.h"
#include "engine/core/Parallel.h"
#include "engine/core/StageTimer.h"
#include "engine/simulation/Frame.h"
#include "engine/surface/SurfaceBlocks.h"
#include "engine/surface/smoothMesh.h"
#include "engine/surface/vertexAttributes.h"

#include <optional>

namespace sastrugi
{

namespace
{

std::size_t memoryOf(const std::vector<BlockSurface>& surfaces)
{
    std::size_t bytes = surfaces.capacity() * sizeof(BlockSurface);
    for (const BlockSurface& surface : surfaces)
        bytes += surface.edges.capacity() * sizeof(surface.edges[0]) +
                 surface.points.capacity() * sizeof(surface.points[0]) +
                 surface.triangles.capacity() * sizeof(surface.triangles[0]);
    return bytes;
}

std::size_t memoryOf(const TriangleMesh& mesh)
{
    return mesh.points.capacity() * sizeof(mesh.points[0]) + mesh.triangles.capacity() * sizeof(mesh.triangles[0]);
}

/// What a block takes at most, before and after it is joined to the mesh: twice what a sheet of snow in it does, which
/// has two sides.
std::size_t bytesPerBlock(const SurfaceParameters& parameters)
{
    constexpr std::size_t points = 2 * 2 * blockCells * blockCells, triangles = 2 * points;
    const std::size_t before = points * 2 * 14 + triangles * 2 * 6; // vectors grow by doubling
    const std::size_t smoothing = parameters.smoothing > 0 ? triangles * 12 + points * 32 : 0;
    return sizeof(std::uint64_t) + sizeof(BlockSurface) + before + points * 24 + triangles * 12 + smoothing;
}

void checkMemory(std::size_t needed)
{
    const std::uint64_t available = availableMemory();
    if (available > 0 && needed > available)
        fail(ErrorKind::Memory,
             "the surface may need {:.3g} GB, and {:.3g} GB are free; use larger voxels or fewer particles",
             1e-9 * static_cast<double>(needed), 1e-9 * static_cast<double>(available));
}

} // namespace

std::string_view name(SurfaceStage stage)
{
    constexpr std::string_view names[surfaceStages] = {"sort", "shape",  "blocks",    "mesh",
                                                       "join", "smooth", "attributes"};
    return names[static_cast<std::size_t>(stage)];
}

AttributedMesh particleSurface(const Frame& frame, const SurfaceParameters& parameters, std::stop_token stop,
                               SurfaceReport* report)
{
    const FlushToZeroScope flushToZero;
    AttributedMesh result;
    const std::vector<const AttributeArray*> attributes = surfaceAttributes(frame.particles, parameters);
    StageTimer timer(surfaceStages);
    if (frame.particles.count() > 0) {
        std::optional<SurfaceParticles> particles;
        {
            const auto scope = timer.measure(SurfaceStage::Sort);
            particles.emplace(frame, parameters);
        }
        {
            const auto scope = timer.measure(SurfaceStage::Shape);
            particles->shape(stop);
        }
        std::vector<std::uint64_t> blocks;
        {
            const auto scope = timer.measure(SurfaceStage::Blocks);
            blocks = reachedBlocks(*particles, stop);
        }
        const std::size_t needed = blocks.size() * bytesPerBlock(parameters);
        checkMemory(needed);
        std::vector<BlockSurface> surfaces;
        {
            const auto scope = timer.measure(SurfaceStage::Mesh);
            surfaces = meshBlocks(*particles, blocks, static_cast<float>(parameters.threshold), stop);
        }
        {
            const auto scope = timer.measure(SurfaceStage::Join);
            result.mesh = joinBlocks(*particles, blocks, surfaces, stop);
        }
        if (report) {
            report->blocks = blocks.size();
            report->predictedBytes = particles->memory() + needed;
            report->bytes = particles->memory() + memoryOf(surfaces) + memoryOf(result.mesh);
        }
        surfaces = {};
        {
            const auto scope = timer.measure(SurfaceStage::Smooth);
            smoothMesh(result.mesh, parameters.smoothing, stop);
        }
        const auto scope = timer.measure(SurfaceStage::Attributes);
        result.attributes = attributesAt(result.mesh.points, *particles, attributes, stop);
    }
    throwIfStopped(stop);
    if (report)
        report->seconds = timer.seconds();
    return result;
}

} // namespace sastrugi
