// The lanes of a wide value: their sum, and their numbers. Only for kernels, which are built per instruction set.
#pragma once

#include "engine/core/Wide.h"

namespace sastrugi::SASTRUGI_ISA
{

/// In a fixed order.
SASTRUGI_INLINE float total(Float8 a)
{
    return ((a.raw[0] + a.raw[1]) + (a.raw[2] + a.raw[3])) + ((a.raw[4] + a.raw[5]) + (a.raw[6] + a.raw[7]));
}

SASTRUGI_INLINE Float8 laneNumbers() { return RawFloat8{0, 1, 2, 3, 4, 5, 6, 7}; }

} // namespace sastrugi::SASTRUGI_ISA
