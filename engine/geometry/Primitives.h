// Boxes, spheres and planes as triangle meshes. Corners are counter-clockwise seen from outside.
#pragma once

#include "engine/geometry/TriangleMesh.h"

namespace sastrugi
{

/// A closed box of 8 points and 12 triangles. Throws Error(Scene) when an edge is not positive and finite.
TriangleMesh makeBox(const Vector3& size, const Vector3& centre);

/// A closed icosahedron whose faces are split into four `subdivisions` times, all points at `radius` from the centre.
/// It lies inside the sphere: its volume falls short, by a quarter of that with each subdivision. Throws Error(Scene)
/// when the radius is not positive and finite, or subdivisions are not in 0 ... 8.
TriangleMesh makeSphere(double radius, const Vector3& centre, int subdivisions);

/// An open rectangle of two triangles, across Z, facing up. Throws Error(Scene) when an edge is not positive and
/// finite.
TriangleMesh makePlane(double sizeX, double sizeY, const Vector3& centre);

} // namespace sastrugi
