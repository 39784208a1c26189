// Counter-based random numbers: a number is a pure function of what it is for, so neither the number of threads
// nor a resumed run can change it. Philox 4x32-10, Salmon et al. 2011, doi 10.1145/2063384.2063405.
#pragma once

#include <array>
#include <cstdint>

namespace sastrugi
{

/// What a random number is for; each purpose is an independent stream.
enum class RandomPurpose : std::uint32_t {
    Jitter = 1,
    SurfaceSample = 2,
    Test = 3,
    Turbulence = 4,
    Gust = 5,
    Variation = 6,
    FlakePlace = 7,
    FlakeVelocity = 8,
    Clump = 9,
    Jet = 10,
    Noise = 11,
    FineScale = 12
};

/// Four independent 32-bit words for (seed, id, step, purpose).
constexpr std::array<std::uint32_t, 4> randomWords(std::uint64_t seed, std::uint64_t id, std::uint32_t step,
                                                   RandomPurpose purpose)
{
    std::array<std::uint32_t, 4> c = {static_cast<std::uint32_t>(id), static_cast<std::uint32_t>(id >> 32), step,
                                      static_cast<std::uint32_t>(purpose)};
    std::uint32_t k0 = static_cast<std::uint32_t>(seed), k1 = static_cast<std::uint32_t>(seed >> 32);
    for (int round = 0; round < 10; ++round) {
        const std::uint64_t p0 = std::uint64_t{0xD2511F53} * c[0], p1 = std::uint64_t{0xCD9E8D57} * c[2];
        c = {static_cast<std::uint32_t>(p1 >> 32) ^ c[1] ^ k0, static_cast<std::uint32_t>(p1),
             static_cast<std::uint32_t>(p0 >> 32) ^ c[3] ^ k1, static_cast<std::uint32_t>(p0)};
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
    return c;
}

/// Uniform in [0, 1), with 24 bits: exact in float.
constexpr float unitInterval(std::uint32_t word) { return static_cast<float>(word >> 8) * 0x1p-24f; }

} // namespace sastrugi
