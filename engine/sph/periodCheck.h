// What a periodic domain cannot hold.
#pragma once

#include "engine/core/Log.h"
#include "engine/simulation/Scene.h"

namespace sastrugi
{

/// For scenes whose domain is periodic; the others pass. Throws Error(Scene) for a domain of less than four spacings,
/// NodeError(Scene) for an emitter wider than the domain, whose snow would lie in its own image. Warns of closed
/// boundaries that reach out of the domain: what is outside is left away.
void checkPeriod(const Scene& scene, double spacing, const Log& log = {});

} // namespace sastrugi
