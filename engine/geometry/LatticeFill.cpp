#include "engine/geometry/LatticeFill.h"

#include "engine/core/Error.h"
#include "engine/core/Parallel.h"
#include "engine/core/Stop.h"
#include "engine/geometry/MeshTopology.h"
#include "engine/geometry/TriangleBox.h"
#include "engine/geometry/WindingNumber.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <numbers>

namespace sastrugi
{

namespace
{

using Index = Eigen::Array<std::int64_t, 3, 1>;

/// [first, last) of the lattice, and the triangles that may be in it.
struct Block {
    Index first, last;
    std::vector<std::uint32_t> triangles;

    Index size() const { return last - first; }
};

enum class Content { Inside, Outside, Mixed };

/// Above it, the bound of the rim's influence costs more than it saves.
constexpr std::size_t longestRim = 4096;

/// Error of the winding number that is allowed for when one point decides for others.
constexpr double windingMargin = 0.1;

class LatticeFiller
{
public:
    LatticeFiller(const TriangleMesh& mesh, double spacing, std::stop_token stop, double limit)
        : m_mesh(mesh), m_spacing(spacing), m_limit(limit), m_stop(std::move(stop)), m_origin(mesh.bounds().minimum),
          m_last((mesh.bounds().size().array() / m_spacing + 0.5).floor().max(1).cast<std::int64_t>()),
          m_rim(rimOf(mesh)), m_winding(mesh)
    {
    }

    /// Covers the bounds of the mesh from the moved place on.
    void move(const Vector3& shift)
    {
        m_origin = m_mesh.bounds().minimum + m_spacing * (shift - Vector3::Ones());
        m_last = (m_mesh.bounds().size().array() / m_spacing).ceil().cast<std::int64_t>() + 2;
    }

    std::vector<Vector3> run()
    {
        const std::vector<Block> blocks = firstBlocks();
        std::vector<std::vector<Vector3>> parts(blocks.size());
        parallelForEach(blocks.size(), [&](std::size_t i) { fill(blocks[i], parts[i]); });
        std::size_t count = 0;
        for (const std::vector<Vector3>& part : parts)
            count += part.size();
        std::vector<Vector3> points;
        points.reserve(count);
        for (std::vector<Vector3>& part : parts) {
            points.insert(points.end(), part.begin(), part.end());
            part = {};
        }
        return points;
    }

private:
    Vector3 point(const Index& index) const { return m_origin + m_spacing * (index.cast<double>() + 0.5).matrix(); }

    /// Halves of halves, until there is work for many threads.
    std::vector<Block> firstBlocks() const
    {
        Block whole;
        whole.first = Index::Zero();
        whole.last = m_last;
        for (std::uint32_t i = 0; i < m_mesh.triangles.size(); ++i)
            whole.triangles.push_back(i);
        std::vector<Block> blocks = {std::move(whole)};
        bool isSplit = true;
        while (isSplit && blocks.size() < 512) {
            isSplit = false;
            std::vector<Block> smaller;
            for (Block& block : blocks) {
                if (block.size().maxCoeff() <= 16 || block.triangles.empty()) {
                    smaller.push_back(std::move(block));
                    continue;
                }
                throwIfStopped(m_stop);
                isSplit = true;
                for (Block& part : parts(block))
                    smaller.push_back(std::move(part));
            }
            blocks = std::move(smaller);
        }
        return blocks;
    }

    /// The halves along every axis that has two points or more.
    std::vector<Block> parts(const Block& block) const
    {
        const Index middle = block.first + (block.size() + 1) / 2;
        std::vector<Block> result;
        for (int corner = 0; corner < 8; ++corner) {
            Block part{block.first, block.last, {}};
            bool isEmpty = false;
            for (int axis = 0; axis < 3; ++axis) {
                const bool isUpper = corner >> axis & 1;
                (isUpper ? part.first : part.last)[axis] = middle[axis];
                isEmpty = isEmpty || part.first[axis] == part.last[axis];
            }
            if (isEmpty)
                continue;
            Bounds box;
            box.add(point(part.first));
            box.add(point(part.last - 1));
            box = box.grownBy(1e-6 * m_spacing);
            for (const std::uint32_t triangle : block.triangles) {
                const auto& [a, b, c] = m_mesh.triangles[triangle];
                if (overlaps(m_mesh.points[a], m_mesh.points[b], m_mesh.points[c], box))
                    part.triangles.push_back(triangle);
            }
            result.push_back(std::move(part));
        }
        return result;
    }

    void fill(const Block& block, std::vector<Vector3>& points)
    {
        throwIfStopped(m_stop);
        switch (content(block)) {
        case Content::Outside: return;
        case Content::Inside: addAll(block, points); return;
        case Content::Mixed:
            for (const Block& part : parts(block))
                fill(part, points);
        }
    }

