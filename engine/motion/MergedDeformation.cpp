#include "engine/motion/MergedDeformation.h"

#include "engine/core/Error.h"
#include "engine/geometry/Transform.h"

#include <algorithm>
#include <limits>

namespace sastrugi
{

MergedDeformation::MergedDeformation(std::vector<MovingMesh> meshes) : m_meshes(std::move(meshes))
{
    for (const MovingMesh& mesh : m_meshes) {
        if (mesh.deformation && mesh.deformation->stepAt(0))
            fail(ErrorKind::Scene,
                 "a mesh of a sequence has other triangles in each file, and cannot be merged with others; "
                 "give it a Boundary Sampler of its own");
        m_bounds.add(mesh.deformation ? mesh.deformation->bounds() : mesh->bounds());
    }
}

std::size_t MergedDeformation::pointCount() const
{
    std::size_t count = 0;
    for (const MovingMesh& mesh : m_meshes)
        count += mesh->points.size();
    return count;
}

std::vector<Vector3> MergedDeformation::pointsAt(double time) const
{
    std::vector<Vector3> points;
    points.reserve(pointCount());
    for (const MovingMesh& mesh : m_meshes) {
        const std::vector<Vector3> own = mesh.deformation ? mesh.deformation->pointsAt(time) : mesh->points;
        points.insert(points.end(), own.begin(), own.end());
    }
    return points;
}

double MergedDeformation::largestSpeed(double from, double to) const
{
    double speed = 0;
    for (const MovingMesh& mesh : m_meshes)
        if (mesh.deformation)
            speed = std::max(speed, mesh.deformation->largestSpeed(from, to));
    return speed;
}

ShapeInterval MergedDeformation::intervalAt(double time, double way) const
{
    // What all intervals have in common, and no motion begins or ends in.
    double begin = -std::numeric_limits<double>::infinity(), end = std::numeric_limits<double>::infinity();
    bool moves = false;
    for (const MovingMesh& mesh : m_meshes) {
        if (!mesh.deformation)
            continue;
        const ShapeInterval interval = mesh.deformation->intervalAt(time, way);
        if (!interval.isEmpty()) {
            moves = true;
            begin = std::max(begin, interval.begin);
            end = std::min(end, interval.end);
        } else if (interval.begin > time) {
            end = std::min(end, interval.begin);
        } else {
            begin = std::max(begin, interval.begin);
        }
    }
    if (moves)
        return {begin, end};
    const double still = end < std::numeric_limits<double>::infinity() ? end : begin;
    return {still, still};
}

std::vector<double> MergedDeformation::typicalTimes() const
{
    std::vector<double> times;
    for (const MovingMesh& mesh : m_meshes)
        if (mesh.deformation) {
            const std::vector<double> own = mesh.deformation->typicalTimes();
            times.insert(times.end(), own.begin(), own.end());
        }
    std::ranges::sort(times);
    times.erase(std::ranges::unique(times).begin(), times.end());
    return times;
}

void MergedDeformation::addToHash(ContentHash& hash) const
{
    hash.add("merged").add(static_cast<std::int64_t>(m_meshes.size()));
    for (const MovingMesh& mesh : m_meshes)
        if (mesh.deformation)
            mesh.deformation->addToHash(hash);
        else
            hash.add(mesh->contentHash());
}

MovingMesh merged(std::span<const MovingMesh> meshes)
{
    std::vector<const TriangleMesh*> starts;
    bool moves = false;
    for (const MovingMesh& mesh : meshes) {
        starts.push_back(mesh.mesh.get());
        moves = moves || mesh.deformation;
    }
    MovingMesh result(std::make_shared<const TriangleMesh>(merged(starts)));
    if (moves)
        result.deformation =
            std::make_shared<const MergedDeformation>(std::vector<MovingMesh>(meshes.begin(), meshes.end()));
    return result;
}

} // namespace sastrugi
