// The kernels of the discrete element method: each treats the grains of one block, eight at a time, and is built per
// instruction set. They gather only: a grain's own values are all that is written.
#pragma once

#include "engine/core/Aligned.h"
#include "engine/particles/NeighbourLists.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace sastrugi
{

/// How many grains arrays hold more than there are: the dummy of the lists, and what fills up the last eight.
constexpr std::size_t grainPadding = 16;

/// The grains, in the order of the lists.
struct DemArrays {
    std::size_t count = 0;              // of those that are awake; kernels only read of the others, behind them
    Float4* place = nullptr;            // where they are, m; w is the radius
    Float4* velocity = nullptr;         // m/s
    std::array<Float4*, 2> predicted{}; // where they will be, by the force so far; w is the radius
    std::array<Float4*, 2> traits{};  // stiffness K, N/m; cohesion S, N; share of force left by the limiter; friction.
                                      // S is negative where a grain has lost its bonds
    Float4* force = nullptr;          // gathered so far, N
    const Float4* external = nullptr; // N; null where it is the weight alone
    std::array<float*, 6> squeeze{};  // f+ along x, y, z and f- along x, y, z, N
    float* touching = nullptr;        // n_curr
    float* mostTouching = nullptr;    // n_max
    float* bondThreshold = nullptr;   // phi_b
    float* compressionThreshold = nullptr; // f_thr, N
    const Float4* listed = nullptr;        // where they were when the lists were made
    const float* strayShare = nullptr;     // half a skin over how far a grain may stray: 1 for all but a few fast ones
};

/// Of a step.
struct DemConstants {
    float timeStep, mass;
    std::array<float, 3> weight;  // m g, N
    float forceFactor;            // kappa
    float limiter;                // a_lim; infinite where it is off
    float gap;                    // beyond that grains do not stick to each other, m
    float iceRadius, radiusRange; // r_i and r_s - r_i
    float tangentialStiffness;    // k_t / k_n; 0 unless friction is by springs
    float tangentialDamping;      // gamma_t m / 2 dt, kg/s
    float frictionScale;          // 0 while settling
    bool hasTensor;               // squeeze is by the sum of the sizes of forces, in f+ along x
    float sinter;                 // share of its most neighbours beyond those now that a grain remembers after the step
    float largestWay;             // c_v, m
    float leastWay;               // epsilon, in radii
    float settling;               // factor on velocities
    std::array<float, 3> drift;   // of all grains since the lists were made, after this step; m
    std::array<float, 3> mean;    // velocity of all grains before the step, m/s
};

enum class DemFriction { Spring, Paper, Viscous };

/// What obstacles do to the grains of a block in a pass; zero where there are none.
struct DemWallSums {
    std::array<std::array<float, blockSize>, 3> force;     // N
    std::array<std::array<float, blockSize>, 6> squeeze;   // as of DemArrays
    std::array<std::array<float, blockSize>, 6> stiffness; // xx, yy, zz, xy, xz, yz: k_b / 2 kappa n n^T, N/m
};

/// Of a block in a pass.
struct DemPassSums {
    float error = 0;                     // largest weighted overlap
    float largestOverlap = 0;            // relative
    double overlap = 0, overlapping = 0; // sum and number; each pair counts twice
};

/// Of a block at the end of a step.
struct DemMoveSums {
    float speedSquared = 0;           // largest
    float relativeSquared = 0;        // largest, less the mean before the step, times the stray share
    float strayed = 0;                // largest squared way since the lists were made, less the drift, times it; m^2
    std::array<double, 3> velocity{}; // sum, m/s
    double velocitySquared = 0;       // sum
    double bonded = 0;                // grains
    double checksum = 0;              // not finite if any value is not
};

struct DemBlock {
    const DemArrays& grains;
    const DemConstants& constants;
    const NeighbourLists::Block& neighbours;
    std::size_t begin, end;
    float* shear;             // u of each listed pair: rows of x, y, z of eight; null unless friction is by springs
    const DemWallSums* walls; // or null
};

struct DemKernels {
    /// 4.3: pass 0. Reads places and traits[from]; begins force and squeeze, and leaves predicted[0] and
    /// traits[1 - from].
    DemPassSums (*warmStart)(const DemBlock&, DemFriction, int from);
    /// 4.7: one more, at predicted[source], which leaves predicted[1 - source].
    DemPassSums (*relax)(const DemBlock&, int source, int from);
    /// 4.11: velocities after the gathered force.
    void (*accelerate)(const DemBlock&);
    /// 4.9, 4.11: bonds and positions. `squeezed` receives the grains, at most a block, that are above their threshold
    /// of compression, with the force f_c; `squeezedCount` their number.
    DemMoveSums (*move)(const DemBlock&, int traits, std::uint32_t* squeezed, float* squeezingForce,
                        std::size_t& squeezedCount);
};

namespace portable
{
const DemKernels& demKernels();
}
namespace avx2
{
const DemKernels& demKernels();
}
namespace avx512
{
const DemKernels& demKernels();
}

} // namespace sastrugi
