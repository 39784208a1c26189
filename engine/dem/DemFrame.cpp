#include "engine/dem/DemFrame.h"

#include "engine/core/Parallel.h"
#include "engine/simulation/ScatterById.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace sastrugi
{

namespace
{

/// The id of a grain that is not finite.
std::optional<std::uint32_t> brokenGrain(const DemState& state)
{
    const GrainArrays& grains = state.grains.now();
    for (std::size_t i = 0; i < state.grains.count(); ++i) {
        const Float4 &x = grains.place[i], &v = grains.velocity[i];
        if (!std::isfinite(x.x + x.y + x.z + v.x + v.y + v.z))
            return grains.id[i];
    }
    return {};
}

} // namespace

Frame demFrame(const DemState& state, const DemParameters& parameters, const Vector3& origin, bool hasHeat)
{
    const GrainArrays& g = state.grains.now();
    const std::size_t count = state.grains.count();
    const Vector3 offset = state.origin - origin;
    Frame frame;
    frame.origin = origin;
    frame.particles = Attributes(count);
    const ScatterById scatter(frame.particles, g.id.data());
    scatter("id", 1, [&](std::size_t i, std::size_t) { return g.id[i]; });
    scatter("position", 3, [&](std::size_t i, std::size_t k) {
        return static_cast<float>(static_cast<double>((&g.place[i].x)[k]) + offset[static_cast<Eigen::Index>(k)]);
    });
    scatter("velocity", 3, [&](std::size_t i, std::size_t k) { return (&g.velocity[i].x)[k]; });
    scatter("radius", 1, [&](std::size_t i, std::size_t) { return g.place[i].w; });
    const auto mass = static_cast<float>(parameters.grainMass());
    scatter("mass", 1, [&](std::size_t, std::size_t) { return mass; });
    scatter("material", 1, [&](std::size_t i, std::size_t) { return g.material[i]; });
    scatter("density", 1, [&](std::size_t i, std::size_t) { return 900 - 800 * g.durability[i]; });
    scatter("durability", 1, [&](std::size_t i, std::size_t) { return g.durability[i]; });
    scatter("bonded", 1, [&](std::size_t i, std::size_t) { return state.grains.isBonded(i) ? 1.0f : 0.0f; });
    if (hasHeat) {
        scatter("temperature", 1,
                [&](std::size_t i, std::size_t) { return static_cast<float>(state.grains.temperature(i)); });
        scatter("wetness", 1, [&](std::size_t i, std::size_t) { return static_cast<float>(state.grains.wetness(i)); });
    }
    if (parameters.sleeping)
        scatter("asleep", 1, [&](std::size_t i, std::size_t) {
            return static_cast<std::uint8_t>(i < state.grains.awakeCount() ? 0 : 1);
        });
    return frame;
}

void reportStep(const DemState& state, const DemParameters& parameters, const DemFindings& found, StepReport& report)
{
    const auto count = static_cast<double>(state.grains.count());
    const auto awake = static_cast<double>(std::max<std::size_t>(1, state.grains.awakeCount()));
    const double mass = parameters.grainMass();
    report.figures["particles"] = count;
    report.figures["bytes"] =
        static_cast<double>(state.grains.memory() + state.lists.memory() + state.walls.memory() + state.sleep.memory());
    report.figures["passes"] = found.passes;
    report.figures["overlapError"] = static_cast<double>(found.error);
    report.figures["meanOverlap"] = found.begin.overlapping > 0 ? found.begin.overlap / found.begin.overlapping : 0.0;
    report.figures["largestOverlap"] = static_cast<double>(found.begin.largestOverlap);
    report.figures["contactsPerParticle"] = found.begin.overlapping / awake;
    report.figures["listed"] = static_cast<double>(state.lists.listedCount());
    report.figures["wallContacts"] = static_cast<double>(state.walls.contactCount());
    report.figures["rebuilds"] = found.isRebuilt ? 1 : 0;
    report.figures["bonded"] = found.end.bonded + state.sleep.bonded();
    report.figures["shrunk"] = static_cast<double>(found.shrunk);
    report.figures["largestSpeed"] = state.largestSpeed;
    report.figures["kineticEnergy"] = 0.5 * mass * found.end.velocitySquared;
    report.figures["momentumX"] = mass * found.end.velocity[0];
    report.figures["momentumY"] = mass * found.end.velocity[1];
    report.figures["momentumZ"] = mass * found.end.velocity[2];
    const Vector3 force = state.walls.force() + state.sleep.wallForce();
    report.figures["wallForceX"] = force.x();
    report.figures["wallForceY"] = force.y();
    report.figures["wallForceZ"] = force.z();
    if (parameters.sleeping)
        report.figures["asleep"] = static_cast<double>(state.sleep.count());
    if (!std::isfinite(found.end.checksum))
        report.problems.push_back(
            {StepProblem::Kind::NonFinite, brokenGrain(state),
             "a value of a grain is not finite; try a smaller timeStep, or switch the limiter on"});
}

} // namespace sastrugi
