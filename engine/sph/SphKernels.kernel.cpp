#include "engine/sph/PairLoop.h"

namespace sastrugi::SASTRUGI_ISA
{

const SphKernels& sphKernels()
{
    static constexpr SphKernels kernels = {walls,
                                           kernelSums,
                                           density,
                                           drag,
                                           explicitFriction,
                                           hardening,
                                           correction,
                                           weightPressure,
                                           pressureAcceleration,
                                           pressureUpdate,
                                           pressureVelocity,
                                           shearStress,
                                           shearSource,
                                           shearResidual,
                                           shearImage,
                                           shearSecond,
                                           publishShear,
                                           krylovDirection,
                                           krylovHalf,
                                           krylovFinishHalf,
                                           krylovFull,
                                           velocity,
                                           publishVelocity,
                                           deformation,
                                           conjugateDirection,
                                           conjugateAdvance,
                                           publishHeat,
                                           conduct};
    return kernels;
}

} // namespace sastrugi::SASTRUGI_ISA
