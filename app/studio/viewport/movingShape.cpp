#include "app/studio/viewport/movingShape.h"

namespace sastrugi::studio
{

std::shared_ptr<const Boundary> movingOf(const MovingMesh& mesh)
{
    if (!mesh.deformation)
        return nullptr;
    Boundary boundary;
    boundary.mesh = mesh.mesh;
    boundary.deformation = mesh.deformation;
    return std::make_shared<const Boundary>(std::move(boundary));
}

std::shared_ptr<const Boundary> movingOf(const Emitter& emitter)
{
    const auto* inflow = std::get_if<InflowEmitter>(&emitter);
    if (!inflow || !inflow->surface || inflow->motion.isStill())
        return nullptr;
    Boundary boundary;
    boundary.mesh = inflow->surface;
    boundary.motion = inflow->motion;
    return std::make_shared<const Boundary>(std::move(boundary));
}

} // namespace sastrugi::studio
