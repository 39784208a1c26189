// A change of shape that is scaled, turned and moved as a whole.
#pragma once

#include "engine/motion/Deformation.h"

#include <mutex>

namespace sastrugi
{

class TransformedDeformation final : public Deformation
{
public:
    /// x -> linear x + translation. A `linear` that mirrors wants triangles that are turned round.
    TransformedDeformation(std::shared_ptr<const Deformation> deformation, const Matrix3& linear,
                           const Vector3& translation);

    std::size_t pointCount() const override { return m_deformation->pointCount(); }
    std::vector<Vector3> pointsAt(double time) const override;
    double largestSpeed(double from, double to) const override;
    const Bounds& bounds() const override { return m_bounds; }
    ShapeInterval intervalAt(double time, double way) const override;
    std::vector<double> typicalTimes() const override { return m_deformation->typicalTimes(); }
    std::shared_ptr<const TriangleMesh> stepAt(double time) const override;
    void addToHash(ContentHash& hash) const override;

private:
    std::shared_ptr<const Deformation> m_deformation;
    Matrix3 m_linear;
    Vector3 m_translation;
    double m_largestScale;
    Bounds m_bounds;
    // The same mesh for the same one before: whoever is given it need not look at it again.
    mutable std::mutex m_mutex;
    mutable std::shared_ptr<const TriangleMesh> m_stepBefore, m_step;
};

} // namespace sastrugi
