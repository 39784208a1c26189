#include "engine/simulation/SceneMaterials.h"

#include "engine/core/Error.h"

namespace sastrugi
{

std::vector<const Material*> materialsOf(const Scene& scene)
{
    std::vector<const Material*> materials;
    for (const FillEmitter& emitter : scene.emitters)
        materials.push_back(&emitter.material);
    for (const InflowEmitter& emitter : scene.inflows)
        materials.push_back(&emitter.material);
    return materials;
}

void refuseGranularSnow(const Scene& scene)
{
    const auto check = [&](const std::string& emitter, const Material& material) {
        if (std::holds_alternative<GranularSnow>(material))
            throw NodeError(
                ErrorKind::Scene, emitter,
                fmt::format("emitter '{}' has Granular Snow, which solver '{}' cannot simulate: link a Snow "
                            "node to the emitter, or use the DEM Solver",
                            emitter, scene.solverNode));
    };
    for (const FillEmitter& emitter : scene.emitters)
        check(emitter.name, emitter.material);
    for (const InflowEmitter& emitter : scene.inflows)
        check(emitter.name, emitter.material);
}

void refuseRigidBodies(const Scene& scene)
{
    for (const Boundary& boundary : scene.boundaries)
        if (boundary.body)
            throw NodeError(ErrorKind::Scene, boundary.name,
                            fmt::format("'{}' is a rigid body, which solver '{}' cannot move: use the DEM Solver, or "
                                        "link the obstacle itself, which follows its motion",
                                        boundary.name, scene.solverNode));
}

} // namespace sastrugi
