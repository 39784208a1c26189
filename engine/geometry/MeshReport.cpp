#include "engine/geometry/MeshReport.h"

#include "engine/geometry/JoinedPoints.h"
#include "engine/geometry/MeshTopology.h"

#include <vector>

namespace sastrugi
{

namespace
{

bool hasArea(const TriangleMesh& mesh, const std::array<std::uint32_t, 3>& triangle)
{
    return !isDegenerate(mesh.points[triangle[0]], mesh.points[triangle[1]], mesh.points[triangle[2]]);
}

void countEdges(std::span<const TriangleEdge> edges, std::size_t pointCount, MeshReport& report)
{
    JoinedPoints surface(pointCount), rim(pointCount);
    std::vector<bool> isOnSurface(pointCount, false), isOnRim(pointCount, false);
    bool isEven = true;
    forEachEdge(edges, [&](std::span<const TriangleEdge> sides) {
        const std::uint32_t low = sides[0].low, high = sides[0].high;
        const EdgeFault fault = faultOf(sides);
        surface.join(low, high);
        isOnSurface[low] = isOnSurface[high] = true;
        isEven = isEven && sides.size() % 2 == 0;
        if (fault == EdgeFault::Open) {
            ++report.boundaryEdges;
            rim.join(low, high);
            isOnRim[low] = isOnRim[high] = true;
        }
        report.nonManifoldEdges += fault == EdgeFault::Branching;
        report.inconsistentEdges += fault == EdgeFault::Facing;
    });
    report.isClosed = isEven && !edges.empty();
    report.shells = surface.countOf(isOnSurface);
    report.holes = rim.countOf(isOnRim);
}

} // namespace

MeshReport inspectMesh(const TriangleMesh& mesh)
{
    MeshReport report;
    report.points = mesh.points.size();
    report.triangles = mesh.triangles.size();
    report.volume = mesh.signedVolume();
    report.area = mesh.surfaceArea();
    report.bounds = mesh.bounds();
    std::vector<bool> isUsed(mesh.points.size(), false);
    for (const auto& triangle : mesh.triangles) {
        report.degenerateTriangles += !hasArea(mesh, triangle);
        for (const std::uint32_t corner : triangle)
            isUsed[corner] = true;
    }
    for (const bool used : isUsed)
        report.loosePoints += !used;
    countEdges(sortedEdges(mesh, weldedIndices(mesh)), mesh.points.size(), report);
    return report;
}

} // namespace sastrugi
