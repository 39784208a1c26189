// A mesh that moves as a whole, on top of what changes its shape.
#pragma once

#include "engine/motion/MovingMesh.h"
#include "engine/motion/RigidMotion.h"

#include <span>

namespace sastrugi
{

class RigidDeformation final : public Deformation
{
public:
    /// `body`: without the motion. The bounds are those between the first and the last of `times`, s, which rise.
    RigidDeformation(MovingMesh body, RigidMotion motion, std::span<const double> times);

    const MovingMesh& body() const { return m_body; }
    const RigidMotion& motion() const { return m_motion; }

    std::size_t pointCount() const override { return m_body->points.size(); }
    std::vector<Vector3> pointsAt(double time) const override;
    double largestSpeed(double from, double to) const override;
    const Bounds& bounds() const override { return m_bounds; }
    /// Halves of halves of seconds.
    ShapeInterval intervalAt(double time, double way) const override;
    std::vector<double> typicalTimes() const override { return m_typicalTimes; }
    double largestStretch(const TriangleMesh& mesh) const override;
    void addToHash(ContentHash& hash) const override;

private:
    MovingMesh m_body;
    RigidMotion m_motion;
    Bounds m_shapes; // of the body
    Bounds m_bounds;
    std::vector<double> m_typicalTimes;
};

/// The mesh with a motion on top of its own. Throws Error(Scene) for a mesh whose triangles change, which stands from
/// step to step.
MovingMesh moved(const MovingMesh& mesh, RigidMotion motion, std::span<const double> times);

} // namespace sastrugi
