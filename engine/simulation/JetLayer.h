// The layers of which a jet is made: snow that leaves its nozzle together, a spacing after the layer before.
//
// Layer n leaves at  start + n spacing / speed,  from where the nozzle is by then, and goes on straight: with the
// velocity of the jet, which turns with the nozzle, plus that of the nozzle itself where a particle leaves it. So the
// jet of a nozzle that moves steadily is the one of a nozzle at rest, carried along, and as dense.
//
// Until the end of the step in which it leaves, a layer feels neither gravity nor other snow.
#pragma once

#include "engine/simulation/Inflow.h"

#include <cstdint>
#include <string>
#include <vector>

namespace sastrugi
{

/// A lattice in the opening of a nozzle, at least its middle, relative to its centre. Throws NodeError(Scene) where
/// that are too many particles.
std::vector<Vector3> jetLattice(const std::string& emitter, const NozzleParameters& nozzle, double spacing);

/// One layer of a jet, at `time`, by which it has left.
class JetLayer
{
public:
    /// Of the nozzle's motion, all times up to `time` count, and of its velocity those before: whoever moves it by hand
    /// need not know yet how it goes on.
    JetLayer(const InflowEmitter& emitter, std::int64_t number, double spacing, double time);

    struct Particle {
        Vector3 position, velocity; // m, m/s
    };
    /// The one that has left at that place of the lattice.
    Particle at(const Vector3& place) const;

private:
    bool m_isStill;
    double m_age;                      // since it left, s
    Vector3 m_centre;                  // of the opening, without the motion
    Vector3 m_middle;                  // of the layer, where the nozzle stands still
    Vector3 m_velocity;                // as seen from the nozzle
    RigidPose m_pose = {};             // of the nozzle when it left
    RigidVelocity m_nozzleMotion = {}; // by then
};

} // namespace sastrugi
