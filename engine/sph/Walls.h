// Samples of the scene's boundaries, made where snow comes near.
//
// The surface is cut into blocks; a block is sampled when snow first comes within reach, and stays. Volumes follow
// section 3.3 of Gissler et al. 2020: V_b = phi / sum_b' W_bb', over the samples of all boundaries and the sample
// itself. Those that move are placed anew in each step, and all volumes with them: they may come near others.
#pragma once

#include "engine/particles/NeighbourLists.h"
#include "engine/simulation/Scene.h"
#include "engine/sph/MovingSurface.h"
#include "engine/sph/SphKernels.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <stop_token>
#include <unordered_set>
#include <vector>

namespace sastrugi
{

class Walls
{
public:
    /// `spacing` is the solver's; a boundary's own spacing takes precedence. Positions are relative to `origin`.
    /// Throws Error(Interrupted) when stopped.
    /// `coupling`, where there is one, takes the place of that of the boundaries.
    Walls(const Scene& scene, double spacing, const Vector3& origin, const Period& period,
          const std::stop_token& stop = {}, std::optional<FrictionCoupling> coupling = {});

    /// For a boundary that carries a load, before activateNear().
    void setPlate(std::size_t boundary, const PlateMotion& plate) { m_surfaces[boundary].moving->setPlate(plate); }

    /// Samples what is within reach of the occupied cells of `snow`, as it stands and moves in a step. Returns whether
    /// there is anything new; then updateVolumes() has to follow. When stopped it leaves the rest to the next call. The
    /// order of the samples is the same however the snow came to where it is, so that a run that was stopped or
    /// restored has the same bits.
    bool activateNear(const CellGrid& snow, const StepTime& step = {}, const std::stop_token& stop = {});
    void updateVolumes(const SphConstants& constants, const SphKernels& kernels, double volumeScale);

    std::size_t count() const { return m_grid.count(); }
    const CellGrid& grid() const { return m_grid; }
    WallArrays arrays() const
    {
        return {count(), m_position.data(), m_velocity.data(), m_hasSpecialSurface ? m_surface.data() : nullptr,
                m_hasHeat ? m_heat.data() : nullptr};
    }
    bool hasMoving() const { return m_hasMoving; }
    /// Whether samples are there that move.
    bool hasMovingSamples() const { return m_hasMovingSamples; }
    /// How fast any boundary can be in that step that may come near the snow in it, m/s.
    double largestSpeed(const Bounds& snow, const StepTime& step) const;
    /// Whether friction of some boundary leaves the normal alone, inside the shear solve.
    bool hasTangentialFriction() const { return m_hasTangentialFriction; }
    /// Index in Scene::boundaries of a sample, in the order of arrays().
    std::span<const std::uint16_t> boundaryOfSample() const { return m_boundary; }

    /// By the index of a boundary.
    const SurfaceProperties& surfaceOf(std::uint16_t boundary) const { return m_surfaces[boundary].properties; }

    /// The number of samples if snow came near all boundaries.
    double predictedCount() const;
    std::size_t memory() const;

private:
    using BlockIndex = SurfaceSampler::BlockIndex;
    struct Surface {
        SurfaceSampler sampler;
        SurfaceProperties properties;
        std::map<BlockIndex, std::vector<Float4>> active; // sampled positions, of one that stands still
        std::optional<MovingSurface> moving;              // else
    };

    /// Of the coarse cells that snow is in: those that have not been visited, or all. Sorted.
    std::vector<std::uint64_t> coarseCells(const CellGrid& snow, bool onlyFresh);
    /// What must be sampled for the snow in a coarse cell.
    Bounds reachOf(std::uint64_t coarseCell, const CellGrid& snow) const;
    void activateIn(const Bounds& box, const std::stop_token& stop);
    void activate(Surface& surface, const BlockIndex& block);
    void placeMoving(const CellGrid& snow, const StepTime& step, const std::stop_token& stop);
    bool isInPeriod(const Float4& position) const;
    void sortSamples();

    double m_spacing;
    Vector3 m_origin;
    Period m_period;
    std::vector<Surface> m_surfaces;             // by the index of a boundary
    std::size_t m_activeCount = 0;               // samples of boundaries that stand still
    std::size_t m_sortedCount = 0;               // of them, those in m_position
    std::unordered_set<std::uint64_t> m_visited; // coarse cells that snow has been in

    CellGrid m_grid;
    NeighbourLists m_lists;
    AlignedVector<Float4> m_position, m_velocity, m_surface, m_heat;
    bool m_hasSpecialSurface = false, m_hasTangentialFriction = false;
    bool m_hasHeat = false;
    bool m_hasMoving = false, m_hasMovingSamples = false;
    std::vector<std::uint16_t> m_boundary;
};

} // namespace sastrugi
