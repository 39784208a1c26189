// The same velocity everywhere and always.
#pragma once

#include "engine/core/Parameter.h"
#include "engine/fields/VectorField.h"

namespace sastrugi
{

struct UniformWindParameters {
    Vector3 velocity = {3, 0, 0};
};

inline auto parameters(Tag<UniformWindParameters>)
{
    using P = UniformWindParameters;
    return std::tuple{vector(&P::velocity, "velocity", Unit::MetrePerSecond, -1000, 1000,
                             "Velocity of the air; zero is still air, which brakes what falls.")};
}

Field makeUniformWind(const UniformWindParameters& parameters);

} // namespace sastrugi
