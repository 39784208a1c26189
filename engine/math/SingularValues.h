// Singular values and polar decompositions of many 3 x 3 matrices, with the bits that kernels get from WideSvd.h.
#pragma once

#include <array>
#include <span>

namespace sastrugi
{

/// Row by row.
using FloatMatrix = std::array<float, 9>;

/// a = u diag(sigma) v^T; u and v are rotations, sigma[0] >= sigma[1] >= |sigma[2]|, the last with the sign of det a.
struct SingularValues {
    FloatMatrix u{};
    std::array<float, 3> sigma{};
    FloatMatrix v{};
};

/// As many results as matrices.
void findSingularValues(std::span<const FloatMatrix> matrices, std::span<SingularValues> results);

/// The rotations of the polar decompositions, of matrices with singular values between 0.5 and 2 and a determinant
/// above zero. As many results as matrices.
void findRotations(std::span<const FloatMatrix> matrices, std::span<FloatMatrix> results);

} // namespace sastrugi
