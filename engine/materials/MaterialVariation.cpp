#include "engine/materials/MaterialVariation.h"

#include "engine/core/Random.h"

#include <cmath>

namespace sastrugi
{

namespace
{

double fade(double t) { return t * t * t * (t * (6 * t - 15) + 10); }

/// A smooth random number in (-1, 1) at a place in cells: random values at the corners, Perlin's fade between them.
double noiseAt(const Vector3& place, std::int64_t seed, std::uint32_t stream)
{
    const Vector3 cell = place.array().floor();
    const Vector3 inside = place - cell;
    const double weight[3] = {fade(inside.x()), fade(inside.y()), fade(inside.z())};
    double sum = 0;
    for (int corner = 0; corner < 8; ++corner) {
        double share = 1;
        std::uint64_t key = 0; // 21 bits per axis: the pattern comes again after two million cells
        for (int axis = 0; axis < 3; ++axis) {
            const int far = corner >> axis & 1;
            share *= far ? weight[axis] : 1 - weight[axis];
            key = key << 21 | (static_cast<std::uint64_t>(static_cast<std::int64_t>(cell[axis]) + far) & 0x1fffff);
        }
        const auto words = randomWords(static_cast<std::uint64_t>(seed), key, stream, RandomPurpose::Variation);
        sum += share * (2 * static_cast<double>(unitInterval(words[0])) - 1);
    }
    return sum;
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
