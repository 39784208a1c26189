// What moves in the SPH method, and the context of a step.
#pragma once

#include "engine/simulation/Emission.h"
#include "engine/sph/SnowPhase.h"
#include "engine/sph/SphKernels.h"
#include "engine/sph/TimeStepControl.h"
#include "engine/sph/Walls.h"

#include <map>
#include <vector>

namespace sastrugi
{

/// Stages of a step, in the order of the README.
enum class SphStage {
    Neighbours,
    Density,
    Hardening,
    Forces,
    Correction,
    Pressure,
    Shear,
    Velocity,
    Deformation,
    Heat,
    Motion,
};

class SphState : public State
{
public:
    SphState(SnowPhase phase, Walls samples, const Vector3& localOrigin, const TimeStepControl& stepControl,
             const CellGrid& cells, Emission inflow)
        : snow(std::move(phase)), walls(std::move(samples)), origin(localOrigin), control(stepControl),
          emission(std::move(inflow)), grid(cells)
    {
        if (walls.hasTangentialFriction())
            snow.addTangentialRate();
    }

    SnowPhase snow;
    Walls walls;
    Vector3 origin; // of all positions, in scene coordinates
    TimeStepControl control;
    Emission emission;
    std::map<std::size_t, PlateMotion> plates; // by the index of a boundary that carries a load

    // Of the current step
    CellGrid grid;
    NeighbourLists neighbours, wallNeighbours;
    std::vector<AlignedVector<float>> gradients; // per block, laid out as the lists
};

/// Runs kernels over the blocks of the snow.
class SphStep
{
public:
    SphStep(SphState& state, const SphConstants& constants, const SphKernels& kernels)
        : m_state(state), m_constants(constants), m_kernels(kernels)
    {
    }

    const SphKernels& kernels() const { return m_kernels; }
    const SphConstants& constants() const { return m_constants; }
    const SnowArrays& arrays() const { return m_state.snow.arrays(); }
    SphState& state() const { return m_state; }

    template <class Kernel, class... Arguments>
    void run(Kernel kernel, const Arguments&... arguments) const
    {
        parallelForBlocks(m_state.snow.count(),
                          [&](std::size_t block, Range range) { kernel(blockOf(block, range), arguments...); });
    }

    /// The sum of what the kernel returns, in the order of the blocks.
    template <class Kernel, class... Arguments>
    auto sum(Kernel kernel, const Arguments&... arguments) const
    {
        using Sum = decltype(kernel(blockOf(0, {}), arguments...));
        return parallelSum<Sum>(m_state.snow.count(), [&](std::size_t block, Range range) {
            return kernel(blockOf(block, range), arguments...);
        });
    }

private:
    SphBlock blockOf(std::size_t block, Range range) const
    {
        const NeighbourLists::Block& near = m_state.neighbours.block(block);
        const NeighbourLists::Block& walls = m_state.wallNeighbours.block(block);
        return {m_state.snow.arrays(),
                m_constants,
                range.begin,
                range.end,
                {near.indices.data(), near.groupStart.data(), m_state.gradients[block].data()},
                {walls.indices.data(), walls.groupStart.data(), nullptr}};
    }

    SphState& m_state;
    const SphConstants& m_constants;
    const SphKernels& m_kernels;
};

} // namespace sastrugi
