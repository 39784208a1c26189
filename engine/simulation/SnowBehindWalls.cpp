#include "engine/simulation/SnowBehindWalls.h"

#include "engine/core/Parallel.h"
#include "engine/core/Stop.h"
#include "engine/core/Words.h"
#include "engine/geometry/BoundsTree.h"
#include "engine/geometry/MeshTopology.h"
#include "engine/geometry/SurfaceDistance.h"
#include "engine/geometry/WindingNumber.h"
#include "engine/simulation/Emission.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>

namespace sastrugi
{

namespace
{

/// A boundary, seen from below: in coordinates in which gravity points along -z.
class Obstacle
{
public:
    Obstacle(const Boundary& boundary, double time, const Eigen::Quaterniond& upright)
        : m_name(boundary.name), m_mesh(uprightMesh(*meshAt(boundary, time), upright)), m_tree(triangleBounds(m_mesh))
    {
        if (rimOf(m_mesh).empty())
            m_inside = std::make_unique<WindingNumber>(m_mesh);
        m_bounds = m_mesh.bounds();
    }

    const std::string& name() const { return m_name; }
    bool isClosed() const { return m_inside != nullptr; }

    bool encloses(const Vector3& point) const
    {
        return isClosed() && m_bounds.touches({point, point}) && m_inside->isInside(point);
    }
    bool isAbove(const Vector3& point) const { return meets(point, 1); }
    bool isBelow(const Vector3& point) const { return meets(point, -1); }
    const TriangleMesh& mesh() const { return m_mesh; }

private:
    static TriangleMesh uprightMesh(TriangleMesh mesh, const Eigen::Quaterniond& upright)
    {
        for (Vector3& point : mesh.points)
            point = upright * point;
        return mesh;
    }

    /// Whether the vertical ray from the point, up (1) or down (-1), meets the surface.
    bool meets(const Vector3& point, int direction) const
    {
        Bounds ray{point, point};
        (direction > 0 ? ray.maximum : ray.minimum).z() = direction * 1e300;
        return m_tree.visitTouching(ray.grownBy(1e-9 * m_bounds.size().norm()), [&](std::uint32_t triangle) {
            const std::optional<double> height = heightAbove(point, triangle);
            return height && *height * direction >= 0;
        });
    }

    /// Of the triangle over the point, negative under it; none beside it, and none of an upright one.
    std::optional<double> heightAbove(const Vector3& point, std::uint32_t triangle) const
    {
        const auto& [i, j, k] = m_mesh.triangles[triangle];
        const Vector3 a = m_mesh.points[i] - point, b = m_mesh.points[j] - point, c = m_mesh.points[k] - point;
        const auto cross = [](const Vector3& u, const Vector3& v) { return u.x() * v.y() - u.y() * v.x(); };
        const double ofA = cross(b, c), ofB = cross(c, a), ofC = cross(a, b), area = ofA + ofB + ofC;
        const double least = -1e-9 * area * area; // nothing falls through the seam of two triangles
        if (area == 0 || ofA * area < least || ofB * area < least || ofC * area < least)
            return std::nullopt;
        return (ofA * a.z() + ofB * b.z() + ofC * c.z()) / area;
    }

    std::string m_name;
    TriangleMesh m_mesh;
    BoundsTree m_tree;
    Bounds m_bounds;
    std::unique_ptr<WindingNumber> m_inside; // of closed ones
};

/// Those of a scene at a time.
class Obstacles
{
public:
    Obstacles(const Scene& scene, double time, const std::stop_token& stop)
    {
        const Vector3& gravity = scene.settings.gravity;
        m_hasBelow = gravity.norm() > 0;
        if (m_hasBelow)
            m_upright = Eigen::Quaterniond::FromTwoVectors(gravity, -Vector3::UnitZ());
        for (const Boundary& boundary : scene.boundaries) {
            throwIfStopped(stop);
            m_all.emplace_back(boundary, time, m_upright);
        }
    }

    const std::vector<Obstacle>& all() const { return m_all; }
    Vector3 upright(const Vector3& point) const { return m_upright * point; }

