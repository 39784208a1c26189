// The density of snow as a volume: mass of particles on voxels, Stomakhin et al. 2013 section 4.1, step 1, for
// rendering; with it, velocity and temperature.
#pragma once

#include "engine/core/Parameter.h"
#include "engine/volume/VoxelGrid.h"

#include <memory>
#include <stop_token>

namespace sastrugi
{

struct Frame;
struct Scene;

struct DensityVolumeParameters {
    double voxelSize = 0; // m; 0: the diameter of the particles
};

inline auto parameters(Tag<DensityVolumeParameters>)
{
    using P = DensityVolumeParameters;
    return std::tuple{
        zeroMeans("diameter of the particles",
                  number(&P::voxelSize, "voxelSize", Unit::Metre, 0, 1000,
                         "Edge of a voxel; half of it takes eight times the memory, and shows single particles.")),
    };
}

/// What flows along a link: a volume for each frame of the simulation.
struct DensityVolume {
    std::shared_ptr<const Scene> simulation;
    DensityVolumeParameters parameters;
};

/// A grid holds so many voxels at most: 256 MiB.
constexpr std::size_t mostVoxels = std::size_t{1} << 26;

/// kg/m3 at the centres of voxels, out of a frame's particles, in scene coordinates. Each particle's mass is spread
/// with the cubic B-spline of a voxel's width, so that the sum of all densities times the volume of a voxel is the mass
/// of all particles; voxels at the rim are zero. Bit-identical for any number of threads. Empty for no particles.
/// Throws Error(Scene) when the snow is spread over more than mostVoxels, Error(Interrupted) when stopped.
VoxelGrid densityVolume(const Frame& frame, const DensityVolumeParameters& parameters, std::stop_token stop = {});

/// The density, and means by mass of what the particles carry, on the same voxels: like density.values, zeros where
/// that is zero, and empty where the frame has no such attribute or it is not asked for.
struct SnowVolume {
    VoxelGrid density;                          // kg/m3
    std::array<std::vector<float>, 3> velocity; // m/s
    std::vector<float> temperature;             // K
};

/// Throws what densityVolume() throws.
SnowVolume snowVolume(const Frame& frame, const DensityVolumeParameters& parameters, bool hasVelocity,
                      bool hasTemperature, std::stop_token stop = {});

} // namespace sastrugi
