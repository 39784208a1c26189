// The node types of this program.
#pragma once

#include "nodes/graph/NodeRegistry.h"

namespace sastrugi
{

/// Built at the first call, constant from then on.
const NodeRegistry& allNodes();

} // namespace sastrugi
