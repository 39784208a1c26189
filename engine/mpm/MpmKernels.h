// The kernels of the material point method: each treats the particles of one block of the grid, and is built per
// instruction set.
//
// Equation numbers are those of Stomakhin et al. 2013, doi 10.1145/2461912.2461948.
#pragma once

#include "engine/core/Aligned.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace sastrugi
{

/// Of the fresh snow of an emitter.
struct MpmMaterial {
    float lameLambda, shearModulus; // Pa
    float hardening, criticalCompression, criticalStretch;
};

using MatrixPointers = std::array<float*, 9>; // by row

/// The particles, in the order of their blocks; readable up to eight beyond the last.
struct MpmArrays {
    std::size_t count;
    Float4* position;                          // m, relative to the origin of the state
    std::array<float*, 3> remainder, velocity; // the former of positions
    MatrixPointers deformation, affine;        // elastic; of APIC and MLS, or null
    float *plasticRatio, *mass, *restVolume;
    float *stiffness, *strength; // factors, or null
    const std::uint8_t* material;
    // What a step ends with
    std::array<float*, 3> nextVelocity;
    MatrixPointers nextDeformation, nextAffine;
    float *nextPlasticRatio, *nextDensity, *nextPressure;
    // For the Hessian: rotation, inverse of tr S - S, Lame parameters times volume; null in explicit steps
    MatrixPointers rotation;
    std::array<float*, 6> twist;
    float *lambdaVolume, *shearVolume;
};

/// Of a step.
struct MpmConstants {
    float cellSize, inverseCell, timeStep;
    float flipRatio; // in this step
    float smallestExponent, largestExponent, smallestPlasticRatio, largestPlasticRatio;
    const MpmMaterial* materials;
};

/// Of particles as a step finds them; the affine part of their velocities is left out.
struct MpmSums {
    double kineticEnergy = 0, elasticEnergy = 0; // J
    std::array<double, 3> momentum{};            // kg m/s

    MpmSums& operator+=(const MpmSums& other);
};

/// Nodes of a block of the grid: 4 x 4 x 4, z first.
constexpr std::size_t nodesPerBlock = 64;
using BlockNodes = std::array<Float4, nodesPerBlock>;

/// Blocks along an axis from the origin: three of them fit into a key.
constexpr std::int32_t furthestBlock = 1 << 19;
/// Orders blocks by their coordinates, x first; these count from `furthestBlock` before the origin.
constexpr std::uint64_t blockKey(std::int32_t x, std::int32_t y, std::int32_t z)
{
    return static_cast<std::uint64_t>(x) << 42 | static_cast<std::uint64_t>(y) << 21 | static_cast<std::uint64_t>(z);
}

/// What the particles of a block add to the nodes that they touch: 7 x 7 x 7, z first, then padding.
constexpr std::size_t tileEdge = 7, tileRow = 8;
struct alignas(64) MpmTile {
    Float4 node[tileEdge * tileEdge * tileRow];
};
using MpmTiles = AlignedVector<MpmTile>;

/// The particles [begin, end) of a block, and the eight blocks of the grid that they touch: bit 2, 1, 0 of the index
/// are set for the next along x, y, z.
struct MpmBlock {
    const MpmArrays& snow;
    const MpmConstants& constants;
    std::size_t begin, end;
    std::array<float, 3> firstNode; // in cells from the origin
    std::array<std::uint32_t, 8> gridBlocks;
    MpmSums* sums; // of this block, which [1] finds
};

struct MpmExtremes {
    float speedSquared = 0;
    float waveSpeedSquared = 0;     // (lambda + 2 mu) V / m
    float strainSquared = 0;        // of dt grad v
    float smallestVolumeChange = 1; // det(I + dt grad v)
    float smallestPlasticRatio = 1e30f, largestPlasticRatio = 0;
    float largestDensity = 0;            // kg/m^3, of the grid at a particle
    double inversions = 0, yielding = 0; // particles
    double checksum = 0;                 // not finite if any value is not

    MpmExtremes& operator+=(const MpmExtremes& other);
};

struct MpmKernels {
    /// 4.13: the mass alone, as fourth.
    void (*massToGrid)(const MpmBlock&, MpmTile& mass);
    /// [4.1]: whether the particles [begin, end) are in the block of that first node.
    bool (*stayInBlock)(const Float4* position, std::size_t begin, std::size_t end, float inverseCell,
                        const std::array<float, 3>& firstNode);
    /// The keys of the blocks of the particles [begin, end); false if one is too far away or not finite.
    bool (*blockKeys)(const Float4* position, std::size_t begin, std::size_t end, float inverseCell,
                      std::uint64_t* keys);
    /// [1], [3]: mass and momentum (with mass as fourth) and stress forces; sums of the block.
    void (*particlesToGrid)(const MpmBlock&, MpmTile& momentum, MpmTile& force);
    /// The same with the change of momentum by the stress in place of its force.
    void (*particlesToGridFused)(const MpmBlock&, MpmTile& momentum);
    /// [6]: H u, (7), (8).
    void (*hessianProduct)(const MpmBlock&, const Float4* direction, MpmTile& product);
    /// [7], [8]: deformation, plasticity (11), (12) and velocity, from new velocities and what FLIP/PIC adds (with mass
    /// as fourth).
    MpmExtremes (*gridToParticles)(const MpmBlock&, const Float4* velocity, const Float4* blend);
    /// [10]: x + duration v of the particles [begin, end), exact to the remainder; begin is a multiple of eight.
    void (*move)(const MpmArrays&, std::size_t begin, std::size_t end, float duration);
};

/// For cubic kernels with FLIP/PIC, cubic ones with affine velocities, quadratic ones with moving least squares.
enum class KernelSet { Cubic, CubicAffine, QuadraticMls };

namespace portable
{
const MpmKernels& mpmKernels(KernelSet set);
}
namespace avx2
{
const MpmKernels& mpmKernels(KernelSet set);
}
namespace avx512
{
const MpmKernels& mpmKernels(KernelSet set);
}

} // namespace sastrugi
