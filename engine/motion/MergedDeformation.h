// Several meshes in one, of which some change their shape.
#pragma once

#include "engine/motion/Deformation.h"
#include "engine/motion/MovingMesh.h"

#include <span>

namespace sastrugi
{

class MergedDeformation final : public Deformation
{
public:
    /// Of the meshes in their order. Throws Error(Scene) when the triangles of one change.
    explicit MergedDeformation(std::vector<MovingMesh> meshes);

    std::size_t pointCount() const override;
    std::vector<Vector3> pointsAt(double time) const override;
    double largestSpeed(double from, double to) const override;
    const Bounds& bounds() const override { return m_bounds; }
    ShapeInterval intervalAt(double time, double way) const override;
    std::vector<double> typicalTimes() const override;
    void addToHash(ContentHash& hash) const override;

private:
    std::vector<MovingMesh> m_meshes;
    Bounds m_bounds;
};

/// All meshes in one, moving if one of them does. Throws Error(Scene) as MergedDeformation does.
MovingMesh merged(std::span<const MovingMesh> meshes);

} // namespace sastrugi
