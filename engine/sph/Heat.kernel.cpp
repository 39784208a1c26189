#include "engine/sph/PairLoop.h"

namespace sastrugi::SASTRUGI_ISA
{

namespace
{

/// Of eight materials.
struct Conduction {
    Float8 conductivity = Float8(1), capacity = Float8(1);
};

SASTRUGI_INLINE Conduction conductionOf(const SphBlock& block, std::size_t i)
{
    Conduction all;
    for (std::size_t l = 0; l < lanes; ++l) {
        const SphMaterial& material = block.constants.materials[block.snow.material[i + l]];
        all.conductivity.raw[l] = material.conductivity;
        all.capacity.raw[l] = material.heatCapacity;
    }
    return all;
}

/// Conduction between particles, Cleary and Monaghan 1999, doi 10.1006/jcph.1998.6118: sum over the neighbours of
/// V_j 4 k_i k_j / (k_i + k_j) (T_i - T_j) x . gradW / (x^2 + 0.01 h^2). What one loses the other gains.
template <class Domain>
SASTRUGI_INLINE Float8 heatFromNeighbours(const SphBlock& block, std::size_t i, std::uint32_t first, std::uint32_t end)
{
    const SnowArrays& snow = block.snow;
    const Displacement<Domain::periodic> displacement(block.constants.period);
    const Float8 softening(0.01f * block.constants.spacing * block.constants.spacing);
    const Vector8 x = loadPacked(snow.position + i).vector, own = loadPacked(snow.moved + i).vector;
    Float8 sum(0);
    for (std::uint32_t row = first; row < end; ++row) {
        const std::uint32_t* indices = block.neighbours.indices + row * lanes;
        const Packed8 other = gatherPacked(snow.position, indices);
        const Vector8 heat = gatherPacked(snow.moved, indices).vector; // temperature, conductivity
        const Vector8 d = displacement(x, other.vector);
        const Float8 squared = dot(d, d), conductivity = (Float8(4) * own.y * heat.y) / (own.y + heat.y);
        const Float8 slope = load(block.neighbours.gradient + row * lanes) * (squared / (squared + softening));
        sum = fma(other.w * conductivity * slope, own.x - heat.x, sum);
    }
    return sum;
}

/// The same from the walls, as if snow of their temperature began there.
template <class Domain>
SASTRUGI_INLINE Float8 heatFromWalls(const SphBlock& block, const WallArrays& samples, std::size_t i,
                                     std::uint32_t first, std::uint32_t end)
{
    const Displacement<Domain::periodic> displacement(block.constants.period);
    const WideSpline spline(block.constants);
    const Float8 softening(0.01f * block.constants.spacing * block.constants.spacing);
    const Vector8 x = loadPacked(block.snow.position + i).vector, own = loadPacked(block.snow.moved + i).vector;
    Float8 sum(0);
    for (std::uint32_t row = first; row < end; ++row) {
        const std::uint32_t* indices = block.walls.indices + row * lanes;
        const Packed8 sample = gatherPacked(samples.position, indices);
        const Vector8 heat = gatherPacked(samples.heat, indices).vector; // temperature, whether it conducts
        const Vector8 d = displacement(x, sample.vector);
        const Float8 squared = dot(d, d);
        Float8 value, gradient;
        spline.evaluate(squared, value, gradient);
        const Float8 slope = gradient * (squared / (squared + softening));
        sum = fma(sample.w * heat.y * (Float8(2) * own.y) * slope, own.x - heat.x, sum);
    }
    return sum;
}

/// Of the free surface that a particle has, by the sum of the kernel's gradients: 0.51 / h on a flat one, up to 0.1 / h
/// one layer below it and at a wall, where there is none.
SASTRUGI_INLINE Float8 freeArea(const SphBlock& block, std::size_t i)
{
    const Float8 h(block.constants.spacing);
    const Vector8 sum = load(block.snow.gradientSum, i) + load(block.snow.wallSum, i);
    constexpr float flat = 0.51f, covered = 0.15f;
    return h * h *
           clamp((h * sqrt(dot(sum, sum)) - Float8(covered)) * Float8(1 / (flat - covered)), Float8(0), Float8(2));
}

} // namespace

void publishHeat(const SphBlock& block)
{
    const SnowArrays& snow = block.snow;
    for (std::size_t i = block.begin; i < block.end; i += lanes)
        storePacked(snow.moved + i, {load(snow.temperature + i), conductionOf(block, i).conductivity, Float8(0)},
                    Float8(0));
}

void conduct(const SphBlock& block, const WallArrays& samples, float timeStep)
{
    const SnowArrays& snow = block.snow;
    const SphConstants& constants = block.constants;
    withPeriod(constants, [&](auto domain) {
        std::size_t group = 0;
        forEachGroup(block.begin, block.end, block.neighbours,
                     [&](std::size_t i, std::uint32_t first, std::uint32_t end) {
                         using Domain = decltype(domain);
                         Float8 flow = heatFromNeighbours<Domain>(block, i, first, end);
                         if (samples.heat)
                             flow += heatFromWalls<Domain>(block, samples, i, block.walls.groupStart[group],
                                                           block.walls.groupStart[group + 1]);
                         ++group;
                         const Float8 temperature = load(snow.temperature + i);
                         Float8 watts = loadPacked(snow.position + i).w * flow;
                         if (constants.heatTransfer > 0)
                             watts += Float8(constants.heatTransfer) * freeArea(block, i) *
                                      (Float8(constants.airTemperature) - temperature);
                         const Float8 capacity = load(snow.mass + i) * conductionOf(block, i).capacity;
                         // The sum with its rounding kept, as for positions: a step changes less than a float shows.
                         const Float8 change = fma(Float8(timeStep), watts / capacity, load(snow.heatRemainder + i));
                         const Float8 sum = temperature + change, added = sum - temperature;
                         store(snow.heatRemainder + i, (temperature - (sum - added)) + (change - added));
                         store(snow.temperature + i, sum);
                     });
    });
}

} // namespace sastrugi::SASTRUGI_ISA
