#include "engine/fields/AirDrag.h"
#include "engine/sph/PairLoop.h"

namespace sastrugi::SASTRUGI_ISA
{

namespace
{

/// How a particle lies to the air that comes at it.
struct Exposure {
    Float8 neighbours = Float8(0);
    Float8 cover = Float8(0); // largest cosine between the air's direction and that from a neighbour
};

template <class Domain>
SASTRUGI_INLINE void addSnow(const SphBlock& block, const Vector8& x, const Vector8& direction, std::size_t group,
                             Exposure& exposure)
{
    const Displacement<Domain::periodic> displacement(block.constants.period);
    for (std::uint32_t row = block.neighbours.groupStart[group]; row < block.neighbours.groupStart[group + 1]; ++row) {
        const Vector8 d =
            displacement(x, gatherPacked(block.snow.position, block.neighbours.indices + row * lanes).vector);
        const Float8 squared = dot(d, d);
        const Mask8 near = load(block.neighbours.gradient + row * lanes) < Float8(0);
        const Float8 cosine = dot(direction, d) / sqrt(select(near, squared, Float8(1)));
        exposure.neighbours += where(near, Float8(1));
        exposure.cover = maximum(exposure.cover, where(near, cosine));
    }
}

/// Walls have no kernel gradients in their lists.
template <class Domain>
SASTRUGI_INLINE void addWalls(const SphBlock& block, const WallArrays& samples, const Vector8& x,
                              const Vector8& direction, std::size_t group, Exposure& exposure)
{
    const Displacement<Domain::periodic> displacement(block.constants.period);
    const Float8 reach(block.constants.supportRadius * block.constants.supportRadius);
    const Float8 touching(1e-12f * block.constants.spacing * block.constants.spacing);
    for (std::uint32_t row = block.walls.groupStart[group]; row < block.walls.groupStart[group + 1]; ++row) {
        const Vector8 d = displacement(x, gatherPacked(samples.position, block.walls.indices + row * lanes).vector);
        const Float8 squared = dot(d, d);
        const Mask8 near = (squared < reach) & (squared > touching);
        const Float8 cosine = dot(direction, d) / sqrt(select(near, squared, Float8(1)));
        exposure.neighbours += where(near, Float8(1));
        exposure.cover = maximum(exposure.cover, where(near, cosine));
    }
}

/// Drag coefficient of a rigid sphere: sphereDragCoefficient(), eight at a time.
SASTRUGI_INLINE Float8 sphereCoefficient(Float8 reynolds)
{
    const Float8 root = cbrt(reynolds);
    const Float8 slow = Float8(24) / reynolds * fma(root * root, Float8(1.0f / 6), Float8(1));
    return select(reynolds > Float8(1000), Float8(0.424f), slow);
}

} // namespace

void drag(const SphBlock& block, const WallArrays& samples)
{
    const SnowArrays& snow = block.snow;
    const float h = block.constants.spacing;
    const float radius = h * 0.62035049f; // of a sphere of the volume h^3
    const Float8 dt(block.constants.timeStep), one(1);
    constexpr float reynoldsPerSpeed = static_cast<float>(airDensity / airViscosity);
    constexpr float fullNeighbourhood = 38 * 2.0f / 3;
    withPeriod(block.constants, [&](auto domain) {
        for (std::size_t i = block.begin, group = 0; i < block.end; i += lanes, ++group) {
            const Mask8 real = lanesBelow(i, block.end);
            const Vector8 x = loadPacked(snow.position + i).vector, known = load(snow.known, i);
            const Vector8 relative = where(real, loadPacked(snow.moved + i).vector - load(snow.velocity, i));
            const Float8 speed = sqrt(dot(relative, relative));
            const Vector8 direction = (one / maximum(speed, Float8(1e-20f))) * relative;
            Exposure exposure;
            addSnow<decltype(domain)>(block, x, direction, group, exposure);
            addWalls<decltype(domain)>(block, samples, x, direction, group, exposure);

            const Float8 inside = minimum(one, exposure.neighbours * Float8(1 / fullNeighbourhood)),
                         outside = one - inside;
            const Float8 reynolds = Float8(2) * maximum(speed * Float8(reynoldsPerSpeed * radius), Float8(0.1f));
            const Float8 coefficient = fma(outside, sphereCoefficient(reynolds), inside);
            const Float8 area = fma(outside, Float8(pi * radius * radius), inside * Float8(h * h)) *
                                clamp(one - exposure.cover, Float8(0), one);
            const Float8 rate = Float8(0.5f * static_cast<float>(airDensity) * block.constants.dragScale) *
                                coefficient * area * speed / load(snow.mass + i);
            // Implicit, relative to the velocity that everything else leads to: stable for any step, and a flake's
            // terminal velocity is the same for each.
            const Vector8 pull = (rate / fma(dt, rate, one)) * (relative - dt * known);
            store(snow.known, i, known + where(real, pull));
        }
    });
}

} // namespace sastrugi::SASTRUGI_ISA
