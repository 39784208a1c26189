#include "engine/geometry/WindingNumber.h"

#include "engine/core/Parallel.h"

#include <cmath>
#include <cstdint>
#include <numbers>

namespace sastrugi
{

namespace
{
constexpr std::uint32_t trianglesPerLeaf = 8;
}

WindingNumber::WindingNumber(const TriangleMesh& mesh) : m_tree(triangleBounds(mesh), trianglesPerLeaf)
{
    m_triangles.reserve(mesh.triangles.size());
    for (const std::uint32_t index : m_tree.order()) {
        const auto& [a, b, c] = mesh.triangles[index];
        m_triangles.push_back({mesh.points[a], mesh.points[b], mesh.points[c]});
    }
    m_clusters.resize(m_tree.nodes().size());
    parallelFor(m_clusters.size(), [&](std::size_t i) { m_clusters[i] = makeCluster(m_tree.nodes()[i]); });
}

WindingNumber::Cluster WindingNumber::makeCluster(const BoundsTree::Node& node) const
{
    Cluster cluster;
    const Vector3 reference = node.box.centre();
    double area = 0;
    Vector3 weighted = Vector3::Zero();
    for (std::uint32_t i = node.begin; i < node.end; ++i) {
        const auto& [a, b, c] = m_triangles[i];
        const Vector3 areaVector = 0.5 * (b - a).cross(c - a);
        cluster.areaVector += areaVector;
        area += areaVector.norm();
        weighted += areaVector.norm() * ((a + b + c) / 3 - reference);
    }
    cluster.centre = reference + (area > 0 ? Vector3(weighted / area) : Vector3(Vector3::Zero()));

    for (std::uint32_t i = node.begin; i < node.end; ++i) {
        const auto& [a, b, c] = m_triangles[i];
        const Vector3 areaVector = 0.5 * (b - a).cross(c - a);
        cluster.moment += ((a + b + c) / 3 - cluster.centre) * areaVector.transpose();
        for (const Vector3& corner : m_triangles[i])
            cluster.radiusSquared = std::max(cluster.radiusSquared, (corner - cluster.centre).squaredNorm());
    }
    return cluster;
}

/// Times 4 pi. With r from the point to the centre: n.r/r^3 + tr(J C), J the derivative of r/r^3.
double WindingNumber::expansion(const Cluster& cluster, const Vector3& offset)
{
    const double inverseSquare = 1 / offset.squaredNorm();
    const double inverseCube = inverseSquare * std::sqrt(inverseSquare);
    const double gradient = cluster.moment.trace() - 3 * inverseSquare * offset.dot(cluster.moment * offset);
    return inverseCube * (cluster.areaVector.dot(offset) + gradient);
}

/// van Oosterom and Strackee 1983, doi 10.1109/TBME.1983.325207.
double WindingNumber::solidAngle(const Corners& corners, const Vector3& point)
{
    const Vector3 a = corners[0] - point, b = corners[1] - point, c = corners[2] - point;
    const double lengthA = a.norm(), lengthB = b.norm(), lengthC = c.norm();
    const double determinant = a.dot(b.cross(c));
    const double denominator =
        lengthA * lengthB * lengthC + a.dot(b) * lengthC + b.dot(c) * lengthA + c.dot(a) * lengthB;
    return 2 * std::atan2(determinant, denominator);
}

double WindingNumber::at(const Vector3& point, double accuracy) const
{
    double sum = 0;
    std::array<std::uint32_t, BoundsTree::maximumDepth> stack;
    std::size_t size = 0;
    if (!m_clusters.empty())
        stack[size++] = 0;
    while (size > 0) {
        const std::uint32_t index = stack[--size];
        const Cluster& cluster = m_clusters[index];
        const Vector3 offset = cluster.centre - point;
        if (offset.squaredNorm() > accuracy * accuracy * cluster.radiusSquared) {
            sum += expansion(cluster, offset);
            continue;
        }
        const BoundsTree::Node& node = m_tree.nodes()[index];
        if (node.isLeaf()) {
            for (std::uint32_t i = node.begin; i < node.end; ++i)
                sum += solidAngle(m_triangles[i], point);
        } else {
            stack[size++] = node.right;
            stack[size++] = index + 1;
        }
    }
    return sum / (4 * std::numbers::pi);
}

double WindingNumber::magnitudeAt(const Vector3& point) const
{
    const double magnitude = std::abs(at(point));
    return std::abs(magnitude - 0.5) > 0.15 ? magnitude : std::abs(at(point, 4));
}

double WindingNumber::exactlyAt(const Vector3& point) const
{
    double sum = 0;
    for (const Corners& corners : m_triangles)
        sum += solidAngle(corners, point);
    return sum / (4 * std::numbers::pi);
}

} // namespace sastrugi
