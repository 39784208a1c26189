// A boundary that keeps its shape and moves as forces let it: gravity, snow, and what it hits.
#pragma once

#include "engine/core/Parameter.h"

namespace sastrugi
{

struct RigidBody {
    double density = 400;
    double mass = 0;
    Vector3 velocity = {0, 0, 0};
    Vector3 angularVelocity = {0, 0, 0};
    double start = 0;

    /// Of a body of that volume, m^3; kg.
    double massOf(double volume) const { return mass > 0 ? mass : density * volume; }
};

inline auto parameters(Tag<RigidBody>)
{
    using P = RigidBody;
    return std::tuple{
        number(&P::density, "density", Unit::KilogramPerCubicMetre, 0.1, 1e5,
               "Density of the body: what it weighs by its volume. 30 is foam, 500 wood, 2700 stone, 7800 steel."),
        zeroMeans("by its density", number(&P::mass, "mass", Unit::Kilogram, 0, 1e9,
                                           "What the whole body weighs; 0 leaves that to the density.")),
        vector(&P::velocity, "velocity", Unit::MetrePerSecond, -1000, 1000,
               "Velocity of its centre when it is let go, on top of that of its motion."),
        vector(&P::angularVelocity, "angularVelocity", Unit::RadianPerSecond, -1e4, 1e4,
               "Spin about its centre when it is let go, on top of that of its motion: the direction is the axis, the "
               "length the rate. '360 deg/s' may be typed."),
        number(&P::start, "start", Unit::Second, 0, 1e5,
               "Until then it is held, and follows the motion it has; then it is let go."),
    };
}

} // namespace sastrugi
