// The fixed-corotated energy with hardening, (1) and (2) of Stomakhin et al. 2013: stress, its differential, and the
// return of yielding snow to its elastic range, (11) and (12); for kernels only.
//
// Psi = mu |F - R|^2 + lambda/2 (J - 1)^2 with F = R S the elastic deformation gradient and J its determinant. Valid
// for determinants above zero, which the return mapping keeps.
#pragma once

#include "engine/mpm/Transfer.h"

namespace sastrugi::SASTRUGI_ISA
{

/// Of eight particles.
struct Lame8 {
    Float8 lambda, mu;
};

/// What the emitters' materials say, and the variations.
struct Material8 {
    Lame8 fresh;
    Float8 hardening, smallestStretch, largestStretch;

    SASTRUGI_INLINE Material8(const MpmBlock& block, std::size_t i)
    {
        Float8 compression, stretch;
        std::uint64_t eight = 0;
        std::memcpy(&eight, block.snow.material + i, sizeof eight);
        if (eight == 0x0101010101010101 * block.snow.material[i]) { // mostly, all are of one emitter
            const MpmMaterial& material = block.constants.materials[block.snow.material[i]];
            fresh = {Float8(material.lameLambda), Float8(material.shearModulus)};
            hardening = Float8(material.hardening);
            compression = Float8(material.criticalCompression);
            stretch = Float8(material.criticalStretch);
        } else
            for (std::size_t l = 0; l < lanes; ++l) {
                const MpmMaterial& material = block.constants.materials[block.snow.material[i + l]];
                fresh.lambda.raw[l] = material.lameLambda;
                fresh.mu.raw[l] = material.shearModulus;
                hardening.raw[l] = material.hardening;
                compression.raw[l] = material.criticalCompression;
                stretch.raw[l] = material.criticalStretch;
            }
        if (block.snow.stiffness) {
            const Float8 stiffness = load(block.snow.stiffness + i), strength = load(block.snow.strength + i);
            fresh = {stiffness * fresh.lambda, stiffness * fresh.mu};
            compression = strength * compression;
            stretch = strength * stretch;
        }
        smallestStretch = Float8(1) - compression;
        largestStretch = Float8(1) + stretch;
    }

    /// (2)
    SASTRUGI_INLINE Lame8 hardened(const MpmConstants& constants, Float8 plasticRatio) const
    {
        const Float8 factor = exp(clamp(hardening * (Float8(1) - plasticRatio), Float8(constants.smallestExponent),
                                        Float8(constants.largestExponent)));
        return {factor * fresh.lambda, factor * fresh.mu};
    }
};

/// What the energy needs of F.
struct Elastic8 {
    Matrix8 f, rotation, cofactor;
    Float8 volumeRatio;

    SASTRUGI_INLINE Elastic8(const Matrix8& deformation, const Matrix8& nearest)
        : f(deformation), rotation(nearest), cofactor(cofactors(deformation)),
          volumeRatio(dot(deformation.row[0], cofactor.row[0]))
    {
    }

    /// P = dPsi/dF = 2 mu (F - R) + lambda (J - 1) cof F
    SASTRUGI_INLINE Matrix8 stress(const Lame8& lame) const
    {
        const Float8 volumetric = lame.lambda * (volumeRatio - Float8(1)), shear = lame.mu + lame.mu;
        Matrix8 p;
        for (int r = 0; r < 3; ++r)
            p.row[r] = fma(volumetric, cofactor.row[r], shear * (f.row[r] - rotation.row[r]));
        return p;
    }

