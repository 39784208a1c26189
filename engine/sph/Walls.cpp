#include "engine/sph/Walls.h"

#include "engine/core/Error.h"

#include <algorithm>

namespace sastrugi
{

namespace
{

constexpr int coarse = 4; // cells of a support radius along the edge of what is visited at once

/// How far from the snow samples must exist, in spacings: the support radius, once more for the volumes of those
/// within it, and the way of a step.
constexpr double reach = 5;

TriangleMesh movedBy(const TriangleMesh& mesh, const Vector3& offset)
{
    TriangleMesh moved = mesh;
    for (Vector3& point : moved.points)
        point += offset;
    return moved;
}

} // namespace

Walls::Walls(const Scene& scene, double spacing, const Vector3& origin, const Period& period,
             const std::stop_token& stop)
    : m_spacing(spacing), m_period(period), m_grid(static_cast<float>(2 * spacing), period)
{
    for (const Boundary& boundary : scene.boundaries) {
        const double own = boundary.spacing > 0 ? boundary.spacing : spacing;
        if (own > spacing)
            fail(ErrorKind::Scene,
                 "boundary '{}' is sampled every {} m, but snow of {} m spacing would leak through; "
                 "give at most the snow's spacing, or 0",
                 boundary.name, own, spacing);
        const SurfaceProperties& surface = boundary.surface;
        m_surfaces.push_back({SurfaceSampler(movedBy(*boundary.mesh, -origin), own, stop), surface});
        const bool rubs = surface.viscousFriction > 0, isTangential = surface.frictionMode == FrictionMode::Tangential,
                   isExplicit = surface.frictionCoupling == FrictionCoupling::ExplicitOrder;
        m_hasTangentialFriction |= rubs && isTangential && !isExplicit;
        m_hasSpecialSurface |=
            (rubs && (isTangential || isExplicit)) || surface.adhesion > 0 || surface.restitution > 0;
    }
    if (m_surfaces.size() > 65535)
        fail(ErrorKind::Scene, "the scene has {} boundaries; 65535 are possible", m_surfaces.size());
    sortSamples();
}

bool Walls::activateNear(const CellGrid& snow, const std::stop_token& stop)
{
    std::vector<std::uint64_t> fresh;
    std::uint64_t last = ~std::uint64_t{0};
    for (const std::uint64_t key : snow.cellKeys()) {
        const std::array<int, 3> cell = CellGrid::cellOfKey(key);
        const std::uint64_t place = CellGrid::cellKey(cell[0] >> 2, cell[1] >> 2, cell[2] >> 2);
        if (place != last && m_visited.insert(place).second)
            fresh.push_back(place);
        last = place;
    }
    static_assert(coarse == 4, "the shifts above divide by it");
    std::sort(fresh.begin(), fresh.end());
    for (const std::uint64_t place : fresh) {
        const std::array<int, 3> cell = CellGrid::cellOfKey(place);
        Bounds box;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const auto i = static_cast<Eigen::Index>(axis);
            const double edge = coarse * snow.cellEdge(static_cast<int>(axis));
            box.minimum[i] = snow.cellOrigin(static_cast<int>(axis)) + cell[axis] * edge - reach * m_spacing;
            box.maximum[i] = box.minimum[i] + edge + 2 * reach * m_spacing;
        }
        if (m_period.sizeX > 0) { // what is across the border is near as well
            box.minimum.x() = m_period.originX;
            box.maximum.x() = m_period.originX + m_period.sizeX;
        }
        if (m_period.sizeY > 0) {
            box.minimum.y() = m_period.originY;
            box.maximum.y() = m_period.originY + m_period.sizeY;
        }
        activateIn(box, stop);
    }
    if (stop.stop_requested())
        m_visited.clear(); // some of them in vain
    if (m_activeCount == count())
        return false;
    sortSamples();
    return true;
}

void Walls::activateIn(const Bounds& box, const std::stop_token& stop)
{
    for (std::size_t boundary = 0; boundary < m_surfaces.size(); ++boundary)
        for (const BlockIndex& block : m_surfaces[boundary].sampler.blocksNear(box)) {
            if (stop.stop_requested())
                return;
            activate(static_cast<std::uint16_t>(boundary), block);
        }
}

void Walls::activate(std::uint16_t boundary, const BlockIndex& block)
{
    const auto [entry, isFresh] = m_active.try_emplace({boundary, block});
    if (!isFresh)
        return;
    for (const Vector3& point : m_surfaces[boundary].sampler.samplesIn(block)) {
        const Vector3f p = point.cast<float>();
        const bool inside =
            (m_period.sizeX == 0 || (p.x() >= m_period.originX && p.x() < m_period.originX + m_period.sizeX)) &&
            (m_period.sizeY == 0 || (p.y() >= m_period.originY && p.y() < m_period.originY + m_period.sizeY));
        if (inside) // in a periodic domain the rest would be there twice
            entry->second.push_back({p.x(), p.y(), p.z(), 0});
    }
    m_activeCount += entry->second.size();
}

void Walls::sortSamples()
{
    AlignedVector<Float4> unsorted;
    std::vector<std::uint16_t> boundaries;
    unsorted.reserve(m_activeCount);
    boundaries.reserve(m_activeCount);
    for (const auto& [place, samples] : m_active) {
        unsorted.insert(unsorted.end(), samples.begin(), samples.end());
        boundaries.insert(boundaries.end(), samples.size(), place.first);
    }
    m_grid.build(unsorted);
    const std::size_t count = unsorted.size(), padded = (count + 8) / 8 * 8;
    m_position.assign(padded, {1e10f, 1e10f, 1e10f, 0});
    m_velocity.assign(padded, {});
    m_boundary.assign(count, 0);
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t from = m_grid.order()[i];
        m_position[i] = unsorted[from];
        m_boundary[i] = boundaries[from];
        m_velocity[i].w = static_cast<float>(m_surfaces[m_boundary[i]].properties.viscousFriction);
    }
    if (!m_hasSpecialSurface)
        return;
    m_surface.assign(padded, {});
    for (std::size_t i = 0; i < count; ++i) {
        const SurfaceProperties& surface = m_surfaces[m_boundary[i]].properties;
        m_surface[i] = {surface.frictionMode == FrictionMode::Tangential ? 1.0f : 0.0f,
                        surface.frictionCoupling == FrictionCoupling::ExplicitOrder ? 1.0f : 0.0f,
                        static_cast<float>(surface.adhesion), static_cast<float>(surface.restitution)};
    }
}

void Walls::updateVolumes(const SphConstants& constants, const SphKernels& kernels, double volumeScale)
{
    m_lists.build(m_grid, m_grid);
    AlignedVector<float> sums(m_position.size());
    parallelForBlocks(count(), [&](std::size_t block, Range range) {
        const NeighbourLists::Block& lists = m_lists.block(block);
        kernels.kernelSums(m_position.data(), constants, {lists.indices.data(), lists.groupStart.data(), nullptr},
                           range.begin, range.end, sums.data());
    });
    for (std::size_t i = 0; i < count(); ++i)
        m_position[i].w = static_cast<float>(volumeScale) / sums[i];
}

double Walls::predictedCount() const
{
    double samples = 0;
    for (const Surface& surface : m_surfaces)
        samples += surface.sampler.predictedCount();
    return samples;
}

std::size_t Walls::memory() const
{
    return m_activeCount * sizeof(Float4) +
           (m_position.capacity() + m_velocity.capacity() + m_surface.capacity()) * sizeof(Float4) +
           m_boundary.capacity() * sizeof m_boundary[0];
}

} // namespace sastrugi
