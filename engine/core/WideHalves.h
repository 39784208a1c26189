// A wide value as two quadruples: for kernels whose rows are four wide. For kernels only.
#pragma once

#include "engine/core/Wide.h"

namespace sastrugi::SASTRUGI_ISA
{

#if defined(__AVX2__)

/// The quadruple in both halves.
SASTRUGI_INLINE Float8 twice(const Float4& a)
{
    const __m128 row = _mm_load_ps(&a.x);
    return RawFloat8(_mm256_insertf128_ps(_mm256_castps128_ps256(row), row, 1));
}
/// One value in the lower four lanes, another in the upper four.
SASTRUGI_INLINE Float8 halves(float low, float high)
{
    return RawFloat8(_mm256_blend_ps(_mm256_set1_ps(low), _mm256_set1_ps(high), 0xF0));
}
/// The sum of both halves.
SASTRUGI_INLINE void storeFolded(Float4& to, Float8 a)
{
    const __m256 raw = __m256(a.raw);
    _mm_store_ps(&to.x, _mm_add_ps(_mm256_castps256_ps128(raw), _mm256_extractf128_ps(raw, 1)));
}

#else // the scalar twin

SASTRUGI_INLINE Float8 twice(const Float4& a) { return RawFloat8{a.x, a.y, a.z, a.w, a.x, a.y, a.z, a.w}; }
SASTRUGI_INLINE Float8 halves(float low, float high) { return RawFloat8{low, low, low, low, high, high, high, high}; }
SASTRUGI_INLINE void storeFolded(Float4& to, Float8 a)
{
    to = {a.raw[0] + a.raw[4], a.raw[1] + a.raw[5], a.raw[2] + a.raw[6], a.raw[3] + a.raw[7]};
}

#endif

} // namespace sastrugi::SASTRUGI_ISA
