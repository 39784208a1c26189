// How snow conducts heat, and how its stiffness follows its temperature.
//
// Section 5.2 of Gissler et al. 2020, doi 10.1145/3386569.3392431, heats snow from -100 degC and 600 kPa to 0 degC and
// 20 kPa; the curve is linear between two temperatures and constant outside. Nothing melts: snow above 0 degC stays
// snow.
#pragma once

#include "engine/core/Parameter.h"

namespace sastrugi
{

struct HeatProperties {
    double temperature = 263.15;
    double conductivity = 0.3;
    double heatCapacity = 2100;
    double coldTemperature = 253.15;
    double coldStiffness = 1;
    double warmTemperature = 273.15;
    double warmStiffness = 1;
};

inline auto parameters(Tag<HeatProperties>)
{
    using P = HeatProperties;
    return std::tuple{
        number(&P::temperature, "temperature", Unit::Kelvin, 1, 2000,
               "Temperature of the snow at the start; '-10 degC' may be typed."),
        number(&P::conductivity, "conductivity", Unit::WattPerMetreKelvin, 1e-3, 1e3,
               "Heat that flows through snow of one metre at a difference of one kelvin; about 0.3 when it is dense."),
        number(&P::heatCapacity, "heatCapacity", Unit::JoulePerKilogramKelvin, 1, 1e5,
               "Heat that warms a kilogram by one kelvin; 2100 is that of ice."),
        number(&P::coldTemperature, "coldTemperature", Unit::Kelvin, 1, 2000,
               "Up to here the stiffness is the cold one."),
        number(&P::coldStiffness, "coldStiffness", Unit::None, 1e-3, 1e3,
               "Factor on Young's modulus in the cold; linear from here to the warm one."),
        number(&P::warmTemperature, "warmTemperature", Unit::Kelvin, 1, 2000,
               "From here on the stiffness is the warm one; above the cold temperature."),
        number(&P::warmStiffness, "warmStiffness", Unit::None, 1e-3, 1e3, "Factor on Young's modulus in the warmth."),
    };
}

} // namespace sastrugi
