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

constexpr double finest = 20; // samples per spacing of the snow: more would take memory for nothing

} // namespace

Walls::Walls(const Scene& scene, double spacing, const Vector3& origin, const Period& period,
             const std::stop_token& stop, std::optional<FrictionCoupling> coupling)
    : m_spacing(spacing), m_origin(origin), m_period(period), m_grid(static_cast<float>(2 * spacing), period)
{
    for (const Boundary& boundary : scene.boundaries) {
        const double own = boundary.spacing > 0 ? boundary.spacing : spacing;
        if (own > spacing)
            fail(ErrorKind::Scene,
                 "boundary '{}' is sampled every {} m, but snow of {} m spacing would leak through; "
                 "give at most the snow's spacing, or 0",
                 boundary.name, own, spacing);
        if (finest * own < spacing)
            fail(ErrorKind::Scene,
                 "boundary '{}' is sampled every {} m, more than {} times as finely as snow of {} m spacing needs; "
                 "give a larger spacing, or 0",
                 boundary.name, own, finest, spacing);
        SurfaceProperties surface = boundary.surface;
        surface.frictionCoupling = coupling.value_or(surface.frictionCoupling);
        if (boundary.isStill()) {
            m_surfaces.push_back({SurfaceSampler(movedBy(*boundary.mesh, -origin), own, stop), surface, {}, {}});
        } else {
            const SurfaceSampler sampler(*boundary.mesh, own / samplingDensity(boundary), stop);
            m_surfaces.push_back({sampler, surface, {}, MovingSurface(boundary, sampler)});
            m_hasMoving = true;
        }
        const bool rubs = surface.viscousFriction > 0, isTangential = surface.frictionMode == FrictionMode::Tangential,
                   isExplicit = surface.frictionCoupling == FrictionCoupling::ExplicitOrder;
        m_hasHeat |= surface.temperature > 0;
        m_hasTangentialFriction |= rubs && isTangential && !isExplicit;
        m_hasSpecialSurface |=
            (rubs && (isTangential || isExplicit)) || surface.adhesion > 0 || surface.restitution > 0;
    }
    if (m_surfaces.size() > 65535)
        fail(ErrorKind::Scene, "the scene has {} boundaries; 65535 are possible", m_surfaces.size());
    sortSamples();
}

bool Walls::activateNear(const CellGrid& snow, const StepTime& step, const std::stop_token& stop)
{
    for (const std::uint64_t cell : coarseCells(snow, true))
        activateIn(reachOf(cell, snow), stop);
    if (stop.stop_requested())
        m_visited.clear(); // some of them in vain
    const bool hadMovingSamples = m_hasMovingSamples;
    if (m_hasMoving)
        placeMoving(snow, step, stop);
    if (m_activeCount == m_sortedCount && !m_hasMovingSamples && !hadMovingSamples)
        return false;
    sortSamples();
    return true;
}

std::vector<std::uint64_t> Walls::coarseCells(const CellGrid& snow, bool onlyFresh)
{
    std::vector<std::uint64_t> cells;
    std::uint64_t last = ~std::uint64_t{0};
    for (const std::uint64_t key : snow.cellKeys()) {
        const std::array<int, 3> cell = CellGrid::cellOfKey(key);
        const std::uint64_t place = CellGrid::cellKey(cell[0] >> 2, cell[1] >> 2, cell[2] >> 2);
        if (place != last && (!onlyFresh || m_visited.insert(place).second))
            cells.push_back(place);
        last = place;
    }
    static_assert(coarse == 4, "the shifts above divide by it");
    std::sort(cells.begin(), cells.end());
    cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
    return cells;
}

Bounds Walls::reachOf(std::uint64_t coarseCell, const CellGrid& snow) const
{
    const std::array<int, 3> cell = CellGrid::cellOfKey(coarseCell);
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
    return box;
}

void Walls::activateIn(const Bounds& box, const std::stop_token& stop)
{
    for (Surface& surface : m_surfaces) {
        if (surface.moving)
            continue;
        for (const BlockIndex& block : surface.sampler.blocksNear(box)) {
            if (stop.stop_requested())
                return;
            activate(surface, block);
        }
    }
}

