#include "engine/dem/WallSamples.h"

#include "engine/core/Error.h"
#include "engine/dem/GrainLaw.h"
#include "engine/math/Kernel.h"

#include <algorithm>
#include <cmath>

namespace sastrugi
{

namespace
{

constexpr double sampleRadii = 0.5; // of a sample, in radii of fresh snow: where the kernel of adhesion is largest then
constexpr double supportSpacings = 2;

double volumeOf(double kernelSum) { return 1 / kernelSum; }

/// The largest sum over the samples of a plane of V_b A, 1, above one of them, where a fresh grain can be.
double largestPullOf(double spacing, double support)
{
    const CubicSpline kernel(supportSpacings * spacing);
    const int reach = static_cast<int>(std::ceil(support / spacing)) + 2;
    const auto sumOver = [&](auto&& value) {
        double sum = 0;
        for (int i = -reach; i <= reach; ++i)
            for (int j = -reach; j <= reach; ++j)
                sum += value(spacing * std::hypot(i, j));
        return sum;
    };
    const double volume = volumeOf(sumOver([&](double r) { return kernel.value(r); }));
    double largest = 0;
    constexpr int parts = 200;
    for (int k = 0; k <= parts; ++k) {
        const double touch = (1 + sampleRadii) / 2 * support; // the support is two radii of such a grain
        const double height = touch + (support - touch) * k / parts;
        largest =
            std::max(largest, volume * sumOver([&](double r) {
                                  const double distance = std::hypot(r, height);
                                  return distance > 0 ? adhesionKernel(distance, support) * height / distance : 0.0;
                              }));
    }
    return largest;
}

} // namespace

WallSamples::WallSamples(const Scene& scene, const DemParameters& parameters)
    : m_radius(sampleRadii * parameters.radius)
{
    for (const Boundary& boundary : scene.boundaries) {
        if (boundary.deformation)
            throw NodeError(
                ErrorKind::Scene, boundary.name,
                fmt::format("boundary '{}' changes its shape, which samples do not; set boundaries of solver "
                            "'{}' to distance",
                            boundary.name, scene.solverNode));
        const double spacing = boundary.spacing > 0 ? boundary.spacing : m_radius;
        if (spacing > 2 * m_radius)
            throw NodeError(
                ErrorKind::Scene, boundary.name,
                fmt::format("boundary '{}' is sampled every {} m, but grains would fall between samples that "
                            "are more than {} m apart; give less, or 0",
                            boundary.name, spacing, 2 * m_radius));
        const double pull = boundary.surface.adhesion > 0 ? largestPullOf(spacing, 2 * parameters.radius) : 1.0;
        m_boundaries.push_back({SurfaceSampler(*boundary.mesh, spacing), boundary.motion, boundary.surface,
                                boundary.mesh->bounds(), boundary.surface.adhesion / pull, boundary.body.has_value()});
    }
}

bool WallSamples::hasMoving() const
{
    return std::ranges::any_of(m_boundaries, [](const SampledBoundary& of) { return !of.isStill(); });
}

double WallSamples::largestSpeed(const Bounds& snow, const StepInterval& interval, double reach) const
{
    double speed = 0;
    for (const SampledBoundary& of : m_boundaries) {
        if (of.isStill() || of.isDriven)
            continue;
        const double own = of.motion.largestSpeed(interval.begin, interval.end, of.bounds);
        const Bounds swept = of.motion.boundsAt(interval.begin, of.bounds)
                                 .grownBy(own * (interval.end - interval.begin) + reach + m_radius);
        if (swept.touches(snow))
            speed = std::max(speed, own);
    }
    return speed;
}

double WallSamples::drivenSpeed() const
{
    double speed = 0;
    for (const SampledBoundary& of : m_boundaries)
        speed = std::max(speed, of.drivenSpeed);
    return speed;
}

void WallSamples::drive(std::size_t boundary, const RigidPose& before, const RigidPose& after, double speed)
{
    m_boundaries[boundary].before = before;
    m_boundaries[boundary].after = after;
    m_boundaries[boundary].drivenSpeed = speed;
}

void WallSamples::prepare(const StepInterval& step)
{
    m_perSecond = step.end > step.begin ? 1 / (step.end - step.begin) : 0;
    for (SampledBoundary& of : m_boundaries) {
        if (of.isDriven)
            continue;
        of.before = of.motion.poseAt(step.begin);
        of.after = of.motion.poseAt(step.end);
    }
}

/// With V_b = 1 / sum W over the boundary's own samples, Akinci et al. 2012.
const std::vector<WallSamples::Sample>& WallSamples::samplesIn(std::size_t boundary, const BlockIndex& block)
{
    SampledBoundary& of = m_boundaries[boundary];
    const auto [entry, isFresh] = of.sampled.try_emplace(block);
    if (!isFresh)
        return entry->second;
    const double edge = of.sampler.blockEdge(), support = supportSpacings * of.sampler.spacing();
    const Vector3 corner = edge * Vector3(block[0], block[1], block[2]);
    std::vector<Vector3> around;
    if (of.adhesion > 0)
        for (const BlockIndex& near :
             of.sampler.blocksNear(Bounds{corner, corner + Vector3::Constant(edge)}.grownBy(support))) {
            const std::vector<Vector3> more = of.sampler.samplesIn(near);
            around.insert(around.end(), more.begin(), more.end());
        }
    const CubicSpline kernel(support);
    for (const Vector3& place : of.sampler.samplesIn(block)) {
        double sum = 0;
        for (const Vector3& other : around)
            if (const double distance = (place - other).norm(); distance < support)
                sum += kernel.value(distance);
        entry->second.push_back(
            {place, of.adhesion > 0 ? of.adhesion * volumeOf(sum) : 0.0, static_cast<std::uint32_t>(boundary)});
    }
    return entry->second;
}

std::vector<WallSamples::Pair> WallSamples::pairsNear(std::span<const Bounds> boxes, std::span<const Float4> places,
                                                      const Vector3& origin, double reach)
{
    m_samples.clear();
    for (std::size_t k = 0; k < m_boundaries.size(); ++k) {
        std::vector<BlockIndex> blocks;
        const RigidPose toMesh = m_boundaries[k].after.inverse();
        for (const Bounds& box : boxes) {
            const std::vector<BlockIndex> near =
                m_boundaries[k].sampler.blocksNear(transformed(box, toMesh).grownBy(reach + m_radius));
            blocks.insert(blocks.end(), near.begin(), near.end());
        }
        std::ranges::sort(blocks);
        blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
        for (const BlockIndex& block : blocks) {
            const std::vector<Sample>& samples = samplesIn(k, block);
            m_samples.insert(m_samples.end(), samples.begin(), samples.end());
        }
    }
    const auto away = static_cast<float>(reach + m_radius);
    CellGrid sampleGrid(away), grainGrid(away);
    std::vector<Float4> centres(m_samples.size());
    parallelFor(centres.size(), [&](std::size_t i) {
        const Vector3f p = (m_boundaries[m_samples[i].boundary].after(m_samples[i].place) - origin).cast<float>();
        centres[i] = {p.x(), p.y(), p.z(), 0};
    });
    sampleGrid.build(centres);
    grainGrid.build(places);
    const AlignedVector<Float4> sortedCentres = sampleGrid.sorted(centres), sortedPlaces = grainGrid.sorted(places);
    NeighbourLists lists;
    lists.build({grainGrid, sortedPlaces.data()}, {sampleGrid, sortedCentres.data()});
    std::vector<std::vector<Pair>> found(blockCount(places.size()));
    parallelForBlocks(places.size(), [&](std::size_t block, Range range) {
        for (std::size_t i = range.begin; i < range.end; ++i)
            for (const std::uint32_t near : lists.neighbours(i))
                found[block].push_back({grainGrid.order()[i], sampleGrid.order()[near]});
    });
    std::vector<Pair> pairs;
    for (const std::vector<Pair>& part : found)
        pairs.insert(pairs.end(), part.begin(), part.end());
    std::ranges::sort(pairs, [](const Pair& a, const Pair& b) {
        return a.grain != b.grain ? a.grain < b.grain : a.sample < b.sample;
    });
    return pairs;
}

ObstacleContact WallSamples::contactWith(std::size_t index, const Vector3& place) const
{
    const Sample& sample = m_samples[index];
    const SampledBoundary& of = m_boundaries[sample.boundary];
    const Vector3 centre = of.after(sample.place), away = place - centre;
    const double distance = away.norm();
    ObstacleContact contact{distance - m_radius, Vector3::Zero(), Vector3::Zero()};
    if (distance > 0)
        contact.normal = away / distance;
    if (!of.isStill())
        contact.velocity = m_perSecond * (centre - of.before(sample.place));
    return contact;
}

double WallSamples::predictedCount() const
{
    double count = 0;
    for (const SampledBoundary& of : m_boundaries)
        count += of.sampler.predictedCount();
    return count;
}

std::size_t WallSamples::memory() const
{
    std::size_t bytes = m_samples.capacity() * sizeof(Sample);
    for (const SampledBoundary& of : m_boundaries)
        for (const auto& [block, samples] : of.sampled)
            bytes += samples.capacity() * sizeof(Sample);
    return bytes;
}

} // namespace sastrugi