    Content content(const Block& block) const
    {
        const bool isPoint = (block.size() == 1).all();
        if (!isPoint && (!block.triangles.empty() || m_rim.size() > longestRim))
            return Content::Mixed;
        const Vector3 centre = 0.5 * (point(block.first) + point(block.last - 1));
        const double winding = m_winding.magnitudeAt(centre);
        if (!isPoint && !m_rim.empty()) {
            const double radius = (point(block.last - 1) - centre).norm();
            const double slack = std::abs(winding - 0.5) - windingMargin;
            if (mayVaryBy(slack, centre, radius))
                return Content::Mixed;
        }
        return winding > 0.5 ? Content::Inside : Content::Outside;
    }

    /// Whether the winding number may differ by `slack` from that at `centre`, within `radius` and without surface
    /// there. |grad w| <= 1/(4 pi) integral over the rim of dl/r^2.
    bool mayVaryBy(double slack, const Vector3& centre, double radius) const
    {
        double variation = 0;
        for (const RimEdge& edge : m_rim) {
            const Vector3 along = edge.end - edge.begin;
            const double place = std::clamp(along.dot(centre - edge.begin) / along.squaredNorm(), 0.0, 1.0);
            const double distance = (edge.begin + place * along - centre).norm() - radius;
            if (distance <= 0)
                return true;
            variation += edge.multiplicity * along.norm() * radius / (4 * std::numbers::pi * distance * distance);
            if (variation >= slack)
                return true;
        }
        return slack <= 0;
    }

    void addAll(const Block& block, std::vector<Vector3>& points)
    {
        const double count = block.size().cast<double>().prod();
        const std::size_t before = m_count.fetch_add(static_cast<std::size_t>(std::min(count, 1e15)));
        if (static_cast<double>(before) + count > m_limit)
            fail(ErrorKind::Scene,
                 "filling the mesh at a spacing of {} m makes more than {} points: use a larger spacing", m_spacing,
                 m_limit);
        Index index;
        for (index[2] = block.first[2]; index[2] < block.last[2]; ++index[2]) {
            throwIfStopped(m_stop);
            for (index[1] = block.first[1]; index[1] < block.last[1]; ++index[1])
                for (index[0] = block.first[0]; index[0] < block.last[0]; ++index[0])
                    points.push_back(point(index));
        }
    }

    const TriangleMesh& m_mesh;
    const double m_spacing, m_limit;
    const std::stop_token m_stop;
    Vector3 m_origin;
    Index m_last; // the first beyond it
    const std::vector<RimEdge> m_rim;
    const WindingNumber m_winding;
    std::atomic<std::size_t> m_count = 0;
};

} // namespace

double estimateFill(const TriangleMesh& mesh, double spacing, double limit)
{
    if (!(spacing > 0) || !std::isfinite(spacing))
        fail(ErrorKind::Scene, "the spacing is {} m: it must be above zero", spacing);
    if (mesh.triangles.empty())
        return 0;
    const Eigen::Array3d size = mesh.bounds().size().array() / spacing;
    if ((size > 1e9).any())
        fail(ErrorKind::Scene, "the spacing {} m is too small for a mesh of {} m", spacing,
             mesh.bounds().size().maxCoeff());
    if (!rimOf(mesh).empty()) // its volume is unknown beforehand: addAll() counts
        return (size + 1).prod();
    const double predicted = std::abs(mesh.signedVolume()) / (spacing * spacing * spacing);
    if (predicted > limit)
        fail(ErrorKind::Scene,
             "filling the mesh at a spacing of {} m makes about {:.3g} points, more than {}: use a larger spacing",
             spacing, predicted, limit);
    return predicted;
}

std::vector<Vector3> fillLattice(const TriangleMesh& mesh, double spacing, std::stop_token stop, double limit)
{
    estimateFill(mesh, spacing, limit);
    if (mesh.triangles.empty())
        return {};
    return LatticeFiller(mesh, spacing, std::move(stop), limit).run();
}

std::vector<Vector3> fillMovedLattices(const TriangleMesh& mesh, double spacing, std::span<const Vector3> shifts,
                                       std::stop_token stop, double limit)
{
    estimateFill(mesh, spacing, limit);
    std::vector<Vector3> points;
    if (mesh.triangles.empty())
        return points;
    LatticeFiller filler(mesh, spacing, std::move(stop), limit);
    for (const Vector3& shift : shifts) {
        filler.move(shift);
        const std::vector<Vector3> part = filler.run();
        points.insert(points.end(), part.begin(), part.end());
    }
    return points;
}

} // namespace sastrugi
