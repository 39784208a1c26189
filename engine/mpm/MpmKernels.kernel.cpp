#include "engine/mpm/MpmKernelSet.h"

namespace sastrugi::SASTRUGI_ISA
{

const MpmKernels& mpmKernels(KernelSet set)
{
    static constexpr MpmKernels cubic = {massToGrid<CubicKernel>,
                                         stayInBlock<CubicKernel>,
                                         blockKeys<CubicKernel>,
                                         particlesToGrid<CubicKernel, false>,
                                         nullptr,
                                         hessianProduct<CubicKernel>,
                                         gridToParticles<CubicKernel, false, false>,
                                         move};
    static constexpr MpmKernels affine = {massToGrid<CubicKernel>,
                                          stayInBlock<CubicKernel>,
                                          blockKeys<CubicKernel>,
                                          particlesToGrid<CubicKernel, true>,
                                          nullptr,
                                          hessianProduct<CubicKernel>,
                                          gridToParticles<CubicKernel, true, false>,
                                          move};
    static constexpr MpmKernels mls = {massToGrid<QuadraticMlsKernel>,
                                       stayInBlock<QuadraticMlsKernel>,
                                       blockKeys<QuadraticMlsKernel>,
                                       particlesToGrid<QuadraticMlsKernel, true>,
                                       particlesToGridFused<QuadraticMlsKernel>,
                                       hessianProduct<QuadraticMlsKernel>,
                                       gridToParticles<QuadraticMlsKernel, true, true>,
                                       move};
    return set == KernelSet::Cubic ? cubic : set == KernelSet::CubicAffine ? affine : mls;
}

} // namespace sastrugi::SASTRUGI_ISA
