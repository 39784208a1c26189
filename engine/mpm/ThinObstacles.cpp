#include "engine/mpm/ThinObstacles.h"

#include "engine/geometry/MassProperties.h"
#include "engine/geometry/MeshTopology.h"

#include <cmath>

namespace sastrugi
{

void warnOfThinObstacles(const Scene& scene, double cellSize, const Log& log)
{
    for (const Boundary& boundary : scene.boundaries) {
        const TriangleMesh& mesh = *boundary.mesh;
        const double area = mesh.surfaceArea();
        const double thickness = area > 0 ? 2 * std::abs(massPropertiesOf(mesh).volume) / area : cellSize;
        if (thickness < cellSize && rimOf(mesh).empty())
            log({LogLevel::Warning, boundary.name, "boundary.thin",
                 fmt::format("it is about {:.2g} m thick, and the cells of '{}' are {:.2g} m: snow may pass through it "
                             "unnoticed; make it two cells thick, or the spacing smaller",
                             thickness, scene.solverNode, cellSize)});
    }
}

} // namespace sastrugi
