// The kernels by name, for DemKernels.kernel.cpp to make a table of.
#pragma once

#include "engine/dem/DemKernels.h"

namespace sastrugi::SASTRUGI_ISA
{

DemPassSums warmStart(const DemBlock& block, DemFriction friction, int from);
DemPassSums relax(const DemBlock& block, int source, int from);

} // namespace sastrugi::SASTRUGI_ISA
