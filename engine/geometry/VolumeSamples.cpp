#include "engine/geometry/VolumeSamples.h"

#include "engine/core/Error.h"
#include "engine/core/Parallel.h"
#include "engine/core/Random.h"
#include "engine/core/Stop.h"
#include "engine/geometry/LatticeFill.h"
#include "engine/geometry/WindingNumber.h"

#include <cmath>

namespace sastrugi
{

namespace
{

/// Uniform in the unit cube around the origin.
Vector3 randomPlace(std::int64_t seed, std::uint64_t id, std::uint32_t number)
{
    const auto words = randomWords(static_cast<std::uint64_t>(seed), id, number, RandomPurpose::Jitter);
    return Vector3(unitInterval(words[0]), unitInterval(words[1]), unitInterval(words[2])) - Vector3::Constant(0.5);
}

std::vector<Vector3> randomPoints(const TriangleMesh& mesh, const VolumeSampling& sampling, const std::stop_token& stop)
{
    if (mesh.triangles.empty())
        return {};
    const Bounds bounds = mesh.bounds();
    const Eigen::Array3d cells = (bounds.size().array() / sampling.spacing).ceil().max(1);
    if (!(cells.prod() * static_cast<double>(sampling.perCell) <= mostVolumeCandidates))
        fail(ErrorKind::Scene,
             "{} random points in each of {:.3g} cells around the mesh are more than {:.3g}: use a larger "
             "spacing",
             sampling.perCell, cells.prod(), mostVolumeCandidates);
    const auto columns = static_cast<std::uint64_t>(cells.x()), rows = static_cast<std::uint64_t>(cells.y()),
               layers = static_cast<std::uint64_t>(cells.z()), perCell = static_cast<std::uint64_t>(sampling.perCell);
    const WindingNumber winding(mesh);
    std::vector<std::vector<Vector3>> parts(rows * layers);
    parallelForEach(parts.size(), [&](std::size_t row) {
        throwIfStopped(stop);
        for (std::uint64_t i = 0; i < columns; ++i)
            for (std::uint64_t k = 0; k < perCell; ++k) {
                const Vector3 middle(static_cast<double>(i) + 0.5, static_cast<double>(row % rows) + 0.5,
                                     static_cast<double>(row / rows) + 0.5);
                const Vector3 place =
                    bounds.minimum + sampling.spacing * (middle + randomPlace(sampling.seed, row * columns + i,
                                                                              static_cast<std::uint32_t>(k)));
                if (winding.magnitudeAt(place) > 0.5)
                    parts[row].push_back(place);
            }
    });
    std::vector<Vector3> points;
    for (const std::vector<Vector3>& part : parts)
        points.insert(points.end(), part.begin(), part.end());
    return points;
}

} // namespace

std::vector<Vector3> sampleVolume(const TriangleMesh& mesh, const VolumeSampling& sampling, std::stop_token stop,
                                  std::size_t* crowded)
{
    if (sampling.arrangement == SampleArrangement::Relaxed) {
        RelaxedSamples samples =
            relaxedSamples(mesh, {sampling.spacing, sampling.iterations, sampling.cohesion, sampling.adhesion}, stop);
        if (crowded)
            *crowded = samples.crowded;
        return std::move(samples.points);
    }
    if (sampling.arrangement == SampleArrangement::Random)
        return randomPoints(mesh, sampling, stop);
    std::vector<Vector3> points = fillLattice(mesh, sampling.spacing, std::move(stop));
    if (sampling.arrangement == SampleArrangement::Jittered)
        for (std::size_t i = 0; i < points.size(); ++i)
            points[i] += 2 * sampling.jitter * sampling.spacing * randomPlace(sampling.seed, i, 0);
    return points;
}

} // namespace sastrugi
