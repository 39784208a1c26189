// Parameters of the discrete element method. What grains are made of belongs to the Granular Snow material, friction
// and adhesion to the Boundary.
#pragma once

#include "engine/core/Parameter.h"

#include <span>

namespace sastrugi
{

enum class GrainFriction { Spring, Paper, Viscous };
enum class GrainPressure { Axes, Tensor };
enum class GrainBoundaries { Distance, Samples };

struct DemParameters {
    double radius = 0.02;
    double timeStep = 1e-3;
    std::int64_t fewestPasses = 1;
    std::int64_t mostPasses = 3;
    double overlapTolerance = 0.05;
    double forceFactor = 3;
    bool normalise = false;
    double limiter = 2;
    GrainFriction friction = GrainFriction::Spring;
    double frictionCalibration = 0.8;
    double tangentialStiffness = 0.3;
    double tangentialDamping = 0.1;
    GrainBoundaries boundaries = GrainBoundaries::Distance;
    GrainPressure compression = GrainPressure::Axes;
    double sinterTime = 0;
    double oscillationThreshold = 1e-3;
    double dragCoefficient = 0.05;
    double airDensity = 1.4;
    double displacementCap = 0.5;
    double skin = 0.25;
    double settleTime = 0;
    double settleDamping = 10;
    bool sleeping = false;
    double airTemperature = 263.15;
    double heatTransfer = 0;
    double heatTimeScale = 1;

    /// Mass of a grain, kg: that of snow of 100 kg/m^3 in a ball of the radius, whatever it is made of.
    double grainMass() const;
};

inline auto parameters(Tag<DemParameters>)
{
    using P = DemParameters;
    return std::tuple{
        number(&P::radius, "radius", Unit::Metre, 1e-3, 1,
               "Radius of a grain of fresh snow; ice is about half as wide. Steps may be the longer the larger it is."),
        number(&P::timeStep, "timeStep", Unit::Second, 1e-6, 1e-2,
               "The longest step that is taken; fast snow takes shorter ones."),
        integer(&P::fewestPasses, "fewestPasses", 0, 8,
                "Relaxation passes of every step. Each one more makes snow stiffer and bonds stronger."),
        integer(&P::mostPasses, "mostPasses", 0, 8,
                "Passes after which a step ends though grains overlap by more than the tolerance."),
        number(&P::overlapTolerance, "overlapTolerance", Unit::None, 0.01, 0.2,
               "Overlap, relative to the distance of touching grains, at which a step needs no more passes."),
        number(&P::forceFactor, "forceFactor", Unit::None, 0.1, 10,
               "Factor on the normal forces between grains, not on those of obstacles."),
        toggle(&P::normalise, "normalise",
               "Divides forceFactor by one more than fewestPasses: with that many passes contacts are as stiff and "
               "bonds as strong as the moduli and cohesions of the material say."),
        zeroMeans("off", number(&P::limiter, "limiter", Unit::None, 0, 2,
                                "Softens clusters of contacts that are too stiff for the step: 2 is the limit of "
                                "stability, less is calmer and softer.")),
        choice(&P::friction, "friction",
               {{"spring", GrainFriction::Spring, "Springs along the contacts, up to the cap: a heap comes to rest."},
                {"paper", GrainFriction::Paper, "The cap against any sliding, as printed: a heap never quite rests."},
                {"viscous", GrainFriction::Viscous, "In proportion to the sliding, up to the cap: a heap creeps."}},
               "How grains rub against each other."),
        number(&P::frictionCalibration, "frictionCalibration", Unit::None, 0.1, 2,
               "Factor on the friction of grains, so that heaps stand at the angle of repose."),
        number(&P::tangentialStiffness, "tangentialStiffness", Unit::None, 0, 1,
               "Stiffness of a contact along it, relative to the one across; of friction by springs."),
        number(&P::tangentialDamping, "tangentialDamping", Unit::None, 0, 0.25,
               "Damping along a contact, in masses over two time steps."),
        choice(&P::boundaries, "boundaries",
               {{"distance", GrainBoundaries::Distance,
                 "As what their surfaces enclose, smooth; what is thinner than a grain is not seen."},
                {"samples", GrainBoundaries::Samples,
                 "As balls of half a radius on their surfaces: the paper's. Thin and open surfaces are solid on both "
                 "sides; slower, and a little rough."}},
               "What grains touch of boundaries."),
        choice(&P::compression, "compression",
               {{"axes", GrainPressure::Axes,
                 "By what presses from both sides along x, y and z: the paper's; a squeeze across the axes counts "
                 "differently."},
                {"tensor", GrainPressure::Tensor, "By the mean of the stress in it, whichever way it is squeezed."}},
               "How hard a grain is squeezed, by which it shrinks."),
        zeroMeans("never", number(&P::sinterTime, "sinterTime", Unit::Second, 0, 1e6,
                                  "Time in which scattered grains forget how many neighbours they had, and bond with "
                                  "those that they have.")),
        number(
            &P::oscillationThreshold, "oscillationThreshold", Unit::None, 0, 1e-3,
            "A grain with three neighbours that would move by less than this share of its radius stands still, up to "
            "half of what gravity moves it in a step."),
        number(&P::dragCoefficient, "dragCoefficient", Unit::None, 0, 10,
               "Drag of the air on a grain, where wind is linked; real flakes have about 1, the paper 0.05."),
        number(&P::airDensity, "airDensity", Unit::KilogramPerCubicMetre, 0, 10, "Density of the air that drags."),
        number(&P::displacementCap, "displacementCap", Unit::None, 0.05, 1,
               "How far a grain or an obstacle may move in a step, in radii of fresh snow; shorter steps see to it."),
        number(
            &P::skin, "skin", Unit::None, 0.1, 1,
            "How much further than grains touch neighbours are listed, in radii; more has lists live longer. Changes "
            "nothing but speed."),
        number(&P::settleTime, "settleTime", Unit::Second, 0, 1e3,
               "For so long from the start grains only settle: without friction and compression, and damped."),
        number(&P::settleDamping, "settleDamping", Unit::PerSecond, 0, 50, "Rate at which settling grains lose speed."),
        toggle(
            &P::sleeping, "sleeping",
            "Snow that lies still for a quarter of a second costs nothing, and is fixed, until something pushes it by "
            "half the weight of a grain: for scenes in which most snow lies most of the time."),
        number(&P::airTemperature, "airTemperature", Unit::Kelvin, 1, 2000,
               "Temperature of the air, for grains that have a temperature."),
        number(&P::heatTransfer, "heatTransfer", Unit::WattPerSquareMetreKelvin, 0, 1e5,
               "Heat that passes between the air and a square metre of grains that are open to it: 10 in still air; "
               "wind adds to it. 0 for none."),
        number(&P::heatTimeScale, "heatTimeScale", Unit::None, 0, 1e6,
               "How many times faster heat flows than it does; real snow takes minutes to melt."),
    };
}

/// A named starting point.
struct DemPreset {
    std::string_view name;
    std::string_view doc;
    DemParameters parameters;
};

/// "iterative", the method, and "base method", the explicit one that it is compared with.
std::span<const DemPreset> demPresets();

} // namespace sastrugi
