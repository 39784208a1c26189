#include "engine/geometry/SurfaceSampler.h"

#include "engine/core/Error.h"
#include "engine/core/Stop.h"
#include "engine/geometry/SurfaceCandidates.h"
#include "engine/geometry/TriangleBox.h"

#include <algorithm>
#include <cmath>

namespace sastrugi
{

namespace
{

// In spacings.
constexpr double closest = 0.7 * (1 - 1e-6); // samples of lattices and edges may be exactly 0.7 apart
constexpr double closestLoose = 0.8;         // samples without an order of their own: gives one per spacing^2
constexpr double largestFixed = 3;           // longer edges and wider faces are sampled on demand
constexpr double flatness = 1e-3;            // faces and edges are straight up to this
constexpr double blockEdgeInSpacings = 8;

constexpr std::size_t partsAtOnce = 4096;

using BlockIndex = SurfaceSampler::BlockIndex;

} // namespace

class SurfaceSampler::Implementation
{
public:
    Implementation(const TriangleMesh& mesh, double spacing, const std::stop_token& stop)
        : m_spacing(spacing), m_mesh(mesh), m_bounds(mesh.bounds()), m_tree(triangleBounds(mesh)),
          m_fixed(closestLoose * spacing),
          m_candidates(sampleSmallParts(findPlanarRegions(mesh, flatness * spacing), stop))
    {
        for (const Vector3& point : m_fixed.points())
            m_fixedByBlock.emplace_back(blockOf(point), point);
        std::stable_sort(m_fixedByBlock.begin(), m_fixedByBlock.end(),
                         [](const auto& a, const auto& b) { return a.first < b.first; });
    }

    double spacing() const { return m_spacing; }
    double blockEdge() const { return blockEdgeInSpacings * m_spacing; }
    double predictedCount() const
    {
        return static_cast<double>(m_fixed.points().size()) + m_candidates.predictedCount();
    }

    BlockIndex blockOf(const Vector3& point) const
    {
        const auto index = [&](double value) { return static_cast<std::int32_t>(std::floor(value / blockEdge())); };
        return {index(point.x()), index(point.y()), index(point.z())};
    }

    std::vector<BlockIndex> blocksNear(const Bounds& box) const
    {
        std::vector<BlockIndex> blocks;
        const Bounds here = m_bounds.grownBy(2 * flatness * m_spacing);
        if (m_mesh.triangles.empty() || box.isEmpty() || !box.touches(here))
            return blocks;
        const Bounds common{box.minimum.cwiseMax(here.minimum), box.maximum.cwiseMin(here.maximum)};
        addBlocks(blockOf(common.minimum), blockOf(common.maximum), blocks);
        std::sort(blocks.begin(), blocks.end());
        return blocks;
    }

    std::vector<Vector3> samplesIn(const BlockIndex& block) const
    {
        std::vector<Vector3> samples;
        const auto isBefore = [](const auto& a, const BlockIndex& b) { return a.first < b; };
        auto fixed = std::lower_bound(m_fixedByBlock.begin(), m_fixedByBlock.end(), block, isBefore);
        for (; fixed != m_fixedByBlock.end() && fixed->first == block; ++fixed)
            samples.push_back(fixed->second);

        SurfaceCandidates::Memory memory;
        const Bounds box = boundsOf(block, block);
        for (const std::uint32_t generator : m_candidates.generatorsIn(box))
            m_candidates.visitIn(box, generator,
                                 [&](const SurfaceCandidates::Candidate& candidate, const Vector3& place) {
                                     if (blockOf(place) == block && m_candidates.isTaken(candidate, m_fixed, memory))
                                         samples.push_back(place);
                                     return false;
                                 });
        return samples;
    }

private:
    /// Fixes the samples of corners, short edges and small faces; what is left becomes candidates.
    SurfaceCandidates sampleSmallParts(PlanarRegions parts, const std::stop_token& stop)
    {
        throwIfStopped(stop);
        for (const Vector3& corner : parts.corners)
            addFixed(corner, closestLoose * m_spacing);
        const auto isLongLine = [&](const SurfaceLine& line) { return line.length() > largestFixed * m_spacing; };
        const auto isLargeRegion = [&](const PlanarRegion& region) {
            return std::max(region.lengthU, region.lengthV) > largestFixed * m_spacing;
        };
        const Bounds everywhere = m_bounds.grownBy(m_spacing);
        const auto addLines = [&](const std::vector<SurfaceLine>& some) {
            addAll(candidates(some, {}), everywhere, stop);
        };
        const auto addRegions = [&](const std::vector<PlanarRegion>& some) {
            addAll(candidates({}, some), everywhere, stop);
        };
        const std::vector<SurfaceLine> longLines = withoutLarge(parts.lines, isLongLine, addLines);
        std::vector<std::uint32_t> triangles; // of small regions
        for (const PlanarRegion& region : parts.regions)
            if (!isLargeRegion(region))
                triangles.insert(triangles.end(), region.triangles.begin(), region.triangles.end());
        const std::vector<PlanarRegion> largeRegions = withoutLarge(parts.regions, isLargeRegion, addRegions);
        for (std::size_t i = 0; i < triangles.size(); ++i) {
            if (i % partsAtOnce == 0)
                throwIfStopped(stop);
            fillGaps(triangles[i]);
        }
        return candidates(longLines, largeRegions);
    }