    /// Of an upright point.
    bool isBehind(const Obstacle& obstacle, const Vector3& point) const
    {
        if (obstacle.isClosed())
            return obstacle.encloses(point);
        return m_hasBelow && obstacle.isAbove(point) &&
               std::none_of(m_all.begin(), m_all.end(), [&](const Obstacle& other) { return other.isBelow(point); });
    }

private:
    bool m_hasBelow = false;
    Eigen::Quaterniond m_upright = Eigen::Quaterniond::Identity();
    std::vector<Obstacle> m_all;
};

class Check
{
public:
    Check(const Scene& scene, std::span<const Seed> seeds, const std::stop_token& stop)
        : m_scene(scene), m_seeds(seeds), m_stop(stop), m_obstacles(scene, 0, stop),
          m_total(scene.emitters.size() + scene.inflows.size())
    {
        for (const Seed& seed : seeds)
            ++m_total[seed.emitter];
    }

    void run(const Log& log) const
    {
        for (const Obstacle& obstacle : m_obstacles.all())
            for (const auto& [emitter, count] : behind(obstacle))
                say(log, obstacle, emitter, count);
    }

private:
    /// How many particles of which emitter.
    std::map<std::size_t, std::size_t> behind(const Obstacle& obstacle) const
    {
        std::vector<std::uint8_t> isBehind(m_seeds.size());
        parallelForBlocks(m_seeds.size(), [&](std::size_t, Range range) {
            throwIfStopped(m_stop);
            for (std::size_t i = range.begin; i < range.end; ++i)
                isBehind[i] = m_obstacles.isBehind(obstacle, m_obstacles.upright(m_seeds[i].position));
        });
        std::map<std::size_t, std::size_t> counts;
        for (std::size_t i = 0; i < isBehind.size(); ++i)
            if (isBehind[i])
                ++counts[m_seeds[i].emitter];
        return counts;
    }

    void say(const Log& log, const Obstacle& obstacle, std::size_t emitter, std::size_t count) const
    {
        const std::size_t fills = m_scene.emitters.size();
        const std::string all =
            emitter < fills ? fmt::format("{} of its {} start", count, counted(m_total[emitter], "particle"))
                            : fmt::format("{:.2g} % of its snow starts",
                                          100 * static_cast<double>(count) / static_cast<double>(m_total[emitter]));
        const std::string& node =
            emitter < fills ? m_scene.emitters[emitter].name : m_scene.inflows[emitter - fills].name;
        if (obstacle.isClosed())
            log({LogLevel::Warning, node, "emitter.insideBoundary",
                 fmt::format("{} inside the boundary '{}', enclosed in it: move one of them, unless it "
                             "is meant to hold the snow",
                             all, obstacle.name())});
        else
            log({LogLevel::Warning, node, "emitter.belowBoundary",
                 fmt::format("{} below the boundary '{}' with nothing to fall on: move one of them", all,
                             obstacle.name())});
    }

    const Scene& m_scene;
    std::span<const Seed> m_seeds;
    const std::stop_token& m_stop;
    Obstacles m_obstacles;
    std::vector<std::size_t> m_total; // particles, by emitter
};

} // namespace

void warnOfSnowBehindWalls(const Scene& scene, std::span<const Seed> seeds, const Log& log, const std::stop_token& stop)
{
    if (log && !scene.boundaries.empty())
        Check(scene, seeds, stop).run(log);
}

void warnOfInflows(const Scene& scene, const Emission& emission, const Log& log, const std::stop_token& stop)
{
    emission.warn(scene.settings.timeOf(scene.settings.lastFrame), log);
    warnOfSnowBehindWalls(scene, emission.openings(), log, stop);
}

std::vector<std::size_t> countBehindWalls(const Scene& scene, std::span<const Vector3> points, double time,
                                          double depth, const std::stop_token& stop)
{
    const Obstacles obstacles(scene, time, stop);
    std::vector<std::size_t> counts(scene.boundaries.size());
    for (std::size_t k = 0; k < counts.size(); ++k) {
        if (scene.boundaries[k].isMovedByRun())
            continue;
        const Obstacle& obstacle = obstacles.all()[k];
        const SurfaceDistance surface(obstacle.mesh());
        std::vector<std::uint8_t> isBehind(points.size());
        parallelForBlocks(points.size(), [&](std::size_t, Range range) {
            throwIfStopped(stop);
            for (std::size_t i = range.begin; i < range.end; ++i) {
                const Vector3 point = obstacles.upright(points[i]);
                isBehind[i] = obstacles.isBehind(obstacle, point) && !(surface.nearest(point, depth) < depth);
            }
        });
        counts[k] = static_cast<std::size_t>(std::count(isBehind.begin(), isBehind.end(), 1));
    }
    return counts;
}

} // namespace sastrugi
