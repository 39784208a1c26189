// The surface of a snowball, beside OpenVDB's particles to level set and volume to mesh with the same voxels.
#include "app/cli/bench/Bench.h"
#include "engine/core/Parallel.h"
#include "engine/core/Random.h"
#include "engine/io/MeshWriter.h"
#include "engine/simulation/Frame.h"
#include "engine/surface/particleSurface.h"

#include <openvdb/openvdb.h>
#include <openvdb/tools/LevelSetUtil.h>
#include <openvdb/tools/ParticlesToLevelSet.h>
#include <openvdb/tools/VolumeToMesh.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>

namespace sastrugi
{

namespace
{

constexpr double spacing = 0.01, voxelSize = 0.5; // m, and of a spacing
constexpr int repeats = 3;

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

/// A jittered lattice in a ball, with a velocity.
Frame snowball(std::size_t count)
{
    const double radius = std::cbrt(0.75 * static_cast<double>(count) / 3.14159265358979);
    const int edge = static_cast<int>(std::ceil(radius));
    std::vector<float> places;
    std::uint64_t cell = 0;
    for (int k = -edge; k < edge; ++k)
        for (int j = -edge; j < edge; ++j)
            for (int i = -edge; i < edge; ++i, ++cell) {
                const double x = i + 0.5, y = j + 0.5, z = k + 0.5;
                if (x * x + y * y + z * z > radius * radius)
                    continue;
                const auto words = randomWords(1, cell, 0, RandomPurpose::Jitter);
                for (const auto& [place, word] : {std::pair{x, words[0]}, {y, words[1]}, {z, words[2]}})
                    places.push_back(
                        static_cast<float>(spacing * (place + 0.5 * static_cast<double>(unitInterval(word)) - 0.25)));
            }
    Frame frame;
    frame.particles = Attributes(places.size() / 3);
    std::ranges::copy(places, frame.particles.add<float>("position", 3).begin());
    std::ranges::copy(places, frame.particles.add<float>("velocity", 3).begin());
    std::ranges::fill(frame.particles.add<float>("radius"), static_cast<float>(0.5 * spacing));
    return frame;
}

/// As a file in the folder that the user names.
void keep(const BenchOptions& options, const std::string& name, const Frame& frame, AttributedMesh mesh)
{
    if (options.meshes.empty())
        return;
    FileLayer files;
    MeshWriter writer(*findMeshFormat("ply"), FrameNames(fmt::format("{}/{}", options.meshes, name), ".ply", 1), {},
                      {{}, [&](const Frame&, const std::stop_token&) { return std::move(mesh); }}, files);
    writer.write(frame);
}

BenchResult measureOurs(const BenchOptions& options, const Frame& frame, SurfaceKernelKind kernels, bool hasAttributes,
                        double& seconds)
{
    SurfaceParameters parameters;
    parameters.kernels = kernels;
    parameters.voxelSize = voxelSize;
    parameters.attributes.text = hasAttributes ? "velocity" : "none";
    seconds = 1e300;
    SurfaceReport best;
    AttributedMesh surface;
    for (int repeat = 0; repeat < repeats; ++repeat) {
        SurfaceReport report;
        const double start = now();
        surface = particleSurface(frame, parameters, {}, &report);
        if (const double took = now() - start; took < seconds) {
            seconds = took;
            best = report;
        }
    }
    const auto count = static_cast<double>(frame.particles.count());
    BenchResult result;
    result.name = fmt::format("surface {}{}", kernels == SurfaceKernelKind::Isotropic ? "isotropic" : "anisotropic",
                              hasAttributes ? " with velocity" : "");
    result.particles = static_cast<std::int64_t>(frame.particles.count());
    result.threads = threadCount();
    for (std::size_t stage = 0; stage < surfaceStages; ++stage)
        result.stages.emplace_back(name(static_cast<SurfaceStage>(stage)), best.seconds[stage]);
    result.microsecondsPerParticleStep = 1e6 * seconds / count;
    result.bytesPerParticle = static_cast<double>(best.bytes) / count;
    result.figures = {{"seconds", seconds},
                      {"triangles", static_cast<double>(surface.mesh.triangles.size())},
                      {"predictedBytesPerParticle", static_cast<double>(best.predictedBytes) / count}};
    if (!hasAttributes)
        keep(options, std::string(kernels == SurfaceKernelKind::Isotropic ? "isotropic" : "anisotropic"), frame,
             std::move(surface));
    return result;
}

/// What OpenVDB asks of a list of particles.
struct Spheres {
    using PosType = openvdb::Vec3R;
    std::span<const float> positions;

