// The kernel of the turbulence, built per instruction set.
#pragma once

#include "engine/core/Aligned.h"

#include <cstddef>
#include <cstdint>

namespace sastrugi
{

/// Eddies of one size at one time.
struct TurbulenceOctave {
    std::uint32_t cell[3];    // of the noise's lattice, where the origin of the positions is
    float offset[3];          // of that origin in its cell
    float inverseScale;       // cells per metre
    std::uint32_t pattern[2]; // the noises that are blended now
    float amplitude[2];       // m/s; of either
};

struct TurbulenceNow {
    static constexpr std::size_t mostOctaves = 8;
    std::size_t octaves = 0;
    TurbulenceOctave octave[mostOctaves];
};

namespace portable
{
void turbulence(const TurbulenceNow&, const Float4* positions, std::size_t count, Float4* velocities);
}
namespace avx2
{
void turbulence(const TurbulenceNow&, const Float4* positions, std::size_t count, Float4* velocities);
}
namespace avx512
{
void turbulence(const TurbulenceNow&, const Float4* positions, std::size_t count, Float4* velocities);
}

} // namespace sastrugi
