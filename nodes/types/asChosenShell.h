// The last step of mending, of nodes that read meshes.
#pragma once

#include "engine/geometry/MeshRepair.h"
#include "engine/motion/MovingMesh.h"
#include "nodes/graph/NodeType.h"

namespace sastrugi
{

/// The mesh, its open pieces as thin shells where that is chosen; says so on the node.
MovingMesh asChosenShell(MovingMesh moving, const MeshRepair& repair, const Inputs& inputs);

} // namespace sastrugi
