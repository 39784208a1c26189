#include "engine/sph/PairLoop.h"

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
            const WallSums sums =
                sumWalls<decltype(domain)>(block, samples, loadPacked(snow.position + i).vector, first, end);
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
                         // The wall carries the particle's own density: a compacted layer at it is not too soft.
                         const Float8 filled = maximum(Float8(0.3f), Float8(1) - load(snow.wallVolume + i));
                         store(snow.density + i, load(snow.mass + i) * sum / filled);
                     });
    });
}

} // namespace sastrugi::SASTRUGI_ISA
