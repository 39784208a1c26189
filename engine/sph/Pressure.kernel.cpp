#include "engine/sph/PairLoop.h"

namespace sastrugi::SASTRUGI_ISA
{

namespace
{

/// (7) over the density: the acceleration by the pressures of a particle and its neighbours.
template <class Domain>
SASTRUGI_INLINE Vector8 accelerationByPressure(const SphBlock& block, std::size_t i, std::uint32_t first,
                                               std::uint32_t end)
{
    const SnowArrays& snow = block.snow;
    const Displacement<Domain::periodic> displacement(block.constants.period);
    prefetchAhead(i, snow.gradientSum, snow.wallSum, snow.pressure, snow.density, snow.moved);
    const Vector8 x = loadPacked(snow.position + i).vector;
    const Vector8 own = fma(block.constants.boundaryPressureScale, load(snow.wallSum, i), load(snow.gradientSum, i));
    Vector8 gradient = load(snow.pressure + i) * own;
    for (std::uint32_t row = first; row < end; ++row) {
        const PairRow pair = pairRow(block.neighbours, row);
        const Packed8 other = gatherPacked(snow.weighted, pair.indices);
        const Float8 weighted = other.w * pair.gradient;
        gradient = fma(weighted, displacement(x, other.vector), gradient);
    }
    return (Float8(-1) / load(snow.density + i)) * gradient;
}

/// sum V_j w_j . gradW_ij - w_i . (S_i + B_i)
template <class Domain>
SASTRUGI_INLINE Float8 divergenceOfMoved(const SphBlock& block, std::size_t i, std::uint32_t first, std::uint32_t end)
{
    const SnowArrays& snow = block.snow;
    const Displacement<Domain::periodic> displacement(block.constants.period);
    const Vector8 x = loadPacked(snow.position + i).vector;
    Float8 divergence = -dot(loadPacked(snow.moved + i).vector, load(snow.gradientSum, i) + load(snow.wallSum, i));
    for (std::uint32_t row = first; row < end; ++row) {
        const PairRow pair = pairRow(block.neighbours, row);
        const Packed8 other = gatherPacked(snow.position, pair.indices);
        const Vector8 w = gatherPacked(snow.moved, pair.indices).vector;
        const Float8 weighted = other.w * pair.gradient;
        divergence = fma(weighted, dot(w, displacement(x, other.vector)), divergence);
    }
    return divergence;
}

} // namespace

void weightPressure(const SphBlock& block)
{
    const SnowArrays& snow = block.snow;
    for (std::size_t i = block.begin; i < block.end; i += lanes) {
        const Packed8 position = loadPacked(snow.position + i);
        storePacked(snow.weighted + i, position.vector, load(snow.pressure + i) * position.w);
    }
}

void pressureAcceleration(const SphBlock& block)
{
    withPeriod(block.constants, [&](auto domain) {
        forEachGroup(block.begin, block.end, block.neighbours,
                     [&](std::size_t i, std::uint32_t first, std::uint32_t end) {
                         storePacked(block.snow.moved + i,
                                     accelerationByPressure<decltype(domain)>(block, i, first, end), Float8(0));
                     });
    });
}

PressureSums pressureUpdate(const SphBlock& block, float relaxation)
{
    const SnowArrays& snow = block.snow;
    const Float8 dt(block.constants.timeStep);
    Double8 error, count;
    withPeriod(block.constants, [&](auto domain) {
        forEachGroup(
            block.begin, block.end, block.neighbours, [&](std::size_t i, std::uint32_t first, std::uint32_t end) {
                prefetchAhead(i, snow.gradientSum, snow.wallSum, snow.pressure, snow.restDensity, snow.lambda,
                              snow.density, snow.source, snow.diagonal, snow.weighted, snow.rank);
                const Float8 divergence = divergenceOfMoved<decltype(domain)>(block, i, first, end);
                const Float8 pressure = load(snow.pressure + i), restDensity = load(snow.restDensity + i);
                const Float8 product =
                    -(restDensity / load(snow.lambda + i)) * pressure - dt * dt * load(snow.density + i) * divergence;
                const Float8 residual = load(snow.source + i) - product;
                const Float8 updated = fma(Float8(relaxation), residual / load(snow.diagonal + i), pressure);
                store(snow.pressure + i, updated);
                const Packed8 position = loadPacked(snow.position + i);
                storePacked(snow.weighted + i, position.vector, updated * position.w);

                const Vector8 sum = load(snow.gradientSum, i), wallSum = load(snow.wallSum, i);
                const Mask8 touching = dot(sum, sum) + dot(wallSum, wallSum) > Float8(0);
                const Mask8 counted = lanesBelow(i, block.end) & (touching | (load(snow.rank + i) >= Float8(0)));
                error.add(where(counted, abs(residual) / restDensity));
                count.add(where(counted, Float8(1)));
            });
    });
    return {error.sum(), count.sum()};
}

void pressureVelocity(const SphBlock& block)
{
    const SnowArrays& snow = block.snow;
    const Float8 dt(block.constants.timeStep);
    withPeriod(block.constants, [&](auto domain) {
        forEachGroup(block.begin, block.end, block.neighbours,
                     [&](std::size_t i, std::uint32_t first, std::uint32_t end) {
                         prefetchAhead(i, snow.known, snow.velocity);
                         Vector8 known = load(snow.known, i);
                         if (block.constants.solvesPressure)
                             known = known + accelerationByPressure<decltype(domain)>(block, i, first, end);
                         const Vector8 velocity = fma(dt, known, load(snow.velocity, i));
                         store(snow.known, i, known);
                         store(snow.velocity, i, velocity);
                         storePacked(snow.moved + i, where(lanesBelow(i, block.end), velocity), Float8(0));
                     });
    });
}

} // namespace sastrugi::SASTRUGI_ISA
