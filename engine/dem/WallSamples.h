// Obstacles as balls on their surfaces, as in Goswami et al. 2022, who follow Akinci et al. 2012: the other way beside
// signed distances.
//
// A surface is sampled block by block, where it is without its motion, as snow comes near. What a sample is, its volume
// and its place in the order depend on the boundary alone, so that a checkpoint needs to know nothing of them. For
// surfaces thinner than a grain, which a signed distance does not see, and open ones, which are solid on both sides
// then. Boundaries that change their shape are refused.
#pragma once

#include "engine/dem/DemParameters.h"
#include "engine/geometry/SurfaceSampler.h"
#include "engine/obstacles/MovingObstacles.h"
#include "engine/particles/NeighbourLists.h"

#include <map>
#include <span>
#include <vector>

namespace sastrugi
{

class WallSamples
{
public:
    /// Throws NodeError(Scene) for a boundary that changes its shape or is sampled too coarsely.
    WallSamples(const Scene& scene, const DemParameters& parameters);

    /// By the index of a boundary.
    const SurfaceProperties& surfaceOf(std::size_t boundary) const { return m_boundaries[boundary].surface; }
    std::size_t boundaryOf(std::size_t sample) const { return m_samples[sample].boundary; }
    bool isStill(std::size_t sample) const { return m_boundaries[m_samples[sample].boundary].isStill(); }
    bool empty() const { return m_boundaries.empty(); }
    bool hasMoving() const;
    /// As of MovingObstacles, m/s.
    double largestSpeed(const Bounds& snow, const StepInterval& interval, double reach) const;
    double drivenSpeed() const;

    /// Of a sample, m.
    double radius() const { return m_radius; }
    /// beta V_b, m^4/s^2
    double pull(std::size_t sample) const { return m_samples[sample].pull; }

    /// As of MovingObstacles.
    void drive(std::size_t boundary, const RigidPose& before, const RigidPose& after, double speed);
    /// Places the boundaries where a step ends.
    void prepare(const StepInterval& step);
    /// A grain and a sample.
    struct Pair {
        std::uint32_t grain, sample;
    };
    /// Samples in the boxes, in scene coordinates, are numbered anew; returns those whose surface is nearer to a
    /// grain's place, relative to `origin`, than `reach`: by grain, then in the order of the boundaries.
    std::vector<Pair> pairsNear(std::span<const Bounds> boxes, std::span<const Float4> places, const Vector3& origin,
                                double reach);
    /// At a place in scene coordinates. Thread-safe.
    ObstacleContact contactWith(std::size_t sample, const Vector3& place) const;

    /// If snow came near all boundaries.
    double predictedCount() const;
    std::size_t memory() const;

private:
    using BlockIndex = SurfaceSampler::BlockIndex;
    struct Sample {
        Vector3 place; // without the motion
        double pull;
        std::uint32_t boundary;
    };
    struct SampledBoundary {
        SurfaceSampler sampler;
        RigidMotion motion;
        SurfaceProperties surface;
        Bounds bounds;   // without the motion
        double adhesion; // beta
        bool isDriven;
        double drivenSpeed = 0;
        RigidPose before = {}, after = {};
        std::map<BlockIndex, std::vector<Sample>> sampled = {};
        bool isStill() const { return motion.isStill() && !isDriven; }
    };

    const std::vector<Sample>& samplesIn(std::size_t boundary, const BlockIndex& block);

    double m_radius, m_perSecond = 0;
    std::vector<SampledBoundary> m_boundaries;
    std::vector<Sample> m_samples; // near the snow
};

} // namespace sastrugi
