// Eight 3 x 3 matrices at a time, for kernels only: products, inverse and eigenvectors of symmetric ones.
#pragma once

#include "engine/core/Wide.h"

namespace sastrugi::SASTRUGI_ISA
{

struct Vector8 {
    Float8 x, y, z;
};

SASTRUGI_INLINE Vector8 operator+(const Vector8& a, const Vector8& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
SASTRUGI_INLINE Vector8 operator-(const Vector8& a, const Vector8& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
SASTRUGI_INLINE Vector8 operator*(Float8 s, const Vector8& a) { return {s * a.x, s * a.y, s * a.z}; }
/// s * a + b
SASTRUGI_INLINE Vector8 fma(Float8 s, const Vector8& a, const Vector8& b)
{
    return {fma(s, a.x, b.x), fma(s, a.y, b.y), fma(s, a.z, b.z)};
}
SASTRUGI_INLINE Float8 dot(const Vector8& a, const Vector8& b) { return fma(a.z, b.z, fma(a.y, b.y, a.x * b.x)); }

SASTRUGI_INLINE Vector8 cross(const Vector8& a, const Vector8& b)
{
    return {fma(a.y, b.z, -(a.z * b.y)), fma(a.z, b.x, -(a.x * b.z)), fma(a.x, b.y, -(a.y * b.x))};
}
SASTRUGI_INLINE Vector8 select(Mask8 mask, const Vector8& yes, const Vector8& no)
{
    return {select(mask, yes.x, no.x), select(mask, yes.y, no.y), select(mask, yes.z, no.z)};
}

struct Symmetric8 {
    Float8 xx, xy, xz, yy, yz, zz;
};

SASTRUGI_INLINE Float8 trace(const Symmetric8& a) { return a.xx + a.yy + a.zz; }
SASTRUGI_INLINE Symmetric8 select(Mask8 mask, const Symmetric8& yes, const Symmetric8& no)
{
    return {select(mask, yes.xx, no.xx), select(mask, yes.xy, no.xy), select(mask, yes.xz, no.xz),
            select(mask, yes.yy, no.yy), select(mask, yes.yz, no.yz), select(mask, yes.zz, no.zz)};
}
SASTRUGI_INLINE Vector8 operator*(const Symmetric8& a, const Vector8& v)
{
    return {fma(a.xz, v.z, fma(a.xy, v.y, a.xx * v.x)), fma(a.yz, v.z, fma(a.yy, v.y, a.xy * v.x)),
            fma(a.zz, v.z, fma(a.yz, v.y, a.xz * v.x))};
}
/// a += s v v^T
SASTRUGI_INLINE void addOuter(Symmetric8& a, Float8 s, const Vector8& v)
{
    const Vector8 w = s * v;
    a.xx = fma(w.x, v.x, a.xx);
    a.xy = fma(w.x, v.y, a.xy);
    a.xz = fma(w.x, v.z, a.xz);
    a.yy = fma(w.y, v.y, a.yy);
    a.yz = fma(w.y, v.z, a.yz);
    a.zz = fma(w.z, v.z, a.zz);
}
SASTRUGI_INLINE Float8 determinant(const Symmetric8& a)
{
    const Float8 cx = a.yy * a.zz - a.yz * a.yz, cy = a.xz * a.yz - a.xy * a.zz, cz = a.xy * a.yz - a.xz * a.yy;
    return fma(a.xz, cz, fma(a.xy, cy, a.xx * cx));
}
/// The adjugate times `scale`; the inverse for scale = 1 / determinant.
SASTRUGI_INLINE Symmetric8 adjugate(const Symmetric8& a, Float8 scale)
{
    return {scale * (a.yy * a.zz - a.yz * a.yz), scale * (a.xz * a.yz - a.xy * a.zz),
            scale * (a.xy * a.yz - a.xz * a.yy), scale * (a.xx * a.zz - a.xz * a.xz),
            scale * (a.xy * a.xz - a.xx * a.yz), scale * (a.xx * a.yy - a.xy * a.xy)};
}

/// Rows.
struct Matrix8 {
    Vector8 row[3];
};

SASTRUGI_INLINE Matrix8 toMatrix(const Symmetric8& a)
{
    return {{{a.xx, a.xy, a.xz}, {a.xy, a.yy, a.yz}, {a.xz, a.yz, a.zz}}};
}
SASTRUGI_INLINE Float8 trace(const Matrix8& a) { return a.row[0].x + a.row[1].y + a.row[2].z; }
/// a b for symmetric b.
SASTRUGI_INLINE Matrix8 operator*(const Matrix8& a, const Symmetric8& b)
{
    return {{b * a.row[0], b * a.row[1], b * a.row[2]}};
}
/// a b for symmetric a.
SASTRUGI_INLINE Matrix8 operator*(const Symmetric8& a, const Matrix8& b)
{
    const Matrix8 rows = toMatrix(a);
    Matrix8 result;
    for (int r = 0; r < 3; ++r)
        result.row[r] = fma(rows.row[r].z, b.row[2], fma(rows.row[r].y, b.row[1], rows.row[r].x * b.row[0]));
    return result;
}
/// a + a^T
SASTRUGI_INLINE Symmetric8 twiceSymmetricPart(const Matrix8& a)
{
    return {a.row[0].x + a.row[0].x, a.row[0].y + a.row[1].x, a.row[0].z + a.row[2].x,
            a.row[1].y + a.row[1].y, a.row[1].z + a.row[2].y, a.row[2].z + a.row[2].z};
}
SASTRUGI_INLINE Matrix8 transposed(const Matrix8& a)
{
    return {{{a.row[0].x, a.row[1].x, a.row[2].x},
             {a.row[0].y, a.row[1].y, a.row[2].y},
             {a.row[0].z, a.row[1].z, a.row[2].z}}};
}
/// a a^T
SASTRUGI_INLINE Symmetric8 timesTranspose(const Matrix8& a)
{
    return {dot(a.row[0], a.row[0]), dot(a.row[0], a.row[1]), dot(a.row[0], a.row[2]),
            dot(a.row[1], a.row[1]), dot(a.row[1], a.row[2]), dot(a.row[2], a.row[2])};
}
/// The symmetric result of p s p for symmetric p and s.
SASTRUGI_INLINE Symmetric8 sandwich(const Symmetric8& p, const Symmetric8& s)
{
    const Matrix8 a = p * (toMatrix(s) * p);
    return {a.row[0].x, a.row[0].y, a.row[0].z, a.row[1].y, a.row[1].z, a.row[2].z};
}

/// a = sum of value[k] vector[k] vector[k]^T with orthonormal vectors.
struct Eigen8 {
    Float8 value[3];
    Vector8 vector[3];

    /// sum of f[k] vector[k] vector[k]^T
    SASTRUGI_INLINE Symmetric8 compose(const Float8 f[3]) const
    {
        Symmetric8 a = {Float8(0), Float8(0), Float8(0), Float8(0), Float8(0), Float8(0)};
        for (int k = 0; k < 3; ++k)
            addOuter(a, f[k], vector[k]);
        return a;
    }
};

/// One Jacobi rotation in the plane (p, q); `rp` and `rq` are the elements that connect p and q to the third axis.
SASTRUGI_INLINE void rotate(Float8& pp, Float8& qq, Float8& pq, Float8& rp, Float8& rq, Vector8& vp, Vector8& vq)
{
    const Mask8 small = abs(pq) <= Float8(1e-12f) * (abs(pp) + abs(qq));
    const Float8 theta = (qq - pp) / select(small, Float8(1), pq + pq);
    const Float8 size = Float8(1) / (abs(theta) + sqrt(fma(theta, theta, Float8(1))));
    Float8 t = select(theta < Float8(0), -size, size);
    t = select(small, Float8(0), t);
    const Float8 c = Float8(1) / sqrt(fma(t, t, Float8(1))), s = t * c;
    pp = fnma(t, pq, pp);
    qq = fma(t, pq, qq);
    pq = Float8(0);
    const Float8 oldRp = rp;
    rp = fnma(s, rq, c * rp);
    rq = fma(s, oldRp, c * rq);
    const Vector8 oldVp = vp;
    vp = fma(-s, vq, c * vp);
    vq = fma(s, oldVp, c * vq);
}

/// Cyclic Jacobi; three sweeps reach single precision for the matrices of deformations and neighbourhoods, any matrix
/// wants five.
SASTRUGI_INLINE Eigen8 eigenvectors(Symmetric8 a, int sweeps = 3)
{
    const Float8 one(1), zero(0);
    Eigen8 e = {{zero, zero, zero}, {{one, zero, zero}, {zero, one, zero}, {zero, zero, one}}};
    for (int sweep = 0; sweep < sweeps; ++sweep) {
        rotate(a.xx, a.yy, a.xy, a.xz, a.yz, e.vector[0], e.vector[1]);
        rotate(a.xx, a.zz, a.xz, a.xy, a.yz, e.vector[0], e.vector[2]);
        rotate(a.yy, a.zz, a.yz, a.xy, a.xz, e.vector[1], e.vector[2]);
    }
    e.value[0] = a.xx;
    e.value[1] = a.yy;
    e.value[2] = a.zz;
    return e;
}

} // namespace sastrugi::SASTRUGI_ISA
