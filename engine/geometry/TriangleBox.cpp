#include "engine/geometry/TriangleBox.h"

#include <algorithm>
#include <cmath>

namespace sastrugi
{

bool overlaps(const Vector3& a, const Vector3& b, const Vector3& c, const Bounds& box)
{
    const Vector3 centre = box.centre(), half = 0.5 * box.size();
    const Vector3 corners[3] = {a - centre, b - centre, c - centre};
    const auto isSeparating = [&](const Vector3& axis) {
        const double reach = half.dot(axis.cwiseAbs());
        const double p = axis.dot(corners[0]), q = axis.dot(corners[1]), r = axis.dot(corners[2]);
        return std::min({p, q, r}) > reach || std::max({p, q, r}) < -reach;
    };
    const Vector3 edges[3] = {b - a, c - b, a - c};
    for (int axis = 0; axis < 3; ++axis)
        if (isSeparating(Vector3::Unit(axis)))
            return false;
    if (isSeparating(edges[0].cross(edges[1])))
        return false;
    for (int axis = 0; axis < 3; ++axis)
        for (const Vector3& edge : edges)
            if (isSeparating(Vector3::Unit(axis).cross(edge)))
                return false;
    return true;
}

} // namespace sastrugi
