// Units of parameters, and the reading of quantities such as "2 cm", "400 kg/m^3" or "-5 degC".
//
// The engine computes in SI only; a unit is what a parameter is declared with, and what may be typed.
#pragma once

#include <string>
#include <string_view>

namespace sastrugi
{

/// The unit in which a parameter is stored. Its symbol is the SI symbol.
enum class Unit {
    None,
    Metre,
    Kilogram,
    Second,
    Kelvin,
    Pascal,
    Radian,
    PerSecond,
    MetrePerSecond,
    MetrePerSecondSquared,
    SquareMetrePerSecond,
    KilogramPerCubicMetre,
    KilogramPerSquareMetreSecond,
    RadianPerSecond,
    Newton,
    WattPerMetreKelvin,
    WattPerSquareMetreKelvin,
    JoulePerKilogramKelvin,
    Byte,
};

/// "m", "kg/m^3", ...; empty for Unit::None.
std::string_view symbol(Unit unit);

/// Reads a number with an optional unit and converts it to `unit`; a bare number is already in it.
/// Accepts products and quotients of known symbols: "2 cm", "0.4 g/cm^3", "20 km/h", "-5 degC", "30 deg".
/// Throws Error(Usage) that names the text, what is wrong, and the expected unit.
double parseQuantity(std::string_view text, Unit unit);

/// The shortest text that reads back as the same double, followed by the unit's symbol.
std::string formatQuantity(double value, Unit unit);

} // namespace sastrugi
