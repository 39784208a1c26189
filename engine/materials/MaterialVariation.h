// How a material differs from place to place: random patches, a hard shell, a stiff crust.
//
// Stomakhin et al. 2013, doi 10.1145/2461912.2461948, section 8 speaks of noise, shells and crusts; the numbers are
// ours. The result is two factors per particle, which every solver applies alike: on Young's modulus, and on the
// critical compression and stretch.
#pragma once

#include "engine/core/Parameter.h"
#include "engine/core/Vector.h"

namespace sastrugi
{

struct MaterialVariation {
    double stiffnessNoise = 0;
    double strengthNoise = 0;
    double noiseScale = 0.05;
    std::int64_t seed = 0;
    double shellThickness = 0;
    double shellStiffness = 4;
    double shellStrength = 1;
    double crustThickness = 0;
    double crustStiffness = 4;
    double crustStrength = 1;

    /// Beyond that from the surface neither shell nor crust is. Metres.
    double reach() const { return shellThickness > crustThickness ? shellThickness : crustThickness; }
};

inline auto parameters(Tag<MaterialVariation>)
{
    using P = MaterialVariation;
    return std::tuple{
        number(&P::stiffnessNoise, "stiffnessNoise", Unit::None, 0, 3,
               "How much the stiffness differs from patch to patch: 0.7 is from half to twice, 0 not at all."),
        number(&P::strengthNoise, "strengthNoise", Unit::None, 0, 1,
               "The same for the strains that the snow bears: 0.7 is from half to twice."),
        number(&P::noiseScale, "noiseScale", Unit::Metre, 1e-4, 1e4, "Size of the patches."),
        integer(&P::seed, "seed", 0, 4294967295, "Another one gives other patches."),
        number(&P::shellThickness, "shellThickness", Unit::Metre, 0, 1e3,
               "Thickness of a shell on all sides of the filled region; 0 for none."),
        number(&P::shellStiffness, "shellStiffness", Unit::None, 0.01, 100, "Factor on the stiffness of the shell."),
        number(&P::shellStrength, "shellStrength", Unit::None, 0.1, 5, "Factor on the strains that the shell bears."),
        number(&P::crustThickness, "crustThickness", Unit::Metre, 0, 1e3,
               "Thickness of a crust under the upper side of the filled region, measured along z; 0 for none."),
        number(&P::crustStiffness, "crustStiffness", Unit::None, 0.01, 100, "Factor on the stiffness of the crust."),
        number(&P::crustStrength, "crustStrength", Unit::None, 0.1, 5, "Factor on the strains that the crust bears."),
    };
}

/// What a particle's material is multiplied by.
struct MaterialFactors {
    float stiffness = 1; // of Young's modulus
    float strength = 1;  // of critical compression and critical stretch

    bool operator==(const MaterialFactors&) const = default;
};

/// At a place of the scene that is so far from the nearest surface of its region, and so far below it along z; metres,
/// infinite where there is none. Where shell and crust meet, both count.
MaterialFactors factorsAt(const MaterialVariation& variation, const Vector3& place, double depth, double below);

MaterialFactors operator*(const MaterialFactors& a, const MaterialFactors& b);

} // namespace sastrugi
