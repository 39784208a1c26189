#include "engine/materials/MaterialVariation.h"

#include "engine/math/ValueNoise.h"

#include <cmath>

namespace sastrugi
{

namespace
{

double noiseAt(const Vector3& cells, std::int64_t seed, std::uint32_t stream)
{
    return valueNoise(cells, seed, stream, RandomPurpose::Variation);
}

} // namespace

MaterialFactors operator*(const MaterialFactors& a, const MaterialFactors& b)
{
    return {a.stiffness * b.stiffness, a.strength * b.strength};
}

MaterialFactors factorsAt(const MaterialVariation& variation, const Vector3& place, double depth, double below)
{
    double stiffness = 1, strength = 1;
    const Vector3 cells = place / variation.noiseScale;
    if (variation.stiffnessNoise > 0)
        stiffness *= std::exp(variation.stiffnessNoise * noiseAt(cells, variation.seed, 0));
    if (variation.strengthNoise > 0)
        strength *= std::exp(variation.strengthNoise * noiseAt(cells, variation.seed, 1));
    if (depth < variation.shellThickness) {
        stiffness *= variation.shellStiffness;
        strength *= variation.shellStrength;
    }
    if (below < variation.crustThickness) {
        stiffness *= variation.crustStiffness;
        strength *= variation.crustStrength;
    }
    return {static_cast<float>(stiffness), static_cast<float>(strength)};
}

} // namespace sastrugi
