// A triangle mesh with attributes at its points.
#pragma once

#include "engine/geometry/TriangleMesh.h"
#include "engine/particles/Attributes.h"

namespace sastrugi
{

struct AttributedMesh {
    TriangleMesh mesh;
    Attributes attributes; // as many elements as points
};

} // namespace sastrugi
