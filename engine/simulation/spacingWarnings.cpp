#include "engine/simulation/spacingWarnings.h"

#include "engine/simulation/Scene.h"
#include "engine/simulation/Solver.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace sastrugi
{

namespace
{

constexpr double far = 1.7;                     // times too wide or too close: five times the density
constexpr double reach = 3;                     // in spacings
constexpr std::size_t asked = 500;              // particles whose neighbours are counted
constexpr std::size_t enoughNeighbours = 50000; // more are not counted

using Cells = std::unordered_map<std::uint64_t, std::vector<std::uint32_t>>;

std::uint64_t keyOf(const Eigen::Array3d& cell)
{
    std::uint64_t key = 0;
    for (const double index : cell) // cells that share a key cost time
        key = (key ^ static_cast<std::uint64_t>(static_cast<std::int64_t>(index))) * 0x9e3779b97f4a7c15ull;
    return key;
}

std::size_t countAround(std::span<const Vector3> positions, const Cells& cells, std::size_t one, double radius)
{
    std::vector<std::uint64_t> keys;
    const Eigen::Array3d middle = (positions[one] / radius).array().floor();
    for (int z = -1; z <= 1; ++z)
        for (int y = -1; y <= 1; ++y)
            for (int x = -1; x <= 1; ++x)
                keys.push_back(keyOf(middle + Eigen::Array3d(x, y, z)));
    std::ranges::sort(keys);
    keys.erase(std::ranges::unique(keys).begin(), keys.end());
    std::size_t count = 0;
    for (const std::uint64_t key : keys)
        if (const auto cell = cells.find(key); cell != cells.end())
            for (const std::uint32_t other : cell->second) {
                count += (positions[other] - positions[one]).squaredNorm() < radius * radius;
                if (count >= enoughNeighbours)
                    return count;
            }
    return count;
}

bool isFar(double spacing, double wanted) { return spacing > far * wanted || spacing < wanted / far; }

} // namespace

namespace
{

constexpr std::size_t fewParticles = 30; // fill no volume that could be measured

/// The median of the distances to the nearest other one.
double nearestOf(std::span<const Vector3> positions)
{
    std::vector<double> nearest(positions.size(), std::numeric_limits<double>::infinity());
    for (std::size_t i = 0; i < positions.size(); ++i)
        for (std::size_t j = 0; j < positions.size(); ++j)
            if (i != j)
                nearest[i] = std::min(nearest[i], (positions[i] - positions[j]).norm());
    const auto middle = nearest.begin() + static_cast<std::ptrdiff_t>(nearest.size() / 2);
    std::nth_element(nearest.begin(), middle, nearest.end());
    return *middle;
}

double spacingFrom(std::span<const Vector3> positions, double expected)
{
    const double radius = reach * expected;
    Cells cells;
    for (std::uint32_t i = 0; i < positions.size(); ++i)
        cells[keyOf((positions[i] / radius).array().floor())].push_back(i);
    std::vector<std::size_t> counts;
    const std::size_t step = std::max<std::size_t>(1, positions.size() / asked);
    for (std::size_t i = 0; i < positions.size(); i += step)
        counts.push_back(countAround(positions, cells, i, radius));
    // Those at the surface have half of their neighbours: one of the tenth that have the most.
    const auto inner = counts.begin() + static_cast<std::ptrdiff_t>(counts.size() - 1 - counts.size() / 10);
    std::nth_element(counts.begin(), inner, counts.end());
    return radius * std::cbrt(4 * std::numbers::pi / 3 / static_cast<double>(*inner));
}

/// Whether most particles are where another one is.
bool areMostTwice(std::span<const Vector3> positions)
{
    std::vector<Vector3> sorted(positions.begin(), positions.end());
    std::ranges::sort(sorted, [](const Vector3& a, const Vector3& b) {
        return std::tuple(a.x(), a.y(), a.z()) < std::tuple(b.x(), b.y(), b.z());
    });
    std::size_t twice = 0;
    for (std::size_t i = 1; i < sorted.size(); ++i)
        twice += sorted[i] == sorted[i - 1];
    return 2 * twice > sorted.size();
}

} // namespace

double spacingOf(std::span<const Vector3> positions, double expected)
{
    if (positions.size() < 2)
        return 0;
    if (positions.size() <= fewParticles)
        return nearestOf(positions);
    if (areMostTwice(positions))
        return 0;
    double spacing = expected;
    // Few neighbours tell little: once more with what they told.
    for (int round = 0; round < 8; ++round) {
        const double before = spacing;
        spacing = spacingFrom(positions, before);
        if (spacing < 1.3 * before)
            break;
    }
    return spacing;
}

void warnOfSpacings(const Scene& scene, const Log& log)
{
    const double wanted = scene.solver->spacing();
    for (const Boundary& boundary : scene.boundaries)
        if (boundary.spacing > 0 && isFar(boundary.spacing, wanted))
            log({LogLevel::Warning, scene.solverNode, "spacing.boundary",
                 fmt::format("the samples of the boundary '{}' are to be {:.4g} m apart, far from the spacing of the "
                             "solver, {:.4g} m; 0 leaves it to the solver",
                             boundary.name, boundary.spacing, wanted)});
    constexpr double fast = 300; // m/s, nearly sound
    const double begin = scene.settings.timeOf(scene.settings.firstFrame),
                 end = scene.settings.timeOf(scene.settings.lastFrame);
    for (const Boundary& boundary : scene.boundaries) {
        double speed = boundary.motion.largestSpeed(begin, end, boundary.mesh->bounds());
        if (boundary.deformation)
            speed += boundary.deformation->largestSpeed(begin, end);
        if (speed > fast)
            log({LogLevel::Warning, scene.solverNode, "speed.boundary",
                 fmt::format(
                     "the boundary '{}' moves at up to {:.3g} m/s, and steps get as short as that asks for: look "
                     "at the times and places of its motion",
                     boundary.name, speed)});
    }
    for (const FillEmitter& emitter : scene.emitters) {
        const double spacing = emitter.particles ? spacingOf(emitter.particles->positions, wanted) : 0;
        if (spacing == 0 && emitter.particles && emitter.particles->positions.size() > 1)
            log({LogLevel::Warning, scene.solverNode, "spacing.particles",
                 fmt::format("most particles of '{}' are at the place of another one", emitter.name)});
        if (spacing > 0 && isFar(spacing, wanted))
            log({LogLevel::Warning, scene.solverNode, "spacing.particles",
                 fmt::format(
                     "the particles of '{}' are about {:.2g} m apart, far from the spacing of the solver, {:.4g} "
                     "m, and are taken as they are: the snow will be too {}",
                     emitter.name, spacing, wanted, spacing < wanted ? "dense" : "loose")});
    }
}

} // namespace sastrugi
