// What a result amounts to, in a few words: what a node shows below its ports.
#pragma once

#include "nodes/graph/NodeType.h"

#include <QString>

namespace sastrugi::studio
{

/// "12,345 triangles", "about 30,700 particles"; empty where there is nothing to say. What a solver remarks on its
/// scene goes to `log`. Throws Error(Scene) when it finds that it cannot simulate it, Error(Interrupted) when stopped.
QString figuresOf(const Outputs& outputs, const Log& log, std::stop_token stop);

} // namespace sastrugi::studio
