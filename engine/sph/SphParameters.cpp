#include "engine/sph/SphParameters.h"

namespace sastrugi
{

SphParameters resolved(const SphParameters& parameters)
{
    SphParameters meant = parameters;
    if (!parameters.paperExact)
        return meant;
    constexpr double unbounded = 80; // e^80 and e^-80 are floats
    meant.rotationRemoval = RotationRemoval::RightStretch;
    meant.boundaryDensity = BoundaryDensity::Reference;
    meant.smallestHardeningExponent = -unbounded;
    meant.largestHardeningExponent = unbounded;
    meant.contactGuard = false;
    meant.rankCompletion = false;
    return meant;
}

} // namespace sastrugi
