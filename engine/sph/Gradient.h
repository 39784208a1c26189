// The corrected gradient (17), (18) of a velocity or an acceleration, for the kernels of shear and deformation.
#pragma once

#include "engine/sph/PairLoop.h"

namespace sastrugi::SASTRUGI_ISA
{

/// The projector on the directions that L inverts.
SASTRUGI_INLINE Symmetric8 spannedDirections(const Symmetric8& correction)
{
    const Eigen8 eigen = eigenvectors(correction);
    const Float8 limit = Float8(1e-3f) * maximum(eigen.value[0], maximum(eigen.value[1], eigen.value[2]));
    Float8 kept[3];
    for (int k = 0; k < 3; ++k)
        kept[k] = select((eigen.value[k] > limit) & (eigen.value[k] > Float8(0)), Float8(1), Float8(0));
    return eigen.compose(kept);
}

/// In a sheet, a rod or a pair of particles a rotation must not look like a strain: the directions that the
/// neighbourhood does not span take the gradient of a rotation, P C P + Q C P - (Q C P)^T with Q = I - P.
SASTRUGI_INLINE Matrix8 completed(const Matrix8& gradient, const Symmetric8& spanned)
{
    const Matrix8 projected = gradient * spanned; // C P
    const Matrix8 inside = spanned * projected;   // P C P
    Matrix8 result;
    Matrix8 across; // Q C P
    for (int r = 0; r < 3; ++r)
        across.row[r] = projected.row[r] - inside.row[r];
    result.row[0] = {inside.row[0].x, inside.row[0].y + across.row[0].y - across.row[1].x,
                     inside.row[0].z + across.row[0].z - across.row[2].x};
    result.row[1] = {inside.row[1].x + across.row[1].x - across.row[0].y, inside.row[1].y,
                     inside.row[1].z + across.row[1].z - across.row[2].y};
    result.row[2] = {inside.row[2].x + across.row[2].x - across.row[0].z,
                     inside.row[2].y + across.row[2].y - across.row[1].z, inside.row[2].z};
    return result;
}

/// The gradient of what `moved` holds, at the particles from i on. `wallDivergence` is the walls' own part of the
/// divergence: of their velocity, or zero for an acceleration. `deficient` receives the lanes of rank 1 and 2.
template <class Domain>
SASTRUGI_INLINE Matrix8 gradientOfMoved(const SphBlock& block, std::size_t i, std::uint32_t first, std::uint32_t end,
                                        Float8 wallDivergence, const Symmetric8& correction, Mask8& deficient)
{
    const SnowArrays& snow = block.snow;
    const Displacement<Domain::periodic> displacement(block.constants.period);
    const Vector8 x = loadPacked(snow.position + i).vector, own = loadPacked(snow.moved + i).vector;
    const Vector8 zero = {Float8(0), Float8(0), Float8(0)};
    Matrix8 sum = {{zero, zero, zero}};
    for (std::uint32_t row = first; row < end; ++row) {
        const PairRow pair = pairRow(block.neighbours, row);
        const Packed8 other = gatherPacked(snow.position, pair.indices);
        // Differences: the sums of a fast body's velocities would cancel in float.
        const Vector8 du = gatherPacked(snow.moved, pair.indices).vector - own;
        const Float8 weighted = other.w * pair.gradient;
        const Vector8 gradient = weighted * displacement(x, other.vector);
        sum.row[0] = fma(du.x, gradient, sum.row[0]);
        sum.row[1] = fma(du.y, gradient, sum.row[1]);
        sum.row[2] = fma(du.z, gradient, sum.row[2]);
    }
    // The trace stays uncorrected: it is the rate of the density (17).
    const Float8 divergence = trace(sum) + (wallDivergence - dot(own, load(snow.wallSum, i)));
    Matrix8 gradient = sum * correction;
    const Float8 rank = load(snow.rank + i);
    deficient = (rank > Float8(0)) & (rank < Float8(block.constants.completesRank ? 3.0f : 0.0f));
    if (any(deficient)) {
        const Matrix8 full = completed(gradient, spannedDirections(correction));
        for (int r = 0; r < 3; ++r)
            gradient.row[r] = {select(deficient, full.row[r].x, gradient.row[r].x),
                               select(deficient, full.row[r].y, gradient.row[r].y),
                               select(deficient, full.row[r].z, gradient.row[r].z)};
    }
    const Float8 third = Float8(1.0f / 3) * (divergence - trace(gradient));
    gradient.row[0].x += third;
    gradient.row[1].y += third;
    gradient.row[2].z += third;
    return gradient;
}

} // namespace sastrugi::SASTRUGI_ISA
