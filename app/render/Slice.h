// A cut through the scene.
#pragma once

#include "engine/core/Vector.h"

#include <cmath>

namespace sastrugi
{

/// What lies between two parallel planes is drawn.
struct Slice {
    Vector3 normal = {0, 1, 0};
    double offset = 0;    // of the middle, along the normal, m
    double thickness = 0; // m; 0: everything behind the middle plane
    bool holds(const Vector3& point) const
    {
        const double d = normal.dot(point) - offset;
        return thickness > 0 ? std::abs(d) <= 0.5 * thickness : d <= 0;
    }
    bool operator==(const Slice&) const = default;
};

} // namespace sastrugi
