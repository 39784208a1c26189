// Parameters of the material point method. Material constants belong to the Snow material, friction to the Boundary.
#pragma once

#include "engine/core/Parameter.h"

namespace sastrugi
{

enum class Integration { Explicit, HalfImplicit, Implicit };
enum class TransferScheme { FlipPic, Apic, Mls };
enum class InitialVolumes { Seeded, Grid };

struct MpmParameters {
    double spacing = 0.02;
    double particlesPerCell = 8;
    Integration integration = Integration::Implicit;
    TransferScheme transfer = TransferScheme::FlipPic;
    double flipRatio = 0.95;
    double largestTimeStep = 5e-4;
    double cflNumber = 0.5;
    double elasticCflNumber = 0.6;
    double solveTolerance = 1e-3;
    std::int64_t solveIterations = 60;
    double smallestHardeningExponent = -7;
    double largestHardeningExponent = 5;
    double smallestPlasticRatio = 0.1;
    double largestPlasticRatio = 10;
    double dragScale = 1;
    InitialVolumes initialVolumes = InitialVolumes::Seeded;
    Vector3 windowSize = {0, 0, 0};
    Vector3 windowOffset = {0, 0, 0};
    double windowRestSpeed = 0.05;

    /// Edge of a cell of the grid, m.
    double cellSize() const;
};

inline auto parameters(Tag<MpmParameters>)
{
    using P = MpmParameters;
    return std::tuple{
        number(&P::spacing, "spacing", Unit::Metre, 1e-5, 100,
               "Distance of the particles that fill a region; with particlesPerCell it fixes the edge of a grid cell, "
               "twice the spacing for eight."),
        number(&P::particlesPerCell, "particlesPerCell", Unit::None, 4, 10,
               "Particles in a grid cell of fresh snow; fewer are faster, and break up sooner where snow is torn."),
        choice(&P::integration, "integration",
               {{"explicit", Integration::Explicit, "Cheap steps, as short as the sound of the stiffest snow demands."},
                {"halfImplicit", Integration::HalfImplicit,
                 "Half of the implicit change; damps fast oscillations half as much."},
                {"implicit", Integration::Implicit,
                 "Backward Euler, linearised once per step; stable for any step, damps fast oscillations."}},
               "How stresses advance the velocities of the grid."),
        choice(&P::transfer, "transfer",
               {{"flipPic", TransferScheme::FlipPic, "The blend of the paper, by flipRatio."},
                {"apic", TransferScheme::Apic, "Affine velocities per particle, which keep angular momentum."},
                {"mls", TransferScheme::Mls,
                 "Moving least squares with a smaller kernel: fast, coarser, and not the reference."}},
               "How velocities go from particles to grid and back."),
        number(&P::flipRatio, "flipRatio", Unit::None, 0, 1,
               "Share of FLIP in half a millisecond, the rest is PIC: less makes snow calmer and more viscous."),
        number(&P::largestTimeStep, "largestTimeStep", Unit::Second, 1e-7, 1e-2,
               "The longest step that is taken; the implicit solve needs more iterations for longer ones."),
        number(&P::cflNumber, "cflNumber", Unit::None, 0.01, 1,
               "Grid cells that the fastest particle or obstacle may travel in a step."),
        number(&P::elasticCflNumber, "elasticCflNumber", Unit::None, 0.01, 0.9,
               "Grid cells that sound may travel in an explicit step; above 1 it is unstable."),
        number(&P::solveTolerance, "solveTolerance", Unit::None, 1e-6, 0.1,
               "Residual, relative to that of the explicit velocities, at which the implicit solve ends."),
        integer(&P::solveIterations, "solveIterations", 1, 500,
                "Iterations after which the implicit solve goes on with what it has."),
        number(&P::smallestHardeningExponent, "smallestHardeningExponent", Unit::None, -20, 0,
               "How soft torn snow may become: the least exponent of the hardening law."),
        number(&P::largestHardeningExponent, "largestHardeningExponent", Unit::None, 0, 8,
               "How hard crushed snow may become: the largest exponent of the hardening law."),
        number(&P::smallestPlasticRatio, "smallestPlasticRatio", Unit::None, 0.01, 0.99,
               "Least volume, relative to fresh snow, that compaction is remembered down to."),
        number(&P::largestPlasticRatio, "largestPlasticRatio", Unit::None, 1.01, 100,
               "Largest volume, relative to fresh snow, that stretching is remembered up to."),
        number(&P::dragScale, "dragScale", Unit::None, 0, 100,
               "Factor on the drag of the air on loose snow, where wind is linked."),
        choice(&P::initialVolumes, "initialVolumes",
               {{"seeded", InitialVolumes::Seeded, "The same for every particle: the cube of the spacing."},
                {"grid", InitialVolumes::Grid,
                 "From the density of the grid at the start, as in the paper: too large at free surfaces, whose skin "
                 "becomes stiff, and explicit steps half as long."}},
               "What the volumes of filled regions are, on which stress acts."),
        vector(&P::windowSize, "windowSize", Unit::Metre, 0, 1e5,
               "Size of the window around the middle of the obstacle that it follows, where one is linked to 'window'; "
               "it takes in whole blocks of four cells. 0 0 0 is the size of the obstacle."),
        vector(&P::windowOffset, "windowOffset", Unit::Metre, -1e5, 1e5,
               "From the middle of the obstacle to that of the window, along the axes of the scene."),
        number(&P::windowRestSpeed, "windowRestSpeed", Unit::MetrePerSecond, 0, 1e6,
               "Snow outside of the window freezes when all of it in a block of four cells is that slow, and flies on "
               "until then; 1000 m/s freezes it at once, in the air too."),
    };
}

} // namespace sastrugi
