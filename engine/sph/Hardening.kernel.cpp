#include "engine/sph/PairLoop.h"

namespace sastrugi::SASTRUGI_ISA
{

void hardening(const SphBlock& block)
{
    const SnowArrays& snow = block.snow;
    const SphConstants& constants = block.constants;
    const Float8 dt(constants.timeStep);
    for (std::size_t i = block.begin; i < block.end; i += lanes) {
        Float8 referenceDensity(0), freshLambda(0), freshShearModulus(0), coefficient(0);
        for (std::size_t l = 0; l < lanes; ++l) {
            const SphMaterial& material = constants.materials[snow.material[i + l]];
            referenceDensity.raw[l] = material.referenceDensity;
            freshLambda.raw[l] = material.freshLambda;
            freshShearModulus.raw[l] = material.freshShearModulus;
            coefficient.raw[l] = material.hardening;
        }
        if (snow.stiffness) {
            const Float8 stiffness = load(snow.stiffness + i);
            freshLambda = stiffness * freshLambda;
            freshShearModulus = stiffness * freshShearModulus;
        }
        const Float8 density = load(snow.density + i);
        const Float8 restDensity = density * abs(determinant(load(snow.elastic, i)));
        const Float8 exponent = clamp(coefficient * (Float8(1) - referenceDensity / restDensity),
                                      constants.smallestExponent, constants.largestExponent);
        const Float8 factor = exp(exponent);
        store(snow.restDensity + i, restDensity);
        store(snow.lambda + i, factor * freshLambda);
        store(snow.shearModulus + i, factor * freshShearModulus);

        const Mask8 real = lanesBelow(i, block.end);
        const Packed8 position = loadPacked(snow.position + i);
        const Float8 volume = where(real, load(snow.mass + i) / density);
        storePacked(snow.position + i, position.vector, volume);
        const Vector8 predicted = fma(dt, load(snow.known, i), load(snow.velocity, i));
        storePacked(snow.moved + i, where(real, predicted), volume / density);
    }
}

} // namespace sastrugi::SASTRUGI_ISA
