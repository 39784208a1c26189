#include "engine/mpm/MpmKernelSet.h"

namespace sastrugi::SASTRUGI_ISA
{

namespace
{

template <class Kernel, bool isAffine, bool isMls>
constexpr MpmKernels kernelsOf()
{
    MpmKernels kernels = {massToGrid<Kernel>,
                          stayInBlock<Kernel>,
                          blockKeys<Kernel>,
                          particlesToGrid<Kernel, isAffine>,
                          nullptr,
                          hessianProduct<Kernel>,
                          gridToParticles<Kernel, isAffine, isMls>,
                          move};
    if constexpr (isMls)
        kernels.particlesToGridFused = particlesToGridFused<Kernel>;
    return kernels;
}

} // namespace

const MpmKernels& mpmKernels(KernelSet set)
{
    static constexpr MpmKernels cubic = kernelsOf<CubicKernel, false, false>(),
                                affine = kernelsOf<CubicKernel, true, false>(),
                                mls = kernelsOf<QuadraticMlsKernel, true, true>();
    return set == KernelSet::Cubic ? cubic : set == KernelSet::CubicAffine ? affine : mls;
}

} // namespace sastrugi::SASTRUGI_ISA
