#include "engine/surface/smoothMesh.h"

#include "engine/core/Parallel.h"

namespace sastrugi
{

namespace
{

// Waves longer than one over the root of 1 / forward - 1 / back neighbours stay as they are.
constexpr double forward = 0.5, back = 0.53;

/// The neighbours of each point, one after the other. Every one of them is the end of one directed side of a triangle
/// that begins there.
struct Neighbours {
    std::vector<std::uint32_t> firsts, points;

    explicit Neighbours(const TriangleMesh& mesh) : firsts(mesh.points.size() + 2, 0), points(3 * mesh.triangles.size())
    {
        for (const auto& triangle : mesh.triangles)
            for (const std::uint32_t point : triangle)
                ++firsts[point + 2];
        for (std::size_t i = 2; i < firsts.size(); ++i)
            firsts[i] += firsts[i - 1];
        for (const auto& triangle : mesh.triangles)
            for (std::size_t k = 0; k < 3; ++k)
                points[firsts[triangle[k] + 1]++] = triangle[(k + 1) % 3];
    }
};

void move(const std::vector<Vector3>& from, const Neighbours& neighbours, double share, std::vector<Vector3>& to)
{
    parallelFor(from.size(), [&](std::size_t i) {
        Vector3 sum(0, 0, 0);
        for (std::uint32_t k = neighbours.firsts[i]; k < neighbours.firsts[i + 1]; ++k)
            sum += from[neighbours.points[k]] - from[i];
        to[i] = from[i] + share / (neighbours.firsts[i + 1] - neighbours.firsts[i]) * sum;
    });
}

} // namespace

void smoothMesh(TriangleMesh& mesh, std::int64_t steps, const std::stop_token& stop)
{
    if (steps == 0 || mesh.points.empty())
        return;
    const Neighbours neighbours(mesh);
    std::vector<Vector3> moved(mesh.points.size());
    for (std::int64_t step = 0; step < steps; ++step) {
        throwIfStopped(stop);
        move(mesh.points, neighbours, forward, moved);
        move(moved, neighbours, -back, mesh.points);
    }
}

} // namespace sastrugi
