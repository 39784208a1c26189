// Numbers on a regular grid of voxels.
#pragma once

#include "engine/core/Vector.h"
#include "engine/geometry/TriangleMesh.h"

#include <array>
#include <cstddef>
#include <vector>

namespace sastrugi
{

struct VoxelGrid {
    Vector3 origin = {0, 0, 0};             // centre of the first voxel, m
    double voxelSize = 0;                   // m
    std::array<std::size_t, 3> counts = {}; // along x, y and z
    std::vector<float> values;              // x runs fastest

    std::size_t indexOf(std::size_t i, std::size_t j, std::size_t k) const
    {
        return i + counts[0] * (j + counts[1] * k);
    }
    /// From the first to the last centre; empty without voxels.
    Bounds bounds() const
    {
        if (values.empty())
            return {};
        return {origin,
                origin + voxelSize * Vector3(static_cast<double>(counts[0] - 1), static_cast<double>(counts[1] - 1),
                                             static_cast<double>(counts[2] - 1))};
    }
};

} // namespace sastrugi
