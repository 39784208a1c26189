// The kernels as templates over the interpolation, for MpmKernels.kernel.cpp to make tables of.
#pragma once

#include "engine/mpm/Transfer.h"

namespace sastrugi::SASTRUGI_ISA
{

template <class Kernel>
bool stayInBlock(const Float4* position, std::size_t begin, std::size_t end, float inverseCell,
                 const std::array<float, 3>& firstNode);
template <class Kernel>
void massToGrid(const MpmBlock& block, MpmTile& mass);
template <class Kernel>
bool blockKeys(const Float4* position, std::size_t begin, std::size_t end, float inverseCell, std::uint64_t* keys);
template <class Kernel, bool isAffine>
void particlesToGrid(const MpmBlock& block, MpmTile& momentum, MpmTile& force);
template <class Kernel>
void particlesToGridFused(const MpmBlock& block, MpmTile& momentum);
template <class Kernel>
void hessianProduct(const MpmBlock& block, const Float4* direction, MpmTile& product);
template <class Kernel, bool isAffine, bool isMls>
MpmExtremes gridToParticles(const MpmBlock& block, const Float4* velocity, const Float4* blend);

void move(const MpmArrays& snow, std::size_t begin, std::size_t end, float duration);

} // namespace sastrugi::SASTRUGI_ISA
