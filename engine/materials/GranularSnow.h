// Snow as grains that stick together and shrink for good when they are squeezed, for the discrete element method.
//
// Goswami, Nordin, Nylen 2022, "Iterative discrete element solver for efficient snow simulation", table 2 and equations
// 2 to 6; what the paper leaves out is said where it is declared. A grain is snow, of 100 kg/m^3, where its durability
// is 1, and ice, of 900 kg/m^3, where it is 0. Moduli and cohesions are constants of springs between grains, tuned for
// looks: no measured ones.
#pragma once

#include "engine/core/Parameter.h"

#include <span>

namespace sastrugi
{

struct GranularSnow {
    double density = 100;
    double wetness = 0;
    double dryModulus = 14000;
    double dryCohesion = 17.95;
    double dryBondThreshold = 0.65;
    double wetModulus = 12000;
    double wetCohesion = 45.95;
    double wetBondThreshold = 0.30;
    double iceModulus = 35000;
    double iceCohesion = 506;
    double iceBondThreshold = 0.55;
    double angleOfRepose = 0.663225115757845; // 38 degrees
    double compressionRate = 0.02;
    double compressionOnset = 1;
    double compressionScale = 4e6;

    static constexpr double snowDensity = 100, iceDensity = 900; // kg/m^3, of grains

    /// Share of snow in a grain of that density, 1 to 0.
    double durability() const { return (iceDensity - density) / (iceDensity - snowDensity); }
};

inline auto parameters(Tag<GranularSnow>)
{
    using P = GranularSnow;
    return std::tuple{
        number(
            &P::density, "density", Unit::KilogramPerCubicMetre, P::snowDensity, P::iceDensity,
            "What the grains are at the start: 100 is fresh snow, 900 is ice, which does not compact any more. Grains "
            "of more density are smaller; all weigh the same."),
        number(&P::wetness, "wetness", Unit::None, 0, 1,
               "0 is dry, 1 is wet: blends modulus, cohesion and bond threshold of the snow in the grains."),
        number(
            &P::dryModulus, "dryModulus", Unit::Pascal, 100, 1e6,
            "Stiffness of a contact per radius of the grains, of dry snow; smaller steps are needed for stiffer snow."),
        number(&P::dryCohesion, "dryCohesion", Unit::Pascal, 0, 1e5, "Stress that pulls grains apart, of dry snow."),
        number(&P::dryBondThreshold, "dryBondThreshold", Unit::None, 0, 1,
               "Share of the most neighbours it ever had that a grain must keep to stick to them, of dry snow."),
        number(&P::wetModulus, "wetModulus", Unit::Pascal, 100, 1e6, "The stiffness of wet snow."),
        number(&P::wetCohesion, "wetCohesion", Unit::Pascal, 0, 1e5, "The cohesion of wet snow."),
        number(&P::wetBondThreshold, "wetBondThreshold", Unit::None, 0, 1, "The bond threshold of wet snow."),
        number(&P::iceModulus, "iceModulus", Unit::Pascal, 100, 1e6,
               "The stiffness of ice: of compacted grains, and of obstacles."),
        number(&P::iceCohesion, "iceCohesion", Unit::Pascal, 0, 1e5, "The cohesion of ice."),
        number(&P::iceBondThreshold, "iceBondThreshold", Unit::None, 0, 1, "The bond threshold of ice."),
        number(&P::angleOfRepose, "angleOfRepose", Unit::Radian, 0, 1.05,
               "Slope of a heap of grains without cohesion, by their friction; '38 deg' may be typed."),
        number(
            &P::compressionRate, "compressionRate", Unit::None, 0, 1,
            "How fast squeezed grains shrink: durability lost per pascal and second. 0 keeps them as they are; where "
            "they end does not depend on it."),
        number(&P::compressionOnset, "compressionOnset", Unit::None, 0, 50,
               "Force from which on fresh grains shrink, in weights of a grain."),
        number(&P::compressionScale, "compressionScale", Unit::Pascal, 1e4, 1e9,
               "Force that makes ice of a grain, over the square of its radius; larger is harder to compact."),
    };
}

/// A named starting point.
struct GranularSnowPreset {
    std::string_view name;
    std::string_view doc;
    GranularSnow material;
};

/// "dry", "wet" and "ice" of table 2, and the material of the base method as it is known.
std::span<const GranularSnowPreset> granularSnowPresets();

} // namespace sastrugi
