// Obstacles that the nodes of a grid may miss.
#pragma once

#include "engine/core/Log.h"
#include "engine/simulation/Scene.h"

namespace sastrugi
{

/// Warns of closed boundaries that are thinner than a cell, by twice their volume over their area: nodes inside of one
/// are what stops snow, and such a plate may lie between them. Open ones are solid as deep as the method needs.
/// `cellSize` in metres.
void warnOfThinObstacles(const Scene& scene, double cellSize, const Log& log);

} // namespace sastrugi
