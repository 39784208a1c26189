#include "engine/sph/PairLoop.h"

namespace sastrugi::SASTRUGI_ISA
{

namespace
{

struct NeighbourSums {
    Vector8 gradient = {Float8(0), Float8(0), Float8(0)};
    Symmetric8 outer;              // M
    Float8 reaction = Float8(0);   // sum (V_j / rho_j) |gradW_ij|^2
    Float8 divergence = Float8(0); // of v*
};

template <class Domain>
void addNeighbours(const SphBlock& block, const Vector8& x, const Vector8& predicted, std::uint32_t first,
                   std::uint32_t end, NeighbourSums& sums)
{
    const Displacement<Domain::periodic> displacement(block.constants.period);
    for (std::uint32_t row = first; row < end; ++row) {
        const PairRow pair = pairRow(block.neighbours, row);
        const Packed8 other = gatherPacked(block.snow.position, pair.indices);
        const Packed8 motion = gatherPacked(block.snow.moved, pair.indices);
        const Vector8 d = displacement(x, other.vector);
        const Float8 weighted = other.w * pair.gradient;
        sums.gradient = fma(weighted, d, sums.gradient);
        addOuter(sums.outer, -weighted, d);
        sums.reaction = fma(motion.w * pair.gradient, pair.gradient * dot(d, d), sums.reaction);
        sums.divergence = fma(weighted, dot(motion.vector - predicted, d), sums.divergence);
    }
}

/// The inverse of M in the directions that the neighbourhood spans; `rank` receives their number.
SASTRUGI_INLINE Symmetric8 pseudoInverse(const Symmetric8& m, Float8 threshold, Float8& rank)
{
    const Float8 one(1), size = trace(m), det = determinant(m);
    // Where this holds, the smallest eigenvalue is at least `threshold` times the largest.
    const Float8 bound = Float8(4) * threshold / ((one + threshold) * (one + threshold));
    const Mask8 regular = (size > Float8(1e-3f)) & (Float8(27) * det >= bound * size * size * size);
    const Symmetric8 inverse = adjugate(m, one / select(regular, det, one));
    rank = Float8(3);
    if (!any(!regular))
        return inverse;

    const Eigen8 eigen = eigenvectors(m);
    const Float8 largestValue = maximum(eigen.value[0], maximum(eigen.value[1], eigen.value[2]));
    const Float8 smallestKept = maximum(threshold * largestValue, Float8(1e-6f));
    Float8 reciprocal[3], kept(0);
    for (int k = 0; k < 3; ++k) {
        const Mask8 keep = eigen.value[k] > smallestKept;
        reciprocal[k] = select(keep, one / select(keep, eigen.value[k], one), Float8(0));
        kept += select(keep, one, Float8(0));
    }
    rank = select(regular, rank, kept);
    return select(regular, inverse, eigen.compose(reciprocal));
}

} // namespace

void correction(const SphBlock& block)
{
    const SnowArrays& snow = block.snow;
    const SphConstants& constants = block.constants;
    const Float8 dt(constants.timeStep), psi(constants.boundaryPressureScale);
    withPeriod(constants, [&](auto domain) {
        forEachGroup(
            block.begin, block.end, block.neighbours, [&](std::size_t i, std::uint32_t first, std::uint32_t end) {
                const Packed8 position = loadPacked(snow.position + i), motion = loadPacked(snow.moved + i);
                NeighbourSums sums;
                sums.outer = load(snow.correction, i);
                addNeighbours<decltype(domain)>(block, position.vector, motion.vector, first, end, sums);
                Float8 rank;
                store(snow.correction, i, pseudoInverse(sums.outer, constants.pseudoInverseThreshold, rank));
                const Mask8 alone = sums.reaction <= Float8(0);
                store(snow.rank + i, select(alone, Float8(-1), rank));
                store(snow.gradientSum, i, sums.gradient);

                const Float8 density = load(snow.density + i), restDensity = load(snow.restDensity + i);
                const Vector8 wallSum = load(snow.wallSum, i);
                const Float8 divergence =
                    sums.divergence + (load(snow.wallDivergence + i) - dot(motion.vector, wallSum));
                Float8 source = restDensity - density * (Float8(1) - dt * divergence);
                if (constants.wallsBounce) { // a single flake feels no stress by the wall that it bounces off
                    const Mask8 bounces = alone & (load(snow.bounce + i) > Float8(0));
                    source = select(bounces, Float8(0), source);
                    store(snow.pressure + i, select(bounces, Float8(0), load(snow.pressure + i)));
                    store(snow.shearModulus + i, select(bounces, Float8(0), load(snow.shearModulus + i)));
                }
                store(snow.source + i, source);
                const Vector8 pull = fma(psi, wallSum, sums.gradient), total = sums.gradient + wallSum;
                store(snow.diagonal + i, -restDensity / load(snow.lambda + i) -
                                             dt * dt * fma(density * position.w, sums.reaction, dot(pull, total)));
            });
    });
}

} // namespace sastrugi::SASTRUGI_ISA
