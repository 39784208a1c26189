// Parameters of the SPH snow solver. Material constants belong to the Snow material, wall constants to the Boundary.
#pragma once

#include "engine/core/Parameter.h"

namespace sastrugi
{

enum class SphVariant { Split, Combined, DeviatoricSplit };
enum class RestDensity { ActualDensity, PlasticDetHardening, PlasticDetLiteral };
enum class RotationRemoval { LeftStretch, RightStretch };
enum class BoundaryDensity { Mirrored, Reference };
enum class ShearMethod { BiCgStab, ConjugateGradient };

struct SphParameters {
    double spacing = 0.02;
    double largestTimeStep = 0;
    double cflNumber = 0.4;
    double strainLimit = 0.2;
    SphVariant variant = SphVariant::Split;
    RestDensity restDensity = RestDensity::ActualDensity;
    RotationRemoval rotationRemoval = RotationRemoval::LeftStretch;
    BoundaryDensity boundaryDensity = BoundaryDensity::Mirrored;
    bool rankCompletion = true;
    bool paperExact = false;
    double pressureTolerance = 1e-3;
    std::int64_t pressureIterations = 100;
    double jacobiRelaxation = 0.5;
    ShearMethod shearMethod = ShearMethod::BiCgStab;
    double shearTolerance = 1e-3;
    std::int64_t shearIterations = 100;
    double boundaryVolumeScale = 0.8;
    double boundaryPressureScale = 1.5;
    double smallestHardeningExponent = -5;
    double largestHardeningExponent = 6;
    double pseudoInverseThreshold = 0.05;
    bool contactGuard = true;
    double dragScale = 1;
    double airTemperature = 263.15;
    double heatTransfer = 0;
    double heatTimeScale = 1;
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
        choice(&P::variant, "variant",
               {{"split", SphVariant::Split, "Volume by a pressure solve, the rest by a shear solve: the paper's."},
                {"combined", SphVariant::Combined, "All stress in the shear solve: one solve, more iterations."},
                {"deviatoricSplit", SphVariant::DeviatoricSplit,
                 "Experimental: the shear solve leaves all volume to the pressure; wants smaller steps."}},
               "Which stress is solved where."),
        choice(&P::restDensity, "restDensity",
               {{"actualDensity", RestDensity::ActualDensity, "By the density of the particles now: the paper's."},
                {"plasticDetHardening", RestDensity::PlasticDetHardening,
                 "By the volume that was lost for good, as in Stomakhin et al. 2013: fallen snow stays fluffy."},
                {"plasticDetLiteral", RestDensity::PlasticDetLiteral,
                 "Experimental: the pressure follows it too, which is unstable at free surfaces."}},
               "What snow hardens by."),
        choice(&P::rotationRemoval, "rotationRemoval",
               {{"leftStretch", RotationRemoval::LeftStretch, "Strained snow that turns takes its strain along."},
                {"rightStretch", RotationRemoval::RightStretch,
                 "As printed in the paper: the strain keeps its directions while the snow turns."}},
               "Which rotation is dropped from the elastic deformation."),
        choice(&P::boundaryDensity, "boundaryDensity",
               {{"mirrored", BoundaryDensity::Mirrored, "A wall counts as snow like the particle at it."},
                {"reference", BoundaryDensity::Reference,
                 "A wall counts as fresh snow, as in the paper: packed snow at it stays softer."}},
               "The density that a wall lends to the snow at it."),
        toggle(&P::rankCompletion, "rankCompletion",
               "Keeps the rotation of pairs, rods and sheets of particles from looking like strain."),
        toggle(&P::paperExact, "paperExact",
               "Everything as printed in Gissler et al. 2020, whatever is chosen here: friction before the stresses, "
               "rightStretch, reference densities at walls, no bounds on hardening, no guarded contacts and no "
               "rankCompletion. For comparisons."),
        number(&P::pressureTolerance, "pressureTolerance", Unit::None, 1e-6, 1e-2,
               "Mean relative density error at which the pressure solve ends."),
        integer(&P::pressureIterations, "pressureIterations", 2, 10000,
                "Iterations after which the pressure solve gives up and the next step is halved."),
        number(&P::jacobiRelaxation, "jacobiRelaxation", Unit::None, 0.1, 0.9,
               "Relaxation of the pressure solve; lowered within a step where it diverges."),
        choice(&P::shearMethod, "shearMethod",
               {{"biCgStab", ShearMethod::BiCgStab, "For the system as it is, which is not symmetric: the paper's."},
                {"conjugateGradient", ShearMethod::ConjugateGradient,
                 "For a symmetric form of it, with half the products per iteration."}},
               "How the shear stress is solved."),
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
        number(&P::airTemperature, "airTemperature", Unit::Kelvin, 1, 2000,
               "Temperature of the air, for snow that has a temperature."),
        number(&P::heatTransfer, "heatTransfer", Unit::WattPerSquareMetreKelvin, 0, 1e5,
               "Heat that passes between the air and a square metre of free surface; 0 for none, 10 in still air."),
        number(&P::heatTimeScale, "heatTimeScale", Unit::None, 0, 1e6,
               "How many times faster heat flows than it does; real snow takes hours for ten centimetres."),
    };
}

/// The parameters that are meant: `paperExact` takes precedence.
SphParameters resolved(const SphParameters& parameters);

} // namespace sastrugi
