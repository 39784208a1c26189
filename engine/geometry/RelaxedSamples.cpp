#include "engine/geometry/RelaxedSamples.h"

#include "engine/core/Error.h"
#include "engine/core/Parallel.h"
#include "engine/core/Stop.h"
#include "engine/geometry/EvenSpread.h"
#include "engine/geometry/LatticeFill.h"
#include "engine/geometry/MeshTopology.h"
#include "engine/geometry/SurfaceDistance.h"
#include "engine/geometry/WindingNumber.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace sastrugi
{

namespace
{

constexpr double supportInSpacings = 2;
constexpr double courantNumber = 0.25; // of the paper
constexpr double allowedMiss = 0.01;   // of the number of points
constexpr double touching = 1 - 1e-6;  // half a spacing up to rounding
constexpr int settlings = 3, lastSettlings = 12;

/// A point for each cube of the spacing, at the corners and the middles of the sides of cubes.
std::vector<Vector3> faceCentred(const TriangleMesh& mesh, double spacing, int attempt, const std::stop_token& stop)
{
    const Vector3 start = attempt * Vector3(0.8192, 0.6710, 0.5497); // evenly spread by any number of attempts
    std::array<Vector3, 4> shifts = {Vector3(0, 0, 0), {0, 0.5, 0.5}, {0.5, 0, 0.5}, {0.5, 0.5, 0}};
    for (Vector3& shift : shifts) {
        shift += start;
        shift -= shift.array().floor().matrix();
    }
    return fillMovedLattices(mesh, std::cbrt(4.0) * spacing, shifts, stop, mostRelaxedPoints);
}

/// The lattice with the number of points that the volume holds, or next to it.
std::vector<Vector3> startingPoints(const TriangleMesh& mesh, double spacing, const std::stop_token& stop)
{
    constexpr int attempts = 8;
    std::vector<Vector3> best = faceCentred(mesh, spacing, 0, stop);
    // The volume where it is enclosed once; else the mean of several lattices, in which what the surface cuts off evens
    // out.
    const auto first = static_cast<double>(best.size());
    double wanted = std::abs(mesh.signedVolume()) / (spacing * spacing * spacing);
    if (!rimOf(mesh).empty() || std::abs(first - wanted) > 0.1 * wanted + 1) {
        wanted = first / attempts;
        for (int attempt = 1; attempt < attempts; ++attempt)
            wanted += static_cast<double>(faceCentred(mesh, spacing, attempt, stop).size()) / attempts;
    }
    const auto missOf = [&](const std::vector<Vector3>& points) {
        return std::abs(static_cast<double>(points.size()) - wanted);
    };
    const auto isEnough = [&] { return missOf(best) <= std::max(0.5, allowedMiss * wanted); };
    for (const double scale : {1.0, 0.995, 1.005, 0.99, 1.01, 0.985, 1.015, 0.98, 1.02, 0.975, 1.025, 0.97, 1.03})
        for (int attempt = 0; attempt < attempts && !isEnough(); ++attempt)
            if (std::vector<Vector3> points = faceCentred(mesh, scale * spacing, attempt, stop);
                missOf(points) < missOf(best))
                best = std::move(points);
    return best;
}

/// A point, and what is known of the surface around it.
struct Inner {
    Vector3 place;
    double depth = 0;                  // it is no nearer to the surface; exact within the support
    Vector3 surface = Vector3::Zero(); // the nearest place of it
    bool isNear = false;               // whether that is within the support
};

/// Where points may be.
class Solid
{
public:
    Solid(const TriangleMesh& mesh, double spacing)
        : m_mesh(mesh), m_support(supportInSpacings * spacing), m_least(0.5 * spacing), m_surface(mesh),
          m_winding(mesh), m_isClosed(rimOf(mesh).empty())
    {
    }

    double leastDepth() const { return m_least; }

    void look(Inner& point) const
    {
        const auto found = m_surface.nearestPlace(point.place, m_support);
        point.isNear = found.has_value();
        point.depth = found ? (found->point - point.place).norm() : m_support;
        if (found)
            point.surface = found->point;
    }

    /// Moves it as far as it stays inside, and keeps it below the surface.
    void move(Inner& point, const Vector3& way) const
    {
        const double length = way.norm();
        Inner moved = point;
        moved.place += way;
        if (m_isClosed && point.depth - length > m_support) {
            moved.depth -= length;
            point = moved;
            return;
        }
        if (!(m_isClosed && length < point.depth) && !m_winding.isInside(moved.place))
            moved = point;
        look(moved);
        settle(moved, settlings);
        point = moved;
    }

    /// Away from what is nearest, where that leads further from the surface.
    void settle(Inner& point, int times) const
    {
        for (int time = 0; time < times && point.isNear && point.depth < touching * m_least; ++time) {
            const Vector3 away = inwards(point);
            bool isBetter = false;
            for (double push = m_least - point.depth; push > 1e-3 * m_least && !isBetter; push *= 0.5) {
                Inner moved = point;
                moved.place += push * away;
                if (!(m_isClosed && push < point.depth) && !m_winding.isInside(moved.place))
                    continue;
                look(moved);
                isBetter = moved.depth > point.depth;
                if (isBetter)
                    point = moved;
            }
            if (!isBetter)
                return;
        }
    }

private:
    Vector3 inwards(const Inner& point) const
    {
        if (point.depth > 1e-6 * m_least)
            return (point.place - point.surface) / point.depth;
        const auto found = m_surface.nearestPlace(point.place, m_support); // on the surface: across it
        const auto& [a, b, c] = m_mesh.triangles[found->triangle];
        const Vector3 normal =
            (m_mesh.points[b] - m_mesh.points[a]).cross(m_mesh.points[c] - m_mesh.points[a]).normalized();
        return m_winding.isInside(point.place - 0.01 * m_least * normal) ? Vector3(-normal) : normal;
    }

    const TriangleMesh& m_mesh;
    const double m_support, m_least;
    const SurfaceDistance m_surface;
    const WindingNumber m_winding;
    const bool m_isClosed;
};

void relax(std::vector<Inner>& points, const Solid& solid, const Relaxation& relaxation, const std::stop_token& stop)
{
    const double spacing = relaxation.spacing;
    EvenSpread spread(spacing, supportInSpacings * spacing, relaxation.cohesion, relaxation.adhesion);
    for (std::int64_t iteration = 0; iteration < relaxation.iterations; ++iteration) {
        throwIfStopped(stop);
        std::vector<Vector3> places(points.size());
        parallelFor(points.size(), [&](std::size_t i) { places[i] = points[i].place; });
        const std::vector<std::uint32_t> order = spread.sort(places);
        std::vector<Inner> sorted(points.size());
        parallelFor(points.size(), [&](std::size_t i) { sorted[i] = points[order[i]]; });
        points = std::move(sorted);
        const std::vector<Vector3> ways = spread.ways([&](std::size_t i) {
            return points[i].isNear ? Vector3(points[i].place - points[i].surface) : Vector3(Vector3::Zero());
        });
        double longest = 0;
        for (const Vector3& way : ways)
            longest = std::max(longest, way.norm());
        if (longest == 0)
            break;
        const double share = std::min(1.0, 0.4 * courantNumber * spacing / longest);
        parallelForBlocks(points.size(), [&](std::size_t, Range range) {
            throwIfStopped(stop);
            for (std::size_t i = range.begin; i < range.end; ++i)
                solid.move(points[i], share * ways[i]);
        });
    }
}

} // namespace

RelaxedSamples relaxedSamples(const TriangleMesh& mesh, const Relaxation& relaxation, const std::stop_token& stop)
{
    estimateFill(mesh, relaxation.spacing, mostRelaxedPoints);
    if (mesh.triangles.empty())
        return {};
    const std::vector<Vector3> start = startingPoints(mesh, relaxation.spacing, stop);
    const Solid solid(mesh, relaxation.spacing);
    std::vector<Inner> points(start.size());
    parallelForBlocks(points.size(), [&](std::size_t, Range range) {
        throwIfStopped(stop);
        for (std::size_t i = range.begin; i < range.end; ++i) {
            points[i].place = start[i];
            solid.look(points[i]);
            solid.settle(points[i], settlings);
        }
    });
    relax(points, solid, relaxation, stop);
    parallelForBlocks(points.size(), [&](std::size_t, Range range) {
        throwIfStopped(stop);
        for (std::size_t i = range.begin; i < range.end; ++i)
            solid.settle(points[i], lastSettlings);
    });
    RelaxedSamples samples;
    for (const Inner& point : points) {
        samples.points.push_back(point.place);
        samples.crowded += point.isNear && point.depth < 0.99 * solid.leastDepth();
    }
    return samples;
}

} // namespace sastrugi
