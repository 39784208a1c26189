// The stages of a step, numbered as in section 4 of the specification, and what they need.
#pragma once

#include "engine/dem/DemState.h"

#include <vector>

namespace sastrugi
{

/// What a step finds out.
struct DemFindings {
    DemPassSums begin; // overlaps at the start of the step
    float error = 0;   // largest weighted overlap, of the last pass
    int passes = 0;    // after the warm start
    DemMoveSums end;   // of the grains after the step
    std::size_t shrunk = 0;
    bool isRebuilt = false;
};

/// The constants of a step, from the scene, and the kernels; it runs them over the blocks of grains.
class DemStep
{
public:
    DemStep(const Scene& scene, const DemParameters& parameters, DemState& state, double timeStep);
    DemStep(const DemStep&) = delete;
    DemStep& operator=(const DemStep&) = delete;

    /// 4.1: lists the neighbours anew where the skin is used up.
    bool findNeighbours();
    /// 4.6: distances from the obstacles, where they will be.
    void findWalls();
    /// 4.2: weight, and drag of the air.
    void findExternalForces();
    /// 4.3: pass 0.
    DemPassSums warmStart();
    /// 4.7: one more pass; `number` counts them from 1. Returns the overlap error.
    float relax(int number);
    /// 4.9, 4.11: bonds, velocities, wall friction, positions.
    DemMoveSums move();
    /// 4.12: bodies feel what they did to grains, and what they hit.
    void moveBodies();
    /// 4.10: shrinks what is squeezed; returns how many grains.
    std::size_t compress();
    /// At the end of settling: what lies is bonded.
    void endSettling();
    /// 7: snow that lies still falls asleep, what is pushed wakes.
    void sleep();

    bool isSettling() const { return m_isSettling; }

private:
    /// Calls run(block, index, walls) for each block of grains, with the obstacles' forces of a pass where there are
    /// any.
    template <class Run>
    void forEachBlock(const Float4* places, bool isFirst, Run&& run);
    DemBlock blockOf(std::size_t index, const DemArrays& arrays, const DemWallSums* walls);

    const Scene& m_scene;
    const DemParameters& m_parameters;
    DemState& m_state;
    double m_timeStep;
    bool m_isSettling;
    int m_passes = 0; // after the warm start
    DemConstants m_constants{};
    WallStep m_wallStep{};
    const DemKernels& m_kernels;
    // Of move(), for compress()
    std::vector<std::uint32_t> m_squeezed; // a block's worth for each block
    std::vector<float> m_squeezingForce;
    std::vector<std::size_t> m_squeezedCount;
};

/// Sorts the grains and lists their neighbours, for steps of about that length, s, and gravity, m/s^2; `isWhole` where
/// some were added since the last time, or others are to sleep.
void listNeighbours(DemState& state, const DemParameters& parameters, double timeStep, double gravity, bool isWhole);
/// Bounds of the snow that is awake, in scene coordinates.
Bounds boundsOf(const DemState& state);

} // namespace sastrugi
