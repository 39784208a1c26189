// What moves and is no obstacle, as the obstacle that would move like it: views place all of them in one way.
#pragma once

#include "engine/motion/MovingMesh.h"
#include "engine/simulation/Scene.h"

#include <memory>

namespace sastrugi::studio
{

/// Null where it stays as it is.
std::shared_ptr<const Boundary> movingOf(const MovingMesh& mesh);

/// With its region as the mesh; null where it has none, or stands still.
std::shared_ptr<const Boundary> movingOf(const Emitter& emitter);

} // namespace sastrugi::studio
