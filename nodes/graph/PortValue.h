// What flows along a link: a shared constant value of the port's type.
#pragma once

#include "engine/fineScale/FineScaleParameters.h"
#include "engine/motion/MovingCamera.h"
#include "engine/motion/MovingMesh.h"
#include "engine/simulation/Scene.h"
#include "engine/surface/SurfaceParameters.h"
#include "engine/volume/DensityVolume.h"
#include "nodes/graph/Port.h"

#include <memory>
#include <variant>

namespace sastrugi
{

/// In the order of PortType, which is the index. Never null.
using PortValue = std::variant<MovingMesh, std::shared_ptr<const Boundary>, std::shared_ptr<const Emitter>,
                               std::shared_ptr<const Material>, Field, std::shared_ptr<const Scene>,
                               std::shared_ptr<const DensityVolume>, std::shared_ptr<const ParticleSurface>,
                               std::shared_ptr<const FineParticles>, std::shared_ptr<const MovingCamera>>;

inline PortType typeOf(const PortValue& value) { return static_cast<PortType>(value.index()); }

} // namespace sastrugi
