// Moving, turning, scaling and joining meshes.
#pragma once

#include "engine/geometry/TriangleMesh.h"

#include <span>

namespace sastrugi
{

/// The rotation by `angles` (radians) about the fixed axes X, then Y, then Z: R = Rz Ry Rx. The same as Euler "XYZ"
/// in Blender.
Matrix3 rotationMatrix(const Vector3& angles);

/// x -> translation + rotationMatrix(angles) * (scale x), component by component. A scale that mirrors turns the
/// triangles round, so that what was outside stays outside. Throws Error(Scene) when a value is not finite or a
/// scale is zero.
TriangleMesh transformed(const TriangleMesh& mesh, const Vector3& translation, const Vector3& angles,
                         const Vector3& scale);

/// All meshes in one, in their order; nothing is welded.
TriangleMesh merged(std::span<const TriangleMesh* const> meshes);

} // namespace sastrugi
