// Wide arithmetic: eight floats at a time, for kernels (*.kernel.cpp) only.
//
// The number of logical lanes is eight on every machine, multiply-add is explicit and fused, division and square root
// are exact: the same kernel gives the same bits on every instruction set. Everything here is in the namespace of the
// instruction set a file is built for, and is always inlined: no code of one set can be linked into another.
#pragma once

#include "engine/core/Aligned.h"

#include <cstddef>
#include <cstdint>

#if defined(__AVX2__)
#include <immintrin.h>
#endif

#if !defined(SASTRUGI_ISA)
#error "Wide.h belongs into *.kernel.cpp files"
#endif

#define SASTRUGI_INLINE [[gnu::always_inline]] inline

namespace sastrugi::SASTRUGI_ISA
{

constexpr std::size_t lanes = 8;

typedef float RawFloat8 __attribute__((vector_size(32)));
typedef std::int32_t RawInt8 __attribute__((vector_size(32)));

/// The result of a comparison: all bits of a lane are set where it holds.
struct Mask8 {
    RawInt8 raw;
};

struct Float8 {
    RawFloat8 raw;

    Float8() = default;
    SASTRUGI_INLINE Float8(RawFloat8 value) : raw(value) {}
    SASTRUGI_INLINE Float8(float value) : raw(RawFloat8{} + value) {}

    SASTRUGI_INLINE Float8& operator+=(Float8 other);
    SASTRUGI_INLINE Float8& operator-=(Float8 other);
};

SASTRUGI_INLINE Float8 operator+(Float8 a, Float8 b) { return a.raw + b.raw; }
SASTRUGI_INLINE Float8 operator-(Float8 a, Float8 b) { return a.raw - b.raw; }
SASTRUGI_INLINE Float8 operator*(Float8 a, Float8 b) { return a.raw * b.raw; }
SASTRUGI_INLINE Float8 operator/(Float8 a, Float8 b) { return a.raw / b.raw; }
SASTRUGI_INLINE Float8 operator-(Float8 a) { return -a.raw; }
SASTRUGI_INLINE Float8& Float8::operator+=(Float8 other) { return *this = *this + other; }
SASTRUGI_INLINE Float8& Float8::operator-=(Float8 other) { return *this = *this - other; }

SASTRUGI_INLINE Mask8 operator<(Float8 a, Float8 b) { return {a.raw < b.raw}; }
SASTRUGI_INLINE Mask8 operator>(Float8 a, Float8 b) { return {a.raw > b.raw}; }
SASTRUGI_INLINE Mask8 operator<=(Float8 a, Float8 b) { return {a.raw <= b.raw}; }
SASTRUGI_INLINE Mask8 operator>=(Float8 a, Float8 b) { return {a.raw >= b.raw}; }
SASTRUGI_INLINE Mask8 operator&(Mask8 a, Mask8 b) { return {a.raw & b.raw}; }
SASTRUGI_INLINE Mask8 operator|(Mask8 a, Mask8 b) { return {a.raw | b.raw}; }
SASTRUGI_INLINE Mask8 operator!(Mask8 a) { return {~a.raw}; }

SASTRUGI_INLINE Float8 select(Mask8 mask, Float8 yes, Float8 no) { return mask.raw ? yes.raw : no.raw; }
SASTRUGI_INLINE Float8 minimum(Float8 a, Float8 b) { return a.raw < b.raw ? a.raw : b.raw; }
SASTRUGI_INLINE Float8 maximum(Float8 a, Float8 b) { return a.raw > b.raw ? a.raw : b.raw; }

SASTRUGI_INLINE Float8 load(const float* from)
{
    RawFloat8 raw;
    __builtin_memcpy(&raw, from, sizeof raw);
    return raw;
}
SASTRUGI_INLINE void store(float* to, Float8 value) { __builtin_memcpy(to, &value.raw, sizeof value.raw); }

#if defined(__AVX2__)

/// a * b + c, rounded once.
SASTRUGI_INLINE Float8 fma(Float8 a, Float8 b, Float8 c) { return RawFloat8(_mm256_fmadd_ps(a.raw, b.raw, c.raw)); }
/// c - a * b, rounded once.
SASTRUGI_INLINE Float8 fnma(Float8 a, Float8 b, Float8 c) { return RawFloat8(_mm256_fnmadd_ps(a.raw, b.raw, c.raw)); }
SASTRUGI_INLINE Float8 sqrt(Float8 a) { return RawFloat8(_mm256_sqrt_ps(a.raw)); }
/// To the nearest integer, ties to even.
SASTRUGI_INLINE Float8 round(Float8 a)
{
    return RawFloat8(_mm256_round_ps(a.raw, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC));
}
/// Bit l is set where lane l of the mask is.
SASTRUGI_INLINE unsigned bits(Mask8 mask)
{
    return static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(reinterpret_cast<__m256i>(mask.raw))));
}
SASTRUGI_INLINE RawInt8 toInt(Float8 a) { return reinterpret_cast<RawInt8>(_mm256_cvtps_epi32(a.raw)); }

