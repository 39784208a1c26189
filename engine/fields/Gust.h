// Wind that rises and falls, as (1 - cos) / 2: the discrete gust of aircraft design (CS-25.341).
#pragma once

#include "engine/core/Parameter.h"
#include "engine/fields/VectorField.h"

namespace sastrugi
{

struct GustParameters {
    Vector3 velocity = {6, 0, 0};
    double start = 0.5;
    double duration = 1;
    double interval = 0;
    double irregularity = 0;
    std::int64_t seed = 0;
};

inline auto parameters(Tag<GustParameters>)
{
    using P = GustParameters;
    return std::tuple{
        vector(&P::velocity, "velocity", Unit::MetrePerSecond, -1000, 1000,
               "Velocity of the air at the height of a gust; between gusts it is still."),
        number(&P::start, "start", Unit::Second, 0, 1e5, "When the first gust sets in."),
        number(&P::duration, "duration", Unit::Second, 1e-3, 1e5, "How long a gust lasts."),
        zeroMeans("single gust", number(&P::interval, "interval", Unit::Second, 0, 1e5,
                                        "Time from gust to gust, at least the duration; 0 stands for a single gust.")),
        number(&P::irregularity, "irregularity", Unit::None, 0, 1,
               "How much gusts differ: at 1 they come at any time in their interval, with any share of the velocity."),
        integer(&P::seed, "seed", 0, 4294967295, "Another one gives other irregular gusts."),
    };
}

/// Throws Error(Scene) when gusts are longer than their interval.
void checkGust(const GustParameters& parameters);

Field makeGust(const GustParameters& parameters);

} // namespace sastrugi
