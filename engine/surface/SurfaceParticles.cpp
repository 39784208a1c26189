#include "engine/surface/SurfaceParticles.h"

#include "engine/core/Isa.h"
#include "engine/core/Parallel.h"
#include "engine/simulation/Frame.h"
#include "engine/particles/CellRows.h"

#include <algorithm>
#include <cmath>

namespace sastrugi
{

namespace
{

/// Beyond, the lattice of a float's coordinates would show in the mesh.
constexpr double mostVoxels = 1 << 17;

struct Extent {
    Vector3 low = Vector3::Constant(1e300), high = Vector3::Constant(-1e300);
    double radii = 0, largestRadius = 0;

    Extent& operator+=(const Extent& other)
    {
        low = low.cwiseMin(other.low);
        high = high.cwiseMax(other.high);
        radii += other.radii;
        largestRadius = std::max(largestRadius, other.largestRadius);
        return *this;
    }
};

Extent extentOf(const Frame& frame)
{
    const auto position = frame.particles.get<float>("position", 3);
    const auto radius = frame.particles.get<float>("radius");
    return parallelSum<Extent>(frame.particles.count(), [&](std::size_t, Range range) {
        Extent part;
        for (std::size_t i = range.begin; i < range.end; ++i) {
            const Vector3 p(position[3 * i], position[3 * i + 1], position[3 * i + 2]);
            part.low = part.low.cwiseMin(p);
            part.high = part.high.cwiseMax(p);
            part.radii += static_cast<double>(radius[i]);
            part.largestRadius = std::max(part.largestRadius, static_cast<double>(radius[i]));
        }
        return part;
    });
}

/// A multiple of 2^-16, as far as a float can: see onLattice() of the kernels.
float rounded(double value) { return static_cast<float>(std::round(value * 65536) / 65536); }

/// Memory that a thread uses again for each cell.
struct Scratch {
    AlignedVector<float> x, y, z;
    AlignedVector<std::uint32_t> index;