    /// K = (tr S - S)^-1, which turns a rate of deformation into one of rotation.
    SASTRUGI_INLINE Symmetric8 twist() const
    {
        Symmetric8 s = {Float8(0), Float8(0), Float8(0), Float8(0), Float8(0), Float8(0)};
        for (int k = 0; k < 3; ++k) { // R^T F
            const Vector8 &r = rotation.row[k], &x = f.row[k];
            s.xx = fma(r.x, x.x, s.xx);
            s.xy = fma(r.x, x.y, s.xy);
            s.xz = fma(r.x, x.z, s.xz);
            s.yy = fma(r.y, x.y, s.yy);
            s.yz = fma(r.y, x.z, s.yz);
            s.zz = fma(r.z, x.z, s.zz);
        }
        const Symmetric8 m = {s.yy + s.zz, -s.xy, -s.xz, s.xx + s.zz, -s.yz, s.xx + s.yy};
        return adjugate(m, Float8(1) / determinant(m));
    }

    /// The differential of P for a change D of F: 2 mu (D - dR) + lambda cof F (cof F : D) + lambda (J - 1) dcof F.
    SASTRUGI_INLINE Matrix8 stressDifferential(const Lame8& lame, const Symmetric8& k, const Matrix8& d) const
    {
        // R^T dR is skew, with the axial vector K a, a that of D^T R - R^T D.
        const Vector8 sum =
            cross(rotation.row[0], d.row[0]) + cross(rotation.row[1], d.row[1]) + cross(rotation.row[2], d.row[2]);
        const Vector8 w = k * (Float8(-1) * sum);
        const Float8 change =
            dot(cofactor.row[0], d.row[0]) + dot(cofactor.row[1], d.row[1]) + dot(cofactor.row[2], d.row[2]);
        const Float8 volumetric = lame.lambda * (volumeRatio - Float8(1)), stretch = lame.lambda * change,
                     shear = lame.mu + lame.mu;
        Matrix8 p;
        for (int r = 0; r < 3; ++r) {
            const int s = (r + 1) % 3, t = (r + 2) % 3;
            const Vector8 cofactorChange = cross(d.row[s], f.row[t]) + cross(f.row[s], d.row[t]);
            p.row[r] = fma(volumetric, cofactorChange,
                           fma(stretch, cofactor.row[r], shear * (d.row[r] - cross(rotation.row[r], w))));
        }
        return p;
    }
};

/// The elastic part of a deformation, and by how much the plastic volume changes.
struct Returned8 {
    Matrix8 elastic;
    Float8 plasticChange;
    Mask8 isYielding, isInverted;
};

/// Whether some singular value of f may be out of range, by the circles of Gershgorin around those of f^T f.
SASTRUGI_INLINE Mask8 mayYield(const Matrix8& f, const Material8& material)
{
    const Symmetric8 c = transposeTimes(f);
    const Float8 x = abs(c.xy) + abs(c.xz), y = abs(c.xy) + abs(c.yz), z = abs(c.xz) + abs(c.yz);
    const Float8 smallest = minimum(minimum(c.xx - x, c.yy - y), c.zz - z);
    const Float8 largest = maximum(maximum(c.xx + x, c.yy + y), c.zz + z);
    return (smallest < material.smallestStretch * material.smallestStretch) |
           (largest > material.largestStretch * material.largestStretch);
}

/// (11), (12)
SASTRUGI_INLINE Returned8 returnMap(const Matrix8& trial, const Material8& material, Mask8 real)
{
    const Float8 one(1), zero(0);
    Returned8 result{trial, one, mayYield(trial, material) & real, firstLanes(0)};
    if (!any(result.isYielding))
        return result;
    const Svd8 svd = singularValues(trial);
    Float8 clamped[3], before = one, after = one;
    for (int k = 0; k < 3; ++k) {
        clamped[k] = clamp(svd.sigma[k], material.smallestStretch, material.largestStretch);
        before = before * svd.sigma[k];
        after = after * clamped[k];
    }
    const Matrix8 elastic = svd.compose(clamped);
    for (int r = 0; r < 3; ++r)
        result.elastic.row[r] = select(result.isYielding, elastic.row[r], trial.row[r]);
    // An inverted particle comes back, and remembers nothing of it.
    result.isInverted = (svd.sigma[2] < zero) & result.isYielding;
    result.plasticChange = select(result.isYielding & !result.isInverted, before / after, one);
    return result;
}

} // namespace sastrugi::SASTRUGI_ISA