void Walls::activate(Surface& surface, const BlockIndex& block)
{
    const auto [entry, isFresh] = surface.active.try_emplace(block);
    if (!isFresh)
        return;
    for (const Vector3& point : surface.sampler.samplesIn(block)) {
        const Vector3f p = point.cast<float>();
        if (const Float4 position = {p.x(), p.y(), p.z(), 0}; isInPeriod(position))
            entry->second.push_back(position);
    }
    m_activeCount += entry->second.size();
}

/// In a periodic domain the rest would be there twice.
bool Walls::isInPeriod(const Float4& p) const
{
    return (m_period.sizeX == 0 || (p.x >= m_period.originX && p.x < m_period.originX + m_period.sizeX)) &&
           (m_period.sizeY == 0 || (p.y >= m_period.originY && p.y < m_period.originY + m_period.sizeY));
}

void Walls::placeMoving(const CellGrid& snow, const StepTime& step, const std::stop_token& stop)
{
    std::vector<Bounds> boxes;
    for (const std::uint64_t cell : coarseCells(snow, false))
        boxes.push_back(reachOf(cell, snow));
    m_hasMovingSamples = false;
    for (Surface& surface : m_surfaces)
        if (surface.moving) {
            surface.moving->place(boxes, m_origin, step, stop);
            m_hasMovingSamples |= !surface.moving->positions().empty();
        }
}

double Walls::largestSpeed(const Bounds& snow, const StepTime& step) const
{
    double speed = 0;
    if (!m_hasMoving)
        return speed;
    Bounds near = snow.grownBy(reach * m_spacing);
    near.minimum += m_origin;
    near.maximum += m_origin;
    for (const Surface& surface : m_surfaces)
        if (surface.moving && surface.moving->boundsIn(step).touches(near))
            speed = std::max(speed, surface.moving->largestSpeed(step));
    return speed;
}

void Walls::sortSamples()
{
    AlignedVector<Float4> unsorted, velocities;
    std::vector<std::uint16_t> boundaries;
    unsorted.reserve(m_activeCount);
    boundaries.reserve(m_activeCount);
    for (std::size_t k = 0; k < m_surfaces.size(); ++k) {
        const Surface& surface = m_surfaces[k];
        for (const auto& [block, samples] : surface.active)
            unsorted.insert(unsorted.end(), samples.begin(), samples.end());
        for (std::size_t i = 0; surface.moving && i < surface.moving->positions().size(); ++i)
            if (const Float4& position = surface.moving->positions()[i]; isInPeriod(position)) {
                velocities.resize(unsorted.size()); // of those that stand still
                unsorted.push_back(position);
                velocities.push_back(surface.moving->velocities()[i]);
            }
        boundaries.resize(unsorted.size(), static_cast<std::uint16_t>(k));
    }
    m_sortedCount = m_activeCount;
    if (!velocities.empty())
        velocities.resize(unsorted.size());
    m_grid.build(unsorted);
    const std::size_t count = unsorted.size(), padded = (count + 15) / 8 * 8; // at least eight dummies
    m_position.assign(padded, {1e10f, 1e10f, 1e10f, 0});
    m_velocity.assign(padded, {});
    m_boundary.assign(count, 0);
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t from = m_grid.order()[i];
        m_position[i] = unsorted[from];
        m_boundary[i] = boundaries[from];
        if (!velocities.empty())
            m_velocity[i] = velocities[from];
        m_velocity[i].w = static_cast<float>(m_surfaces[m_boundary[i]].properties.viscousFriction);
    }
    if (m_hasHeat) {
        m_heat.assign(padded, {});
        for (std::size_t i = 0; i < count; ++i)
            if (const double temperature = m_surfaces[m_boundary[i]].properties.temperature; temperature > 0)
                m_heat[i] = {static_cast<float>(temperature), 1, 0, 0};
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
    m_lists.build({m_grid, m_position.data()}, {m_grid, m_position.data()});
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
    std::size_t moving = 0;
    for (const Surface& surface : m_surfaces)
        moving += surface.moving ? surface.moving->memory() : 0;
    return m_activeCount * sizeof(Float4) + moving +
           (m_position.capacity() + m_velocity.capacity() + m_surface.capacity() + m_heat.capacity()) * sizeof(Float4) +
           m_boundary.capacity() * sizeof m_boundary[0];
}

} // namespace sastrugi
