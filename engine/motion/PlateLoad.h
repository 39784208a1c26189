// A load that a moving boundary carries: a body with one degree of freedom, along an axis.
//
// It is held until `start`; then it is driven by its load and by what pushes it back, until it is lifted. Newton's
// second law along the axis; what acts across it is borne by a guide.
#pragma once

#include "engine/core/Parameter.h"

namespace sastrugi
{

struct PlateLoad {
    Vector3 axis = {0, 0, -1};
    double force = 1000;
    double mass = 100;
    double start = 0;
    double rampTime = 0;
    double liftTime = 0;
    double liftSpeed = 0.03;

    Vector3 direction() const { return axis.normalized(); }
    /// Along the axis at `time`, newtons.
    double forceAt(double time) const
    {
        if (time < start)
            return 0;
        return time < start + rampTime ? force * (time - start) / rampTime : force;
    }
    bool isLiftedAt(double time) const { return liftTime > 0 && time >= liftTime; }
    bool isHeldAt(double time) const { return time < start; }
};

inline auto parameters(Tag<PlateLoad>)
{
    using P = PlateLoad;
    return std::tuple{
        vector(&P::axis, "axis", Unit::None, -1, 1, "Direction of the load, not zero; its length does not matter."),
        number(&P::force, "force", Unit::Newton, 0, 1e9, "The load, its own weight included; gravity adds nothing."),
        number(&P::mass, "mass", Unit::Kilogram, 1e-6, 1e9,
               "What is accelerated; one that weighs less than the layer of snow it touches needs small time steps."),
        number(&P::start, "start", Unit::Second, 0, 1e5, "Until then it is held where it is."),
        number(&P::rampTime, "rampTime", Unit::Second, 0, 1e5,
               "Time in which the load grows to the whole; snow keeps what a sudden load does to it."),
        zeroMeans("never", number(&P::liftTime, "liftTime", Unit::Second, 0, 1e5,
                                  "From then on it is drawn back, whatever the load; 0 for never.")),
        number(&P::liftSpeed, "liftSpeed", Unit::MetrePerSecond, 0, 1000, "Speed with which it is drawn back."),
    };
}

} // namespace sastrugi
