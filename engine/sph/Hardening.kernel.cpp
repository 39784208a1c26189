#include "engine/sph/PairLoop.h"

namespace sastrugi::SASTRUGI_ISA
{

namespace
{

/// The factor on the Lame parameters at those temperatures: linear between cold and warm.
SASTRUGI_INLINE Float8 stiffnessAt(const SphConstants& constants, const std::uint8_t* materials, Float8 temperature)
{
    Float8 cold(0), perKelvin(0), coldStiffness(1), span(0);
    for (std::size_t l = 0; l < lanes; ++l) {
        const SphMaterial& material = constants.materials[materials[l]];
        cold.raw[l] = material.coldTemperature;
        perKelvin.raw[l] = 1 / (material.warmTemperature - material.coldTemperature);
        coldStiffness.raw[l] = material.coldStiffness;
        span.raw[l] = material.warmStiffness - material.coldStiffness;
    }
    return fma(span, clamp((temperature - cold) * perKelvin, Float8(0), Float8(1)), coldStiffness);
}

} // namespace

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
        if (snow.temperature) {
            const Float8 softening = stiffnessAt(constants, snow.material + i, load(snow.temperature + i));
            freshLambda = softening * freshLambda;
            freshShearModulus = softening * freshShearModulus;
        }
        const Float8 density = load(snow.density + i), one(1);
        Float8 restDensity = density * abs(determinant(load(snow.elastic, i)));
        Float8 hardened = one - referenceDensity / restDensity;
        if (constants.hardensByPlasticVolume) { // section 4.2.6
            const Float8 plasticVolume = load(snow.plasticVolume + i);
            hardened = one - plasticVolume;
            if (constants.hasPlasticRestDensity)
                restDensity = referenceDensity / plasticVolume;
        }
        const Float8 factor = exp(clamp(coefficient * hardened, constants.smallestExponent, constants.largestExponent));
        store(snow.restDensity + i, restDensity);
        store(snow.lambda + i, factor * fma(Float8(constants.bulkShear), freshShearModulus, freshLambda));
        store(snow.shearModulus + i, factor * freshShearModulus);
        if (!constants.solvesPressure) // what it is, for those who look
            store(snow.pressure + i, load(snow.lambda + i) * (density / restDensity - one));

        const Mask8 real = lanesBelow(i, block.end);
        const Packed8 position = loadPacked(snow.position + i);
        const Float8 volume = where(real, load(snow.mass + i) / density);
        storePacked(snow.position + i, position.vector, volume);
        const Vector8 predicted = fma(dt, load(snow.known, i), load(snow.velocity, i));
        storePacked(snow.moved + i, where(real, predicted), volume / density);
    }
}

} // namespace sastrugi::SASTRUGI_ISA
