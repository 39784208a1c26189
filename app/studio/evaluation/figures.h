// What a result amounts to, in a few words: what a node shows below its ports.
#pragma once

#include "nodes/graph/NodeType.h"

#include <QString>

namespace sastrugi::studio
{

/// "12,345 triangles", "about 30,700 particles"; empty where there is nothing to say. Throws Error(Scene) when a
/// solver finds that it cannot simulate its scene.
QString figuresOf(const Outputs& outputs);

} // namespace sastrugi::studio
