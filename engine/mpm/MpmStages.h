// The stages of a step, and what they need. Numbered in this folder's README.
#pragma once

#include "engine/mpm/MpmState.h"

#include <stop_token>
#include <vector>

namespace sastrugi
{

/// The constants of a step, from the scene, and the kernels; it runs them over the blocks of the grid.
class MpmStep
{
public:
    MpmStep(const Scene& scene, const MpmParameters& parameters, MpmState& state, double timeStep);
    MpmStep(const MpmStep&) = delete;
    MpmStep& operator=(const MpmStep&) = delete;

    const Scene& scene() const { return m_scene; }
    const MpmParameters& parameters() const { return m_parameters; }
    MpmState& state() const { return m_state; }
    double timeStep() const { return m_timeStep; }
    const MpmKernels& kernels() const { return m_kernels; }
    float flipRatio() const { return m_constants.flipRatio; }
    /// How implicit it is: 0, 1/2 or 1.
    double beta() const;

    /// Calls run(block, its number) for each block of particles.
    template <class Run>
    void forEachBlock(Run&& run) const
    {
        parallelForEach(m_state.grid.particleBlocks().size(), [&](std::size_t i) { run(blockOf(i), i); });
    }
    /// Calls take(block of the grid, sums of its nodes) for each block of the grid: of what tiles add up to.
    template <class Take>
    void addUp(const MpmTiles& tiles, Take&& take) const
    {
        const MpmGrid& grid = m_state.grid;
        parallelForEach(grid.gridBlocks().size(), [&](std::size_t i) { take(i, grid.sumOf(tiles, i)); });
    }
    /// (7), (8): the same of H u.
    template <class Take>
    void hessianProduct(const AlignedVector<Float4>& u, Take&& take) const
    {
        MpmTiles& tiles = m_state.nodes.tiles;
        forEachBlock(
            [&](const MpmBlock& block, std::size_t i) { kernels().hessianProduct(block, u.data(), tiles[i]); });
        addUp(tiles, take);
    }
    /// The sum of what the kernel returns, in the order of the blocks.
    MpmExtremes sum(MpmExtremes (*kernel)(const MpmBlock&, const Float4*, const Float4*), const Float4* velocity,
                    const Float4* blend) const;

private:
    MpmBlock blockOf(std::size_t block) const;

    const Scene& m_scene;
    const MpmParameters& m_parameters;
    MpmState& m_state;
    double m_timeStep;
    std::vector<MpmMaterial> m_materials;
    MpmConstants m_constants{};
    const MpmKernels& m_kernels;
};

KernelSet kernelSetOf(const MpmParameters& parameters);

/// [4.1] Sorts the particles into blocks, of which those outside of the window that are as slow as `restSpeed`, m/s,
/// are frozen; moves the origin along where the snow has gone far. `window` in scene coordinates.
void sortParticles(MpmState& state, const std::optional<Bounds>& window = {}, double restSpeed = 0);
/// [1], [3] Mass, momentum and stress forces of the nodes.
void particlesToGrid(const MpmStep& step);
/// [4] Velocities after stress and gravity.
void changeGridVelocity(const MpmStep& step);
/// [5] Collisions of the nodes.
void collideGrid(const MpmStep& step);
/// [7], [8] What the particles have at the end of the step, not taken over yet.
MpmExtremes gridToParticles(const MpmStep& step);
/// [9], [10] Takes it over: drag of the air, collisions, motion.
void moveParticles(const MpmStep& step);

/// [2] Densities of the particles on the grid at the start, and their volumes from these, if asked.
void findInitialDensities(const Scene& scene, const MpmParameters& parameters, MpmState& state);

/// Bounds of the snow, in scene coordinates.
Bounds boundsOf(const MpmState& state);
/// Of the snow as it is, m/s: for the first step.
double waveSpeedOf(const MpmState& state, const Scene& scene, const MpmParameters& parameters);

} // namespace sastrugi
