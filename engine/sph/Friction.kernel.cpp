#include "engine/sph/Friction.h"

namespace sastrugi::SASTRUGI_ISA
{

void explicitFriction(const SphBlock& block)
{
    const SnowArrays& snow = block.snow;
    const Float8 dt(block.constants.timeStep);
    for (std::size_t i = block.begin; i < block.end; i += lanes) {
        const FrictionMatrix friction(snow.explicitRate, snow.explicitTangent, snow.wallSum, i);
        const Vector8 known = load(snow.known, i), predicted = fma(dt, known, load(snow.velocity, i));
        const Vector8 pull = friction.solve(dt, load(snow.explicitDrive, i) - friction * predicted);
        store(snow.known, i, known + where(lanesBelow(i, block.end), pull));
    }
}

} // namespace sastrugi::SASTRUGI_ISA
