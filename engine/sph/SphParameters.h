// Parameters of the SPH snow solver. Material constants belong to the Snow material, wall constants to the Boundary.
#pragma once

#include "engine/core/Parameter.h"

namespace sastrugi
{

struct SphParameters {
    double spacing = 0.02;
    double largestTimeStep = 0;
    double cflNumber = 0.4;
    double strainLimit = 0.2;
    double pressureTolerance = 1e-3;
    std::int64_t pressureIterations = 100;
    double jacobiRelaxation = 0.5;
    double shearTolerance = 1e-3;
    std::int64_t shearIterations = 100;
    double boundaryVolumeScale = 0.8;
    double boundaryPressureScale = 1.5;
    double smallestHardeningExponent = -5;
    double largestHardeningExponent = 6;
    double pseudoInverseThreshold = 0.05;
    bool contactGuard = true;
    double dragScale = 1;
};

inline auto parameters(Tag<SphParameters>)
{
    using P = SphParameters;
    return std::tuple{
        number(&P::spacing, "spacing", Unit::Metre, 1e-5, 100,
               "Distance of particles at rest; half of it costs eight times the particles and twice the steps."),
        zeroMeans("automatic", number(&P::largestTimeStep, "largestTimeStep", Unit::Second, 0, 1,
                                      "Upper bound of the time step; 0 stands for spacing / (10 m/s).")),
        number(&P::cflNumber, "cflNumber", Unit::None, 0.01, 1,
               "Spacings that the fastest particle may travel in a step."),
        number(&P::strainLimit, "strainLimit", Unit::None, 0.001, 1,
               "Strain that all but the fastest thousandth of the snow may gain in a step."),
        number(&P::pressureTolerance, "pressureTolerance", Unit::None, 1e-6, 1e-2,
               "Mean relative density error at which the pressure solve ends."),
        integer(&P::pressureIterations, "pressureIterations", 2, 10000,
                "Iterations after which the pressure solve gives up and the next step is halved."),
        number(&P::jacobiRelaxation, "jacobiRelaxation", Unit::None, 0.1, 0.9,
               "Relaxation of the pressure solve; lowered within a step where it diverges."),
        number(&P::shearTolerance, "shearTolerance", Unit::None, 1e-6, 1e-1,
               "Residual, relative to the right-hand side, at which the shear solve ends."),
        integer(&P::shearIterations, "shearIterations", 1, 10000,
                "Iterations after which the shear solve gives up and the next step is halved."),
        number(&P::boundaryVolumeScale, "boundaryVolumeScale", Unit::None, 0.5, 1,
               "Share of its volume with which a boundary sample counts."),
        number(&P::boundaryPressureScale, "boundaryPressureScale", Unit::None, 1, 2,
               "Factor on the pressure that a boundary returns to the snow."),
        number(&P::smallestHardeningExponent, "smallestHardeningExponent", Unit::None, -30, 0,
               "Lower bound of the hardening exponent: how soft single flakes and free surfaces may be."),
        number(&P::largestHardeningExponent, "largestHardeningExponent", Unit::None, 0, 20,
               "Upper bound of the hardening exponent: how stiff compacted snow may become."),
        number(&P::pseudoInverseThreshold, "pseudoInverseThreshold", Unit::None, 0.01, 0.1,
               "Ratio of eigenvalues below which a direction of the gradient correction counts as empty."),
        toggle(&P::contactGuard, "contactGuard",
               "Keeps particles from crossing boundaries that are one layer of samples thick."),
        number(&P::dragScale, "dragScale", Unit::None, 0, 100,
               "Factor on the drag of the air, where wind is linked; 2 to 5 lets flakes flutter down slowly."),
    };
}

} // namespace sastrugi
