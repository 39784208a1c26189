#include "engine/mpm/MpmFrame.h"

#include "engine/core/Parallel.h"
#include "engine/core/Words.h"
#include "engine/simulation/ScatterById.h"

#include <cmath>

namespace sastrugi
{

namespace
{

float determinant(const MpmParticleArrays& p, std::size_t i)
{
    const auto f = [&](std::size_t k) { return p.deformation[k][i]; };
    return f(0) * (f(4) * f(8) - f(5) * f(7)) - f(1) * (f(3) * f(8) - f(5) * f(6)) + f(2) * (f(3) * f(7) - f(4) * f(6));
}

std::size_t memoryOf(const MpmNodes& n)
{
    std::size_t bytes = n.collided.capacity() * sizeof(CollidedNode) +
                        (n.momentumTiles.capacity() + n.tiles.capacity()) * sizeof(MpmTile);
    for (const AlignedVector<Float4>* nodes :
         {&n.before, &n.force, &n.velocity, &n.residual, &n.direction, &n.image, &n.residualImage})
        bytes += nodes->capacity() * sizeof(Float4);
    return bytes;
}

} // namespace

Frame mpmFrame(const MpmState& state, const MpmParameters& parameters, const Vector3& origin)
{
    const MpmParticleArrays& p = state.snow.now();
    const std::size_t count = state.snow.count();
    const Vector3 offset = state.origin - origin;
    Frame frame;
    frame.origin = origin;
    frame.particles = Attributes(count);
    const ScatterById scatter(frame.particles, p.id.data());
    scatter("id", 1, [&](std::size_t i, std::size_t) { return p.id[i]; });
    scatter("position", 3, [&](std::size_t i, std::size_t k) {
        return static_cast<float>(static_cast<double>((&p.position[i].x)[k]) + offset[static_cast<Eigen::Index>(k)]);
    });
    scatter("velocity", 3, [&](std::size_t i, std::size_t k) { return p.velocity[k][i]; });
    const auto radius = static_cast<float>(0.5 * parameters.spacing);
    scatter("radius", 1, [&](std::size_t, std::size_t) { return radius; });
    scatter("mass", 1, [&](std::size_t i, std::size_t) { return p.mass[i]; });
    scatter("material", 1, [&](std::size_t i, std::size_t) { return p.material[i]; });
    scatter("density", 1, [&](std::size_t i, std::size_t) { return p.density[i]; });
    scatter("pressure", 1, [&](std::size_t i, std::size_t) { return p.pressure[i]; });
    scatter("volumeRatio", 1, [&](std::size_t i, std::size_t) { return determinant(p, i); });
    scatter("plasticRatio", 1, [&](std::size_t i, std::size_t) { return p.plasticRatio[i]; });
    if (state.snow.varies()) {
        scatter("stiffness", 1, [&](std::size_t i, std::size_t) { return p.stiffness[i]; });
        scatter("strength", 1, [&](std::size_t i, std::size_t) { return p.strength[i]; });
    }
    return frame;
}

void reportStep(const MpmState& state, const SolveResult& solve, const MpmExtremes& extremes, StepReport& report)
{
    const auto particles = static_cast<double>(state.snow.count());
    report.figures["particles"] = particles;
    std::size_t frozen = 0;
    for (const MpmGrid::ParticleBlock& block : state.grid.frozenBlocks())
        frozen += block.end - block.begin;
    report.figures["frozen"] = static_cast<double>(frozen);
    report.figures["nodes"] = static_cast<double>(state.grid.nodeCount());
    const std::size_t nodeBytes = memoryOf(state.nodes);
    report.figures["nodeBytes"] = static_cast<double>(nodeBytes);
    report.figures["bytes"] = static_cast<double>(state.snow.memory() + state.grid.memory() + nodeBytes);
    report.figures["collidedNodes"] = static_cast<double>(state.nodes.collided.size());
    report.figures["solveIterations"] = solve.iterations;
    report.figures["hessianProducts"] = solve.products;
    report.figures["solveResidual"] = solve.residual;
    report.figures["firstResidual"] = solve.firstResidual;
    report.figures["yielding"] = extremes.yielding;
    report.figures["inversions"] = extremes.inversions;
    report.figures["smallestPlasticRatio"] = extremes.smallestPlasticRatio;
    report.figures["largestPlasticRatio"] = extremes.largestPlasticRatio;
    report.figures["largestDensity"] = extremes.largestDensity;
    report.figures["largestStrain"] = std::sqrt(static_cast<double>(extremes.strainSquared));
    report.figures["courantNumber"] = // of sound
        std::sqrt(static_cast<double>(extremes.waveSpeedSquared)) * report.timeStep / state.grid.cellSize();
    MpmSums sums;
    for (const MpmSums& block : state.sums)
        sums += block;
    report.figures["kineticEnergy"] = sums.kineticEnergy;
    report.figures["elasticEnergy"] = sums.elasticEnergy;
    report.figures["momentumX"] = sums.momentum[0];
    report.figures["momentumY"] = sums.momentum[1];
    report.figures["momentumZ"] = sums.momentum[2];
    if (solve.hasNegativeCurvature)
        report.problems.push_back({StepProblem::Kind::Limited,
                                   {},
                                   "the implicit solve met negative curvature and went "
                                   "on with what it had; a smaller largestTimeStep "
                                   "avoids it"});
    if (!solve.isConverged)
        report.problems.push_back(
            {StepProblem::Kind::NotConverged,
             {},
             fmt::format("the implicit solve ended after {} at a residual of {:.2g} m/s; "
                         "more solveIterations bring it further, and a smaller largestTimeStep "
                         "needs fewer",
                         counted(static_cast<std::size_t>(solve.iterations), "iteration"), solve.residual)});
    if (extremes.inversions > 1e-3 * particles)
        report.problems.push_back({StepProblem::Kind::Limited,
                                   {},
                                   fmt::format("{:.0f} particles were turned inside out and put right; try a smaller "
                                               "largestTimeStep",
                                               extremes.inversions)});
}

std::optional<std::uint32_t> fastestParticle(const MpmState& state)
{
    const MpmParticleArrays& p = state.snow.now();
    std::optional<std::uint32_t> fastest;
    float largest = -1;
    for (std::size_t i = 0; i < state.snow.count(); ++i) {
        const float x = p.velocity[0][i], y = p.velocity[1][i], z = p.velocity[2][i];
        const float squared = x * x + y * y + z * z;
        if (!std::isfinite(squared))
            return p.id[i];
        if (squared > largest) {
            largest = squared;
            fastest = p.id[i];
        }
    }
    return fastest;
}

} // namespace sastrugi
