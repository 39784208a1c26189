// A whirl about an axis, with an updraft along it.
//
// The swirl is that of Lamb and Oseen, Devenport et al. 1996, doi 10.1017/S0022112096001929: solid rotation inside,
// fading as one over the distance outside. Swirl and updraft depend on the distance from the axis only: no divergence.
#pragma once

#include "engine/core/Parameter.h"
#include "engine/fields/VectorField.h"

namespace sastrugi
{

struct VortexParameters {
    Vector3 centre = {0, 0, 0};
    Vector3 axis = {0, 0, 1};
    double radius = 0.5;
    double speed = 3;
    double updraft = 0;
};

inline auto parameters(Tag<VortexParameters>)
{
    using P = VortexParameters;
    return std::tuple{
        vector(&P::centre, "centre", Unit::Metre, -1e6, 1e6, "A point on the axis."),
        vector(&P::axis, "axis", Unit::None, -1e6, 1e6,
               "Direction of the axis, of any length; the air turns to the left about it."),
        number(&P::radius, "radius", Unit::Metre, 1e-3, 1e5, "Distance from the axis at which the air is fastest."),
        number(&P::speed, "speed", Unit::MetrePerSecond, -1000, 1000,
               "Speed of the rotation there; negative turns to the right."),
        number(&P::updraft, "updraft", Unit::MetrePerSecond, -1000, 1000,
               "Speed along the axis, in its middle; it fades towards the radius."),
    };
}

/// Throws Error(Scene) for an axis of no length.
Field makeVortex(const VortexParameters& parameters);

} // namespace sastrugi
