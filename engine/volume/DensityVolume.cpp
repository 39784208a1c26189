#include "engine/volume/DensityVolume.h"

#include "engine/core/Error.h"
#include "engine/core/Parallel.h"
#include "engine/core/Stop.h"
#include "engine/simulation/Frame.h"

#include <algorithm>
#include <cmath>

namespace sastrugi
{

namespace
{

constexpr std::size_t support = 4; // voxels that a particle touches along an axis

/// The cubic B-spline at the four voxels around `x`, which lies `x` in [0, 1) past the second.
std::array<float, support> weightsAt(float x)
{
    const float y = 1 - x;
    return {y * y * y / 6, (4 - 6 * x * x + 3 * x * x * x) / 6, (4 - 6 * y * y + 3 * y * y * y) / 6, x * x * x / 6};
}

/// A particle as the grid sees it.
struct Splat {
    std::array<std::uint32_t, 3> first; // voxel that it touches
    std::array<float, 3> past;          // the second of them, in voxels
    std::uint32_t particle;
};

double diameterOf(const Frame& frame)
{
    const auto radii = frame.particles.get<float>("radius");
    double sum = 0;
    for (const float radius : radii)
        sum += radius;
    return 2 * sum / static_cast<double>(radii.size());
}

/// Around all centres, with room for what they touch and a rim that nothing touches.
VoxelGrid emptyGrid(const Frame& frame, double voxelSize)
{
    const auto position = frame.particles.get<float>("position", 3);
    Bounds bounds;
    for (std::size_t i = 0; i < frame.particles.count(); ++i)
        bounds.add(Vector3(position[3 * i], position[3 * i + 1], position[3 * i + 2]));
    VoxelGrid grid;
    grid.voxelSize = voxelSize;
    double total = 1;
    for (int axis = 0; axis < 3; ++axis) {
        // On a lattice that is the same for all frames: nothing flickers.
        const double least = bounds.minimum[axis] + frame.origin[axis],
                     most = bounds.maximum[axis] + frame.origin[axis];
        const double begin = std::floor(least / voxelSize) - 2, end = std::floor(most / voxelSize) + 3;
        grid.origin[axis] = voxelSize * begin;
        total *= end - begin + 1;
        grid.counts[static_cast<std::size_t>(axis)] = static_cast<std::size_t>(std::min(end - begin + 1, 1e9));
    }
    if (total > static_cast<double>(mostVoxels))
        fail(ErrorKind::Scene,
             "the snow is spread over {:.3g} x {:.3g} x {:.3g} m: {:.3g} voxels of {:.3g} m, and {} are allowed; use "
             "larger voxels",
             bounds.size().x(), bounds.size().y(), bounds.size().z(), total, voxelSize, mostVoxels);
    grid.values.assign(grid.counts[0] * grid.counts[1] * grid.counts[2], 0);
    return grid;
}

/// Particles in the order of the lowest layer of voxels that they touch, and where each layer's begin.
struct Layers {
    std::vector<Splat> splats;
    std::vector<std::size_t> begins;
};

Layers sortIntoLayers(const Frame& frame, const VoxelGrid& grid)
{
    const std::size_t count = frame.particles.count();
    const auto position = frame.particles.get<float>("position", 3);
    std::vector<Splat> splats(count);
    parallelForBlocks(count, [&](std::size_t, Range range) {
        for (std::size_t i = range.begin; i < range.end; ++i) {
            Splat& splat = splats[i];
            splat.particle = static_cast<std::uint32_t>(i);
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const auto a = static_cast<int>(axis);
                const double x = (frame.origin[a] + position[3 * i + axis] - grid.origin[a]) / grid.voxelSize;
                // Rounding may put one that lies on the rim outside.
                const double cell = std::clamp(std::floor(x), 2.0, static_cast<double>(grid.counts[axis] - 4));
                splat.first[axis] = static_cast<std::uint32_t>(cell) - 1;
                splat.past[axis] = static_cast<float>(x - cell);
            }
        }
    });
    Layers layers;
    layers.begins.assign(grid.counts[2] + 1, 0);
    for (const Splat& splat : splats)
        ++layers.begins[splat.first[2] + 1];
    for (std::size_t k = 1; k < layers.begins.size(); ++k)
        layers.begins[k] += layers.begins[k - 1];
    layers.splats.resize(count);
    std::vector<std::size_t> next = layers.begins;
    for (const Splat& splat : splats)
        layers.splats[next[splat.first[2]]++] = splat;
    return layers;
}

/// Adds to the voxels of `grid` what each particle has, over the volume of a voxel.
std::vector<float> spread(const Layers& layers, const VoxelGrid& grid, std::span<const float> amounts,
                          const std::stop_token& stop)
{
    std::vector<float> values(grid.values.size(), 0);
    const auto volume = static_cast<float>(std::pow(grid.voxelSize, 3));
    // A layer gathers from the particles whose support begins in it or in the three below, always in the same order.
    parallelForEach(grid.counts[2], [&](std::size_t k) {
        if (stop.stop_requested())
            return;
        for (std::size_t below = std::min(k, support - 1) + 1; below-- > 0;)
            for (std::size_t s = layers.begins[k - below]; s < layers.begins[k - below + 1]; ++s) {
                const Splat& splat = layers.splats[s];
                const auto x = weightsAt(splat.past[0]), y = weightsAt(splat.past[1]), z = weightsAt(splat.past[2]);
                const float share = amounts[splat.particle] * z[below] / volume;
                for (std::size_t j = 0; j < support; ++j) {
                    float* row = &values[grid.indexOf(splat.first[0], splat.first[1] + j, k)];
                    for (std::size_t i = 0; i < support; ++i)
                        row[i] += share * y[j] * x[i];
                }
            }
    });
    throwIfStopped(stop);
    return values;
}

/// The mean by mass of one component of an attribute.
std::vector<float> meanOf(const Frame& frame, const char* attribute, std::size_t component, const Layers& layers,
                          const VoxelGrid& density, const std::stop_token& stop)
{
    const AttributeArray& array = *frame.particles.find(attribute);
    const auto values = array.values<float>(), mass = frame.particles.get<float>("mass");
    std::vector<float> amounts(mass.size());
    for (std::size_t i = 0; i < mass.size(); ++i)
        amounts[i] = mass[i] * values[static_cast<std::size_t>(array.components) * i + component];
    std::vector<float> means = spread(layers, density, amounts, stop);
    for (std::size_t i = 0; i < means.size(); ++i)
        means[i] = density.values[i] > 0 ? means[i] / density.values[i] : 0;
    return means;
}

} // namespace

VoxelGrid densityVolume(const Frame& frame, const DensityVolumeParameters& parameters, std::stop_token stop)
{
    return snowVolume(frame, parameters, false, false, std::move(stop)).density;
}

SnowVolume snowVolume(const Frame& frame, const DensityVolumeParameters& parameters, bool hasVelocity,
                      bool hasTemperature, std::stop_token stop)
{
    SnowVolume made;
    if (frame.particles.count() == 0)
        return made;
    VoxelGrid& density = made.density;
    density = emptyGrid(frame, parameters.voxelSize > 0 ? parameters.voxelSize : diameterOf(frame));
    const Layers layers = sortIntoLayers(frame, density);
    density.values = spread(layers, density, frame.particles.get<float>("mass"), stop);
    if (hasVelocity && frame.particles.find("velocity"))
        for (std::size_t axis = 0; axis < 3; ++axis)
            made.velocity[axis] = meanOf(frame, "velocity", axis, layers, density, stop);
    if (hasTemperature && frame.particles.find("temperature"))
        made.temperature = meanOf(frame, "temperature", 0, layers, density, stop);
    return made;
}

} // namespace sastrugi
