#include "engine/dem/GrainLaw.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sastrugi
{

namespace
{

const double largestExponential = std::exp(8.0) - 1;

/// Snow of an elastoplastic material as grains: the density says how wet and how icy it is.
GranularSnow granularOf(const SnowMaterial& snow)
{
    constexpr double dry = 200, wet = 450, ice = 600; // kg/m^3, of the presets of these names
    GranularSnow grains;
    grains.wetness = std::clamp((snow.density - dry) / (wet - dry), 0.0, 1.0);
    const double icy = std::clamp((snow.density - wet) / (ice - wet), 0.0, 1.0);
    grains.density = GranularSnow::snowDensity + icy * (GranularSnow::iceDensity - GranularSnow::snowDensity);
    return grains;
}

/// Of a contact that bounces without pulling, with that damping ratio.
double restitutionOf(double zeta)
{
    if (zeta < 1) {
        const double root = std::sqrt(1 - zeta * zeta);
        return std::exp(-zeta / root * (std::numbers::pi - std::atan2(2 * zeta * root, 1 - 2 * zeta * zeta)));
    }
    const double omega = std::sqrt(zeta * zeta - 1);
    return omega > 0 ? std::exp(-zeta / omega * std::log((zeta + omega) / (zeta - omega))) : std::exp(-2.0);
}

} // namespace

GrainRadii::GrainRadii(double snowRadius)
    : snow(snowRadius), ice(snowRadius * std::cbrt(GranularSnow::snowDensity / GranularSnow::iceDensity))
{
}

GrainMaterial::GrainMaterial(const Material& material, const DemParameters& parameters) : warmth(material.heat)
{
    const auto* elastoplastic = std::get_if<SnowMaterial>(&material);
    snow = elastoplastic ? granularOf(*elastoplastic) : std::get<GranularSnow>(material);
    const auto wetten = [&](double& dry, double wet) { dry += snow.wetness * (wet - dry); };
    wetten(snow.dryModulus, snow.wetModulus);
    wetten(snow.dryCohesion, snow.wetCohesion);
    wetten(snow.dryBondThreshold, snow.wetBondThreshold);
    friction = parameters.frictionCalibration * std::tan(snow.angleOfRepose);
    constexpr double gravity = 9.81; // of the weights in which the onset is given
    leastForce = snow.compressionOnset * parameters.grainMass() * gravity;
    scale = snow.compressionScale * parameters.radius * parameters.radius;
}

double compressionCurve(double density) { return (std::exp(density / 100 - 1) - 1) / largestExponential; }

double GrainMaterial::threshold(double durability) const
{
    return leastForce + compressionCurve(900 - 800 * durability) * scale;
}

double GrainMaterial::durabilityUnder(double force) const
{
    const double density = 100 * (1 + std::log(1 + std::max(0.0, force - leastForce) * largestExponential / scale));
    return (900 - density) / 800;
}

double overlapWeight(double durability) { return 1 - 0.9 * durability; }

double adhesionKernel(double distance, double support)
{
    const double h = support;
    if (distance <= 0.5 * h || distance > h)
        return 0;
    const double root = -4 * distance * distance / h + 6 * distance - 2 * h;
    return 0.007 * std::pow(h, -3.25) * std::pow(std::max(0.0, root), 0.25);
}

double largestAdhesionKernel(double support) { return adhesionKernel(0.75 * support, support); }

double dampingRatio(double restitution)
{
    double low = 0, high = 1e3; // restitution falls with the ratio
    for (int k = 0; k < 100; ++k) {
        const double middle = 0.5 * (low + high);
        (restitutionOf(middle) > restitution ? low : high) = middle;
    }
    return 0.5 * (low + high);
}

} // namespace sastrugi