    Candidates candidates(const std::vector<CandidateRange>& ranges)
    {
        std::size_t count = 16;
        for (const CandidateRange& range : ranges)
            count += range.end - range.begin;
        if (index.size() < count) {
            for (AlignedVector<float>* coordinate : {&x, &y, &z})
                coordinate->resize(2 * count);
            index.resize(2 * count);
        }
        return {x.data(), y.data(), z.data(), index.data(), 0};
    }
};

} // namespace

SurfaceParticles::SurfaceParticles(const Frame& frame, const SurfaceParameters& parameters) : m_grid(1)
{
    const std::size_t count = frame.particles.count();
    const Extent extent = extentOf(frame);
    m_voxelSize = parameters.voxelSize * 2 * extent.radii / static_cast<double>(count);
    m_settings.supportPerRadius = static_cast<float>(4 * parameters.featureSize);
    m_settings.isAnisotropic = parameters.kernels == SurfaceKernelKind::Anisotropic;
    m_settings.searchPerSupport = m_settings.isAnisotropic ? 2 : 1;
    m_settings.stretch = static_cast<float>(parameters.stretch);
    m_settings.centreSmoothing = static_cast<float>(parameters.centreSmoothing);
    m_largestRadius = static_cast<float>(extent.largestRadius / m_voxelSize);
    if (!(m_voxelSize > 0))
        fail(ErrorKind::Scene, "the particles have no size: their radii are zero");
    if (const double size = (extent.high - extent.low).maxCoeff(); size > mostVoxels * m_voxelSize)
        fail(ErrorKind::Scene,
             "the particles are spread over {:.3g} m, which is more than {} voxels of {:.3g} m; use larger voxels, or "
             "select the particles whose surface is wanted",
             size, static_cast<int>(mostVoxels), m_voxelSize);
    // On a lattice that is the same for all frames: nothing flickers.
    const Vector3 middle = frame.origin + 0.5 * (extent.low + extent.high);
    const Vector3 base = (middle / m_voxelSize).array().floor();
    m_origin = m_voxelSize * base;
    const auto position = frame.particles.get<float>("position", 3);
    const auto radius = frame.particles.get<float>("radius");
    const Vector3 offset = frame.origin / m_voxelSize - base;
    AlignedVector<Float4> points(count);
    parallelFor(count, [&](std::size_t i) {
        const auto place = [&](std::size_t axis) {
            return rounded(offset[static_cast<int>(axis)] + static_cast<double>(position[3 * i + axis]) / m_voxelSize);
        };
        points[i] = {place(0), place(1), place(2), static_cast<float>(static_cast<double>(radius[i]) / m_voxelSize)};
    });
    m_grid = CellGrid(m_settings.supportPerRadius * m_largestRadius);
    m_grid.build(points);
    m_points = m_grid.sorted(points);
}

/// Calls work(candidates, begin, end) for each cell, with the points nearer than `radius` to those of the cell.
template <class Work>
void SurfaceParticles::forCells(float radius, const std::stop_token& stop, Work&& work)
{
    const auto collect = SASTRUGI_DISPATCH(activeIsa(), neighbourKernels)().collect;
    const int around = static_cast<int>(std::ceil(static_cast<double>(radius) / m_grid.cellEdge(0)));
    constexpr std::size_t cellsAtOnce = 128;
    const std::size_t runs = (m_grid.cellCount() + cellsAtOnce - 1) / cellsAtOnce;
    parallelForEach(runs, [&](std::size_t run) {
        throwIfStopped(stop);
        CellRows rows(m_grid);
        Scratch scratch;
        const std::size_t last = std::min((run + 1) * cellsAtOnce, m_grid.cellCount());
        for (std::size_t c = run * cellsAtOnce; c < last; ++c) {
            const std::array<int, 3> cell = CellGrid::cellOfKey(m_grid.cellKeys()[c]);
            const auto& ranges = rows.in({{cell[0] - around, cell[1] - around, cell[2] - around},
                                          {cell[0] + around, cell[1] + around, cell[2] + around}});
            Candidates candidates = scratch.candidates(ranges);
            const std::uint32_t begin = m_grid.cellStart(c), end = m_grid.cellStart(c + 1);
            collect(m_points.data(), ranges.data(), ranges.size(), m_points.data(), begin, end, radius, candidates);
            work(candidates, begin, end);
        }
    });
}

void SurfaceParticles::shape(const std::stop_token& stop)
{
    const SurfaceKernels& kernels = SASTRUGI_DISPATCH(activeIsa(), surfaceKernels)();
    m_splats.resize(count());
    AlignedVector<Float4> shifts(count() + 8);
    const float support = m_settings.supportPerRadius * m_largestRadius;
    forCells(support * m_settings.searchPerSupport, stop,
             [&](const Candidates& candidates, std::uint32_t begin, std::uint32_t end) {
                 kernels.shape(candidates, m_points.data(), begin, end, m_settings, m_splats.data(), shifts.data());
             });
    if (m_settings.isAnisotropic && m_settings.centreSmoothing > 0)
        forCells(support * m_settings.searchPerSupport, stop, [&](const Candidates& candidates, std::uint32_t begin, std::uint32_t end) {
            kernels.settle(candidates, m_points.data(), begin, end, m_settings, shifts.data(), m_splats.data());
        });
    std::vector<float> reaches(blockCount(count()));
    parallelForBlocks(count(), [&](std::size_t block, Range range) {
        for (std::size_t i = range.begin; i < range.end; ++i) {
            const Splat& splat = m_splats[i];
            const float moved = std::max({std::abs(splat.x - m_points[i].x), std::abs(splat.y - m_points[i].y),
                                          std::abs(splat.z - m_points[i].z)});
            for (const float reach : splat.reach)
                reaches[block] = std::max(reaches[block], reach + moved);
        }
    });
    m_reach = *std::ranges::max_element(reaches);
}

std::size_t SurfaceParticles::memory() const
{
    return m_grid.memory() + m_points.capacity() * sizeof(Float4) + m_splats.capacity() * sizeof(Splat);
}

} // namespace sastrugi
