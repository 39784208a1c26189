// Whether a triangle and a box overlap: separating axes, after Akenine-Moeller 2001,
// doi 10.1080/10867651.2001.10487535.
#pragma once

#include "engine/geometry/TriangleMesh.h"

namespace sastrugi
{

/// Touching counts as overlapping.
bool overlaps(const Vector3& a, const Vector3& b, const Vector3& c, const Bounds& box);

} // namespace sastrugi
