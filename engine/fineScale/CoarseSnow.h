// The snow between two frames of a simulation: where its particles are at a time, and what they do around a place.
#pragma once

#include "engine/particles/CellGrid.h"
#include "engine/particles/PointMeans.h"
#include "engine/simulation/Frame.h"
#include "engine/simulation/Scene.h"
#include "engine/simulation/frameBetween.h"

#include <array>
#include <cstdint>
#include <vector>

namespace sastrugi
{

class CoarseSnow
{
public:
    /// The frames must outlive this; `pairs` are those of their particles that count. `origin` is that of all places
    /// here, metres.
    CoarseSnow(const Scene& scene, const Vector3& origin, const Frame& before, const Frame& after,
               std::vector<SnowPair> pairs);

    const std::vector<SnowPair>& pairs() const { return m_pairs; }
    /// Mean diameter of the particles, m.
    double spacing() const { return m_spacing; }
    /// Of any particle in both frames, m/s.
    double largestSpeed() const { return m_largestSpeed; }

    /// Places the particles where they are at that share of the time between the frames.
    void moveTo(double share);

    /// Means around places, for one thread; until the next moveTo().
    class Around
    {
    public:
        explicit Around(const CoarseSnow& snow);
        /// The velocity of the snow, m/s. Returns how full it is: one inside of snow, zero where there is none.
        float at(const Vector3f& place, Vector3f& velocity);

    private:
        PointMeans m_means;
        float m_radius, m_perWeight;
    };

private:
    void addGhosts();

    Period m_period;
    Passages m_passages;
    std::vector<SnowPair> m_pairs;
    double m_spacing = 0, m_largestSpeed = 0;
    std::vector<Float4> m_places, m_speeds; // of the particles, and of copies beyond the border of a period
    CellGrid m_grid;
    AlignedVector<Float4> m_sorted;
    std::array<AlignedVector<float>, 3> m_velocity; // in the order of m_sorted
    std::vector<const float*> m_channels;
};

} // namespace sastrugi
