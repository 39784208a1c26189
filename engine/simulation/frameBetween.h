// What is between two frames: each particle on the cubic through its places and velocities in both.
#pragma once

#include "engine/particles/CellGrid.h"
#include "engine/simulation/Frame.h"
#include "engine/simulation/Scene.h"

#include <cstdint>
#include <vector>

namespace sastrugi
{

/// Of the scene, seen from `origin`.
Period periodOf(const SceneSettings& settings, const Vector3& origin);
/// Where a place is within a domain that repeats.
Vector3f wrapped(Vector3f place, const Period& period);

/// Particles that are in two frames.
struct SnowPair {
    std::uint32_t before, after; // their places in the frames
};

/// Those of both frames, in the order of their ids, in which the frames have them.
std::vector<SnowPair> pairsOf(const Frame& before, const Frame& after);

/// The way of a particle between two frames.
struct Passage {
    Vector3f start, way;                    // m
    Vector3f velocityBefore, velocityAfter; // m/s
    float duration;                         // s

    /// Where it is after that share of the time.
    Vector3f placeAt(float s) const
    {
        return start + s * s * (3 - 2 * s) * way +
               duration * (s * (1 - s) * (1 - s) * velocityBefore - s * s * (1 - s) * velocityAfter);
    }
    /// The derivative.
    Vector3f velocityAt(float s) const
    {
        if (duration <= 0)
            return velocityBefore;
        return 6 * s * (1 - s) / duration * way + (1 - s) * (1 - 3 * s) * velocityBefore -
               s * (2 - 3 * s) * velocityAfter;
    }
};

/// Passages of the particles of two frames, seen from `origin`; the short way round in a domain that repeats.
class Passages
{
public:
    /// The frames must outlive it.
    Passages(const SceneSettings& settings, const Vector3& origin, const Frame& before, const Frame& after);
    Passage of(const SnowPair& pair) const;
    const Period& period() const { return m_period; }

private:
    Vector3f m_moveBefore, m_moveAfter; // from the frames' origins
    std::span<const float> m_placesBefore, m_placesAfter, m_velocitiesBefore, m_velocitiesAfter;
    float m_duration;
    Period m_period;
};

/// The particles that are in both frames, after `share` of the time between them: on the cubics, with velocities in
/// proportion. What is not position or velocity is as before. Its number is that of `before`. Throws Error(InputOutput)
/// where one of them has no id, position or velocity.
Frame frameBetween(const SceneSettings& settings, const Frame& before, const Frame& after, double share);

} // namespace sastrugi