    /// Calls add() for what is small, in portions, since candidates take much memory, and gives the rest.
    template <class Part, class IsLarge, class Add>
    static std::vector<Part> withoutLarge(std::vector<Part>& all, IsLarge&& isLarge, Add&& add)
    {
        std::vector<Part> large, some;
        for (Part& part : all) {
            (isLarge(part) ? large : some).push_back(std::move(part));
            if (some.size() == partsAtOnce) {
                add(some);
                some.clear();
            }
        }
        add(some);
        return large;
    }

    void addAll(const SurfaceCandidates& small, const Bounds& everywhere, const std::stop_token& stop)
    {
        throwIfStopped(stop);
        for (std::uint32_t generator = 0; generator < small.generatorCount(); ++generator)
            small.visitIn(everywhere, generator, [&](const SurfaceCandidates::Candidate&, const Vector3& place) {
                addFixed(place, small.reach(generator));
                return false;
            });
    }

    SurfaceCandidates candidates(const std::vector<SurfaceLine>& lines, const std::vector<PlanarRegion>& regions) const
    {
        return SurfaceCandidates(m_mesh, m_spacing, closest * m_spacing, closestLoose * m_spacing, lines, regions);
    }

    void addFixed(const Vector3& point, double distance)
    {
        if (!m_fixed.anyWithin(point, distance))
            m_fixed.add(point);
    }

    /// Where neither corners nor lattice came close enough.
    void fillGaps(std::uint32_t triangle)
    {
        const auto& [a, b, c] = m_mesh.triangles[triangle];
        const Vector3 origin = m_mesh.points[a], u = m_mesh.points[b] - origin, v = m_mesh.points[c] - origin;
        const double longest = std::max({u.norm(), v.norm(), (v - u).norm()});
        const int parts = static_cast<int>(std::ceil(3 * longest / m_spacing));
        for (int i = 0; i <= parts && parts > 1; ++i)
            for (int j = 0; i + j <= parts; ++j)
                addFixed(origin + (double(i) / parts) * u + (double(j) / parts) * v, closestLoose * m_spacing);
    }

    Bounds boundsOf(const BlockIndex& first, const BlockIndex& last) const
    {
        const auto corner = [&](const BlockIndex& block) { return Vector3(block[0], block[1], block[2]); };
        const Bounds box{blockEdge() * corner(first), blockEdge() * (corner(last).array() + 1).matrix()};
        return box.grownBy(1e-6 * m_spacing);
    }

    bool holdsSurface(const Bounds& box) const
    {
        return m_tree.visitTouching(box, [&](std::uint32_t triangle) {
            const auto& [a, b, c] = m_mesh.triangles[triangle];
            return overlaps(m_mesh.points[a], m_mesh.points[b], m_mesh.points[c], box);
        });
    }

    void addBlocks(const BlockIndex& first, const BlockIndex& last, std::vector<BlockIndex>& blocks) const
    {
        if (!holdsSurface(boundsOf(first, last).grownBy(2 * flatness * m_spacing)))
            return;
        std::size_t longest = 0;
        for (std::size_t axis = 1; axis < 3; ++axis)
            if (last[axis] - first[axis] > last[longest] - first[longest])
                longest = axis;
        if (first == last) {
            blocks.push_back(first);
            return;
        }
        BlockIndex middle = last, next = first;
        middle[longest] = first[longest] + (last[longest] - first[longest]) / 2;
        next[longest] = middle[longest] + 1;
        addBlocks(first, middle, blocks);
        addBlocks(next, last, blocks);
    }

    const double m_spacing;
    const TriangleMesh m_mesh;
    const Bounds m_bounds;
    const BoundsTree m_tree;
    PointGrid m_fixed;
    const SurfaceCandidates m_candidates;
    std::vector<std::pair<BlockIndex, Vector3>> m_fixedByBlock;
};

SurfaceSampler::SurfaceSampler(const TriangleMesh& mesh, double spacing, const std::stop_token& stop)
{
    if (!(spacing > 0) || !std::isfinite(spacing))
        fail(ErrorKind::Scene, "the spacing of surface samples is {} m: it must be above zero", spacing);
    const Bounds bounds = mesh.bounds();
    if (!bounds.isEmpty()) {
        const double furthest = std::max(bounds.minimum.cwiseAbs().maxCoeff(), bounds.maximum.cwiseAbs().maxCoeff());
        if (furthest / (blockEdgeInSpacings * spacing) > 1e9)
            fail(ErrorKind::Scene, "the spacing of surface samples {} m is too small for a mesh that reaches {} m",
                 spacing, furthest);
    }
    m_implementation = std::make_shared<Implementation>(mesh, spacing, stop);
}

double SurfaceSampler::spacing() const { return m_implementation->spacing(); }
double SurfaceSampler::predictedCount() const { return m_implementation->predictedCount(); }
double SurfaceSampler::blockEdge() const { return m_implementation->blockEdge(); }

BlockIndex SurfaceSampler::blockOf(const Vector3& point) const { return m_implementation->blockOf(point); }

std::vector<BlockIndex> SurfaceSampler::blocksNear(const Bounds& box) const
{
    return m_implementation->blocksNear(box);
}

std::vector<Vector3> SurfaceSampler::samplesIn(const BlockIndex& block) const
{
    return m_implementation->samplesIn(block);
}

} // namespace sastrugi
