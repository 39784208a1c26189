#include "engine/mpm/LooseSnow.h"

#include "engine/core/Parallel.h"
#include "engine/fields/AirDrag.h"

#include <algorithm>
#include <cmath>

namespace sastrugi
{

namespace
{

/// Density relative to fresh snow, as the grid sees it: of a flat surface, and above that of a single particle.
constexpr double dense = 0.5, alone = 0.05;

} // namespace

void dragLooseSnow(const MpmStep& step)
{
    MpmState& state = step.state();
    MpmParticleArrays& p = state.snow.now();
    const double radius = radiusOfFlake(step.parameters().spacing), dt = step.timeStep();
    AlignedVector<Float4> air(state.snow.count());
    const std::span<const MpmGrid::ParticleBlock> blocks = state.grid.particleBlocks();
    parallelForEach(blocks.size(), [&](std::size_t b) {
        const Range range{blocks[b].begin, blocks[b].end};
        const FieldPoints points{{p.position.data() + range.begin, range.size()}, state.origin};
        const std::span<Float4> there(air.data() + range.begin, range.size());
        step.scene().wind->sample(points, state.time, there);
        for (std::size_t i = range.begin; i < range.end; ++i) {
            const double fresh = static_cast<double>(p.mass[i] / p.restVolume[i]);
            const double share = static_cast<double>(p.density[i]) / fresh;
            const double loose = std::clamp((dense - share) / (dense - alone), 0.0, 1.0);
            if (loose == 0)
                continue;
            Vector3 v(p.velocity[0][i], p.velocity[1][i], p.velocity[2][i]);
            const Vector3 relative = Vector3(air[i].x, air[i].y, air[i].z) - v;
            const double rate =
                loose * step.parameters().dragScale * dragRate(radius, static_cast<double>(p.mass[i]), relative.norm());
            v += dt * rate / (1 + dt * rate) * relative;
            for (std::size_t axis = 0; axis < 3; ++axis)
                p.velocity[axis][i] = static_cast<float>(v[static_cast<Eigen::Index>(axis)]);
        }
    });
}

} // namespace sastrugi
