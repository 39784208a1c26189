// Wide moves of 32-bit words: packing selected lanes together, and transposing eight lists. For kernels only.
#pragma once

#include "engine/core/Wide.h"

namespace sastrugi::SASTRUGI_ISA
{

/// For each set of lanes, their numbers in order.
struct PackingTable {
    alignas(32) std::int32_t lane[256][8] = {};

    constexpr PackingTable()
    {
        for (unsigned set = 0; set < 256; ++set) {
            int count = 0;
            for (int l = 0; l < 8; ++l)
                if (set >> l & 1)
                    lane[set][count++] = l;
        }
    }
};
inline constexpr PackingTable packingTable;

/// Moves the lanes of a set to the front. What follows them is not defined.
struct Packing {
    std::size_t count;

#if defined(__AVX2__)
    SASTRUGI_INLINE explicit Packing(unsigned set)
        : count(static_cast<std::size_t>(__builtin_popcount(set))),
          m_lanes(_mm256_load_si256(reinterpret_cast<const __m256i*>(packingTable.lane[set])))
    {
    }
    SASTRUGI_INLINE Float8 operator()(Float8 a) const { return RawFloat8(_mm256_permutevar8x32_ps(a.raw, m_lanes)); }
    /// Stores first + lane.
    SASTRUGI_INLINE void storeIndices(std::uint32_t* to, std::uint32_t first) const
    {
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(to),
                            _mm256_add_epi32(m_lanes, _mm256_set1_epi32(static_cast<int>(first))));
    }
    SASTRUGI_INLINE void storeWords(std::uint32_t* to, const std::uint32_t* from) const
    {
        const __m256i words = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), _mm256_permutevar8x32_epi32(words, m_lanes));
    }

private:
    __m256i m_lanes;
#else
    SASTRUGI_INLINE explicit Packing(unsigned set)
        : count(static_cast<std::size_t>(__builtin_popcount(set))), m_lanes(packingTable.lane[set])
    {
    }
    SASTRUGI_INLINE Float8 operator()(Float8 a) const
    {
        Float8 result;
        for (std::size_t l = 0; l < lanes; ++l)
            result.raw[l] = a.raw[m_lanes[l]];
        return result;
    }
    SASTRUGI_INLINE void storeIndices(std::uint32_t* to, std::uint32_t first) const
    {
        for (std::size_t l = 0; l < lanes; ++l)
            to[l] = first + static_cast<std::uint32_t>(m_lanes[l]);
    }
    SASTRUGI_INLINE void storeWords(std::uint32_t* to, const std::uint32_t* from) const
    {
        std::uint32_t words[lanes];
        __builtin_memcpy(words, from, sizeof words);
        for (std::size_t l = 0; l < lanes; ++l)
            to[l] = words[m_lanes[l]];
    }

private:
    const std::int32_t* m_lanes;
#endif
};

#if defined(__AVX2__)

/// Writes eight rows: row k holds lists[0..7][first + k], or `dummy` where a list is shorter.
SASTRUGI_INLINE void transposeWords(const std::uint32_t* const lists[8], const std::uint32_t counts[8],
                                    std::size_t first, std::uint32_t dummy, std::uint32_t* out)
{
    const __m256i numbers = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    const __m256i fill = _mm256_set1_epi32(static_cast<int>(dummy));
    __m256i r[8];
    for (int l = 0; l < 8; ++l) {
        const __m256i left = _mm256_set1_epi32(static_cast<int>(counts[l]) - static_cast<int>(first));
        const __m256i words = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(lists[l] + first));
        r[l] = _mm256_blendv_epi8(fill, words, _mm256_cmpgt_epi32(left, numbers));
    }
    __m256i t[8];
    for (int l = 0; l < 8; l += 2) {
        t[l] = _mm256_unpacklo_epi32(r[l], r[l + 1]);
        t[l + 1] = _mm256_unpackhi_epi32(r[l], r[l + 1]);
    }
    __m256i u[8];
    for (int l = 0; l < 8; l += 4) {
        u[l] = _mm256_unpacklo_epi64(t[l], t[l + 2]);
        u[l + 1] = _mm256_unpackhi_epi64(t[l], t[l + 2]);
        u[l + 2] = _mm256_unpacklo_epi64(t[l + 1], t[l + 3]);
        u[l + 3] = _mm256_unpackhi_epi64(t[l + 1], t[l + 3]);
    }
    for (int k = 0; k < 4; ++k) {
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + 8 * k), _mm256_permute2x128_si256(u[k], u[k + 4], 0x20));
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + 8 * (k + 4)),
                            _mm256_permute2x128_si256(u[k], u[k + 4], 0x31));
    }
}

#else

SASTRUGI_INLINE void transposeWords(const std::uint32_t* const lists[8], const std::uint32_t counts[8],
                                    std::size_t first, std::uint32_t dummy, std::uint32_t* out)
{
    for (std::size_t k = 0; k < lanes; ++k)
        for (std::size_t l = 0; l < lanes; ++l)
            out[k * lanes + l] = first + k < counts[l] ? lists[l][first + k] : dummy;
}

#endif

} // namespace sastrugi::SASTRUGI_ISA
