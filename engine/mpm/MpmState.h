// What moves in the material point method, and the arrays of a step.
#pragma once

#include "engine/mpm/MpmGrid.h"
#include "engine/mpm/MpmParameters.h"
#include "engine/mpm/Obstacles.h"
#include "engine/simulation/Emission.h"
#include "engine/simulation/Solver.h"

#include <utility>
#include <vector>

namespace sastrugi
{

/// Stages of a step, in the order of the README.
enum class MpmStage {
    Sort,
    ParticlesToGrid,
    GridVelocity,
    Collisions,
    Solve,
    GridToParticles,
    Motion,
};

/// Quadruples of the nodes.
struct MpmNodes {
    AlignedVector<Float4> before;   // velocity before the step, and mass
    AlignedVector<Float4> force;    // of stress; then products of the solve; then what FLIP/PIC adds
    AlignedVector<Float4> velocity; // after the step
    AlignedVector<Float4> residual, direction, image, residualImage; // of the solve
    std::vector<CollidedNode> collided;                              // by node
    MpmTiles momentumTiles, tiles; // of the blocks of particles; the latter of forces and products
};

class MpmState : public State
{
public:
    MpmState(MpmParticles particles, const MpmGrid& cells, Obstacles walls, const Vector3& localOrigin, Emission inflow)
        : snow(std::move(particles)), grid(cells), obstacles(std::move(walls)), origin(localOrigin),
          emission(std::move(inflow))
    {
    }

    MpmParticles snow;
    MpmGrid grid;
    Obstacles obstacles;
    Vector3 origin; // of the particles' positions, in scene coordinates: it follows the snow
    Emission emission;
    double largestSpeed = 0, waveSpeed = 0; // of the particles after the last step, m/s

    MpmNodes nodes;
    std::vector<MpmSums> sums; // of the blocks of particles
};

} // namespace sastrugi
