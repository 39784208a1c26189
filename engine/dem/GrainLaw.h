// The laws of a grain, one by one: constants by durability, compression, adhesion, restitution. In double; for set-up,
// for what happens rarely, and for tests.
//
// Equation numbers are those of Goswami et al. 2022.
#pragma once

#include "engine/dem/DemParameters.h"
#include "engine/dem/GrainWarmth.h"
#include "engine/simulation/Material.h"

namespace sastrugi
{

/// Snow and ice of a grain.
struct GrainRadii {
    explicit GrainRadii(double snowRadius);

    /// By durability, m.
    double at(double durability) const { return ice + durability * (snow - ice); }

    double snow, ice; // m
};

/// What grains of an emitter are made of, with wetness blended in. `melt` is how wet they have become besides, 0 to 1.
struct GrainMaterial {
    GrainMaterial(const Material& material, const DemParameters& parameters);

    double modulus(double durability, double melt = 0) const
    {
        return blend(durability, blend(melt, snow.wetModulus, snow.dryModulus), snow.iceModulus);
    }
    double cohesion(double durability, double melt = 0) const
    {
        return blend(durability, blend(melt, snow.wetCohesion, snow.dryCohesion), snow.iceCohesion);
    }
    double bondThreshold(double durability, double melt = 0) const
    {
        return blend(durability, blend(melt, snow.wetBondThreshold, snow.dryBondThreshold), snow.iceBondThreshold);
    }

    /// Equation 6: force from which on a grain of that durability shrinks, N.
    double threshold(double durability) const;
    /// The durability at which the threshold is that force; not clamped to [0, 1].
    double durabilityUnder(double force) const;

    GranularSnow snow; // the dry column is that of its wetness
    GrainWarmth warmth;
    double friction;          // chi tan(phi)
    double leastForce, scale; // f_minW and f_maxW, N

private:
    static double blend(double share, double first, double second) { return share * first + (1 - share) * second; }
};

/// The share of the largest force that compacts snow of that mixture density, kg/m^3: 0 at 100, 1 at 900.
double compressionCurve(double density);

/// Weight of an overlap, 0.1 for snow and 1 for ice, by the mean durability of a pair.
double overlapWeight(double durability);

/// Equation 9, the kernel of Akinci et al. 2013 with support `h`: 1/m^3 at a distance in metres.
double adhesionKernel(double distance, double support);
/// Its largest value, at three quarters of the support.
double largestAdhesionKernel(double support);

/// The damping ratio with which a contact that cannot pull bounces with that restitution, in (0, 1).
double dampingRatio(double restitution);

} // namespace sastrugi
