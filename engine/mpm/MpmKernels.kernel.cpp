#include "engine/mpm/MpmKernelSet.h"

namespace sastrugi::SASTRUGI_ISA
{

const MpmKernels& mpmKernels(KernelSet set)
{
    static constexpr MpmKernels cubic = {particlesToGrid<CubicKernel, false>, nullptr, hessianProduct<CubicKernel>,
                                         gridToParticles<CubicKernel, false, false>};
    static constexpr MpmKernels affine = {particlesToGrid<CubicKernel, true>, nullptr, hessianProduct<CubicKernel>,
                                          gridToParticles<CubicKernel, true, false>};
    static constexpr MpmKernels mls = {particlesToGrid<QuadraticMlsKernel, true>,
                                       particlesToGridFused<QuadraticMlsKernel>, hessianProduct<QuadraticMlsKernel>,
                                       gridToParticles<QuadraticMlsKernel, true, true>};
    return set == KernelSet::Cubic ? cubic : set == KernelSet::CubicAffine ? affine : mls;
}

} // namespace sastrugi::SASTRUGI_ISA
