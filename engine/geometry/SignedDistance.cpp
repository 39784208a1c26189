#include "engine/geometry/SignedDistance.h"

#include "engine/core/Error.h"
#include "engine/core/Parallel.h"
#include "engine/geometry/MeshTopology.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>

namespace sastrugi
{

namespace
{

constexpr int blockCells = 8, samples = blockCells + 1; // of a block, along an edge

constexpr std::size_t sampleIndex(int i, int j, int k)
{
    return static_cast<std::size_t>((k * samples + j) * samples + i);
}

/// By triangle: which of its sides and corners are on the rim of the mesh.
std::vector<std::uint8_t> rimFeatures(const TriangleMesh& mesh)
{
    const std::vector<std::uint32_t> welded = weldedIndices(mesh);
    const std::vector<TriangleEdge> edges = sortedEdges(mesh, welded);
    std::vector<std::uint8_t> rim(mesh.triangles.size());
    std::unordered_set<std::uint32_t> corners;
    forEachEdge(edges, [&](std::span<const TriangleEdge> sides) {
        if (sides.size() != 1)
            return;
        corners.insert({sides[0].low, sides[0].high});
        const auto& triangle = mesh.triangles[sides[0].triangle];
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t a = welded[triangle[k]], b = welded[triangle[(k + 1) % 3]];
            if (std::min(a, b) == sides[0].low && std::max(a, b) == sides[0].high)
                rim[sides[0].triangle] |= static_cast<std::uint8_t>(1u << k);
        }
    });
    for (std::size_t i = 0; i < rim.size(); ++i)
        for (std::size_t k = 0; k < 3; ++k)
            if (corners.contains(welded[mesh.triangles[i][k]]))
                rim[i] |= static_cast<std::uint8_t>(8u << k);
    return rim;
}

} // namespace

SignedDistance::SignedDistance(std::shared_ptr<const TriangleMesh> mesh, double spacing, double band,
                               std::vector<Vector3> carried)
    : m_mesh(std::move(mesh)), m_carried(std::move(carried)), m_spacing(spacing), m_band(band), m_surface(*m_mesh)
{
    SASTRUGI_ASSERT(m_carried.empty() || m_carried.size() == m_mesh->points.size(), "not a vector for each point");
    SASTRUGI_ASSERT(band >= 4 * spacing, "the band is too narrow for its lattice");
    if (rimOf(*m_mesh).empty())
        m_inside = std::make_unique<WindingNumber>(*m_mesh);
    else
        m_rim = rimFeatures(*m_mesh);
    m_reach = m_mesh->bounds().grownBy(band);
    m_origin = m_reach.minimum;
}

std::uint64_t SignedDistance::keyOf(const Index& block)
{
    std::uint64_t key = 0;
    for (const std::int32_t index : block)
        key = key << 21 | (static_cast<std::uint64_t>(static_cast<std::int64_t>(index)) & 0x1fffff);
    return key;
}

SignedDistance::Index SignedDistance::blockOf(const Vector3& point) const
{
    const Vector3 place = ((point - m_origin) / (blockCells * m_spacing)).array().floor();
    return {static_cast<std::int32_t>(place.x()), static_cast<std::int32_t>(place.y()),
            static_cast<std::int32_t>(place.z())};
}

Vector3 SignedDistance::cornerOf(const Index& block) const
{
    return m_origin + blockCells * m_spacing * Vector3(block[0], block[1], block[2]);
}

bool SignedDistance::isBesideRim(const SurfaceDistance::Place& place) const
{
    using Feature = SurfaceDistance::Place::Feature;
    if (m_rim.empty() || place.feature == Feature::Face)
        return false;
    const int bit = static_cast<int>(place.feature) - static_cast<int>(Feature::Side0);
    return m_rim[place.triangle] >> bit & 1;
}

