// What happens to each grain by itself at the end of a step: sections 4.9 and 4.11 of the specification.
#include "engine/core/Wide.h"
#include "engine/dem/DemKernelTable.h"

namespace sastrugi::SASTRUGI_ISA
{

namespace
{

void accelerate(const DemBlock& block)
{
    const DemArrays& g = block.grains;
    const DemConstants& c = block.constants;
    const Float8 perMass(c.timeStep / c.mass);
    for (std::size_t first = block.begin; first < block.end; first += lanes) {
        Float8 vx, vy, vz, fx, fy, fz, unused;
        Float8 ex(c.weight[0]), ey(c.weight[1]), ez(c.weight[2]);
        loadRows(g.velocity + first, vx, vy, vz, unused);
        loadRows(g.force + first, fx, fy, fz, unused);
        if (g.external)
            loadRows(g.external + first, ex, ey, ez, unused);
        storeRows(g.velocity + first, fma(perMass, fx + ex, vx), fma(perMass, fy + ey, vy), fma(perMass, fz + ez, vz),
                  Float8(0.0f));
    }
}

/// 4.9: whether grains keep their bonds, as sign of their cohesion.
SASTRUGI_INLINE Float8 bond(const DemArrays& g, Float8 sinter, Float4* traits, std::size_t first)
{
    Float8 stiffness, cohesion, share, friction;
    const Float8 touching = load(g.touching + first), most = maximum(load(g.mostTouching + first), touching);
    store(g.mostTouching + first, fma(sinter, most - touching, touching));
    const Mask8 bonded = (most <= Float8(0.0f)) | (touching >= load(g.bondThreshold + first) * most);
    loadRows(traits + first, stiffness, cohesion, share, friction);
    cohesion = abs(cohesion);
    storeRows(traits + first, stiffness, select(bonded, cohesion, -cohesion), share, friction);
    return select(bonded, Float8(1.0f), Float8(0.0f));
}

/// 4.10: bit l is set where the l-th grain is above its threshold.
SASTRUGI_INLINE unsigned squeezedOf(const DemArrays& g, bool hasTensor, std::size_t first, Float8& force)
{
    if (hasTensor) { // tr(sum f r) / 3 V over pi r^2
        force = Float8(0.25f) * load(g.squeeze[0] + first);
        return bits(force > load(g.compressionThreshold + first));
    }
    Float8 squared(0.0f);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const Float8 both = minimum(load(g.squeeze[axis] + first), load(g.squeeze[axis + 3] + first));
        squared = fma(both, both, squared);
    }
    force = sqrt(squared);
    return bits(force > load(g.compressionThreshold + first));
}

DemMoveSums move(const DemBlock& block, int traits, std::uint32_t* squeezed, float* squeezingForce,
                 std::size_t& squeezedCount)
{
    const DemArrays& g = block.grains;
    const DemConstants& c = block.constants;
    Float4* own = g.traits[static_cast<std::size_t>(traits)];
    const Float8 zero(0.0f), timeStep(c.timeStep), settling(c.settling);
    Double8 sumX, sumY, sumZ, sumSquared, bonded;
    Float8 fastest(0.0f), relative(0.0f), strayed(0.0f);
    squeezedCount = 0;
    for (std::size_t first = block.begin; first < block.end; first += lanes) {
        Float8 x, y, z, radius, vx, vy, vz, unused;
        loadRows(g.place + first, x, y, z, radius);
        loadRows(g.velocity + first, vx, vy, vz, unused);
        vx = settling * vx, vy = settling * vy, vz = settling * vz;
        // The padding behind the last grain stays out of what is counted.
        const std::size_t left = block.end - first;
        Float8 counts(1.0f);
        for (std::size_t l = left; l < lanes; ++l)
            counts.raw[l] = 0;

        Float8 squared = fma(vx, vx, fma(vy, vy, vz * vz));
        const Float8 way = sqrt(squared) * timeStep;
        Float8 keep = minimum(Float8(1.0f), Float8(c.largestWay) / maximum(way, Float8(1e-30f)));
        const Mask8 rests = (load(g.touching + first) >= Float8(3.0f)) & (way < Float8(c.leastWay) * radius);
        keep = select(rests, zero, keep);
        vx = keep * vx, vy = keep * vy, vz = keep * vz;
        squared = fma(vx, vx, fma(vy, vy, vz * vz));
        x = fma(timeStep, vx, x), y = fma(timeStep, vy, y), z = fma(timeStep, vz, z);
        storeRows(g.velocity + first, vx, vy, vz, zero);
        storeRows(g.place + first, x, y, z, radius);

        Float8 lx, ly, lz;
        loadRows(g.listed + first, lx, ly, lz, unused);
        const Float8 dx = x - lx - Float8(c.drift[0]), dy = y - ly - Float8(c.drift[1]),
                     dz = z - lz - Float8(c.drift[2]);
        const Float8 share = load(g.strayShare + first), weight = counts * share * share;
        strayed = maximum(strayed, weight * fma(dx, dx, fma(dy, dy, dz * dz)));
        fastest = maximum(fastest, counts * squared);
        const Float8 rx = vx - Float8(c.mean[0]), ry = vy - Float8(c.mean[1]), rz = vz - Float8(c.mean[2]);
        relative = maximum(relative, weight * fma(rx, rx, fma(ry, ry, rz * rz)));
        sumX.add(counts * vx);
        sumY.add(counts * vy);
        sumZ.add(counts * vz);
        sumSquared.add(counts * squared);
        bonded.add(counts * bond(g, Float8(c.sinter), own, first));

        Float8 force;
        for (unsigned lane = squeezedOf(g, c.hasTensor, first, force); lane != 0; lane &= lane - 1) {
            const auto l = static_cast<std::size_t>(__builtin_ctz(lane));
            if (l >= left)
                break;
            squeezed[squeezedCount] = static_cast<std::uint32_t>(first + l);
            squeezingForce[squeezedCount++] = force.raw[l];
        }
    }
    return {largest(fastest), largest(relative), largest(strayed), {sumX.sum(), sumY.sum(), sumZ.sum()},
            sumSquared.sum(), bonded.sum(),      sumSquared.sum()};
}

} // namespace

const DemKernels& demKernels()
{
    static constexpr DemKernels kernels = {warmStart, relax, accelerate, move};
    return kernels;
}

} // namespace sastrugi::SASTRUGI_ISA
