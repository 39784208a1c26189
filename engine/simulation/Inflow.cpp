#include "engine/simulation/Inflow.h"

#include "engine/core/Error.h"

namespace sastrugi
{

Bounds InflowEmitter::bounds() const
{
    Bounds bounds;
    if (const auto* nozzle = std::get_if<NozzleParameters>(&kind)) {
        bounds.add(nozzle->centre);
        return bounds.grownBy(nozzle->radius);
    }
    if (surface)
        return surface->bounds();
    const auto& snowfall = std::get<SnowfallParameters>(kind);
    const Vector3 half(0.5 * snowfall.sizeX, 0.5 * snowfall.sizeY, 0);
    bounds.add(snowfall.centre - half);
    bounds.add(snowfall.centre + half);
    return bounds;
}

void InflowEmitter::check() const
{
    if (const auto* nozzle = std::get_if<NozzleParameters>(&kind); nozzle && !(nozzle->direction.norm() > 0))
        fail(ErrorKind::Scene, "parameter 'direction' has no length, and so no direction");
    if (surface && !(surface->surfaceArea() > 0))
        fail(ErrorKind::Scene, "the surface has no area for flakes to appear on");
}

} // namespace sastrugi
