// The motion that an obstacle lends to what it carries.
#pragma once

#include "nodes/graph/NodeType.h"

namespace sastrugi
{

/// Says what of the carrier's motion is not followed.
RigidMotion carrierMotion(const Inputs& inputs, const Boundary& carrier);

} // namespace sastrugi