    std::size_t size() const { return positions.size() / 3; }
    void getPos(std::size_t i, PosType& place) const
    {
        place = {positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]};
    }
    void getPosRad(std::size_t i, PosType& place, openvdb::Real& radius) const
    {
        getPos(i, place);
        radius = 0.87 * spacing; // the smallest that leaves no holes in a lattice
    }
};

/// With quadrilaterals halved, and counter-clockwise seen from outside.
TriangleMesh meshOf(openvdb::tools::VolumeToMesh& mesher)
{
    TriangleMesh mesh;
    for (std::size_t i = 0; i < mesher.pointListSize(); ++i) {
        const openvdb::Vec3s& p = mesher.pointList()[i];
        mesh.points.emplace_back(p.x(), p.y(), p.z());
    }
    for (std::size_t pool = 0; pool < mesher.polygonPoolListSize(); ++pool) {
        const openvdb::tools::PolygonPool& polygons = mesher.polygonPoolList()[pool];
        for (std::size_t i = 0; i < polygons.numQuads(); ++i) {
            const openvdb::Vec4I& q = polygons.quad(i);
            mesh.triangles.push_back({q[0], q[2], q[1]});
            mesh.triangles.push_back({q[0], q[3], q[2]});
        }
        for (std::size_t i = 0; i < polygons.numTriangles(); ++i) {
            const openvdb::Vec3I& t = polygons.triangle(i);
            mesh.triangles.push_back({t[0], t[2], t[1]});
        }
    }
    return mesh;
}

BenchResult measureOpenVdb(const BenchOptions& options, const Frame& frame, double& seconds)
{
    openvdb::initialize();
    const tbb::global_control threads(tbb::global_control::max_allowed_parallelism,
                                      static_cast<std::size_t>(threadCount()));
    const Spheres spheres{frame.particles.get<float>("position", 3)};
    seconds = 1e300;
    double raster = 0, mesh = 0;
    std::size_t bytes = 0, faces = 0;
    for (int repeat = 0; repeat < repeats; ++repeat) {
        const double start = now();
        auto grid = openvdb::createLevelSet<openvdb::FloatGrid>(voxelSize * spacing);
        openvdb::tools::ParticlesToLevelSet<openvdb::FloatGrid> rasterise(*grid);
        rasterise.rasterizeSpheres(spheres);
        rasterise.finalize(true);
        const double middle = now();
        openvdb::tools::VolumeToMesh mesher(0.0);
        mesher(*grid);
        const double end = now();
        std::size_t quads = 0, triangles = 0;
        for (std::size_t i = 0; i < mesher.polygonPoolListSize(); ++i) {
            quads += mesher.polygonPoolList()[i].numQuads();
            triangles += mesher.polygonPoolList()[i].numTriangles();
        }
        if (end - start < seconds) {
            seconds = end - start;
            raster = middle - start;
            mesh = end - middle;
            bytes = grid->memUsage() + 12 * mesher.pointListSize() + 16 * quads + 12 * triangles;
            faces = 2 * quads + triangles;
        }
        if (repeat + 1 == repeats)
            keep(options, "openVdb", frame, {meshOf(mesher), Attributes(mesher.pointListSize())});
    }
    const auto count = static_cast<double>(frame.particles.count());
    BenchResult result;
    result.name = "surface OpenVDB";
    result.particles = static_cast<std::int64_t>(frame.particles.count());
    result.threads = threadCount();
    result.stages = {{"particlesToLevelSet", raster}, {"volumeToMesh", mesh}};
    result.microsecondsPerParticleStep = 1e6 * seconds / count;
    result.bytesPerParticle = static_cast<double>(bytes) / count;
    result.figures = {{"seconds", seconds}, {"triangles", static_cast<double>(faces)}};
    return result;
}

} // namespace

std::vector<BenchResult> benchSurface(const BenchOptions& options)
{
    const ThreadScope scope(options.threads);
    std::vector<std::size_t> counts = {100'000, 1'000'000};
    if (options.particles > 0)
        counts = {static_cast<std::size_t>(options.particles)};
    std::vector<BenchResult> results;
    for (const std::size_t count : counts) {
        const Frame frame = snowball(count);
        double reference = 0, seconds = 0;
        const BenchResult openVdb = measureOpenVdb(options, frame, reference);
        for (const auto& [kernels, hasAttributes] : {std::pair{SurfaceKernelKind::Isotropic, false},
                                                     {SurfaceKernelKind::Anisotropic, false},
                                                     {SurfaceKernelKind::Anisotropic, true}}) {
            results.push_back(measureOurs(options, frame, kernels, hasAttributes, seconds));
            results.back().ratio = reference / seconds;
        }
        results.push_back(openVdb);
    }
    return results;
}

} // namespace sastrugi
