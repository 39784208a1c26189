#include "engine/motion/TransformedDeformation.h"

#include "engine/core/Parallel.h"

#include <Eigen/SVD>

#include <utility>

namespace sastrugi
{

TransformedDeformation::TransformedDeformation(std::shared_ptr<const Deformation> deformation, const Matrix3& linear,
                                               const Vector3& translation)
    : m_deformation(std::move(deformation)), m_linear(linear), m_translation(translation),
      m_largestScale(Eigen::JacobiSVD<Matrix3>(linear).singularValues()[0])
{
    const Bounds& box = m_deformation->bounds();
    for (int corner = 0; corner < 8; ++corner) {
        Vector3 point;
        for (int axis = 0; axis < 3; ++axis)
            point[axis] = (corner >> axis & 1 ? box.maximum : box.minimum)[axis];
        m_bounds.add(Vector3(m_linear * point + m_translation));
    }
}

std::vector<Vector3> TransformedDeformation::pointsAt(double time) const
{
    std::vector<Vector3> points = m_deformation->pointsAt(time);
    parallelFor(points.size(), [&](std::size_t i) { points[i] = m_linear * points[i] + m_translation; });
    return points;
}

double TransformedDeformation::largestSpeed(double from, double to) const
{
    return m_largestScale * m_deformation->largestSpeed(from, to);
}

ShapeInterval TransformedDeformation::intervalAt(double time, double way) const
{
    return m_deformation->intervalAt(time, way / m_largestScale);
}

std::shared_ptr<const TriangleMesh> TransformedDeformation::stepAt(double time) const
{
    const std::shared_ptr<const TriangleMesh> step = m_deformation->stepAt(time);
    if (!step)
        return nullptr;
    const std::lock_guard lock(m_mutex);
    if (step == m_stepBefore)
        return m_step;
    TriangleMesh mesh = *step;
    for (Vector3& point : mesh.points)
        point = m_linear * point + m_translation;
    if (m_linear.determinant() < 0)
        for (auto& triangle : mesh.triangles)
            std::swap(triangle[1], triangle[2]);
    m_stepBefore = step;
    m_step = std::make_shared<const TriangleMesh>(std::move(mesh));
    return m_step;
}

void TransformedDeformation::addToHash(ContentHash& hash) const
{
    hash.add("transformed");
    m_deformation->addToHash(hash);
    for (int column = 0; column < 3; ++column)
        for (int row = 0; row < 3; ++row)
            hash.add(m_linear(row, column));
    for (int axis = 0; axis < 3; ++axis)
        hash.add(m_translation[axis]);
}

} // namespace sastrugi
