#include "tests/TestCase.h" // first: moc of Qt 6.4 fails to read <compare> before it

#include "engine/core/Error.h"
#include "engine/core/Parallel.h"
#include "engine/geometry/LatticeFill.h"
#include "engine/geometry/Primitives.h"
#include "engine/geometry/VolumeSamples.h"

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
        const TriangleMesh sphere = makeSphere(1, {0, 0, 0}, 2);
        for (const SampleArrangement arrangement : {SampleArrangement::Jittered, SampleArrangement::Random}) {
            VolumeSampling given = sampling(arrangement);
            const std::vector<Vector3> points = sampleVolume(sphere, given);
            for (const int threads : {1, 2, 3, 7}) {
                const ThreadScope scope(threads);
                QVERIFY(sampleVolume(sphere, given) == points);
            }
            given.seed = 1;
            QVERIFY(sampleVolume(sphere, given) != points);
        }
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
