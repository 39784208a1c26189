#include "engine/geometry/MeshTopology.h"

#include "engine/core/Parallel.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>

namespace sastrugi
{

std::vector<std::uint32_t> weldedIndices(const TriangleMesh& mesh, std::span<const std::uint64_t> classes)
{
    const auto place = [&](std::uint32_t index) {
        const Vector3& point = mesh.points[index];
        return std::tuple(point.x(), point.y(), point.z(), classes.empty() ? 0 : classes[index]);
    };
    std::vector<std::uint32_t> order(mesh.points.size());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return std::tuple_cat(place(a), std::tuple(a)) < std::tuple_cat(place(b), std::tuple(b));
    });
    std::vector<std::uint32_t> welded(mesh.points.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        const bool isSame = i > 0 && place(order[i]) == place(order[i - 1]);
        welded[order[i]] = isSame ? welded[order[i - 1]] : order[i];
    }
    return welded;
}

bool isDegenerate(const Vector3& a, const Vector3& b, const Vector3& c)
{
    const double longest = std::sqrt(std::max({(b - a).squaredNorm(), (c - b).squaredNorm(), (a - c).squaredNorm()}));
    const double magnitude = std::max({a.cwiseAbs().maxCoeff(), b.cwiseAbs().maxCoeff(), c.cwiseAbs().maxCoeff()});
    const double resolution = 4 * std::numeric_limits<double>::epsilon() * std::max(magnitude, longest);
    // Twice the area is longest side times height; a height that rounding can make is none.
    return !((b - a).cross(c - a).norm() > longest * resolution);
}

namespace
{

/// By all threads where there are many: the order of edges is that of one.
void sortEdges(std::vector<TriangleEdge>& edges)
{
    const auto isBefore = [](const TriangleEdge& a, const TriangleEdge& b) {
        return std::tie(a.low, a.high, a.triangle) < std::tie(b.low, b.high, b.triangle);
    };
    const std::size_t parts = edges.size() < 100'000 ? 1 : 8;
    const auto place = [&](std::size_t part) {
        return edges.begin() + static_cast<std::ptrdiff_t>(edges.size() * part / parts);
    };
    parallelForEach(parts, [&](std::size_t i) { std::sort(place(i), place(i + 1), isBefore); });
    for (std::size_t width = 1; width < parts; width *= 2)
        parallelForEach(parts / (2 * width), [&](std::size_t i) {
            const std::size_t first = 2 * width * i;
            std::inplace_merge(place(first), place(first + width), place(first + 2 * width), isBefore);
        });
}

} // namespace

std::vector<TriangleEdge> sortedEdges(const TriangleMesh& mesh, const std::vector<std::uint32_t>& welded)
{
    std::vector<TriangleEdge> edges;
    edges.reserve(3 * mesh.triangles.size());
    for (std::size_t index = 0; index < mesh.triangles.size(); ++index) {
        const auto& corners = mesh.triangles[index];
        if (isDegenerate(mesh.points[corners[0]], mesh.points[corners[1]], mesh.points[corners[2]]))
            continue;
        for (std::size_t side = 0; side < 3; ++side) {
            const std::uint32_t from = welded[corners[side]], to = welded[corners[(side + 1) % 3]];
            edges.push_back({std::min(from, to), std::max(from, to), static_cast<std::uint32_t>(index), from < to});
        }
    }
    sortEdges(edges);
    return edges;
}

std::vector<RimEdge> rimOf(const TriangleMesh& mesh)
{
    std::vector<RimEdge> rim;
    forEachEdge(sortedEdges(mesh, weldedIndices(mesh)), [&](std::span<const TriangleEdge> sides) {
        int balance = 0;
        for (const TriangleEdge& side : sides)
            balance += side.isForward ? 1 : -1;
        if (balance != 0)
            rim.push_back({mesh.points[sides[0].low], mesh.points[sides[0].high], std::abs(double(balance))});
    });
    return rim;
}

} // namespace sastrugi
