// A boundary that moves or changes its shape, and its samples where they are in a step.
//
// The surface is sampled once, where it is without its motion, block by block as it comes near snow; the samples are
// then carried along. Which of them there are is a function of the snow and the time alone, so that nothing of it needs
// to be in a checkpoint. Of a surface that changes its shape all samples are made at the start, as much denser as it is
// stretched at most, and stay fixed to their triangles. One with other triangles from time to time is sampled anew.
#pragma once

#include "engine/core/Aligned.h"
#include "engine/geometry/SurfacePoint.h"
#include "engine/geometry/SurfaceSampler.h"
#include "engine/simulation/Scene.h"

#include <map>
#include <span>
#include <stop_token>
#include <vector>

namespace sastrugi
{

/// When a step begins and how long it is, seconds.
struct StepTime {
    double begin = 0, length = 0;

    double end() const { return begin + length; }
};

/// How a boundary that carries a load moves along its axis.
struct PlateMotion {
    double way = 0;      // so far, m
    double velocity = 0; // in the step, m/s
};

/// By how much denser a boundary must be sampled for its shapes; throws NodeError(Scene) beyond four times.
double samplingDensity(const Boundary& boundary);

class MovingSurface
{
public:
    /// The sampler is of the boundary's mesh as it is without the motion.
    MovingSurface(const Boundary& boundary, SurfaceSampler sampler);

    /// For one that carries a load: its way from where the motion has it.
    void setPlate(const PlateMotion& plate) { m_plate = plate; }

    /// Places the samples of all blocks that touch the boxes at the beginning of the step, in a fixed order. Boxes and
    /// samples are relative to `origin`. Velocities are the way of the step over its time. When stopped some samples
    /// are missing, until the next call.
    void place(std::span<const Bounds> boxes, const Vector3& origin, const StepTime& step, const std::stop_token& stop);

    std::span<const Float4> positions() const { return m_positions; }
    std::span<const Float4> velocities() const { return m_velocities; } // w: 0

    /// No point is faster in the step, m/s.
    double largestSpeed(const StepTime& step) const;
    /// Holds it throughout the step; not relative to anything.
    Bounds boundsIn(const StepTime& step) const;

    std::size_t memory() const;

private:
    using BlockIndex = SurfaceSampler::BlockIndex;
    std::vector<BlockIndex> blocksNear(std::span<const Bounds> boxes, const RigidPose& toMesh) const;

    void placeFixed(std::span<const Bounds> boxes, const RigidPose& before, const RigidPose& after,
                    const StepTime& step);
    void add(const Vector3& from, const Vector3& to, double length);

    RigidMotion m_motion;
    Bounds m_bounds; // without the motion
    std::shared_ptr<const Deformation> m_deformation;
    std::vector<SurfacePoint> m_fixed;          // of a surface that changes its shape
    std::shared_ptr<const TriangleMesh> m_step; // that is sampled, of one that has other triangles from time to time
    Vector3 m_axis = Vector3::Zero();           // of the load
    PlateMotion m_plate;
    SurfaceSampler m_sampler;
    std::map<BlockIndex, std::vector<Vector3>> m_sampled; // without the motion
    std::vector<Float4> m_positions, m_velocities;
};

} // namespace sastrugi
