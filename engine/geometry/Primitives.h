// Boxes, spheres and planes as triangle meshes. Corners are counter-clockwise seen from outside.
#pragma once

#include "engine/geometry/TriangleMesh.h"

#include <array>
#include <cstdint>

namespace sastrugi
{

/// Into how many parts edges are divided; each is from 1 to this.
constexpr std::int64_t mostDivisions = 512;

/// A closed box; undivided, of 8 points and 12 triangles. Throws Error(Scene) when an edge is not positive and finite,
/// or cannot be divided like that.
TriangleMesh makeBox(const Vector3& size, const Vector3& centre,
                     const std::array<std::int64_t, 3>& divisions = {1, 1, 1});

/// A closed icosahedron whose faces are split into four `subdivisions` times, all points at `radius` from the centre.
/// It lies inside the sphere: its volume falls short, by a quarter of that with each subdivision. Throws Error(Scene)
/// when the radius is not positive and finite, or subdivisions are not in 0 ... 8.
TriangleMesh makeSphere(double radius, const Vector3& centre, int subdivisions);

/// An open rectangle across Z, facing up; undivided, of two triangles. Throws Error(Scene) when an edge is not positive
/// and finite, or cannot be divided like that.
TriangleMesh makePlane(double sizeX, double sizeY, const Vector3& centre,
                       const std::array<std::int64_t, 2>& divisions = {1, 1});

} // namespace sastrugi
