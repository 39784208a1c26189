#include "engine/motion/ShellDeformation.h"

#include <algorithm>
#include <utility>

namespace sastrugi
{

ShellDeformation::ShellDeformation(std::shared_ptr<const Deformation> deformation, ThinShell shell)
    : m_deformation(std::move(deformation)), m_shell(std::move(shell)), m_ratio(ratioFromMotion()),
      m_bounds(m_deformation->bounds().grownBy(m_shell.thickness())) // of a sharp edge, too
{
    m_pointCount = m_shell.offsetsOf(m_deformation->pointsAt(0)).size();
}

double ShellDeformation::ratioFromMotion() const
{
    constexpr double margin = 1.25; // between the times that are looked at
    double ratio = 1;
    std::vector<Vector3> before, offsetsBefore;
    double largest = 0; // way of the mesh between two of the times
    std::vector<std::pair<double, double>> ways;
    for (const double time : m_deformation->typicalTimes()) {
        const std::vector<Vector3> points = m_deformation->pointsAt(time), offsets = m_shell.offsetsOf(points);
        if (!before.empty()) {
            double way = 0, change = 0;
            for (std::size_t i = 0; i < points.size(); ++i)
                way = std::max(way, (points[i] - before[i]).norm());
            for (std::size_t i = 0; i < offsets.size(); ++i)
                change = std::max(change, (offsets[i] - offsetsBefore[i]).norm());
            ways.emplace_back(way, change);
            largest = std::max(largest, way);
        }
        before = points;
        offsetsBefore = offsets;
    }
    for (const auto& [way, change] : ways)
        if (way > 1e-3 * largest)
            ratio = std::max(ratio, 1 + margin * change / way);
    return ratio;
}

std::shared_ptr<const TriangleMesh> ShellDeformation::stepAt(double time) const
{
    const std::shared_ptr<const TriangleMesh> step = m_deformation->stepAt(time);
    if (!step)
        return nullptr;
    const std::lock_guard lock(m_mutex);
    if (step != m_stepBefore) {
        m_stepBefore = step;
        m_step = std::make_shared<const TriangleMesh>(ThinShell(*step, m_shell.thickness()).mesh(step->points));
    }
    return m_step;
}

void ShellDeformation::addToHash(ContentHash& hash) const
{
    hash.add("shell").add(m_shell.thickness());
    m_deformation->addToHash(hash);
}

MovingMesh asThinShell(const MovingMesh& moving, double thickness, std::size_t& count)
{
    ThinShell shell(*moving, thickness);
    count = shell.count();
    const bool hasSteps = moving.deformation && moving.deformation->stepAt(0); // of which a later one may be open
    if (count == 0 && !hasSteps)
        return moving;
    MovingMesh result(std::make_shared<const TriangleMesh>(shell.mesh(moving->points)));
    if (moving.deformation)
        result.deformation = std::make_shared<const ShellDeformation>(moving.deformation, std::move(shell));
    return result;
}

} // namespace sastrugi
