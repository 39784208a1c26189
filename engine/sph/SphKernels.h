// The kernels of the SPH method: each treats one block of particles and is built per instruction set.
//
// Equation numbers are those of Gissler et al. 2020, doi 10.1145/3386569.3392431.
#pragma once

#include "engine/sph/SphArrays.h"

namespace sastrugi
{

/// A block of a phase: particles [begin, end), with the lists of this block.
struct SphBlock {
    const SnowArrays& snow;
    const SphConstants& constants;
    std::size_t begin, end;
    PairBlock neighbours; // in the snow
    PairBlock walls;      // in the walls; no gradients
};

/// Partial sums and extremes of a block.
struct PressureSums {
    double error = 0; // of |r| / rho0
    double count = 0; // particles that have a neighbour

    PressureSums& operator+=(const PressureSums& other)
    {
        error += other.error;
        count += other.count;
        return *this;
    }
};

/// Up to three dot products.
struct Dots {
    double first = 0, second = 0, third = 0;

    Dots& operator+=(const Dots& other)
    {
        first += other.first;
        second += other.second;
        third += other.third;
        return *this;
    }
};

struct MotionExtremes {
    float largestSpeedSquared = 0, largestAccelerationSquared = 0;
    double checksum = 0; // not finite if any value is not

    MotionExtremes& operator+=(const MotionExtremes& other)
    {
        if (other.largestSpeedSquared > largestSpeedSquared)
            largestSpeedSquared = other.largestSpeedSquared;
        if (other.largestAccelerationSquared > largestAccelerationSquared)
            largestAccelerationSquared = other.largestAccelerationSquared;
        checksum += other.checksum;
        return *this;
    }
};

/// What moves the shear system's operator: a velocity, for the right-hand side, or a search direction.
enum class ShearInput { Velocity, Direction };

/// Scalars of an iteration of Bi-CGSTAB, in the notation of van der Vorst 1992.
struct KrylovScalars {
    float alpha = 0, beta = 0, omega = 0;
};

struct SphKernels {
    /// Wall sums b, B, friction, adhesion and the walls' part of M.
    void (*walls)(const SphBlock&, const WallArrays&);
    /// Kernel sum over the own lists, plus W(0), into `sums`, for samples of walls.
    void (*kernelSums)(const Float4* positions, const SphConstants&, const PairBlock&, std::size_t begin,
                       std::size_t end, float* sums);
    /// (20): density, and the kernel gradients g_ij of the lists.
    void (*density)(const SphBlock&);
    /// Drag by the air's velocity, which is in `moved`: added to `known`.
    void (*drag)(const SphBlock&, const WallArrays&);
    /// (24), (25): friction before the solves, of walls that want it there; added to `known`.
    void (*explicitFriction)(const SphBlock&);
    /// (21)-(23): volume, rest density, Lame parameters; v* for the neighbours to read.
    void (*hardening)(const SphBlock&);
    /// (15): M and its inverse L, S; and diagonal (8) and source of the pressure system.
    void (*correction)(const SphBlock&);
    /// Products p V for the neighbours to read.
    void (*weightPressure)(const SphBlock&);
    /// (7): acceleration by the current pressure, for the neighbours to read.
    void (*pressureAcceleration)(const SphBlock&);
    /// One relaxed Jacobi iteration of (5).
    PressureSums (*pressureUpdate)(const SphBlock&, float relaxation);
    /// (7) once more, and the velocity it leads to.
    void (*pressureVelocity)(const SphBlock&);
    /// (17), (18): corrected gradient of `moved`, and from it the shear stress.
    void (*shearStress)(const SphBlock&, ShearInput);
    /// Right-hand side of (14) into `residual`; returns (b, b) and the number of particles with neighbours.
    Dots (*shearSource)(const SphBlock&);
    /// residual -= A `shear`; copies it to shadow and direction. Returns (r, r) of particles with neighbours, (r, r).
    Dots (*shearResidual)(const SphBlock&);
    /// image = A direction; returns (shadow, image).
    Dots (*shearImage)(const SphBlock&);
    /// second = A residual; returns (second, residual), (second, second).
    Dots (*shearSecond)(const SphBlock&);
    /// Hands `shear` to the neighbours.
    void (*publishShear)(const SphBlock&);
    /// direction = residual + beta (direction - omega image), for the neighbours to read.
    void (*krylovDirection)(const SphBlock&, const KrylovScalars&);
    /// residual -= alpha image, for the neighbours to read; returns (s, s) of particles with neighbours.
    Dots (*krylovHalf)(const SphBlock&, const KrylovScalars&);
    /// shear += alpha direction.
    void (*krylovFinishHalf)(const SphBlock&, const KrylovScalars&);
    /// shear += alpha direction + omega residual; residual -= omega second. Returns (r, r) of particles with
    /// neighbours, (shadow, r), (r, r).
    Dots (*krylovFull)(const SphBlock&, const KrylovScalars&);
    /// v += dt a^G.
    MotionExtremes (*velocity)(const SphBlock&);
    /// Hands the velocity to the neighbours.
    void (*publishVelocity)(const SphBlock&);
    /// (12): elastic deformation with clamped stretches. Leaves the norm of the strain rate of fully surrounded
    /// particles in residual.x. Returns the checksum only.
    MotionExtremes (*deformation)(const SphBlock&);
    /// direction = residual + beta direction, for the neighbours to read; shadow = m (I + dt K) direction, K being wall
    /// friction, by which the symmetric system is weighted. Returns (direction, shadow).
    Dots (*conjugateDirection)(const SphBlock&, float beta);
    /// shear += alpha direction; residual -= alpha image. Returns (r, r), (r, m (I + dt K) r).
    Dots (*conjugateAdvance)(const SphBlock&, float alpha);
    /// Temperature and conductivity, for the neighbours to read.
    void (*publishHeat)(const SphBlock&);
    /// Conducts heat for a time, from neighbours, walls and the air.
    void (*conduct)(const SphBlock&, const WallArrays&, float timeStep);
};

namespace portable
{
const SphKernels& sphKernels();
}
namespace avx2
{
const SphKernels& sphKernels();
}
namespace avx512
{
const SphKernels& sphKernels();
}

} // namespace sastrugi
