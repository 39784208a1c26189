// Snow that moves along z only, between ideal walls: the stages of a step run one by one, with all nodes' velocities
// across z put to zero. What is strained like this is known by formulas.
#pragma once

#include "tests/physics/mpm/MpmRun.h"

namespace sastrugi::test
{

class ConfinedSnow
{
public:
    MpmRun run;
    /// Nodes for which this holds, by their height, do not move.
    std::function<bool(double)> isHeld = [](double) { return false; };

    /// Stresses and velocities on the grid, before the solve.
    void toGrid(const MpmStep& step)
    {
        MpmState& state = run.state();
        sortParticles(state);
        particlesToGrid(step);
        changeGridVelocity(step);
        Eigen::Matrix3f along = Eigen::Matrix3f::Zero(), none = along;
        along(2, 2) = 1;
        state.nodes.collided.clear();
        for (std::size_t i = 0; i < state.nodes.velocity.size(); ++i) {
            Float4& v = state.nodes.velocity[i];
            v.x = v.y = 0;
            const bool held = isHeld(height(i));
            if (held)
                v.z = 0;
            state.nodes.collided.push_back({static_cast<std::uint32_t>(i), held ? none : along});
        }
    }

    void step(double timeStep)
    {
        run.start();
        const FlushToZeroScope flush;
        const ThreadScope alone(1); // so few particles are not worth more
        const MpmStep step(run.scene, run.parameters, run.state(), timeStep);
        toGrid(step);
        if (step.beta() > 0)
            solveImplicit(step, {});
        gridToParticles(step);
        moveParticles(step);
        run.state().time += timeStep;
    }

    /// Of a node, m.
    double height(std::size_t node) const
    {
        const MpmState& state = run.state();
        const auto index = MpmGrid::nodeIndex(state.grid.gridBlocks()[node / nodesPerBlock], node % nodesPerBlock);
        return state.origin.z() + state.grid.cellSize() * index[2];
    }
};

} // namespace sastrugi::test
