// Four quadruples side by side, sixteen floats: for kernels whose rows are four wide. For kernels only.
#pragma once

#include "engine/core/Wide.h"

namespace sastrugi::SASTRUGI_ISA
{

#if defined(__AVX512F__)

struct Row {
    __m512 raw;
};

constexpr __mmask16 allLanes = 0xffff; // what has no mask begins with an undefined value, of which GCC 12 warns

SASTRUGI_INLINE Row loadRow(const Float4* from) { return {_mm512_loadu_ps(&from->x)}; }
SASTRUGI_INLINE void storeRow(Float4* to, const Row& a) { _mm512_storeu_ps(&to->x, a.raw); }
/// The quadruple in all four places.
SASTRUGI_INLINE Row fourTimes(const Float4& a) { return {_mm512_maskz_broadcast_f32x4(allLanes, _mm_load_ps(&a.x))}; }
SASTRUGI_INLINE Row allOf(float a) { return {_mm512_set1_ps(a)}; }
/// A value for each quadruple.
SASTRUGI_INLINE Row eachOf(float a, float b, float c, float d)
{
    const __m512i places = _mm512_set_epi32(3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1, 0, 0, 0, 0);
    return {_mm512_maskz_permutexvar_ps(allLanes, places, _mm512_zextps128_ps512(_mm_set_ps(d, c, b, a)))};
}
SASTRUGI_INLINE Row operator*(const Row& a, const Row& b) { return {_mm512_mul_ps(a.raw, b.raw)}; }
/// a * b + c, rounded once.
SASTRUGI_INLINE Row fma(const Row& a, const Row& b, const Row& c) { return {_mm512_fmadd_ps(a.raw, b.raw, c.raw)}; }
SASTRUGI_INLINE Float8 lowHalf(const Row& a)
{
    return RawFloat8(_mm256_castpd_ps(_mm512_maskz_extractf64x4_pd(0xff, _mm512_castps_pd(a.raw), 0)));
}
SASTRUGI_INLINE Float8 highHalf(const Row& a)
{
    return RawFloat8(_mm256_castpd_ps(_mm512_maskz_extractf64x4_pd(0xff, _mm512_castps_pd(a.raw), 1)));
}

#else

struct Row {
    Float8 low, high;
};

SASTRUGI_INLINE Row loadRow(const Float4* from) { return {load(&from[0].x), load(&from[2].x)}; }
SASTRUGI_INLINE void storeRow(Float4* to, const Row& a)
{
    store(&to[0].x, a.low);
    store(&to[2].x, a.high);
}
SASTRUGI_INLINE Row allOf(float a) { return {Float8(a), Float8(a)}; }
SASTRUGI_INLINE Row operator*(const Row& a, const Row& b) { return {a.low * b.low, a.high * b.high}; }
SASTRUGI_INLINE Row fma(const Row& a, const Row& b, const Row& c)
{
    return {fma(a.low, b.low, c.low), fma(a.high, b.high, c.high)};
}
SASTRUGI_INLINE Float8 lowHalf(const Row& a) { return a.low; }
SASTRUGI_INLINE Float8 highHalf(const Row& a) { return a.high; }

#if defined(__AVX2__)
SASTRUGI_INLINE Row fourTimes(const Float4& a)
{
    const __m128 row = _mm_load_ps(&a.x);
    const Float8 twice = RawFloat8(_mm256_insertf128_ps(_mm256_castps128_ps256(row), row, 1));
    return {twice, twice};
}
SASTRUGI_INLINE Row eachOf(float a, float b, float c, float d)
{
    return {RawFloat8(_mm256_blend_ps(_mm256_set1_ps(a), _mm256_set1_ps(b), 0xF0)),
            RawFloat8(_mm256_blend_ps(_mm256_set1_ps(c), _mm256_set1_ps(d), 0xF0))};
}
#else // the scalar twin
SASTRUGI_INLINE Row fourTimes(const Float4& a)
{
    const Float8 twice = RawFloat8{a.x, a.y, a.z, a.w, a.x, a.y, a.z, a.w};
    return {twice, twice};
}
SASTRUGI_INLINE Row eachOf(float a, float b, float c, float d)
{
    return {RawFloat8{a, a, a, a, b, b, b, b}, RawFloat8{c, c, c, c, d, d, d, d}};
}
#endif

#endif

/// The sum of the four quadruples of a * b: of each half, then of both.
SASTRUGI_INLINE void storeSumOfProduct(Float4& to, const Row& a, const Row& b)
{
    const Float8 sum = fma(lowHalf(a), lowHalf(b), highHalf(a) * highHalf(b));
#if defined(__AVX2__)
    const __m256 raw = __m256(sum.raw);
    _mm_store_ps(&to.x, _mm_add_ps(_mm256_castps256_ps128(raw), _mm256_extractf128_ps(raw, 1)));
#else
    to = {sum.raw[0] + sum.raw[4], sum.raw[1] + sum.raw[5], sum.raw[2] + sum.raw[6], sum.raw[3] + sum.raw[7]};
#endif
}

} // namespace sastrugi::SASTRUGI_ISA
