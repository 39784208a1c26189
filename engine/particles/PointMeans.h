// Means of values that points carry, around one place after the other.
#pragma once

#include "engine/particles/CellRows.h"
#include "engine/particles/PointMeansKernel.h"

#include <vector>

namespace sastrugi
{

class PointMeans
{
public:
    /// `points` and each of the channels are in the order of the grid, which is open, and can be read eight beyond
    /// their ends. All must outlive this, which is for one thread.
    PointMeans(const CellGrid& grid, const Float4* points, const std::vector<const float*>& channels);

    /// The mean of each channel at a place, with the weights (1 - r^2/radius^2)^3; zeros where no point is near.
    /// Returns the sum of the weights. Quick where places follow each other closely.
    float at(const float place[3], float radius, float* out);

private:
    const Float4* m_points;
    const std::vector<const float*>& m_channels;
    const PointMeansKernels& m_kernels;
    CellRows m_rows;
    const std::vector<CandidateRange>* m_ranges = nullptr;
    CellBox3 m_box = {};
};

} // namespace sastrugi
