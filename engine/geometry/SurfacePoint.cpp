#include "engine/geometry/SurfacePoint.h"

#include "engine/geometry/BoundsTree.h"

#include <algorithm>

namespace sastrugi
{

namespace
{

/// The weights of the point of a triangle that is nearest to `point`: inside, or on an edge.
std::array<double, 3> nearestWeights(const Vector3& point, const std::array<Vector3, 3>& corners)
{
    const Vector3 ab = corners[1] - corners[0], ac = corners[2] - corners[0], ap = point - corners[0];
    const double aa = ab.squaredNorm(), bb = ac.squaredNorm(), mixed = ab.dot(ac), det = aa * bb - mixed * mixed;
    if (det > 1e-30 * aa * bb) {
        const double v = (bb * ap.dot(ab) - mixed * ap.dot(ac)) / det, w = (aa * ap.dot(ac) - mixed * ap.dot(ab)) / det;
        if (v >= 0 && w >= 0 && v + w <= 1)
            return {1 - v - w, v, w};
    }
    std::array<double, 3> best{};
    double least = -1;
    for (std::size_t from = 0; from < 3; ++from) {
        const std::size_t to = (from + 1) % 3;
        const Vector3 edge = corners[to] - corners[from];
        const double length = edge.squaredNorm();
        const double share = length > 0 ? std::clamp((point - corners[from]).dot(edge) / length, 0.0, 1.0) : 0.0;
        const double square = (point - corners[from] - share * edge).squaredNorm();
        if (least < 0 || square < least) {
            least = square;
            best = {};
            best[from] = 1 - share;
            best[to] = share;
        }
    }
    return best;
}

} // namespace

std::vector<SurfacePoint> fixToSurface(const TriangleMesh& mesh, std::span<const Vector3> points, double distance)
{
    const BoundsTree tree(triangleBounds(mesh));
    std::vector<SurfacePoint> fixed;
    fixed.reserve(points.size());
    for (const Vector3& point : points) {
        double least = distance * distance;
        SurfacePoint best;
        bool isFound = false;
        tree.visitTouching({point.array() - distance, point.array() + distance}, [&](std::uint32_t index) {
            const auto& corners = mesh.triangles[index];
            const SurfacePoint candidate = {
                corners,
                nearestWeights(point, {mesh.points[corners[0]], mesh.points[corners[1]], mesh.points[corners[2]]})};
            const double square = (candidate.at(mesh.points) - point).squaredNorm();
            if (square < least) {
                least = square;
                best = candidate;
                isFound = true;
            }
            return false;
        });
        if (isFound)
            fixed.push_back(best);
    }
    return fixed;
}

} // namespace sastrugi
