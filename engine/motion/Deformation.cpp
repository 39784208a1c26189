#include "engine/motion/Deformation.h"

#include <algorithm>

namespace sastrugi
{

double Deformation::largestStretch(const TriangleMesh& mesh) const
{
    double stretch = 1;
    for (const double time : typicalTimes()) {
        const std::vector<Vector3> points = pointsAt(time);
        for (const auto& triangle : mesh.triangles)
            for (std::size_t c = 0; c < 3; ++c) {
                const std::uint32_t a = triangle[c], b = triangle[(c + 1) % 3];
                const double rest = (mesh.points[a] - mesh.points[b]).norm();
                if (rest > 0)
                    stretch = std::max(stretch, (points[a] - points[b]).norm() / rest);
            }
    }
    return stretch;
}

} // namespace sastrugi
