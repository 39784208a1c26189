// Neighbour lists beside nanoflann's k-d tree, on the same points in the same run.
#include "app/cli/bench/Bench.h"
#include "engine/core/Random.h"
#include "engine/particles/NeighbourLists.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#if __has_include(<nanoflann.hpp>)
#include <nanoflann.hpp>
#define SASTRUGI_NANOFLANN
#endif

namespace sastrugi
{

namespace
{

constexpr float spacing = 0.01f;
constexpr float radius = 0.0195f; // about 30 neighbours
constexpr int repeats = 5;

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

/// A jittered lattice.
std::vector<Float4> jitteredPoints(std::size_t count)
{
    const auto edge = static_cast<std::size_t>(std::ceil(std::cbrt(static_cast<double>(count))));
    std::vector<Float4> points(count);
    parallelFor(count, [&](std::size_t i) {
        const auto words = randomWords(1, i, 0, RandomPurpose::Jitter);
        const auto place = [&](std::size_t cell, int axis) {
            return spacing * (static_cast<float>(cell) + 0.5f * unitInterval(words[static_cast<std::size_t>(axis)]));
        };
        points[i] = {place(i % edge, 0), place(i / edge % edge, 1), place(i / edge / edge, 2), 0};
    });
    return points;
}

BenchResult measureLists(const std::vector<Float4>& points, double& seconds)
{
    CellGrid grid(radius);
    NeighbourLists lists;
    double sort = 1e300, search = 1e300;
    seconds = 1e300;
    for (int repeat = 0; repeat < repeats; ++repeat) {
        const double start = now();
        grid.build(points);
        const double sorted = now();
        const AlignedVector<Float4> sortedPoints = grid.sorted(points);
        lists.build({grid, sortedPoints.data()}, {grid, sortedPoints.data()});
        const double end = now();
        sort = std::min(sort, sorted - start);
        search = std::min(search, end - sorted);
        seconds = std::min(seconds, end - start);
    }
    const auto count = static_cast<double>(points.size()), pairs = static_cast<double>(lists.pairCount());
    BenchResult result;
    result.name = "neighbours";
    result.particles = static_cast<std::int64_t>(points.size());
    result.threads = threadCount();
    result.stages = {{"sort", sort}, {"search", search}};
    result.particleStepsPerSecond = count / seconds;
    result.microsecondsPerParticleStep = 1e6 * seconds / count;
    result.nanosecondsPerPair = 1e9 * seconds * threadCount() / pairs;
    result.bytesPerParticle = static_cast<double>(lists.memory()) / count;
    result.figures = {{"neighbours", pairs / count}, {"padding", static_cast<double>(lists.storedCount()) / pairs}};
    return result;
}

#if defined(SASTRUGI_NANOFLANN)

struct Cloud {
    const std::vector<Float4>& points;

    std::size_t kdtree_get_point_count() const { return points.size(); }
    float kdtree_get_pt(std::size_t i, std::size_t axis) const { return (&points[i].x)[axis]; }
    template <class Box>
    bool kdtree_get_bbox(Box&) const
    {
        return false;
    }
};

/// Builds the tree and stores the indices of all neighbours.
BenchResult measureTree(const std::vector<Float4>& points, double& seconds)
{
    using Tree =
        nanoflann::KDTreeSingleIndexAdaptor<nanoflann::L2_Simple_Adaptor<float, Cloud>, Cloud, 3, std::uint32_t>;
    const Cloud cloud{points};
    double build = 1e300, search = 1e300;
    std::size_t pairs = 0;
    for (int repeat = 0; repeat < 2; ++repeat) {
        const double start = now();
        Tree tree(3, cloud, nanoflann::KDTreeSingleIndexAdaptorParams(16));
        tree.buildIndex();
        const double built = now();
        std::vector<std::vector<std::uint32_t>> lists(blockCount(points.size()));
        parallelForBlocks(points.size(), [&](std::size_t block, Range range) {
            std::vector<std::pair<std::uint32_t, float>> found;
            for (std::size_t i = range.begin; i < range.end; ++i) {
                found.clear();
                tree.radiusSearch(&points[i].x, radius * radius, found, nanoflann::SearchParams(32, 0, false));
                for (const auto& [index, distance] : found)
                    if (index != i)
                        lists[block].push_back(index);
            }
        });
        search = std::min(search, now() - built);
        build = std::min(build, built - start);
        pairs = 0;
        for (const std::vector<std::uint32_t>& list : lists)
            pairs += list.size();
    }
    seconds = build + search;
    BenchResult result;
    result.name = "neighbours nanoflann";
    result.particles = static_cast<std::int64_t>(points.size());
    result.threads = threadCount();
    result.stages = {{"build", build}, {"search", search}};
    result.particleStepsPerSecond = static_cast<double>(points.size()) / seconds;
    result.microsecondsPerParticleStep = 1e6 * seconds / static_cast<double>(points.size());
    result.nanosecondsPerPair = 1e9 * seconds * threadCount() / static_cast<double>(pairs);
    result.figures = {{"neighbours", static_cast<double>(pairs) / static_cast<double>(points.size())}};
    return result;
}

#endif

} // namespace

std::vector<BenchResult> benchNeighbours(const BenchOptions& options)
{
    const ThreadScope scope(options.threads);
    const std::vector<Float4> points =
        jitteredPoints(options.particles > 0 ? static_cast<std::size_t>(options.particles) : 1000000);
    double seconds = 0;
    std::vector<BenchResult> results = {measureLists(points, seconds)};
#if defined(SASTRUGI_NANOFLANN)
    double treeSeconds = 0;
    results.push_back(measureTree(points, treeSeconds));
    results[0].ratio = treeSeconds / seconds;
#endif
    return results;
}

} // namespace sastrugi
