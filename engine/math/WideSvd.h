// Eight singular value decompositions at a time, and eight nearest rotations; for kernels only.
//
// As McAdams et al. 2011 ("Computing the singular value decomposition of 3x3 matrices with minimal branching", TR1690
// of the University of Wisconsin): V by Jacobi rotations of A^T A, then U by orthogonalising A V. Both are rotations,
// so that the smallest singular value carries the sign of the determinant. Single precision relative to the largest
// singular value, also for singular matrices.
#pragma once

#include "engine/math/WideMatrix.h"

namespace sastrugi::SASTRUGI_ISA
{

/// a = sum of sigma[k] u[k] v[k]^T; sigma[0] >= sigma[1] >= |sigma[2]|, u and v right-handed.
struct Svd8 {
    Vector8 u[3];
    Float8 sigma[3];
    Vector8 v[3];

    /// sum of s[k] u[k] v[k]^T
    SASTRUGI_INLINE Matrix8 compose(const Float8 s[3]) const
    {
        const Vector8 a = s[0] * u[0], b = s[1] * u[1], c = s[2] * u[2];
        return {{fma(c.x, v[2], fma(b.x, v[1], a.x * v[0])), fma(c.y, v[2], fma(b.y, v[1], a.y * v[0])),
                 fma(c.z, v[2], fma(b.z, v[1], a.z * v[0]))}};
    }
};

SASTRUGI_INLINE Vector8 operator*(const Matrix8& a, const Vector8& v)
{
    return {dot(a.row[0], v), dot(a.row[1], v), dot(a.row[2], v)};
}

/// a^T a
SASTRUGI_INLINE Symmetric8 transposeTimes(const Matrix8& a)
{
    Symmetric8 s = {Float8(0), Float8(0), Float8(0), Float8(0), Float8(0), Float8(0)};
    for (const Vector8& row : a.row)
        addOuter(s, Float8(1), row);
    return s;
}

/// Exchanges columns k and l where the second is larger; one changes its sign, so that handedness stays.
SASTRUGI_INLINE void sortColumns(Float8& squareK, Float8& squareL, Vector8& bK, Vector8& bL, Vector8& vK, Vector8& vL)
{
    const Mask8 swap = squareK < squareL;
    const Float8 square = squareK;
    squareK = select(swap, squareL, square);
    squareL = select(swap, square, squareL);
    const Vector8 b = bK, v = vK;
    bK = select(swap, bL, b);
    bL = select(swap, Float8(-1) * b, bL);
    vK = select(swap, vL, v);
    vL = select(swap, Float8(-1) * v, vL);
}

/// b / |b|, or `instead` where b is next to nothing.
SASTRUGI_INLINE Vector8 directionOf(const Vector8& b, const Vector8& instead)
{
    const Float8 square = dot(b, b);
    const Mask8 none = square <= Float8(1e-30f);
    return select(none, instead, (Float8(1) / sqrt(select(none, Float8(1), square))) * b);
}

/// Some direction across the unit vector a.
SASTRUGI_INLINE Vector8 across(const Vector8& a)
{
    const Float8 zero(0);
    const Mask8 notAlongX = abs(a.x) < Float8(0.6f);
    return directionOf(select(notAlongX, Vector8{zero, a.z, -a.y}, Vector8{-a.z, zero, a.x}), a);
}

SASTRUGI_INLINE Svd8 singularValues(const Matrix8& a)
{
    const Eigen8 eigen = eigenvectors(transposeTimes(a), 5);
    Svd8 svd;
    Vector8 b[3];
    Float8 square[3];
    for (int k = 0; k < 3; ++k) {
        svd.v[k] = eigen.vector[k];
        b[k] = a * svd.v[k];
        square[k] = dot(b[k], b[k]);
    }
    sortColumns(square[0], square[1], b[0], b[1], svd.v[0], svd.v[1]);
    sortColumns(square[0], square[2], b[0], b[2], svd.v[0], svd.v[2]);
    sortColumns(square[1], square[2], b[1], b[2], svd.v[1], svd.v[2]);
    const Float8 one(1), zero(0);
    svd.u[0] = directionOf(b[0], {one, zero, zero});
    // Twice, since b[1] may be as small as what rounding left in it of b[0].
    Vector8 second = b[1];
    for (int pass = 0; pass < 2; ++pass) {
        second = fma(-dot(svd.u[0], second), svd.u[0], second);
        svd.u[1] = second = directionOf(second, across(svd.u[0]));
    }
    svd.u[2] = cross(svd.u[0], svd.u[1]);
    for (int k = 0; k < 3; ++k)
        svd.sigma[k] = dot(svd.u[k], b[k]);
    return svd;
}

/// a divided by its transposed inverse: the columns and rows of the adjugate, without a division.
SASTRUGI_INLINE Matrix8 cofactors(const Matrix8& a)
{
    return {{cross(a.row[1], a.row[2]), cross(a.row[2], a.row[0]), cross(a.row[0], a.row[1])}};
}

/// The rotation of the polar decomposition a = R S, for determinants above zero and singular values between 0.5 and 2:
/// four steps of Newton's iteration (Higham 1986, doi 10.1137/0907079) reach single precision there.
SASTRUGI_INLINE Matrix8 nearestRotation(const Matrix8& a)
{
    Matrix8 r = a;
    for (int step = 0; step < 4; ++step) {
        const Matrix8 c = cofactors(r);
        const Float8 half = Float8(0.5f) / dot(r.row[0], c.row[0]);
        for (int k = 0; k < 3; ++k)
            r.row[k] = fma(half, c.row[k], Float8(0.5f) * r.row[k]);
    }
    return r;
}

} // namespace sastrugi::SASTRUGI_ISA
