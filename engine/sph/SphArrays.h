// The arrays of the SPH method as the kernels see them: plain pointers, owned by SphState.
//
// Arrays of a phase have room for paddedCount elements, a multiple of eight, and by eight at least greater than count.
// Elements from `count` on are dummies: far away, without volume, so that they contribute nothing wherever a list
// points to them.
#pragma once

#include "engine/core/Aligned.h"
#include "engine/particles/CellGrid.h"

#include <cstddef>
#include <cstdint>

namespace sastrugi
{

/// Six arrays of a symmetric matrix per particle.
struct SymmetricPointers {
    float *xx, *xy, *xz, *yy, *yz, *zz;
};

/// Three arrays of a vector per particle.
struct VectorPointers {
    float *x, *y, *z;
};

/// Per particle of the snow; "step" values are of the current step only.
struct SnowArrays {
    std::size_t count, paddedCount;

    Float4* position;          // x, y, z; w: volume m^3 (step)
    VectorPointers remainder;  // what rounding kept from the position so far, m
    VectorPointers velocity;   // m/s
    float* mass;               // kg
    SymmetricPointers elastic; // elastic deformation gradient, symmetric by left stretch
    float* pressure;           // Pa; the start of the next solve
    VectorPointers shear;      // acceleration by shear stress and friction, m/s^2; the start of the next solve

    std::uint8_t* material; // index in SphConstants::materials
    // Factors on Young's modulus, and on critical compression and stretch; null where no material varies.
    const float *stiffness, *strength;
    float* plasticVolume; // volume ratio that is plastic; null where no law asks for it
    float* temperature;   // K; null where nothing has a temperature
    float* heatRemainder; // what rounding kept from the temperature so far, K; null with it

    float* density;               // step; kg/m^3
    float* restDensity;           // step; up to the pressure solve: the same memory as image.x
    float* lambda;                // step; Pa
    float* shearModulus;          // step; Pa
    SymmetricPointers correction; // step; the matrix M, then its inverse L
    float* rank;                  // step; of the neighbourhood, 0 to 3; -1 without neighbours in the snow
    VectorPointers gradientSum;   // step; S = sum V_j gradW_ij, 1/m
    VectorPointers wallSum;       // step; B = sum V_b gradW_ib, 1/m
    float* wallVolume;            // step; b = sum V_b W_ib; up to the shear solve: the same memory as meanStress
    float* wallDivergence;        // step; sum V_b v_b . gradW_ib, 1/s
    float* frictionRate;          // step; kappa, 1/s
    float* tangentialRate;        // step; the part of kappa that leaves the wall's normal alone; null where none does
    VectorPointers frictionDrive; // step; kappa vbar, m/s^2
    VectorPointers known;         // step; acceleration by everything but pressure, shear and friction

    Float4* moved; // step; a velocity or acceleration that neighbours read; w: free
    // The pressure solve is over when the shear solve begins: its arrays are the same memory as stress[0] and `second`.
    Float4* weighted;                                          // step; x, y, z and pressure times volume
    float* diagonal;                                           // step; a_ii
    float* source;                                             // step; right-hand side of the pressure system
    float* bestPressure;                                       // step
    Float4* stress[3];                                         // step; rows of V T; w: position
    float* meanStress;                                         // step; trace of sigma over three
    VectorPointers residual, shadow, direction, image, second; // step; vectors of Bi-CGSTAB
    // Before the solves the same memory holds what walls with special surfaces do; else it is not read.
    VectorPointers adhesion;               // step; m/s^2
    float *explicitRate, *explicitTangent; // step; kappa of explicit friction, and its tangential part
    VectorPointers explicitDrive;          // step; m/s^2
    float* bounce;                         // step; largest restitution of the walls in reach
};

/// Samples of all boundaries, sorted by cell.
struct WallArrays {
    std::size_t count;
    const Float4* position; // w: volume
    const Float4* velocity; // w: viscous friction, m^2/s
    const Float4* surface;  // x: 1 for tangential friction, y: 1 for explicit friction, z: adhesion, m/s^2,
                            // w: restitution; or null where all are zero
    const Float4* heat;     // x: temperature, K; y: 1 where it lets heat through; or null where none does
};

/// Lists and kernel gradients of a block.
struct PairBlock {
    const std::uint32_t* indices;
    const std::uint32_t* groupStart; // rows
    float* gradient;                 // g_ij = W'(r)/r, laid out as the indices
};

/// The constants of a snow material.
struct SphMaterial {
    float referenceDensity;                // kg/m^3
    float freshLambda, freshShearModulus;  // Lame parameters before hardening, Pa
    float hardening;                       // coefficient of the exponent
    float smallestStretch, largestStretch; // 1 - critical compression, 1 + critical stretch
    // Heat, where there is any
    float conductivity, heatCapacity;       // W/m/K, J/kg/K
    float coldTemperature, warmTemperature; // K
    float coldStiffness, warmStiffness;     // factors on the Lame parameters there
};

/// What is the same for all particles during a step.
struct SphConstants {
    const SphMaterial* materials;
    std::size_t materialCount;
    float spacing, supportRadius;
    float timeStep;
    float gravity[3];
    Period period;
    float boundaryPressureScale;
    float smallestExponent, largestExponent;
    float pseudoInverseThreshold;
    bool wallsBounce; // some wall has a restitution
    float dragScale;
    // The variant of the solver. Of the shear solve's stress the trace of the strain makes
    // (traceLambda lambda + traceShear G) tr(2 eps) I; of the pressure's modulus 2 G / 3 is bulkShear.
    bool solvesPressure;
    float traceLambda, traceShear, bulkShear;
    bool isSymmetric; // the shear system
    bool hardensByPlasticVolume, hasPlasticRestDensity;
    bool keepsRightStretch, mirrorsDensity, completesRank;
    float airTemperature, heatTransfer, heatTimeScale;
};

} // namespace sastrugi
