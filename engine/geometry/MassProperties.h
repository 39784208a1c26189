// What a solid body of one density weighs, and how it resists a turn.
#pragma once

#include "engine/geometry/TriangleMesh.h"

namespace sastrugi
{

/// Of the inside of a mesh, by its volume: to be multiplied by a density.
struct MassProperties {
    double volume = 0;                 // m^3
    Vector3 centre = Vector3::Zero();  // of mass, m
    Matrix3 inertia = Matrix3::Zero(); // about the centre, per density; m^5
};

/// By the divergence theorem, exact for the flat faces of the mesh. For one that is closed and consistently oriented;
/// negative where it is inside out.
MassProperties massPropertiesOf(const TriangleMesh& mesh);

} // namespace sastrugi
