// A mesh that may change its shape, made a thin shell: its two sides go with it.
//
// How much faster than the mesh its sides are, where it turns or bends, is found from the typical times of its motion.
#pragma once

#include "engine/geometry/ThinShell.h"
#include "engine/motion/MovingMesh.h"

#include <mutex>

namespace sastrugi
{

class ShellDeformation final : public Deformation
{
public:
    /// `shell` is that of a mesh whose points `deformation` moves.
    ShellDeformation(std::shared_ptr<const Deformation> deformation, ThinShell shell);

    std::size_t pointCount() const override { return m_pointCount; }
    std::vector<Vector3> pointsAt(double time) const override
    {
        return m_shell.pointsOf(m_deformation->pointsAt(time));
    }
    double largestSpeed(double from, double to) const override
    {
        return m_ratio * m_deformation->largestSpeed(from, to);
    }
    const Bounds& bounds() const override { return m_bounds; }
    ShapeInterval intervalAt(double time, double way) const override
    {
        return m_deformation->intervalAt(time, way / m_ratio);
    }
    std::vector<double> typicalTimes() const override { return m_deformation->typicalTimes(); }
    std::shared_ptr<const TriangleMesh> stepAt(double time) const override;
    void addToHash(ContentHash& hash) const override;

private:
    double ratioFromMotion() const;

    std::shared_ptr<const Deformation> m_deformation;
    ThinShell m_shell;
    std::size_t m_pointCount;
    double m_ratio; // of the ways of its points to those of the mesh, at most
    Bounds m_bounds;
    // The same mesh for the same one before: whoever is given it need not look at it again.
    mutable std::mutex m_mutex;
    mutable std::shared_ptr<const TriangleMesh> m_stepBefore, m_step;
};

/// The open pieces of a mesh as shells, however it moves. Gives how many there are in `count`; the mesh itself when
/// none is open. Throws Error(Scene) when the thickness is not positive.
MovingMesh asThinShell(const MovingMesh& moving, double thickness, std::size_t& count);

} // namespace sastrugi
