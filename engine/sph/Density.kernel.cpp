#include "engine/sph/Friction.h"

namespace sastrugi::SASTRUGI_ISA
{

namespace
{

/// What the walls add to the sums of a particle.
struct WallSums {
    Float8 volume = Float8(0), divergence = Float8(0), friction = Float8(0);
    Vector8 gradient = {Float8(0), Float8(0), Float8(0)};
    Vector8 drive = {Float8(0), Float8(0), Float8(0)};
    Symmetric8 outer = {Float8(0), Float8(0), Float8(0), Float8(0), Float8(0), Float8(0)};
};

/// What walls with special surfaces add.
struct SurfaceSums {
    Float8 bounce = Float8(0), tangential = Float8(0), explicitRate = Float8(0), explicitTangent = Float8(0);
    Vector8 tangentialDrive = {Float8(0), Float8(0), Float8(0)};
    Vector8 explicitDrive = {Float8(0), Float8(0), Float8(0)};
    Vector8 explicitTangentDrive = {Float8(0), Float8(0), Float8(0)};
    Vector8 adhesion = {Float8(0), Float8(0), Float8(0)};
};

/// Attraction by the walls, Akinci et al. 2013, doi 10.1145/2508363.2508395: nothing up to half the support radius,
/// most at three quarters. Over a plane that is sampled at the spacing the sum of V_b A n is 0.00432 at 1.25 spacings,
/// whatever the spacing; that makes an acceleration of it.
SASTRUGI_INLINE Float8 adhesionKernel(Float8 q, float supportRadius)
{
    constexpr float overPlane = 0.00432f;
    const Float8 radicand = maximum(Float8(0), fma(fma(Float8(-4), q, Float8(6)), q, Float8(-2)));
    return Float8(0.007f / overPlane / (supportRadius * supportRadius * supportRadius)) * sqrt(sqrt(radicand));
}

/// Friction by coupling and mode, and adhesion, in place of the friction in `sums`.
template <class Domain>
void sumSurfaces(const SphBlock& block, const WallArrays& samples, const Vector8& x, std::uint32_t first,
                 std::uint32_t end, WallSums& sums, SurfaceSums& special)
{
    const Displacement<Domain::periodic> displacement(block.constants.period);
    const WideSpline spline(block.constants);
    const float h = block.constants.spacing;
    sums.friction = Float8(0);
    sums.drive = {Float8(0), Float8(0), Float8(0)};
    for (std::uint32_t row = first; row < end; ++row) {
        const std::uint32_t* indices = block.walls.indices + row * lanes;
        const Packed8 sample = gatherPacked(samples.position, indices);
        const Packed8 motion = gatherPacked(samples.velocity, indices);
        const Packed8 properties = gatherPacked(samples.surface, indices);
        const Vector8& surface = properties.vector;
        const Vector8 d = displacement(x, sample.vector);
        const Float8 squared = dot(d, d), r = sqrt(squared);
        Float8 value, gradient;
        spline.evaluate(squared, value, gradient);
        const Float8 rate =
            motion.w * (-(sample.w * gradient) * squared) / (squared + Float8(0.01f * h * h)); // as in sumWalls()
        special.bounce = maximum(special.bounce, where(value > Float8(0), properties.w));
        const Float8 inSolve = (Float8(1) - surface.y) * rate, before = surface.y * rate;
        sums.friction += inSolve;
        sums.drive = fma(inSolve, motion.vector, sums.drive);
        special.tangential = fma(surface.x, inSolve, special.tangential);
        special.tangentialDrive = fma(surface.x * inSolve, motion.vector, special.tangentialDrive);
        special.explicitRate += before;
        special.explicitDrive = fma(before, motion.vector, special.explicitDrive);
        special.explicitTangent = fma(surface.x, before, special.explicitTangent);
        special.explicitTangentDrive = fma(surface.x * before, motion.vector, special.explicitTangentDrive);
        const Float8 pull = surface.z * sample.w * adhesionKernel(r * Float8(0.5f / h), 2 * h);
        special.adhesion = fma(-pull / maximum(r, Float8(1e-6f * h)), d, special.adhesion);
    }
}

/// Friction that leaves the normal alone takes nothing of the walls' motion along it.
void storeSurfaces(const SnowArrays& snow, std::size_t i, WallSums& sums, const SurfaceSums& special)
{
    const Vector8 normal = wallNormal(sums.gradient);
    sums.drive = sums.drive - dot(normal, special.tangentialDrive) * normal;
    if (snow.tangentialRate)
        store(snow.tangentialRate + i, special.tangential);
    store(snow.explicitRate + i, special.explicitRate);
    store(snow.explicitTangent + i, special.explicitTangent);
    store(snow.explicitDrive, i, special.explicitDrive - dot(normal, special.explicitTangentDrive) * normal);
    store(snow.adhesion, i, special.adhesion);
    store(snow.bounce + i, special.bounce);
}

template <class Domain>
WallSums sumWalls(const SphBlock& block, const WallArrays& samples, const Vector8& x, std::uint32_t first,
                  std::uint32_t end)
{
    const Displacement<Domain::periodic> displacement(block.constants.period);
    const WideSpline spline(block.constants);
    const Float8 softening(0.01f * block.constants.spacing * block.constants.spacing);
    WallSums sums;
    for (std::uint32_t row = first; row < end; ++row) {
        const std::uint32_t* indices = block.walls.indices + row * lanes;
        const Packed8 sample = gatherPacked(samples.position, indices);
        const Packed8 motion = gatherPacked(samples.velocity, indices);
        const Vector8 d = displacement(x, sample.vector);
        const Float8 squared = dot(d, d);
        Float8 value, gradient;
        spline.evaluate(squared, value, gradient);
        const Float8 weighted = sample.w * gradient;
        sums.volume = fma(sample.w, value, sums.volume);
        sums.gradient = fma(weighted, d, sums.gradient);
        sums.divergence = fma(weighted, dot(motion.vector, d), sums.divergence);
        addOuter(sums.outer, -weighted, d);
        // (24) with the coefficient of the sample's boundary
        const Float8 rate = motion.w * (-weighted * squared) / (squared + softening);
        sums.friction += rate;
        sums.drive = fma(rate, motion.vector, sums.drive);
    }
    return sums;
}

template <class Domain>
Float8 sumDensity(const SphBlock& block, const Vector8& x, std::uint32_t first, std::uint32_t end)
{
    const Displacement<Domain::periodic> displacement(block.constants.period);
    const WideSpline spline(block.constants);
    Float8 sum = spline.centre();
    for (std::uint32_t row = first; row < end; ++row) {
        const Packed8 other = gatherPacked(block.snow.position, block.neighbours.indices + row * lanes);
        const Vector8 d = displacement(x, other.vector);
        Float8 value, gradient;
        spline.evaluate(dot(d, d), value, gradient);
        sum += value;
        store(block.neighbours.gradient + row * lanes, gradient);
    }
    return sum;
}

} // namespace

void walls(const SphBlock& block, const WallArrays& samples)
{
    const SnowArrays& snow = block.snow;
    withPeriod(block.constants, [&](auto domain) {
        forEachGroup(block.begin, block.end, block.walls, [&](std::size_t i, std::uint32_t first, std::uint32_t end) {
            const Vector8 x = loadPacked(snow.position + i).vector;
            WallSums sums = sumWalls<decltype(domain)>(block, samples, x, first, end);
            if (samples.surface) {
                SurfaceSums special;
                sumSurfaces<decltype(domain)>(block, samples, x, first, end, sums, special);
                storeSurfaces(snow, i, sums, special);
            }
            store(snow.wallVolume + i, sums.volume);
            store(snow.wallDivergence + i, sums.divergence);
            store(snow.frictionRate + i, sums.friction);
            store(snow.wallSum, i, sums.gradient);
            store(snow.frictionDrive, i, sums.drive);
            store(snow.correction, i, sums.outer);
        });
    });
}

void kernelSums(const Float4* positions, const SphConstants& constants, const PairBlock& pairs, std::size_t begin,
                std::size_t end, float* sums)
{
    const WideSpline spline(constants);
    withPeriod(constants, [&](auto domain) {
        const Displacement<decltype(domain)::periodic> displacement(constants.period);
        forEachGroup(begin, end, pairs, [&](std::size_t i, std::uint32_t first, std::uint32_t last) {
            const Vector8 x = loadPacked(positions + i).vector;
            Float8 sum = spline.centre();
            for (std::uint32_t row = first; row < last; ++row) {
                const Vector8 d = displacement(x, gatherPacked(positions, pairs.indices + row * lanes).vector);
                Float8 value, gradient;
                spline.evaluate(dot(d, d), value, gradient);
                sum += value;
            }
            store(sums + i, sum);
        });
    });
}

void density(const SphBlock& block)
{
    const SnowArrays& snow = block.snow;
    withPeriod(block.constants, [&](auto domain) {
        forEachGroup(block.begin, block.end, block.neighbours,
                     [&](std::size_t i, std::uint32_t first, std::uint32_t end) {
                         const Float8 sum =
                             sumDensity<decltype(domain)>(block, loadPacked(snow.position + i).vector, first, end);
                         const Float8 mass = load(snow.mass + i), byWalls = load(snow.wallVolume + i);
                         if (!block.constants.mirrorsDensity) {
                             Float8 reference(0);
                             for (std::size_t l = 0; l < lanes; ++l)
                                 reference.raw[l] = block.constants.materials[snow.material[i + l]].referenceDensity;
                             store(snow.density + i, fma(mass, sum, reference * byWalls));
                             return;
                         }
                         // The wall carries the particle's own density: a compacted layer at it is not too soft.
                         const Float8 filled = maximum(Float8(0.3f), Float8(1) - byWalls);
                         store(snow.density + i, mass * sum / filled);
                     });
    });
}

} // namespace sastrugi::SASTRUGI_ISA
