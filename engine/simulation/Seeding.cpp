#include "engine/simulation/Seeding.h"

#include "engine/core/Error.h"
#include "engine/core/Parallel.h"
#include "engine/core/Random.h"
#include "engine/core/Stop.h"
#include "engine/core/Words.h"
#include "engine/geometry/LatticeFill.h"
#include "engine/geometry/SurfaceDistance.h"
#include "engine/particles/NeighbourLists.h"

#include <algorithm>
#include <cmath>

namespace sastrugi
{

namespace
{

Float4 toFloat(const Vector3& point)
{
    const Vector3f p = point.cast<float>();
    return {p.x(), p.y(), p.z(), 0};
}

/// Displaces by up to jitter / 2 spacings along each axis.
Vector3 jittered(const Vector3& point, double amount, std::int64_t seed, std::size_t id)
{
    const auto words = randomWords(static_cast<std::uint64_t>(seed), id, 0, RandomPurpose::Jitter);
    return point + amount * (Vector3(unitInterval(words[0]), unitInterval(words[1]), unitInterval(words[2])) -
                             Vector3::Constant(0.5));
}

/// Runs `work`; what it throws names the emitter.
template <class Work>
auto namingTheEmitter(const FillEmitter& emitter, const Work& work)
{
    try {
        return work();
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::Interrupted)
            throw; // nothing is wrong with the emitter
        throw NodeError(error.kind(), emitter.name, fmt::format("emitter '{}': {}", emitter.name, error.what()));
    }
}

/// By the variations of the emitter's material, where each particle is.
void varyMaterial(const FillEmitter& emitter, std::vector<Seed>& seeds)
{
    if (emitter.material.variations.empty())
        return;
    double reach = 0;
    for (const MaterialVariation& variation : emitter.material.variations)
        reach = std::max(reach, variation.reach());
    const SurfaceDistance surface(*emitter.region);
    parallelFor(seeds.size(), [&](std::size_t i) {
        const Vector3& place = seeds[i].position;
        const double depth = surface.nearest(place, reach), below = surface.upwards(place, reach);
        for (const MaterialVariation& variation : emitter.material.variations)
            seeds[i].factors = seeds[i].factors * factorsAt(variation, place, depth, below);
    });
}

std::vector<Seed> seedsOf(const FillEmitter& emitter, std::uint8_t index, double spacing, std::int64_t seed,
                          std::size_t firstId, const std::stop_token& stop)
{
    const Vector3 centre = emitter.region->bounds().centre();
    std::vector<Seed> seeds;
    if (const GivenParticles* given = emitter.particles.get()) {
        for (std::size_t i = 0; i < given->positions.size(); ++i)
            seeds.push_back({given->positions[i],
                             given->velocities[i],
                             index,
                             {},
                             given->temperatures.empty() ? 0.0f : given->temperatures[i]});
        varyMaterial(emitter, seeds);
        return seeds;
    }
    for (const Vector3& point :
         namingTheEmitter(emitter, [&] { return fillLattice(*emitter.region, spacing, stop); })) {
        const Vector3 position = jittered(point, emitter.jitter * spacing, seed, firstId + seeds.size());
        seeds.push_back({position, emitter.velocity + emitter.angularVelocity.cross(position - centre), index, {}});
    }
    varyMaterial(emitter, seeds);
    if (seeds.empty())
        throw NodeError(ErrorKind::Scene, emitter.name,
                        fmt::format("emitter '{}' holds no particle at a spacing of {} m: its region encloses {:.3g} "
                                    "m^3; a flat or widely open surface cannot be filled, a small one needs a smaller "
                                    "spacing",
                                    emitter.name, spacing, std::abs(emitter.region->signedVolume())));
    return seeds;
}

/// Removes what is nearer than 0.7 spacings to a particle that was there before; returns how many.
std::size_t removeOverlap(const std::vector<Seed>& there, std::vector<Seed>& added, double spacing,
                          const Vector3& origin)
{
    if (there.empty())
        return 0;
    std::vector<Float4> old, fresh;
    for (const Seed& seed : there)
        old.push_back(toFloat(seed.position - origin));
    for (const Seed& seed : added)
        fresh.push_back(toFloat(seed.position - origin));
    CellGrid oldGrid(static_cast<float>(0.7 * spacing)), freshGrid(static_cast<float>(0.7 * spacing));
    oldGrid.build(old);
    freshGrid.build(fresh);
    NeighbourLists lists;
    lists.build({freshGrid, freshGrid.sorted(fresh).data()}, {oldGrid, oldGrid.sorted(old).data()});
    std::vector<bool> overlaps(added.size());
    for (std::size_t i = 0; i < added.size(); ++i)
        overlaps[freshGrid.order()[i]] = !lists.neighbours(i).empty();
    std::size_t i = 0;
    return std::erase_if(added, [&](const Seed&) { return overlaps[i++]; });
}

} // namespace

std::vector<Seed> seedEmitters(const Scene& scene, double spacing, const Log& log, const std::stop_token& stop)
{
    return seedEmitters(scene, std::vector<double>(scene.emitters.size(), spacing), log, stop);
}

std::vector<Seed> seedEmitters(const Scene& scene, std::span<const double> spacings, const Log& log,
                               const std::stop_token& stop)
{
    if (scene.emitters.size() > 255)
        fail(ErrorKind::Scene, "the scene has {} emitters; 255 are possible", scene.emitters.size());
    const Vector3 origin = localOrigin(scene);
    std::vector<Seed> seeds;
    for (std::size_t e = 0; e < scene.emitters.size(); ++e) {
        const FillEmitter& emitter = scene.emitters[e];
        std::vector<Seed> added =
            seedsOf(emitter, static_cast<std::uint8_t>(e), spacings[e], scene.settings.seed, seeds.size(), stop);
        if (const std::size_t removed = removeOverlap(seeds, added, spacings[e], origin); removed > 0 && log)
            log({LogLevel::Warning, emitter.name, "emitter.overlap",
                 fmt::format("{} of its {} overlap those of other emitters and are left out", removed,
                             counted(removed + added.size(), "particle"))});
        seeds.insert(seeds.end(), added.begin(), added.end());
        throwIfStopped(stop);
    }
    return seeds;
}

double estimateSeeds(const Scene& scene, double spacing)
{
    return estimateSeeds(scene, std::vector<double>(scene.emitters.size(), spacing));
}

double estimateSeeds(const Scene& scene, std::span<const double> spacings)
{
    double count = 0;
    for (std::size_t e = 0; e < scene.emitters.size(); ++e) {
        const FillEmitter& emitter = scene.emitters[e];
        if (emitter.particles)
            count += static_cast<double>(emitter.particles->positions.size());
        else
            count += namingTheEmitter(emitter, [&] { return estimateFill(*emitter.region, spacings[e]); });
    }
    return std::min(count, 1e18); // open regions may be large
}

Vector3 localOrigin(const Scene& scene)
{
    Bounds bounds;
    for (const FillEmitter& emitter : scene.emitters)
        bounds.add(emitter.region->bounds());
    for (const InflowEmitter& emitter : scene.inflows)
        bounds.add(emitter.boundsAt(0));
    if (bounds.isEmpty())
        return Vector3::Zero();
    // Single precision leaves a ten-thousandth of the size of the snow up to a distance of about a thousand sizes.
    const Vector3 centre = bounds.centre();
    if (centre.norm() <= 1000 * bounds.size().norm())
        return Vector3::Zero();
    return centre.array().round();
}

} // namespace sastrugi
