#include "engine/sph/SphFrame.h"

#include "engine/simulation/BoundaryInFrame.h"
#include "engine/simulation/ScatterById.h"

#include <cmath>

namespace sastrugi
{

namespace
{

float determinant(const SnowParticles& p, std::size_t i)
{
    const float xx = p.elastic[0][i], xy = p.elastic[1][i], xz = p.elastic[2][i], yy = p.elastic[3][i],
                yz = p.elastic[4][i], zz = p.elastic[5][i];
    return xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz);
}

/// Bytes of the lists of pairs, and of what is kept for each.
std::size_t pairMemoryOf(const SphState& state)
{
    std::size_t bytes = state.neighbours.memory();
    for (const AlignedVector<float>& gradients : state.gradients)
        bytes += gradients.capacity() * sizeof gradients[0];
    return bytes;
}

/// Bytes of all that grows with the number of particles.
std::size_t memoryOf(const SphState& state)
{
    return state.snow.memory() + state.walls.memory() + state.grid.memory() + state.wallNeighbours.memory() +
           pairMemoryOf(state);
}

} // namespace

Frame sphFrame(const Scene& scene, const SphState& state, const SphParameters& parameters)
{
    const SnowParticles& p = state.snow.particles();
    const std::size_t count = state.snow.count();
    Frame frame;
    frame.origin = state.origin;
    frame.particles = Attributes(count);
    const ScatterById scatter(frame.particles, p.id.data());
    scatter("id", 1, [&](std::size_t i, std::size_t) { return p.id[i]; });
    scatter("position", 3, [&](std::size_t i, std::size_t k) { return (&p.position[i].x)[k]; });
    scatter("velocity", 3, [&](std::size_t i, std::size_t k) { return p.velocity[k][i]; });
    const auto radius = static_cast<float>(0.5 * parameters.spacing);
    scatter("radius", 1, [&](std::size_t, std::size_t) { return radius; });
    scatter("mass", 1, [&](std::size_t i, std::size_t) { return p.mass[i]; });
    scatter("material", 1, [&](std::size_t i, std::size_t) { return p.material[i]; });
    scatter("density", 1, [&](std::size_t i, std::size_t) { return p.density[i]; });
    scatter("pressure", 1, [&](std::size_t i, std::size_t) { return p.pressure[i]; });
    scatter("volumeRatio", 1, [&](std::size_t i, std::size_t) { return determinant(p, i); });
    if (!p.stiffness.empty()) {
        scatter("stiffness", 1, [&](std::size_t i, std::size_t) { return p.stiffness[i]; });
        scatter("strength", 1, [&](std::size_t i, std::size_t) { return p.strength[i]; });
    }
    if (!p.plasticVolume.empty())
        scatter("plasticVolumeRatio", 1, [&](std::size_t i, std::size_t) { return p.plasticVolume[i]; });
    if (!p.temperature.empty())
        scatter("temperature", 1, [&](std::size_t i, std::size_t) { return p.temperature[i]; });
    for (const auto& [boundary, plate] : state.plates)
        frame.figures[loadFigure(scene.boundaries[boundary].name)] = plate.way;
    return frame;
}

void reportSolves(const PressureResult& pressure, const ShearResult& shear, const SphState& state, StepReport& report)
{
    report.figures["particles"] = static_cast<double>(state.snow.count());
    report.figures["pairs"] = static_cast<double>(state.neighbours.pairCount());
    // Density, correction and deformation; two per Jacobi iteration and the last gradient; two for the source and two
    // per product of the shear system.
    report.figures["pairSweeps"] = 3 + 2 * pressure.iterations + 1 + 2 + 2 * shear.products;
    report.figures["bytes"] = static_cast<double>(memoryOf(state));
    report.figures["pairBytes"] = static_cast<double>(pairMemoryOf(state));
    report.figures["boundarySamples"] = static_cast<double>(state.walls.count());
    report.figures["pressureIterations"] = pressure.iterations;
    report.figures["pressureError"] = pressure.error;
    report.figures["shearIterations"] = shear.iterations;
    report.figures["shearProducts"] = shear.products;
    report.figures["shearResidual"] = shear.residual;
    if (pressure.guarded > 0)
        report.problems.push_back({StepProblem::Kind::Limited,
                                   {},
                                   "the pressure solve diverged and went on with less relaxation; if that is said "
                                   "often, make 'largestTimeStep' smaller"});
    if (!pressure.converged)
        report.problems.push_back(
            {StepProblem::Kind::NotConverged,
             {},
             fmt::format("the pressure solve ended at an error of {:.2g}; the next step is halved", pressure.error)});
    if (!shear.converged)
        report.problems.push_back(
            {StepProblem::Kind::NotConverged,
             {},
             fmt::format("the shear solve ended at a residual of {:.2g} m/s^2; the next step is halved",
                         shear.residual)});
}

std::optional<std::uint32_t> fastestParticle(const SphState& state)
{
    const SnowParticles& p = state.snow.particles();
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
