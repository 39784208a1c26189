// Turbulent air: the curl of a smooth noise, which has no divergence.
//
// Bridson, Hourihan, Nordenstam 2007, "Curl-noise for procedural fluid flow", doi 10.1145/1276377.1276435, with the
// curl in closed form instead of differences. The noise is a gradient noise with Perlin's fade of fifth degree
// (2002, doi 10.1145/566654.566636): its second derivatives are continuous, so that the velocity's first ones are.
// Smaller eddies follow Kolmogorov's law: half the size has 2^(-1/3) of the speed and changes in 2^(-2/3) of the time.
#pragma once

#include "engine/core/Parameter.h"
#include "engine/fields/VectorField.h"

namespace sastrugi
{

struct TurbulenceParameters {
    double speed = 1;
    double scale = 1;
    std::int64_t octaves = 3;
    double changeTime = 1;
    Vector3 drift = {0, 0, 0};
    std::int64_t seed = 0;
};

inline auto parameters(Tag<TurbulenceParameters>)
{
    using P = TurbulenceParameters;
    return std::tuple{
        number(&P::speed, "speed", Unit::MetrePerSecond, 0, 1000,
               "Speed of the air, as the root of the mean of its square; its mean velocity is zero."),
        number(&P::scale, "scale", Unit::Metre, 1e-3, 1e5, "Size of the largest eddies."),
        integer(&P::octaves, "octaves", 1, 8, "Number of sizes of eddies, each half as large as the one before."),
        zeroMeans("never", number(&P::changeTime, "changeTime", Unit::Second, 0, 1e5,
                                  "Time in which the largest eddies give way to others; 0 stands for never.")),
        vector(&P::drift, "drift", Unit::MetrePerSecond, -1000, 1000,
               "Velocity with which the eddies travel; it is not added to the air's."),
        integer(&P::seed, "seed", 0, 4294967295, "Another one gives other eddies."),
    };
}

Field makeTurbulence(const TurbulenceParameters& parameters);

} // namespace sastrugi
