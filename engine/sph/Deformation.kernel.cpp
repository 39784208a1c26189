#include "engine/sph/Gradient.h"

namespace sastrugi::SASTRUGI_ISA
{

MotionExtremes velocity(const SphBlock& block)
{
    const SnowArrays& snow = block.snow;
    const Float8 dt(block.constants.timeStep);
    Float8 speed(0), acceleration(0);
    Double8 checksum;
    for (std::size_t i = block.begin; i < block.end; i += lanes) {
        const Mask8 real = lanesBelow(i, block.end);
        const Vector8 shear = load(snow.shear, i);
        const Vector8 v = fma(dt, shear, load(snow.velocity, i));
        store(snow.velocity, i, v);
        const Vector8 total = load(snow.known, i) + shear;
        speed = maximum(speed, where(real, dot(v, v)));
        acceleration = maximum(acceleration, where(real, dot(total, total)));
        checksum.add(where(real, v.x + v.y + v.z));
    }
    return {largest(speed), largest(acceleration), checksum.sum()};
}

void publishVelocity(const SphBlock& block)
{
    const SnowArrays& snow = block.snow;
    for (std::size_t i = block.begin; i < block.end; i += lanes)
        storePacked(snow.moved + i, where(lanesBelow(i, block.end), load(snow.velocity, i)), Float8(0));
}

namespace
{

/// F' = (I + dt grad v) F, then the left stretch of F' with its principal stretches clamped: what lies beyond became
/// plastic. The rotation is dropped on the reference side, which isotropy allows.
/// `plastic` receives the ratio of volumes that did. With `right`, as printed, it is dropped on the spatial side.
SASTRUGI_INLINE Symmetric8 clampedStretch(const Matrix8& gradient, const Symmetric8& elastic, Float8 dt,
                                          Float8 smallest, Float8 largestStretch, bool right, Float8& plastic)
{
    Matrix8 trial = gradient * elastic;
    const Matrix8 before = toMatrix(elastic);
    for (int r = 0; r < 3; ++r)
        trial.row[r] = fma(dt, trial.row[r], before.row[r]);
    const Eigen8 eigen = eigenvectors(timesTranspose(right ? transposed(trial) : trial));
    Float8 stretch[3];
    plastic = Float8(1);
    for (int k = 0; k < 3; ++k) {
        const Float8 whole = sqrt(maximum(eigen.value[k], Float8(0)));
        stretch[k] = clamp(whole, smallest, largestStretch);
        plastic = plastic * (whole / stretch[k]);
    }
    return eigen.compose(stretch);
}

} // namespace

MotionExtremes deformation(const SphBlock& block)
{
    const SnowArrays& snow = block.snow;
    const Float8 dt(block.constants.timeStep);
    Double8 checksum;
    withPeriod(block.constants, [&](auto domain) {
        forEachGroup(
            block.begin, block.end, block.neighbours, [&](std::size_t i, std::uint32_t first, std::uint32_t end) {
                Mask8 deficient;
                const Matrix8 gradient = gradientOfMoved<decltype(domain)>(
                    block, i, first, end, load(snow.wallDivergence + i), load(snow.correction, i), deficient);
                Float8 smallest(1), largestStretch(1);
                for (std::size_t l = 0; l < lanes; ++l) {
                    const SphMaterial& material = block.constants.materials[snow.material[i + l]];
                    smallest.raw[l] = material.smallestStretch;
                    largestStretch.raw[l] = material.largestStretch;
                }
                if (snow.strength) {
                    const Float8 strength = load(snow.strength + i), one(1);
                    smallest = maximum(Float8(0.5f), one - strength * (one - smallest));
                    largestStretch = one + strength * (largestStretch - one);
                }
                Float8 plastic;
                const Symmetric8 elastic = clampedStretch(gradient, load(snow.elastic, i), dt, smallest, largestStretch,
                                                          block.constants.keepsRightStretch, plastic);
                store(snow.elastic, i, elastic);
                if (snow.plasticVolume)
                    store(snow.plasticVolume + i,
                          clamp(load(snow.plasticVolume + i) * plastic, Float8(0.01f), Float8(100)));

                const Symmetric8 twice = twiceSymmetricPart(gradient);
                const Float8 squared =
                    fma(twice.xx, twice.xx, fma(twice.yy, twice.yy, twice.zz * twice.zz)) +
                    Float8(2) * fma(twice.xy, twice.xy, fma(twice.xz, twice.xz, twice.yz * twice.yz));
                const Mask8 real = lanesBelow(i, block.end);
                const Mask8 surrounded = real & (load(snow.rank + i) >= Float8(3));
                store(snow.residual.x + i, where(surrounded, Float8(0.5f) * sqrt(squared)));
                checksum.add(where(real, trace(elastic)));
            });
    });
    MotionExtremes extremes;
    extremes.checksum = checksum.sum();
    return extremes;
}

} // namespace sastrugi::SASTRUGI_ISA
