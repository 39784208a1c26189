// The materials of a scene, by emitter; which of them, and which obstacles, a method can simulate.
#pragma once

#include "engine/simulation/Scene.h"

#include <vector>

namespace sastrugi
{

/// In the order of Seed::emitter: of what fills regions, then of what flows in.
std::vector<const Material*> materialsOf(const Scene& scene);

/// For methods of elastoplastic snow. Throws NodeError(Scene) that names the emitter whose material is another.
void refuseGranularSnow(const Scene& scene);

/// For methods that do not move rigid bodies. Throws NodeError(Scene) that names the first one.
void refuseRigidBodies(const Scene& scene);

} // namespace sastrugi
