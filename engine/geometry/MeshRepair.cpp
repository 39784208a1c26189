#include "engine/geometry/MeshRepair.h"

#include "engine/geometry/MeshTopology.h"
#include "engine/geometry/repairSteps.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

namespace sastrugi
{

namespace
{

using Indices = std::vector<std::uint32_t>;

/// For each point the first one of its class within a distance of it that stands for itself.
class NearMerger
{
public:
    NearMerger(const TriangleMesh& mesh, double distance, std::span<const std::uint64_t> classes)
        : m_mesh(mesh), m_classes(classes), m_distance(distance), m_origin(mesh.bounds().minimum)
    {
    }

    Indices run()
    {
        Indices merged(m_mesh.points.size());
        for (std::uint32_t i = 0; i < merged.size(); ++i) {
            merged[i] = findNear(i);
            if (merged[i] == i)
                m_cells[keyOf(cellOf(i))].push_back(i);
        }
        return merged;
    }

private:
    using Cell = std::array<std::int64_t, 3>;

    Cell cellOf(std::uint32_t point) const
    {
        const Vector3 place = (m_mesh.points[point] - m_origin) / m_distance;
        // Far more cells than that are near none of the others, wherever they are.
        const auto index = [](double value) { return static_cast<std::int64_t>(std::floor(std::min(value, 1e15))); };
        return {index(place.x()), index(place.y()), index(place.z())};
    }

    static std::uint64_t keyOf(const Cell& cell)
    {
        std::uint64_t key = 0;
        for (const std::int64_t index : cell)
            key = (key ^ static_cast<std::uint64_t>(index)) * 0x9e3779b97f4a7c15ull; // cells that share one cost time
        return key;
    }

    std::uint32_t findNear(std::uint32_t point) const
    {
        const Cell centre = cellOf(point);
        std::uint32_t first = point;
        for (std::int64_t z = -1; z <= 1; ++z)
            for (std::int64_t y = -1; y <= 1; ++y)
                for (std::int64_t x = -1; x <= 1; ++x) {
                    const auto found = m_cells.find(keyOf({centre[0] + x, centre[1] + y, centre[2] + z}));
                    if (found == m_cells.end())
                        continue;
                    for (const std::uint32_t other : found->second)
                        if (other < first && (m_classes.empty() || m_classes[other] == m_classes[point]) &&
                            (m_mesh.points[other] - m_mesh.points[point]).norm() <= m_distance)
                            first = other;
                }
        return first;
    }

    const TriangleMesh& m_mesh;
    std::span<const std::uint64_t> m_classes;
    double m_distance;
    Vector3 m_origin;
    std::unordered_map<std::uint64_t, Indices> m_cells;
};

/// Whether a triangle has the same corners as one before it; those for which `isLeft` do not count.
std::vector<bool> findDuplicates(std::span<const std::array<std::uint32_t, 3>> triangles,
                                 const std::vector<bool>& isLeft)
{
    std::vector<std::array<std::uint32_t, 4>> sorted; // corners, triangle
    for (std::uint32_t t = 0; t < triangles.size(); ++t)
        if (!isLeft[t]) {
            sorted.push_back({triangles[t][0], triangles[t][1], triangles[t][2], t});
            std::sort(sorted.back().begin(), sorted.back().begin() + 3);
        }
    std::sort(sorted.begin(), sorted.end());
    std::vector<bool> isDuplicate(triangles.size(), false);
    for (std::size_t i = 1; i < sorted.size(); ++i)
        isDuplicate[sorted[i][3]] = std::equal(sorted[i].begin(), sorted[i].begin() + 3, sorted[i - 1].begin());
    return isDuplicate;
}

/// The triangles of merged points that are worth keeping.
void keepTriangles(RepairedMesh& result, const TriangleMesh& mesh, const Indices& merged, bool dropsDuplicates)
{
    std::vector<std::array<std::uint32_t, 3>> triangles;
    std::vector<bool> isDegenerateOne, isDuplicate;
    for (const auto& [a, b, c] : mesh.triangles) {
        triangles.push_back({merged[a], merged[b], merged[c]});
        isDegenerateOne.push_back(isDegenerate(mesh.points[merged[a]], mesh.points[merged[b]], mesh.points[merged[c]]));
    }
    if (dropsDuplicates)
        isDuplicate = findDuplicates(triangles, isDegenerateOne);
    else
        isDuplicate.assign(triangles.size(), false);
    for (std::size_t t = 0; t < triangles.size(); ++t) {
        result.report.degenerateTriangles += isDegenerateOne[t];
        result.report.duplicateTriangles += isDuplicate[t];
        if (!isDegenerateOne[t] && !isDuplicate[t])
            result.mesh.triangles.push_back(triangles[t]);
    }
}

/// Leaves out points that no triangle has.
void keepPoints(RepairedMesh& result, const TriangleMesh& mesh)
{
    constexpr auto unused = std::numeric_limits<std::uint32_t>::max();
    Indices indices(mesh.points.size(), unused);
    for (const auto& triangle : result.mesh.triangles)
        for (const std::uint32_t corner : triangle)
            indices[corner] = 0;
    for (std::uint32_t point = 0; point < indices.size(); ++point)
        if (indices[point] != unused) {
            indices[point] = static_cast<std::uint32_t>(result.mesh.points.size());
            result.mesh.points.push_back(mesh.points[point]);
            result.sources.push_back(point);
        }
    for (auto& triangle : result.mesh.triangles)
        for (std::uint32_t& corner : triangle)
            corner = indices[corner];
}

} // namespace

RepairedMesh repaired(const TriangleMesh& mesh, const MeshRepair& repair, std::span<const std::uint64_t> classes)
{
    RepairedMesh result;
    result.report.points = mesh.points.size();
    result.report.triangles = mesh.triangles.size();
    std::vector<bool> isUsed(mesh.points.size(), false);
    for (const auto& triangle : mesh.triangles)
        for (const std::uint32_t corner : triangle)
            isUsed[corner] = true;
    const Indices merged =
        repair.mergeDistance > 0 ? NearMerger(mesh, repair.mergeDistance, classes).run() : weldedIndices(mesh, classes);
    for (std::uint32_t point = 0; point < merged.size(); ++point) {
        result.report.loosePoints += !isUsed[point];
        result.report.mergedPoints += isUsed[point] && merged[point] != point;
    }
    keepTriangles(result, mesh, merged, repair.dropDuplicates);
    keepPoints(result, mesh);
    if (repair.orientShells || repair.holes == HoleRepair::ThinShell)
        result.report.turnedTriangles = orientShells(result.mesh);
    if (repair.holes == HoleRepair::Fill) {
        const FilledHoles filled = fillHoles(result.mesh, static_cast<std::size_t>(repair.largestHole));
        result.report.filledHoles = filled.holes;
        result.report.addedTriangles = filled.triangles;
    }
    return result;
}

} // namespace sastrugi
