// The inner loop of means over points, built per instruction set.
#pragma once

#include "engine/core/Aligned.h"
#include "engine/particles/NeighbourKernels.h"

#include <cstddef>

namespace sastrugi
{

struct PointMeansKernels {
    /// The mean of `channels` arrays over the points, of which `ranges` are those that may be near, at (x, y, z) with
    /// the weights (1 - r^2/radius^2)^3; zeros where there is no point. Returns the sum of the weights. Arrays can be
    /// read eight beyond their ends.
    float (*mean)(const Float4* points, const CandidateRange* ranges, std::size_t rangeCount, const float at[3],
                  float radius, const float* const* values, std::size_t channels, float* out);
};

namespace portable
{
const PointMeansKernels& pointMeansKernels();
}
namespace avx2
{
const PointMeansKernels& pointMeansKernels();
}
namespace avx512
{
const PointMeansKernels& pointMeansKernels();
}

} // namespace sastrugi
