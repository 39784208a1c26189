#include "engine/mpm/ThinObstacles.h"

#include "engine/core/Units.h"
#include "engine/geometry/MassProperties.h"
#include "engine/geometry/MeshTopology.h"

#include <cmath>

namespace sastrugi
{

namespace
{

double areaOf(const TriangleMesh& mesh)
{
    double area = 0;
    for (const auto& [i, j, k] : mesh.triangles) {
        const Vector3& a = mesh.points[i];
        area += 0.5 * (mesh.points[j] - a).cross(mesh.points[k] - a).norm();
    }
    return area;
}

} // namespace

void warnOfThinObstacles(const Scene& scene, double cellSize, const Log& log)
{
    for (const Boundary& boundary : scene.boundaries) {
        const TriangleMesh& mesh = *boundary.mesh;
        const double area = areaOf(mesh);
        if (!(area > 0) || !rimOf(mesh).empty())
            continue;
        const double thickness = 2 * std::abs(massPropertiesOf(mesh).volume) / area;
        if (thickness < cellSize)
            log({LogLevel::Warning, boundary.name, "boundary.thin",
                 fmt::format("it is about {:.2g} m thick, and the cells of '{}' are {:.2g} m: snow may pass through it "
                             "unnoticed; make it two cells thick, or the spacing smaller",
                             thickness, scene.solverNode, cellSize)});
    }
}

} // namespace sastrugi