/// Lane l receives rows[index(l)], for four rows of quadruples in two halves.
SASTRUGI_INLINE void transpose(__m256 r0, __m256 r1, __m256 r2, __m256 r3, Float8& x, Float8& y, Float8& z, Float8& w)
{
    const __m256 t0 = _mm256_unpacklo_ps(r0, r1), t1 = _mm256_unpackhi_ps(r0, r1);
    const __m256 t2 = _mm256_unpacklo_ps(r2, r3), t3 = _mm256_unpackhi_ps(r2, r3);
    x = RawFloat8(_mm256_shuffle_ps(t0, t2, 0x44));
    y = RawFloat8(_mm256_shuffle_ps(t0, t2, 0xEE));
    z = RawFloat8(_mm256_shuffle_ps(t1, t3, 0x44));
    w = RawFloat8(_mm256_shuffle_ps(t1, t3, 0xEE));
}

SASTRUGI_INLINE __m256 twoRows(const Float4* low, const Float4* high)
{
    return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_load_ps(&low->x)), _mm_load_ps(&high->x), 1);
}

/// Lane l of x, y, z, w receives data[indices[l]].
SASTRUGI_INLINE void gather(const Float4* data, const std::uint32_t* indices, Float8& x, Float8& y, Float8& z,
                            Float8& w)
{
    transpose(twoRows(data + indices[0], data + indices[4]), twoRows(data + indices[1], data + indices[5]),
              twoRows(data + indices[2], data + indices[6]), twoRows(data + indices[3], data + indices[7]), x, y, z, w);
}

/// Lane l of x, y, z, w receives data[l].
SASTRUGI_INLINE void loadRows(const Float4* data, Float8& x, Float8& y, Float8& z, Float8& w)
{
    transpose(twoRows(data, data + 4), twoRows(data + 1, data + 5), twoRows(data + 2, data + 6),
              twoRows(data + 3, data + 7), x, y, z, w);
}

/// The inverse of loadRows().
SASTRUGI_INLINE void storeRows(Float4* data, Float8 x, Float8 y, Float8 z, Float8 w)
{
    const __m256 t0 = _mm256_unpacklo_ps(x.raw, y.raw), t1 = _mm256_unpackhi_ps(x.raw, y.raw);
    const __m256 t2 = _mm256_unpacklo_ps(z.raw, w.raw), t3 = _mm256_unpackhi_ps(z.raw, w.raw);
    const __m256 r0 = _mm256_shuffle_ps(t0, t2, 0x44), r1 = _mm256_shuffle_ps(t0, t2, 0xEE);
    const __m256 r2 = _mm256_shuffle_ps(t1, t3, 0x44), r3 = _mm256_shuffle_ps(t1, t3, 0xEE);
    _mm256_store_ps(&data[0].x, _mm256_permute2f128_ps(r0, r1, 0x20));
    _mm256_store_ps(&data[2].x, _mm256_permute2f128_ps(r2, r3, 0x20));
    _mm256_store_ps(&data[4].x, _mm256_permute2f128_ps(r0, r1, 0x31));
    _mm256_store_ps(&data[6].x, _mm256_permute2f128_ps(r2, r3, 0x31));
}

#else // the scalar twin

