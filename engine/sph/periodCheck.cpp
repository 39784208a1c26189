#include "engine/sph/periodCheck.h"

#include "engine/core/Error.h"
#include "engine/geometry/MeshTopology.h"

#include <algorithm>

namespace sastrugi
{

namespace
{

void refuseWiderThanDomain(const FillEmitter& emitter, const SceneSettings& settings)
{
    const Vector3 size = emitter.region->bounds().size();
    for (int axis = 0; axis < 2; ++axis)
        if (size[axis] > settings.periodSize[axis] * (1 + 1e-6))
            throw NodeError(ErrorKind::Scene, emitter.name,
                            fmt::format("emitter '{}' is {:.4g} m long along {}, where the periodic domain of the "
                                        "scene has {:.4g} m: its snow would lie in its own image; enlarge "
                                        "scene.periodSize, or fill less",
                                        emitter.name, size[axis], "xy"[axis], settings.periodSize[axis]));
}

bool reachesOut(const Boundary& boundary, const SceneSettings& settings, double slack)
{
    const TriangleMesh& mesh = *meshAt(boundary, 0);
    const Bounds bounds = mesh.bounds();
    const auto isOut = [&](int axis) {
        return bounds.minimum[axis] < settings.periodOrigin[axis] - slack ||
               bounds.maximum[axis] > settings.periodOrigin[axis] + settings.periodSize[axis] + slack;
    };
    return (isOut(0) || isOut(1)) && rimOf(mesh).empty();
}

} // namespace

void checkPeriod(const Scene& scene, double spacing, const Log& log)
{
    const SceneSettings& settings = scene.settings;
    if (!settings.periodic)
        return;
    if (const Vector3& size = settings.periodSize; std::min(size.x(), size.y()) < 4 * spacing)
        fail(ErrorKind::Scene,
             "scene.periodSize is {} x {} m; solver '{}' needs at least four of its spacings along x and y, {} m",
             size.x(), size.y(), scene.solverNode, 4 * spacing);
    for (const FillEmitter& emitter : scene.emitters)
        refuseWiderThanDomain(emitter, settings);
    for (const Boundary& boundary : scene.boundaries)
        if (log && reachesOut(boundary, settings, spacing))
            log({LogLevel::Warning, boundary.name, "boundary.outsideOfPeriod",
                 "reaches out of the periodic domain, and what is outside of it is left away, not repeated: see "
                 "scene.periodOrigin and scene.periodSize"});
}

} // namespace sastrugi
