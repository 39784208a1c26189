#include "engine/mpm/Elasticity.h"
#include "engine/mpm/MpmKernelSet.h"

namespace sastrugi::SASTRUGI_ISA
{

namespace
{

SASTRUGI_INLINE float smallest(Float8 a) { return -largest(-a); }

SASTRUGI_INLINE double numberOf(Mask8 mask) { return __builtin_popcount(bits(mask)); }

/// Collects extremes over the lanes of a block.
struct Extremes8 {
    Float8 speed = Float8(0), wave = Float8(0), strain = Float8(0), volume = Float8(1), least = Float8(1e30f),
           most = Float8(0), density = Float8(0);
    Double8 checksum;
    double inversions = 0, yielding = 0;

    SASTRUGI_INLINE MpmExtremes sum() const
    {
        return {largest(speed), largest(wave),    largest(strain), smallest(volume), smallest(least),
                largest(most),  largest(density), inversions,      yielding,         checksum.sum()};
    }
};

} // namespace

template <class Kernel, bool isAffine, bool isMls>
MpmExtremes gridToParticles(const MpmBlock& block, const Float4* velocity, const Float4* blend)
{
    const MpmArrays& snow = block.snow;
    const MpmConstants& constants = block.constants;
    const Float8 dt(constants.timeStep), one(1), zero(0);
    const float h = constants.cellSize;
    MpmTile fresh, mixed;
    loadTile(fresh, block, velocity);
    loadTile(mixed, block, blend);
    Extremes8 extremes;
    for (std::size_t i = block.begin; i < block.end; i += lanes) {
        const std::size_t count = block.end - i < lanes ? block.end - i : lanes;
        const Mask8 real = firstLanes(count);
        const Weights8<Kernel> weights(block, i, isAffine && !isMls);
        Float4 gradients[3][lanes] = {}, values[lanes] = {}, affine[3][lanes] = {};
        for (std::size_t l = 0; l < count; ++l) {
            const std::size_t base = weights.base(l);
            gatherGradient(fresh.node + base, weights, weights.slope, l, gradients);
            gatherValue(mixed.node + base, weights, l, values[l]);
            if constexpr (isAffine && !isMls)
                gatherGradient(fresh.node + base, weights, weights.arm, l, affine);
        }
        const Matrix8 gradient = fromColumns(gradients);

        // F = (I + dt grad v) F, back to the elastic range
        const Matrix8 before = load(snow.deformation, i);
        Matrix8 trial = gradient * before;
        for (int r = 0; r < 3; ++r)
            trial.row[r] = fma(dt, trial.row[r], before.row[r]);
        const Material8 material(block, i);
        const Returned8 returned = returnMap(trial, material, real);
        const Float8 plasticRatio =
            clamp(load(snow.plasticRatio + i) * returned.plasticChange, Float8(constants.smallestPlasticRatio),
                  Float8(constants.largestPlasticRatio));
        storeSome(snow.nextDeformation, i, returned.elastic, count);
        storeSome(snow.nextPlasticRatio + i, plasticRatio, count);

        Vector8 v;
        Float8 mass;
        loadRows(values, v.x, v.y, v.z, mass);
        if constexpr (!isAffine) {
            const Float8 ratio(constants.flipRatio);
            v = fma(ratio, {load(snow.velocity[0] + i), load(snow.velocity[1] + i), load(snow.velocity[2] + i)}, v);
        }
        storeSome(snow.nextVelocity[0] + i, v.x, count);
        storeSome(snow.nextVelocity[1] + i, v.y, count);
        storeSome(snow.nextVelocity[2] + i, v.z, count);
        const Float8 density = Float8(1 / (h * h * h)) * mass;
        extremes.density = maximum(extremes.density, select(real, density, zero));
        storeSome(snow.nextDensity + i, density, count);
        if constexpr (isMls)
            storeSome(snow.nextAffine, i, gradient, count);
        else if constexpr (isAffine)
            storeSome(snow.nextAffine, i, scaled(Float8(Kernel::inverseInertia / (h * h)), fromColumns(affine)), count);

        const Lame8 lame = material.hardened(constants, plasticRatio);
        const Float8 stiffness = (lame.lambda + lame.mu + lame.mu) * load(snow.restVolume + i) / load(snow.mass + i);
        Matrix8 step = scaled(dt, gradient);
        const Float8 strain =
            dot(step.row[0], step.row[0]) + dot(step.row[1], step.row[1]) + dot(step.row[2], step.row[2]);
        step.row[0].x += one;
        step.row[1].y += one;
        step.row[2].z += one;
        const Float8 volume = dot(step.row[0], cross(step.row[1], step.row[2]));
        extremes.speed = maximum(extremes.speed, select(real, dot(v, v), zero));
        extremes.wave = maximum(extremes.wave, select(real, stiffness, zero));
        extremes.strain = maximum(extremes.strain, select(real, strain, zero));
        extremes.volume = minimum(extremes.volume, select(real, volume, one));
        extremes.least = minimum(extremes.least, select(real, plasticRatio, Float8(1e30f)));
        extremes.most = maximum(extremes.most, select(real, plasticRatio, zero));
        extremes.inversions += numberOf(returned.isInverted & real);
        extremes.yielding += numberOf(returned.isYielding & real);
        extremes.checksum.add(select(real,
                                     v.x + v.y + v.z + returned.elastic.row[0].x + returned.elastic.row[1].y +
                                         returned.elastic.row[2].z + plasticRatio,
                                     zero));
    }
    return extremes.sum();
}

template MpmExtremes gridToParticles<CubicKernel, false, false>(const MpmBlock&, const Float4*, const Float4*);
template MpmExtremes gridToParticles<CubicKernel, true, false>(const MpmBlock&, const Float4*, const Float4*);
template MpmExtremes gridToParticles<QuadraticMlsKernel, true, true>(const MpmBlock&, const Float4*, const Float4*);

} // namespace sastrugi::SASTRUGI_ISA