SASTRUGI_INLINE Float8 fma(Float8 a, Float8 b, Float8 c)
{
    for (std::size_t l = 0; l < lanes; ++l)
        c.raw[l] = __builtin_fmaf(a.raw[l], b.raw[l], c.raw[l]);
    return c;
}
SASTRUGI_INLINE Float8 fnma(Float8 a, Float8 b, Float8 c) { return fma(-a, b, c); }
SASTRUGI_INLINE Float8 sqrt(Float8 a)
{
    for (std::size_t l = 0; l < lanes; ++l)
        a.raw[l] = __builtin_sqrtf(a.raw[l]);
    return a;
}
SASTRUGI_INLINE Float8 round(Float8 a)
{
    for (std::size_t l = 0; l < lanes; ++l)
        a.raw[l] = __builtin_rintf(a.raw[l]);
    return a;
}
SASTRUGI_INLINE unsigned bits(Mask8 mask)
{
    unsigned result = 0;
    for (std::size_t l = 0; l < lanes; ++l)
        result |= (mask.raw[l] ? 1u : 0u) << l;
    return result;
}
SASTRUGI_INLINE RawInt8 toInt(Float8 a)
{
    RawInt8 result;
    for (std::size_t l = 0; l < lanes; ++l)
        result[l] = static_cast<std::int32_t>(__builtin_rintf(a.raw[l]));
    return result;
}
SASTRUGI_INLINE void gather(const Float4* data, const std::uint32_t* indices, Float8& x, Float8& y, Float8& z,
                            Float8& w)
{
    for (std::size_t l = 0; l < lanes; ++l) {
        const Float4& row = data[indices[l]];
        x.raw[l] = row.x, y.raw[l] = row.y, z.raw[l] = row.z, w.raw[l] = row.w;
    }
}
SASTRUGI_INLINE void loadRows(const Float4* data, Float8& x, Float8& y, Float8& z, Float8& w)
{
    for (std::size_t l = 0; l < lanes; ++l)
        x.raw[l] = data[l].x, y.raw[l] = data[l].y, z.raw[l] = data[l].z, w.raw[l] = data[l].w;
}
SASTRUGI_INLINE void storeRows(Float4* data, Float8 x, Float8 y, Float8 z, Float8 w)
{
    for (std::size_t l = 0; l < lanes; ++l)
        data[l] = {x.raw[l], y.raw[l], z.raw[l], w.raw[l]};
}

#endif

SASTRUGI_INLINE bool any(Mask8 mask) { return bits(mask) != 0; }
SASTRUGI_INLINE Float8 abs(Float8 a)
{
    return reinterpret_cast<RawFloat8>(reinterpret_cast<RawInt8>(a.raw) & 0x7fffffff);
}
SASTRUGI_INLINE Float8 clamp(Float8 a, Float8 low, Float8 high) { return minimum(maximum(a, low), high); }

/// The cube root of a > 0, relative error below 2e-7.
SASTRUGI_INLINE Float8 cbrt(Float8 a)
{
    // A third of the exponent is within 6 % of the root; three steps of Newton leave nothing of that.
    Float8 root = reinterpret_cast<RawFloat8>(reinterpret_cast<RawInt8>(a.raw) / 3 + 0x2a5137a0);
    for (int k = 0; k < 3; ++k)
        root = Float8(1.0f / 3) * fma(Float8(2), root, a / (root * root));
    return root;
}

/// e^a for |a| <= 80, relative error below 2e-7; one polynomial on every machine.
SASTRUGI_INLINE Float8 exp(Float8 a)
{
    const Float8 n = round(a * Float8(1.44269504f));
    // Two-part ln 2 keeps the reduced argument exact.
    Float8 f = fnma(n, Float8(0.693359375f), a);
    f = fma(n, Float8(2.12194440e-4f), f);
    Float8 p = Float8(1.9875691500e-4f);
    p = fma(p, f, Float8(1.3981999507e-3f));
    p = fma(p, f, Float8(8.3334519073e-3f));
    p = fma(p, f, Float8(4.1665795894e-2f));
    p = fma(p, f, Float8(1.6666665459e-1f));
    p = fma(p, f, Float8(5.0000001201e-1f));
    p = fma(p * f, f, f) + Float8(1);
    const RawInt8 power = (toInt(n) + 127) << 23;
    return p * Float8(reinterpret_cast<RawFloat8>(power));
}

/// A double per lane, for sums that must not lose what floats would.
struct Double8 {
    double lane[lanes] = {};

    SASTRUGI_INLINE void add(Float8 a)
    {
        for (std::size_t l = 0; l < lanes; ++l)
            lane[l] += static_cast<double>(a.raw[l]);
    }
    /// Adds the exact products.
    SASTRUGI_INLINE void addProduct(Float8 a, Float8 b)
    {
        for (std::size_t l = 0; l < lanes; ++l)
            lane[l] += static_cast<double>(a.raw[l]) * static_cast<double>(b.raw[l]);
    }
    /// In a fixed order.
    SASTRUGI_INLINE double sum() const
    {
        return ((lane[0] + lane[1]) + (lane[2] + lane[3])) + ((lane[4] + lane[5]) + (lane[6] + lane[7]));
    }
};

SASTRUGI_INLINE float largest(Float8 a)
{
    float result = a.raw[0];
    for (std::size_t l = 1; l < lanes; ++l)
        result = a.raw[l] > result ? a.raw[l] : result;
    return result;
}

} // namespace sastrugi::SASTRUGI_ISA