bool SignedDistance::isBehind(const SurfaceDistance::Place& place, const Vector3& point) const
{
    const auto& [i, j, k] = m_mesh->triangles[place.triangle];
    const Vector3& a = m_mesh->points[i];
    return (m_mesh->points[j] - a).cross(m_mesh->points[k] - a).dot(point - place.point) < 0;
}

Vector3 SignedDistance::carriedAt(const SurfaceDistance::Place& place) const
{
    const auto& [i, j, k] = m_mesh->triangles[place.triangle];
    const Vector3 &a = m_mesh->points[i], &b = m_mesh->points[j], &c = m_mesh->points[k];
    const Vector3 normal = (b - a).cross(c - a);
    const double area = normal.squaredNorm();
    if (!(area > 0))
        return m_carried[i];
    const double u = (c - b).cross(place.point - b).dot(normal) / area;
    const double v = (a - c).cross(place.point - c).dot(normal) / area;
    return u * m_carried[i] + v * m_carried[j] + (1 - u - v) * m_carried[k];
}

bool SignedDistance::isSolidSide(const Vector3& point) const
{
    if (isClosed())
        return (m_reach.touches({point, point}) && m_inside->isInside(point)) != m_isTurned;
    const Bounds box = m_mesh->bounds();
    const double far = (box.centre() - point).norm() + box.size().norm();
    const auto place = m_surface.nearestPlace(point, 1.01 * far + m_band);
    return place && isBehind(*place, point) != m_isTurned;
}

void SignedDistance::prepare(std::span<const Bounds> boxes)
{
    std::vector<std::pair<std::uint64_t, Index>> missing;
    for (const Bounds& box : boxes) {
        if (!box.touches(m_reach))
            continue;
        const Index first = blockOf(box.minimum.cwiseMax(m_reach.minimum));
        const Index last = blockOf(box.maximum.cwiseMin(m_reach.maximum));
        for (std::int32_t i = first[0]; i <= last[0]; ++i)
            for (std::int32_t j = first[1]; j <= last[1]; ++j)
                for (std::int32_t k = first[2]; k <= last[2]; ++k)
                    if (const std::uint64_t key = keyOf({i, j, k}); m_blocks.try_emplace(key).second)
                        missing.push_back({key, {i, j, k}});
    }
    std::vector<Block> made(missing.size());
    parallelForEach(made.size(), [&](std::size_t i) { made[i] = makeBlock(missing[i].second); });
    for (std::size_t i = 0; i < made.size(); ++i)
        m_blocks[missing[i].first] = std::move(made[i]);
}

SignedDistance::Block SignedDistance::makeBlock(const Index& index) const
{
    Block block;
    const Vector3 corner = cornerOf(index), half = Vector3::Constant(0.5 * blockCells * m_spacing);
    block.isNear = std::isfinite(m_surface.nearest(corner + half, m_band + half.norm()));
    if (block.isNear)
        fill(block, corner);
    else
        block.isInside = isClosed() && m_inside->isInside(corner + half);
    return block;
}

