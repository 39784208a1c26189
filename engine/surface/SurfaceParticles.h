// The particles of a frame as the field of a surface sees them: sorted, in voxels, each with its kernel.
#pragma once

#include "engine/core/Stop.h"
#include "engine/core/Vector.h"
#include "engine/particles/CellGrid.h"
#include "engine/surface/SurfaceKernels.h"
#include "engine/surface/SurfaceParameters.h"

namespace sastrugi
{

struct Frame;

class SurfaceParticles
{
public:
    /// Sorts. Throws Error(Scene) where particles are too far from each other, Error(Diverged) where one is not finite.
    SurfaceParticles(const Frame& frame, const SurfaceParameters& parameters);

    /// Finds the kernels. Throws Error(Interrupted) when stopped.
    void shape(const std::stop_token& stop);

    std::size_t count() const { return m_grid.count(); }
    const CellGrid& grid() const { return m_grid; }
    const AlignedVector<Float4>& points() const { return m_points; } // eight more at the end; w is the radius
    const AlignedVector<Splat>& splats() const { return m_splats; }
    /// No splat reaches further from its particle.
    float reach() const { return m_reach; }

    double voxelSize() const { return m_voxelSize; } // m
    /// Where voxel (0, 0, 0) is, in metres: on the lattice through the scene's origin.
    const Vector3& origin() const { return m_origin; }

    std::size_t memory() const;

private:
    template <class Work>
    void forCells(float radius, const std::stop_token& stop, Work&& work);

    double m_voxelSize;
    Vector3 m_origin;
    ShapeSettings m_settings;
    float m_largestRadius = 0, m_reach = 0;
    CellGrid m_grid;
    AlignedVector<Float4> m_points;
    AlignedVector<Splat> m_splats;
};

} // namespace sastrugi
