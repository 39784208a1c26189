// The geometry that every scene needs before its first step, of a mesh as large as scans are: samples of its surface,
// and signed distances in a band around it.
#include "app/cli/bench/Bench.h"
#include "engine/core/Parallel.h"
#include "engine/geometry/SignedDistance.h"
#include "engine/geometry/SurfaceSampler.h"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <numbers>

namespace sastrugi
{

namespace
{

constexpr std::uint32_t columns = 1000, rows = 500; // a million triangles
constexpr std::int64_t sampleCount = 200'000;
constexpr int latticeEdge = 128, bandInSpacings = 4;

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

/// A closed ring a metre across with waves and bumps of many sizes on it: no two triangles are in one plane.
TriangleMesh roughRing()
{
    constexpr double ring = 0.35, tube = 0.12, turn = 2 * std::numbers::pi;
    TriangleMesh mesh;
    mesh.points.resize(std::size_t{columns} * rows);
    mesh.triangles.reserve(2 * mesh.points.size());
    for (std::uint32_t row = 0; row < rows; ++row)
        for (std::uint32_t column = 0; column < columns; ++column) {
            const double u = turn * column / columns, v = turn * row / rows;
            double height = 0;
            for (int octave = 1; octave <= 5; ++octave) {
                const double often = std::exp2(octave);
                height += 0.12 / often * std::sin(often * u + octave) * std::cos(often * v + 2 * octave);
            }
            const double radius = tube * (1 + height), out = ring + radius * std::cos(v);
            mesh.points[std::size_t{row} * columns + column] = {out * std::cos(u), out * std::sin(u),
                                                                radius * std::sin(v)};
            const auto at = [](std::uint32_t i, std::uint32_t j) { return (j % rows) * columns + i % columns; };
            mesh.triangles.push_back({at(column, row), at(column + 1, row), at(column + 1, row + 1)});
            mesh.triangles.push_back({at(column, row), at(column + 1, row + 1), at(column, row + 1)});
        }
    return mesh;
}

BenchResult measureSamples(const TriangleMesh& mesh, std::int64_t wanted)
{
    BenchResult result;
    result.name = "geometry boundary samples";
    result.threads = threadCount();
    const double spacing = std::sqrt(mesh.surfaceArea() / static_cast<double>(wanted)), start = now();
    const SurfaceSampler sampler(mesh, spacing);
    const double prepared = now();
    const std::vector<SurfaceSampler::BlockIndex> blocks = sampler.blocksNear(mesh.bounds());
    std::vector<std::size_t> counts(blocks.size());
    parallelForEach(blocks.size(), [&](std::size_t i) { counts[i] = sampler.samplesIn(blocks[i]).size(); });
    const double end = now();
    result.particles = 0;
    for (const std::size_t count : counts)
        result.particles += static_cast<std::int64_t>(count);
    result.stages = {{"prepare", prepared - start}, {"blocks", end - prepared}};
    result.figures = {
        {"seconds", end - start}, {"triangles", static_cast<double>(mesh.triangles.size())}, {"spacing", spacing}};
    return result;
}

BenchResult measureDistances(const std::shared_ptr<const TriangleMesh>& mesh)
{
    BenchResult result;
    result.name = fmt::format("geometry signed distance {}^3", latticeEdge);
    result.threads = threadCount();
    const double spacing = mesh->bounds().size().maxCoeff() / latticeEdge, start = now();
    SignedDistance distance(mesh, spacing, bandInSpacings * spacing);
    const double prepared = now();
    distance.prepare(std::vector<Bounds>{distance.reach()});
    const double end = now();
    result.stages = {{"prepare", prepared - start}, {"blocks", end - prepared}};
    result.figures = {{"seconds", end - start},
                      {"triangles", static_cast<double>(mesh->triangles.size())},
                      {"spacing", spacing},
                      {"bytes", static_cast<double>(distance.memory())}};
    return result;
}

} // namespace

std::vector<BenchResult> benchGeometry(const BenchOptions& options)
{
    const ThreadScope scope(options.threads);
    const auto mesh = std::make_shared<const TriangleMesh>(roughRing());
    return {measureSamples(*mesh, options.particles > 0 ? options.particles : sampleCount), measureDistances(mesh)};
}

} // namespace sastrugi