void SignedDistance::fill(Block& block, const Vector3& corner) const
{
    block.distance.resize(samples * samples * samples);
    if (!m_carried.empty())
        block.carried.resize(samples * samples * samples);
    Vector3 carried = Vector3::Zero();
    // Along a path of neighbours: the next is at most a lattice spacing further from the surface, and on the same side
    // where the surface does not reach between them.
    double last = m_band;
    bool wasInside = false, isFirst = true;
    const bool needsPlaces = !isClosed() || !m_carried.empty();
    for (int k = 0; k < samples; ++k)
        for (int row = 0; row < samples; ++row)
            for (int column = 0; column < samples; ++column) {
                const int j = k % 2 ? blockCells - row : row,
                          i = (k * samples + row) % 2 ? blockCells - column : column;
                const Vector3 point = corner + m_spacing * Vector3(i, j, k);
                const double limit = std::min(m_band, last + 1.001 * m_spacing);
                // Which triangle it is tells the side of an open surface, and what is carried.
                std::optional<SurfaceDistance::Place> place;
                if (needsPlaces)
                    place = m_surface.nearestPlace(point, limit);
                const double nearest =
                    needsPlaces ? (place ? (place->point - point).norm() : m_band) : m_surface.nearest(point, limit);
                const double distance = std::isfinite(nearest) ? nearest : m_band;
                bool isInside = wasInside;
                if (!isClosed())
                    isInside = place ? !isBesideRim(*place) && isBehind(*place, point) : wasInside;
                else if (isFirst || last + distance <= 1.001 * m_spacing)
                    isInside = m_inside->isInside(point);
                block.distance[sampleIndex(i, j, k)] = static_cast<float>(isInside ? -distance : distance);
                if (!m_carried.empty()) { // beyond the band as where the band ended
                    carried = place ? carriedAt(*place) : carried;
                    block.carried[sampleIndex(i, j, k)] = carried.cast<float>();
                }
                last = distance;
                wasInside = isInside;
                isFirst = false;
            }
}

std::optional<SignedDistance::Value> SignedDistance::deep(bool isInside) const
{
    if (!isClosed() || isInside == m_isTurned)
        return std::nullopt;
    return Value{-m_band, Vector3::Zero(), Vector3::Zero()};
}

std::optional<SignedDistance::Value> SignedDistance::at(const Vector3& point, double reach) const
{
    if (!m_reach.touches({point, point}))
        return deep(false);
    const Index index = blockOf(point);
    const auto found = m_blocks.find(keyOf(index));
    SASTRUGI_ASSERT(found != m_blocks.end(), "a distance is asked for where none was prepared");
    const Block& block = found->second;
    if (!block.isNear)
        return deep(block.isInside);
    const Vector3 place = (point - cornerOf(index)) / m_spacing;
    int cell[3];
    double weight[3][2];
    for (int axis = 0; axis < 3; ++axis) {
        cell[axis] = std::clamp(static_cast<int>(place[axis]), 0, blockCells - 1);
        weight[axis][1] = place[axis] - cell[axis];
        weight[axis][0] = 1 - weight[axis][1];
    }
    const auto cornerIndex = [&](int corner) {
        return sampleIndex(cell[0] + (corner & 1), cell[1] + (corner >> 1 & 1), cell[2] + (corner >> 2));
    };
    const auto weightOf = [&](int corner) {
        return weight[0][corner & 1] * weight[1][corner >> 1 & 1] * weight[2][corner >> 2];
    };
    double d[8];
    Value value{0, Vector3::Zero(), Vector3::Zero()};
    for (int corner = 0; corner < 8; ++corner) {
        d[corner] = block.distance[cornerIndex(corner)];
        value.distance += weightOf(corner) * d[corner];
    }
    const double sign = m_isTurned ? -1 : 1;
    value.distance *= sign;
    if (value.distance > std::min(reach, (1 - 1e-6) * m_band))
        return std::nullopt;
    for (int corner = 0; corner < 8; ++corner) {
        const int a = corner & 1, b = corner >> 1 & 1, c = corner >> 2;
        const double x = weight[0][a], y = weight[1][b], z = weight[2][c];
        value.gradient +=
            sign * d[corner] / m_spacing * Vector3((a ? 1 : -1) * y * z, (b ? 1 : -1) * x * z, (c ? 1 : -1) * x * y);
        if (!block.carried.empty())
            value.carried += weightOf(corner) * block.carried[cornerIndex(corner)].cast<double>();
    }
    return value;
}

std::size_t SignedDistance::memory() const
{
    std::size_t bytes = 0;
    for (const auto& [key, block] : m_blocks)
        bytes += sizeof block + block.distance.capacity() * sizeof(float) + block.carried.capacity() * sizeof(Vector3f);
    return bytes;
}

} // namespace sastrugi
