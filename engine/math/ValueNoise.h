// A smooth random number of a place: random values at the corners of unit cells, blended between them by the fade of
// Perlin 2002, doi 10.1145/566654.566636, whose first and second derivatives vanish at the corners.
#pragma once

#include "engine/core/Random.h"
#include "engine/core/Vector.h"

namespace sastrugi
{

/// In (-1, 1), mean 0; the same for any machine and thread. The pattern comes again after two million cells.
double valueNoise(const Vector3& place, std::int64_t seed, std::uint32_t stream, RandomPurpose purpose);

} // namespace sastrugi
