#include "engine/geometry/PlanarRegions.h"

#include "engine/geometry/MeshTopology.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace sastrugi
{

namespace
{

constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

/// Cosine of the largest angle between the normals of triangles in one region, and between edges in one line. The
/// tolerance is what counts; the angle keeps slivers and folds out.
constexpr double straight = 0.999;

struct FeatureEdge {
    std::uint32_t from, to; // welded points
    std::array<std::uint32_t, 2> regions;
};

class Finder
{
public:
    Finder(const TriangleMesh& mesh, double tolerance)
        : m_mesh(mesh), m_tolerance(tolerance), m_edges(sortedEdges(mesh, weldedIndices(mesh))),
          m_regionOf(mesh.triangles.size(), none)
    {
    }

    PlanarRegions run()
    {
        findRegions();
        findFeatureEdges();
        findLines();
        m_result.corners = corners();
        for (std::size_t region = 0; region < m_result.regions.size(); ++region)
            makeFrame(m_result.regions[region], m_longestLine[region]);
        return std::move(m_result);
    }

private:
    const Vector3& corner(std::uint32_t triangle, std::size_t i) const
    {
        return m_mesh.points[m_mesh.triangles[triangle][i]];
    }
    Vector3 normal(std::uint32_t triangle) const
    {
        const Vector3& a = corner(triangle, 0);
        return (corner(triangle, 1) - a).cross(corner(triangle, 2) - a).normalized();
    }

    /// Across the edges that exactly two triangles share.
    std::vector<std::array<std::uint32_t, 3>> neighbours() const
    {
        std::vector<std::array<std::uint32_t, 3>> result(m_mesh.triangles.size(), {none, none, none});
        const auto add = [&](std::uint32_t triangle, std::uint32_t other) {
            *std::find(result[triangle].begin(), result[triangle].end() - 1, none) = other;
        };
        forEachEdge(m_edges, [&](std::span<const TriangleEdge> sides) {
            if (sides.size() == 2) {
                add(sides[0].triangle, sides[1].triangle);
                add(sides[1].triangle, sides[0].triangle);
            }
        });
        return result;
    }

    void findRegions()
    {
        const auto neighboursOf = neighbours();
        std::vector<bool> hasArea(m_mesh.triangles.size(), false);
        for (const TriangleEdge& edge : m_edges)
            hasArea[edge.triangle] = true;
        m_result.regions.reserve(m_mesh.triangles.size()); // what is not used of it costs nothing
        for (std::uint32_t seed = 0; seed < m_mesh.triangles.size(); ++seed) {
            if (!hasArea[seed] || m_regionOf[seed] != none)
                continue;
            const auto index = static_cast<std::uint32_t>(m_result.regions.size());
            PlanarRegion& region = m_result.regions.emplace_back();
            const Vector3 origin = corner(seed, 0), up = normal(seed);
            const auto isInPlane = [&](std::uint32_t triangle) {
                for (std::size_t i = 0; i < 3; ++i)
                    if (std::abs(up.dot(corner(triangle, i) - origin)) > m_tolerance)
                        return false;
                return std::abs(up.dot(normal(triangle))) > straight;
            };
            region.triangles.push_back(seed);
            m_regionOf[seed] = index;
            for (std::size_t next = 0; next < region.triangles.size(); ++next)
                for (const std::uint32_t other : neighboursOf[region.triangles[next]])
                    if (other != none && m_regionOf[other] == none && isInPlane(other)) {
                        m_regionOf[other] = index;
                        region.triangles.push_back(other);
                    }
            region.axisV = up; // until makeFrame()
            std::sort(region.triangles.begin(), region.triangles.end());
        }
    }

    void findFeatureEdges()
    {
        m_edgesAt.resize(m_mesh.points.size());
        m_features.reserve(m_edges.size());
        forEachEdge(m_edges, [&](std::span<const TriangleEdge> sides) {
            const std::uint32_t first = m_regionOf[sides[0].triangle], last = m_regionOf[sides.back().triangle];
            if (sides.size() == 2 && first == last)
                return;
            const auto index = static_cast<std::uint32_t>(m_features.size());
            m_features.push_back({sides[0].low, sides[0].high, {first, last}});
            for (const std::uint32_t point : {sides[0].low, sides[0].high}) {
                m_edgesAt[point].count += 1;
                m_edgesAt[point].sum += index;
            }
        });
    }

    /// The one edge that goes straight on behind `edge` at `point`, or none.
    std::uint32_t continuation(std::uint32_t edge, std::uint32_t point) const
    {
        if (m_edgesAt[point].count != 2)
            return none;
        const auto other = static_cast<std::uint32_t>(m_edgesAt[point].sum - edge);
        const Vector3 in = m_mesh.points[point] - m_mesh.points[otherEnd(edge, point)];
        const Vector3 out = m_mesh.points[otherEnd(other, point)] - m_mesh.points[point];
        return in.dot(out) > straight * in.norm() * out.norm() ? other : none;
    }

    std::uint32_t otherEnd(std::uint32_t edge, std::uint32_t point) const
    {
        return m_features[edge].from == point ? m_features[edge].to : m_features[edge].from;
    }

    void findLines()
    {
        m_longestLine.assign(m_result.regions.size(), {Vector3::Zero(), Vector3::Zero()});
        std::vector<bool> isUsed(m_features.size(), false);
        m_result.lines.reserve(m_features.size());
        m_cornerIndices.reserve(2 * m_features.size());
        const auto follow = [&](std::uint32_t edge, std::uint32_t from) {
            const auto regions = m_features[edge].regions;
            std::vector<std::uint32_t> chain = {from};
            while (edge != none && !isUsed[edge]) {
                isUsed[edge] = true;
                chain.push_back(otherEnd(edge, chain.back()));
                edge = continuation(edge, chain.back());
            }
            addLines(chain, regions);
        };
        for (std::uint32_t edge = 0; edge < m_features.size(); ++edge)
            for (const std::uint32_t end : {m_features[edge].from, m_features[edge].to})
                if (!isUsed[edge] && continuation(edge, end) == none)
                    follow(edge, end);
        for (std::uint32_t edge = 0; edge < m_features.size(); ++edge) // smooth loops have no end to start at
            if (!isUsed[edge])
                follow(edge, m_features[edge].from);
    }

    /// Cuts the chain at the point furthest from its chord until all are near (Douglas and Peucker 1973).
    void addLines(std::span<const std::uint32_t> chain, const std::array<std::uint32_t, 2>& regions)
    {
        std::vector<std::span<const std::uint32_t>> work = {chain};
        while (!work.empty()) {
            const std::span<const std::uint32_t> part = work.back();
            work.pop_back();
            const Vector3 begin = m_mesh.points[part.front()], end = m_mesh.points[part.back()];
            const Vector3 along = (end - begin).normalized(); // zero for a loop
            double furthest = m_tolerance;
            std::size_t cut = 0;
            for (std::size_t i = 1; i + 1 < part.size(); ++i) {
                const Vector3 offset = m_mesh.points[part[i]] - begin;
                const double distance = (offset - along.dot(offset) * along).norm();
                if (distance > furthest) {
                    furthest = distance;
                    cut = i;
                }
            }
            if (cut > 0) {
                work.push_back(part.subspan(cut));
                work.push_back(part.first(cut + 1));
                continue;
            }
            m_result.lines.push_back({begin, end});
            m_cornerIndices.push_back(part.front());
            m_cornerIndices.push_back(part.back());
            for (const std::uint32_t region : regions)
                if (m_result.lines.back().length() > m_longestLine[region].length() * (1 + 1e-9))
                    m_longestLine[region] = m_result.lines.back();
        }
    }

    std::vector<Vector3> corners()
    {
        std::sort(m_cornerIndices.begin(), m_cornerIndices.end());
        m_cornerIndices.erase(std::unique(m_cornerIndices.begin(), m_cornerIndices.end()), m_cornerIndices.end());
        std::vector<Vector3> result;
        for (const std::uint32_t index : m_cornerIndices)
            result.push_back(m_mesh.points[index]);
        return result;
    }

    void makeFrame(PlanarRegion& region, const SurfaceLine& longest) const
    {
        const Vector3 up = region.axisV;
        Vector3 along = longest.end - longest.begin;
        if (along.isZero(0))
            along = corner(region.triangles[0], 1) - corner(region.triangles[0], 0);
        along = (along - up.dot(along) * up).normalized();
        const Vector3 across = up.cross(along);
        const Vector3 reference = corner(region.triangles[0], 0);
        Bounds extent; // along, across
        for (const std::uint32_t triangle : region.triangles)
            for (std::size_t i = 0; i < 3; ++i) {
                const Vector3 offset = corner(triangle, i) - reference;
                extent.add({along.dot(offset), across.dot(offset), 0});
            }
        region.axisU = along;
        region.axisV = across;
        region.origin = reference + extent.minimum.x() * along + extent.minimum.y() * across;
        region.lengthU = extent.size().x();
        region.lengthV = extent.size().y();
    }

    struct EdgesAt {
        std::uint32_t count = 0;
        std::uint64_t sum = 0; // of their indices: with two of them, the other is the sum less the one
    };

    const TriangleMesh& m_mesh;
    const double m_tolerance;
    const std::vector<TriangleEdge> m_edges;
    std::vector<std::uint32_t> m_regionOf; // by triangle
    std::vector<FeatureEdge> m_features;
    std::vector<EdgesAt> m_edgesAt; // by point
    std::vector<SurfaceLine> m_longestLine;
    std::vector<std::uint32_t> m_cornerIndices;
    PlanarRegions m_result;
};

} // namespace

PlanarRegions findPlanarRegions(const TriangleMesh& mesh, double tolerance) { return Finder(mesh, tolerance).run(); }

} // namespace sastrugi
