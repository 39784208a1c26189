// The kernels as templates over the interpolation, for MpmKernels.kernel.cpp to make tables of.
#pragma once

#include "engine/mpm/Transfer.h"

namespace sastrugi::SASTRUGI_ISA
{

template <class Kernel, bool isAffine>
void particlesToGrid(const MpmBlock& block, Float4* momentum, Float4* force);
template <class Kernel>
void particlesToGridFused(const MpmBlock& block, Float4* momentum);
template <class Kernel>
void hessianProduct(const MpmBlock& block, const Float4* direction, Float4* product);
template <class Kernel, bool isAffine, bool isMls>
MpmExtremes gridToParticles(const MpmBlock& block, const Float4* velocity, const Float4* blend);

} // namespace sastrugi::SASTRUGI_ISA
