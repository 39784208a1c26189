#include "engine/geometry/MeshTopology.h"
#include "engine/geometry/repairSteps.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

namespace sastrugi
{

namespace
{

using Loop = std::vector<std::uint32_t>;

/// Rims with at most so many points are closed with the least area; of larger ones, ears are cut before.
constexpr std::size_t leastAreaLimit = 120;

/// The rims of holes, run so that triangles along them fit to the surface.
std::vector<Loop> rimsOf(const TriangleMesh& mesh)
{
    std::multimap<std::uint32_t, std::uint32_t> next; // the open sides, the other way round
    forEachEdge(sortedEdges(mesh, weldedIndices(mesh)), [&](std::span<const TriangleEdge> sides) {
        if (sides.size() == 1) {
            const auto& [low, high, triangle, isForward] = sides[0];
            next.emplace(isForward ? high : low, isForward ? low : high);
        }
    });
    std::vector<Loop> loops;
    while (!next.empty()) {
        Loop path = {next.begin()->first};
        while (true) {
            const auto side = next.find(path.back());
            if (side == next.end())
                break; // sides that face different ways do not close a loop
            const std::uint32_t to = side->second;
            next.erase(side);
            const auto known = std::find(path.begin(), path.end(), to);
            if (known == path.end()) {
                path.push_back(to);
                continue;
            }
            loops.emplace_back(known, path.end()); // where rims touch in a point they are two
            path.erase(known + 1, path.end());
            if (next.find(path.back()) == next.end())
                break;
        }
    }
    return loops;
}

class HoleFiller
{
public:
    explicit HoleFiller(TriangleMesh& mesh) : m_mesh(mesh) {}

    void fill(Loop rim)
    {
        while (rim.size() > leastAreaLimit)
            cutEar(rim);
        closeWithLeastArea(rim);
    }

private:
    double areaOf(std::uint32_t a, std::uint32_t b, std::uint32_t c) const
    {
        const std::vector<Vector3>& p = m_mesh.points;
        return 0.5 * (p[b] - p[a]).cross(p[c] - p[a]).norm();
    }

    void add(std::uint32_t a, std::uint32_t b, std::uint32_t c) { m_mesh.triangles.push_back({a, b, c}); }

    /// The shortest one: what remains is a rounder rim.
    void cutEar(Loop& rim)
    {
        const std::size_t count = rim.size();
        std::size_t ear = 0;
        double shortest = 1e300;
        for (std::size_t i = 0; i < count; ++i) {
            const double length =
                (m_mesh.points[rim[(i + 1) % count]] - m_mesh.points[rim[(i + count - 1) % count]]).norm();
            if (length < shortest) {
                shortest = length;
                ear = i;
            }
        }
        add(rim[(ear + count - 1) % count], rim[ear], rim[(ear + 1) % count]);
        rim.erase(rim.begin() + static_cast<std::ptrdiff_t>(ear));
    }

    /// By dynamic programming over the chords: Barequet and Sharir 1995, doi 10.1016/0167-8396(94)00011-G.
    void closeWithLeastArea(const Loop& rim)
    {
        const std::size_t n = rim.size();
        std::vector<double> least(n * n, 0);
        std::vector<std::size_t> apex(n * n, 0);
        for (std::size_t span = 2; span < n; ++span)
            for (std::size_t i = 0; i + span < n; ++i) {
                const std::size_t k = i + span;
                double best = 1e300;
                for (std::size_t j = i + 1; j < k; ++j)
                    if (const double area = least[i * n + j] + least[j * n + k] + areaOf(rim[i], rim[j], rim[k]);
                        area < best) {
                        best = area;
                        apex[i * n + k] = j;
                    }
                least[i * n + k] = best;
            }
        std::vector<std::pair<std::size_t, std::size_t>> chords = {{0, n - 1}};
        while (!chords.empty()) {
            const auto [i, k] = chords.back();
            chords.pop_back();
            if (k - i < 2)
                continue;
            const std::size_t j = apex[i * n + k];
            add(rim[i], rim[j], rim[k]);
            chords.emplace_back(i, j);
            chords.emplace_back(j, k);
        }
    }

    TriangleMesh& m_mesh;
};

} // namespace

FilledHoles fillHoles(TriangleMesh& mesh, std::size_t largest)
{
    FilledHoles filled;
    const std::size_t before = mesh.triangles.size();
    HoleFiller filler(mesh);
    for (Loop& rim : rimsOf(mesh))
        if (rim.size() >= 3 && (largest == 0 || rim.size() <= largest)) {
            filler.fill(std::move(rim));
            ++filled.holes;
        }
    filled.triangles = mesh.triangles.size() - before;
    return filled;
}

} // namespace sastrugi
