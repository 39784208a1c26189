// The points of a cubic lattice inside a mesh: where the particles of a fresh body start.
//
// Inside is decided by the generalised winding number, so that open and flipped meshes can be filled. Blocks of the
// lattice without surface in them are decided by one point: there the winding number changes only by the rim of the
// surface, whose influence is bounded by the law of Biot and Savart.
#pragma once

#include "engine/geometry/TriangleMesh.h"

#include <span>
#include <stop_token>
#include <vector>

namespace sastrugi
{

constexpr double fillLimit = 200e6;

/// A point stands for a cube of edge `spacing`. The first is half a spacing from the lower faces of the mesh's bounds,
/// so that a box of n spacings gets n^3 points. Empty when the mesh is thinner than the lattice. The order is that of
/// the blocks: near points are near in it, and it does not depend on the number of threads.
/// Throws Error(Scene) when the spacing is not positive or more than `limit` points would be made, before it makes
/// them; Error(Interrupted) when stopped.
std::vector<Vector3> fillLattice(const TriangleMesh& mesh, double spacing, std::stop_token stop = {},
                                 double limit = fillLimit);

/// The same of lattices that are moved from there by `shifts`, in spacings along the axes, each from 0 to 1: all of
/// their points that are inside, one lattice after the other, at most `limit` together.
std::vector<Vector3> fillMovedLattices(const TriangleMesh& mesh, double spacing, std::span<const Vector3> shifts,
                                       std::stop_token stop = {}, double limit = fillLimit);

/// How many points that would be, without making them: by the volume where the mesh is closed, of the bounds where it
/// is open, so that there it is more. Throws what fillLattice() throws before it begins.
double estimateFill(const TriangleMesh& mesh, double spacing, double limit = fillLimit);

} // namespace sastrugi
