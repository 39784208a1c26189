#include "engine/mpm/Elasticity.h"
#include "engine/mpm/MpmKernelSet.h"

namespace sastrugi::SASTRUGI_ISA
{

namespace
{

/// Collects sums over the lanes of a block.
struct Sums8 {
    Double8 kinetic, elastic, momentum[3];

    SASTRUGI_INLINE MpmSums sum() const
    {
        return {kinetic.sum(), elastic.sum(), {momentum[0].sum(), momentum[1].sum(), momentum[2].sum()}};
    }
};

SASTRUGI_INLINE Float8 squared(const Vector8& a) { return dot(a, a); }

/// -V P F^T of eight particles; leaves what the Hessian needs, and the pressure; adds V Psi.
SASTRUGI_INLINE Matrix8 stressForce(const MpmBlock& block, std::size_t i, std::size_t count, Sums8& sums)
{
    const MpmArrays& snow = block.snow;
    const Material8 material(block, i);
    const Float8 plasticRatio = load(snow.plasticRatio + i), volume = load(snow.restVolume + i);
    const Lame8 lame = material.hardened(block.constants, plasticRatio);
    const Matrix8 f = load(snow.deformation, i);
    const Elastic8 elastic(f, nearestRotation(f));
    const Matrix8 kirchhoff = timesTransposed(elastic.stress(lame), f);
    storeSome(snow.nextPressure + i, Float8(-1.0f / 3) * trace(kirchhoff) / (elastic.volumeRatio * plasticRatio),
              count);
    const Float8 shear = squared(f.row[0] - elastic.rotation.row[0]) + squared(f.row[1] - elastic.rotation.row[1]) +
                         squared(f.row[2] - elastic.rotation.row[2]);
    const Float8 swelling = elastic.volumeRatio - Float8(1);
    const Float8 energy = volume * fma(lame.mu, shear, Float8(0.5f) * lame.lambda * (swelling * swelling)); // (1)
    sums.elastic.add(select(firstLanes(count), energy, Float8(0)));
    if (snow.lambdaVolume) {
        storeSome(snow.rotation, i, elastic.rotation, count);
        const Symmetric8 k = elastic.twist();
        const Float8 parts[] = {k.xx, k.xy, k.xz, k.yy, k.yz, k.zz};
        for (std::size_t part = 0; part < 6; ++part)
            storeSome(snow.twist[part] + i, parts[part], count);
        storeSome(snow.lambdaVolume + i, volume * lame.lambda, count);
        storeSome(snow.shearVolume + i, volume * lame.mu, count);
    }
    return scaled(-volume, kirchhoff);
}

/// m v, and the mass as fourth.
SASTRUGI_INLINE void loadMomenta(const MpmArrays& snow, std::size_t i, std::size_t count, Float4 (&momenta)[lanes],
                                 Sums8& sums)
{
    const Float8 mass = load(snow.mass + i), zero(0);
    const Mask8 real = firstLanes(count);
    Float8 momentum[3], energy = zero;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const Float8 v = load(snow.velocity[axis] + i);
        momentum[axis] = mass * v;
        energy = fma(momentum[axis], v, energy);
        sums.momentum[axis].add(select(real, momentum[axis], zero));
    }
    sums.kinetic.add(select(real, Float8(0.5f) * energy, zero));
    storeRows(momenta, momentum[0], momentum[1], momentum[2], mass);
}

} // namespace

template <class Kernel, bool isAffine>
void particlesToGrid(const MpmBlock& block, MpmTile& momentum, MpmTile& force)
{
    const MpmArrays& snow = block.snow;
    momentum = {};
    force = {};
    Sums8 sums;
    for (std::size_t i = block.begin; i < block.end; i += lanes) {
        const std::size_t count = block.end - i < lanes ? block.end - i : lanes;
        const Weights8<Kernel> weights(block, i, isAffine);
        Float4 momenta[lanes], stress[3][lanes], affine[3][lanes];
        loadMomenta(snow, i, count, momenta, sums);
        toColumns(stress, stressForce(block, i, count, sums));
        if constexpr (isAffine)
            toColumns(affine, scaled(load(snow.mass + i), load(snow.affine, i)));
        for (std::size_t l = 0; l < count; ++l) {
            const std::size_t base = weights.base(l);
            if constexpr (isAffine)
                scatterMatrix<Kernel, true>(momentum.node + base, weights, weights.arm, l, affine, momenta[l]);
            else
                scatterValue(momentum.node + base, weights, l, momenta[l]);
            scatterMatrix<Kernel, false>(force.node + base, weights, weights.slope, l, stress, momenta[l]);
        }
    }
    *block.sums = sums.sum();
}

template <class Kernel>
void massToGrid(const MpmBlock& block, MpmTile& mass)
{
    mass = {};
    for (std::size_t i = block.begin; i < block.end; i += lanes) {
        const std::size_t count = block.end - i < lanes ? block.end - i : lanes;
        const Weights8<Kernel> weights(block, i, false);
        for (std::size_t l = 0; l < count; ++l)
            scatterValue(mass.node + weights.base(l), weights, l, {0, 0, 0, block.snow.mass[i + l]});
    }
}

/// Moving least squares have one matrix for both: m C - dt V P F^T D^-1.
template <class Kernel>
void particlesToGridFused(const MpmBlock& block, MpmTile& momentum)
{
    const MpmArrays& snow = block.snow;
    const float h = block.constants.cellSize;
    const Float8 impulse(block.constants.timeStep * Kernel::inverseInertia / (h * h));
    momentum = {};
    Sums8 sums;
    for (std::size_t i = block.begin; i < block.end; i += lanes) {
        const std::size_t count = block.end - i < lanes ? block.end - i : lanes;
        const Weights8<Kernel> weights(block, i, true);
        Float4 momenta[lanes], columns[3][lanes];
        loadMomenta(snow, i, count, momenta, sums);
        const Matrix8 stress = stressForce(block, i, count, sums), affine = load(snow.affine, i);
        const Float8 mass = load(snow.mass + i);
        Matrix8 sum;
        for (int r = 0; r < 3; ++r)
            sum.row[r] = fma(impulse, stress.row[r], mass * affine.row[r]);
        toColumns(columns, sum);
        for (std::size_t l = 0; l < count; ++l)
            scatterMatrix<Kernel, true>(momentum.node + weights.base(l), weights, weights.arm, l, columns, momenta[l]);
    }
    *block.sums = sums.sum();
}

template void particlesToGrid<CubicKernel, false>(const MpmBlock&, MpmTile&, MpmTile&);
template void particlesToGrid<CubicKernel, true>(const MpmBlock&, MpmTile&, MpmTile&);
template void particlesToGrid<QuadraticMlsKernel, true>(const MpmBlock&, MpmTile&, MpmTile&);
template void massToGrid<CubicKernel>(const MpmBlock&, MpmTile&);
template void massToGrid<QuadraticMlsKernel>(const MpmBlock&, MpmTile&);
template void particlesToGridFused<QuadraticMlsKernel>(const MpmBlock&, MpmTile&);

} // namespace sastrugi::SASTRUGI_ISA
