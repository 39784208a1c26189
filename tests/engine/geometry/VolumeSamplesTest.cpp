#include "tests/TestCase.h" // first: moc of Qt 6.4 fails to read <compare> before it

#include "engine/core/Error.h"
#include "engine/core/Parallel.h"
#include "engine/geometry/LatticeFill.h"
#include "engine/geometry/Primitives.h"
#include "engine/geometry/SurfaceDistance.h"
#include "engine/geometry/VolumeSamples.h"
#include "engine/geometry/WindingNumber.h"

#include <Eigen/Eigenvalues>

#include <cmath>

using namespace sastrugi;

namespace
{

VolumeSampling sampling(SampleArrangement arrangement)
{
    VolumeSampling sampling;
    sampling.arrangement = arrangement;
    sampling.spacing = 0.1;
    return sampling;
}

/// A block with a plate and a rod, about two spacings of 0.1 thick, on one of its sides.
TriangleMesh bodyWithThinParts()
{
    const std::array<std::vector<double>, 3> planes = {
        {{0, 1.2, 2.6}, {0, 0.4, 0.63, 1.2}, {0, 0.455, 0.645, 0.86, 1.09, 1.2}}};
    const auto isSolid = [&](const std::array<int, 3>& cell) {
        for (std::size_t axis = 0; axis < 3; ++axis)
            if (cell[axis] < 0 || cell[axis] + 1 >= static_cast<int>(planes[axis].size()))
                return false;
        return cell[0] == 0 || cell[2] == 1 || (cell[1] == 1 && cell[2] == 3);
    };
    TriangleMesh mesh;
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 3; ++j)
            for (int k = 0; k < 5; ++k)
                for (std::size_t axis = 0; axis < 3; ++axis)
                    for (const int side : {0, 1}) {
                        const std::array<int, 3> cell = {i, j, k};
                        std::array<int, 3> other = cell;
                        other[axis] += side ? 1 : -1;
                        if (!isSolid(cell) || isSolid(other))
                            continue;
                        const std::size_t u = (axis + 1) % 3, v = (axis + 2) % 3;
                        const auto first = static_cast<std::uint32_t>(mesh.points.size());
                        for (const auto& [a, b] : {std::pair{0, 0}, {1, 0}, {1, 1}, {0, 1}}) {
                            std::array<int, 3> corner = cell;
                            corner[axis] += side;
                            corner[u] += a;
                            corner[v] += b;
                            mesh.points.push_back({planes[0][static_cast<std::size_t>(corner[0])],
                                                   planes[1][static_cast<std::size_t>(corner[1])],
                                                   planes[2][static_cast<std::size_t>(corner[2])]});
                        }
                        const std::uint32_t second = side ? 1 : 3, last = side ? 3 : 1;
                        mesh.triangles.push_back({first, first + second, first + 2});
                        mesh.triangles.push_back({first, first + 2, first + last});
                    }
    return mesh;
}

/// Of points that stand for cubes of the spacing 0.1: Kugelstadt et al. 2021, with the cubic spline of twice that.
struct Quality {
    double nearest = 1e300, meanNearest = 0; // neighbour, in spacings
    double weakest = 1e300;                  // smallest eigenvalue of the inverse of the correction matrices (8)
};

Quality qualityOf(const std::vector<Vector3>& points)
{
    constexpr double support = 0.2, pi = 3.14159265358979;
    const auto kernel = [](double q) {
        return 8 / (pi * support * support * support) *
               (q >= 1     ? 0
                : q <= 0.5 ? 6 * q * q * q - 6 * q * q + 1
                           : 2 * (1 - q) * (1 - q) * (1 - q));
    };
    const auto slope = [](double q) {
        return 48 / (pi * std::pow(support, 4)) * (q >= 1 ? 0 : q <= 0.5 ? q * (3 * q - 2) : -(1 - q) * (1 - q));
    };
    std::vector<double> volumes;
    Quality quality;
    for (const Vector3& point : points) {
        double sum = 0, nearest = 1e300;
        for (const Vector3& other : points) {
            const double distance = (point - other).norm();
            sum += kernel(distance / support);
            if (&other != &point)
                nearest = std::min(nearest, distance / 0.1);
        }
        volumes.push_back(1 / sum);
        quality.nearest = std::min(quality.nearest, nearest);
        quality.meanNearest += nearest / static_cast<double>(points.size());
    }
    for (const Vector3& point : points) {
        Matrix3 inverse = Matrix3::Zero();
        for (std::size_t j = 0; j < points.size(); ++j) {
            const Vector3 offset = point - points[j];
            if (const double distance = offset.norm(); distance > 0)
                inverse -= volumes[j] * slope(distance / support) / distance * offset * offset.transpose();
        }
        quality.weakest = std::min(quality.weakest, Eigen::SelfAdjointEigenSolver<Matrix3>(inverse).eigenvalues()[0]);
    }
    return quality;
}

} // namespace

class VolumeSamplesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aGridIsTheLattice()
    {
        const TriangleMesh sphere = makeSphere(1, {3, 0, 0}, 3);
        QVERIFY(sampleVolume(sphere, sampling(SampleArrangement::Grid)) == fillLattice(sphere, 0.1));
    }

    void jitteredOnesStayNearTheirPlaces()
    {
        const TriangleMesh box = makeBox({1, 1, 1}, {0, 0, 0});
        VolumeSampling given = sampling(SampleArrangement::Jittered);
        given.jitter = 0.3;
        const std::vector<Vector3> lattice = fillLattice(box, 0.1), points = sampleVolume(box, given);
        QCOMPARE(points.size(), lattice.size());
        double most = 0;
        for (std::size_t i = 0; i < points.size(); ++i)
            most = std::max(most, (points[i] - lattice[i]).cwiseAbs().maxCoeff());
        QVERIFY(most <= 0.03 && most > 0.028);
        given.jitter = 0;
        QVERIFY(sampleVolume(box, given) == lattice);
    }

    void randomOnesAreInsideAndAsManyAsTheVolumeHolds()
    {
        const TriangleMesh sphere = makeSphere(1, {3, 0, 0}, 4);
        VolumeSampling given = sampling(SampleArrangement::Random);
        given.perCell = 8;
        const std::vector<Vector3> points = sampleVolume(sphere, given);
        Vector3 sum = Vector3::Zero();
        for (const Vector3& point : points) {
            QVERIFY((point - Vector3(3, 0, 0)).norm() <= 1);
            sum += point;
        }
        // Only cells on the surface are left to chance: 1500 of them give some 50 of 33500 points.
        const double expected = 8 * sphere.signedVolume() / 1e-3;
        QVERIFY2(std::abs(static_cast<double>(points.size()) - expected) < 250,
                 qPrintable(QString::number(points.size())));
        QVERIFY((sum / static_cast<double>(points.size()) - Vector3(3, 0, 0)).norm() < 0.01);
    }

    void eachCellOfABoxHasItsNumber()
    {
        VolumeSampling given = sampling(SampleArrangement::Random);
        given.perCell = 3;
        std::vector<int> counts(1000, 0);
        for (const Vector3& point : sampleVolume(makeBox({1, 1, 1}, {0.5, 0.5, 0.5}), given)) {
            const Vector3 cell = (point / 0.1).array().floor();
            ++counts[static_cast<std::size_t>(cell.x() + 10 * cell.y() + 100 * cell.z())];
        }
        QVERIFY(std::ranges::all_of(counts, [](int count) { return count == 3; }));
    }

    void threadsDoNotMatterAndSeedsDo()
    {
        const TriangleMesh sphere = makeSphere(0.6, {0, 0, 0}, 2);
        for (const SampleArrangement arrangement :
             {SampleArrangement::Jittered, SampleArrangement::Random, SampleArrangement::Relaxed}) {
            VolumeSampling given = sampling(arrangement);
            const std::vector<Vector3> points = sampleVolume(sphere, given);
            for (const int threads : {1, 2, 3, 7}) {
                const ThreadScope scope(threads);
                QVERIFY(sampleVolume(sphere, given) == points);
            }
            given.seed = 1;
            QCOMPARE(sampleVolume(sphere, given) == points, arrangement == SampleArrangement::Relaxed);
        }
    }

    // The figures of the method's specification: number, distances, rank of the neighbourhoods, distance to the
    // surface.
    void relaxedOnesAreEvenlyApartAndBelowTheSurface()
    {
        const TriangleMesh body = bodyWithThinParts();
        const double wanted = body.signedVolume() / 1e-3;
        QVERIFY(wanted > 2000);
        std::size_t crowded = 1;
        const std::vector<Vector3> points = sampleVolume(body, sampling(SampleArrangement::Relaxed), {}, &crowded);
        const Quality relaxed = qualityOf(points),
                      regular = qualityOf(sampleVolume(body, sampling(SampleArrangement::Grid)));
        const SurfaceDistance surface(body);
        const WindingNumber winding(body);
        double shallowest = 1e300;
        for (const Vector3& point : points) {
            QVERIFY(winding.isInside(point));
            shallowest = std::min(shallowest, surface.nearest(point, 1) / 0.1);
        }
        const QString figures = QString("%1 of %2 points, nearest %3, mean %4, weakest %5 (regular %6), depth %7")
                                    .arg(points.size())
                                    .arg(wanted)
                                    .arg(relaxed.nearest)
                                    .arg(relaxed.meanNearest)
                                    .arg(relaxed.weakest)
                                    .arg(regular.weakest)
                                    .arg(shallowest);
        qInfo("%s", qPrintable(figures));
        QVERIFY2(std::abs(static_cast<double>(points.size()) - wanted) <= 0.01 * wanted, qPrintable(figures));
        QVERIFY2(relaxed.nearest >= 0.75, qPrintable(figures));
        QVERIFY2(relaxed.meanNearest >= 0.9 && relaxed.meanNearest <= 1.05, qPrintable(figures));
        QVERIFY2(relaxed.weakest >= 2 * regular.weakest, qPrintable(figures));
        QVERIFY2(shallowest >= 0.5 - 1e-3, qPrintable(figures));
        QCOMPARE(crowded, std::size_t(0));
    }

    void relaxedOnesStayInOpenAndFlippedMeshes()
    {
        TriangleMesh flipped = makeSphere(0.5, {0, 0, 0}, 3);
        for (auto& triangle : flipped.triangles)
            std::swap(triangle[1], triangle[2]);
        TriangleMesh open = makeBox({1, 1, 1}, {0, 0, 0});
        std::erase_if(open.triangles, [&](const auto& triangle) { // without its lid
            return std::ranges::all_of(triangle, [&](std::uint32_t i) { return open.points[i].z() > 0.4; });
        });
        for (const TriangleMesh& mesh : {flipped, open}) {
            const std::vector<Vector3> points = sampleVolume(mesh, sampling(SampleArrangement::Relaxed));
            QVERIFY(points.size() > 400);
            const WindingNumber winding(mesh);
            for (const Vector3& point : points)
                QVERIFY(winding.isInside(point));
        }
    }

    void whatIsTooThinIsCountedAndWhatIsEmptyIsNot()
    {
        std::size_t crowded = 0;
        const TriangleMesh plate = makeBox({1, 1, 0.06}, {0, 0, 0});
        const std::vector<Vector3> points = sampleVolume(plate, sampling(SampleArrangement::Relaxed), {}, &crowded);
        QVERIFY(!points.empty());
        QCOMPARE(crowded, points.size());
        QVERIFY(sampleVolume(TriangleMesh{}, sampling(SampleArrangement::Relaxed)).empty());
        VolumeSampling given = sampling(SampleArrangement::Relaxed);
        given.spacing = 1e-4;
        QVERIFY_THROWS_EXCEPTION(Error, sampleVolume(makeSphere(1, {0, 0, 0}, 2), given));
    }

    void relaxingIsStopped()
    {
        std::stop_source source;
        source.request_stop();
        QVERIFY_THROWS_EXCEPTION(
            Error, sampleVolume(makeSphere(1, {0, 0, 0}, 2), sampling(SampleArrangement::Relaxed), source.get_token()));
    }

    void tooManyAreRefused()
    {
        VolumeSampling given = sampling(SampleArrangement::Random);
        given.spacing = 1e-4;
        QVERIFY_THROWS_EXCEPTION(Error, sampleVolume(makeSphere(1, {0, 0, 0}, 2), given));
    }
};

SASTRUGI_TEST(VolumeSamplesTest)
#include "VolumeSamplesTest.moc"
