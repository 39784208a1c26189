// What is asked of a closed mesh, and frames to make one of.
#pragma once

#include "engine/geometry/TriangleMesh.h"
#include "engine/simulation/Frame.h"

#include <QString>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <vector>

namespace sastrugi::test
{

/// What is wrong with the mesh; empty: every side of a triangle is that of one other triangle in the other direction,
/// the triangles around each point are one fan, no index is out of range, no point is used by no triangle, and none of
/// the points is at the place of another, in single precision as well.
inline QString whatIsOpen(const TriangleMesh& mesh)
{
    using Side = std::pair<std::uint32_t, std::uint32_t>;
    std::vector<std::pair<Side, std::uint32_t>> sides; // and the corner across
    std::vector<std::uint32_t> fans(mesh.points.size(), 0);
    for (const auto& triangle : mesh.triangles)
        for (std::size_t k = 0; k < 3; ++k) {
            if (triangle[k] >= mesh.points.size())
                return "an index is out of range";
            sides.push_back({{triangle[k], triangle[(k + 1) % 3]}, triangle[(k + 2) % 3]});
            ++fans[triangle[k]];
        }
    std::ranges::sort(sides);
    const auto find = [&](Side side) {
        return std::ranges::lower_bound(sides, side, {}, [](const auto& entry) { return entry.first; });
    };
    for (std::size_t i = 0; i < sides.size(); ++i) {
        const Side side = sides[i].first;
        if (side.first == side.second)
            return "a triangle has a corner twice";
        if (i > 0 && sides[i - 1].first == side)
            return QString("the side from %1 to %2 is there twice").arg(side.first).arg(side.second);
        const auto other = find({side.second, side.first});
        if (other == sides.end() || other->first != Side{side.second, side.first})
            return QString("the side from %1 to %2 has no other").arg(side.first).arg(side.second);
    }
    // Around each point: from one triangle to the next across the side that both have.
    std::vector<bool> isSeen(mesh.points.size(), false);
    for (const auto& [side, across] : sides) {
        if (isSeen[side.first])
            continue;
        isSeen[side.first] = true;
        std::uint32_t count = 0, next = side.second;
        do {
            next = find({side.first, next})->second;
            ++count;
        } while (next != side.second && count <= fans[side.first]);
        if (count != fans[side.first])
            return QString("the triangles around point %1 are not one fan").arg(side.first);
    }
    if (std::ranges::find(isSeen, false) != isSeen.end())
        return "a point has no triangle";
    std::vector<std::array<float, 3>> places;
    const Vector3 origin = mesh.points.empty() ? Vector3(0, 0, 0) : mesh.bounds().centre();
    for (const Vector3& point : mesh.points) {
        const Vector3f place = (point - origin).cast<float>();
        places.push_back({place.x(), place.y(), place.z()});
    }
    std::ranges::sort(places);
    if (std::ranges::adjacent_find(places) != places.end())
        return "two points are at the same place";
    return {};
}

inline Frame frameOf(const std::vector<Vector3f>& positions, float radius, const Vector3& origin = {0, 0, 0})
{
    Frame frame;
    frame.origin = origin;
    frame.particles = Attributes(positions.size());
    const auto position = frame.particles.add<float>("position", 3),
               velocity = frame.particles.add<float>("velocity", 3);
    for (std::size_t i = 0; i < positions.size(); ++i)
        for (std::size_t axis = 0; axis < 3; ++axis)
            position[3 * i + axis] = positions[i][static_cast<int>(axis)];
    std::ranges::fill(velocity, 0.0f);
    std::ranges::fill(frame.particles.add<float>("radius"), radius);
    return frame;
}

/// A lattice whose points are where `isIn` says, each moved by up to `jitter` spacings.
template <class IsIn>
std::vector<Vector3f> lattice(float spacing, int half, float jitter, IsIn&& isIn)
{
    std::mt19937 random(7);
    std::uniform_real_distribution<float> within(-jitter * spacing, jitter * spacing);
    std::vector<Vector3f> points;
    for (int k = -half; k < half; ++k)
        for (int j = -half; j < half; ++j)
            for (int i = -half; i < half; ++i) {
                const Vector3f point = spacing * Vector3f(static_cast<float>(i) + 0.5f, static_cast<float>(j) + 0.5f,
                                                          static_cast<float>(k) + 0.5f);
                if (isIn(point))
                    points.push_back(point + Vector3f(within(random), within(random), within(random)));
            }
    return points;
}

inline std::vector<Vector3f> ball(float radius, float spacing, float jitter = 0.2f)
{
    return lattice(spacing, static_cast<int>(radius / spacing) + 1, jitter,
                   [&](const Vector3f& p) { return p.norm() < radius; });
}

} // namespace sastrugi::test
