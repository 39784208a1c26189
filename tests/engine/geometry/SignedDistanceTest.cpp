// Signed distances: beside those of a sphere, on the right side, and only where there is something.
#include "tests/TestCase.h"

#include "engine/core/Parallel.h"
#include "engine/core/Random.h"
#include "engine/geometry/Primitives.h"
#include "engine/geometry/SignedDistance.h"

#include <cmath>

using namespace sastrugi;

namespace
{

constexpr double spacing = 0.05, band = 0.2;

SignedDistance distanceFrom(const TriangleMesh& mesh, const Bounds& where)
{
    SignedDistance distance(std::make_shared<TriangleMesh>(mesh), spacing, band);
    distance.prepare({&where, 1});
    return distance;
}

Vector3 randomPoint(std::uint64_t index, const Bounds& box)
{
    const auto words = randomWords(11, index, 0, RandomPurpose::Test);
    const Vector3 unit(unitInterval(words[0]), unitInterval(words[1]), unitInterval(words[2]));
    return box.minimum + unit.cwiseProduct(box.size());
}

const Bounds around{{-1.6, -1.6, -1.6}, {1.6, 1.6, 1.6}};

} // namespace

class SignedDistanceTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aSphereIsARoundDistance()
    {
        for (const bool isTurned : {false, true}) {
            SignedDistance sphere = distanceFrom(makeSphere(1, {0, 0, 0}, 4), around);
            QVERIFY(sphere.isClosed());
            if (isTurned)
                sphere.turnInsideOut();
            double worst = 0, slope = 0;
            int near = 0;
            for (std::uint64_t i = 0; i < 20000; ++i) {
                const Vector3 point = randomPoint(i, around);
                const double exact = (isTurned ? -1 : 1) * (point.norm() - 1);
                const auto value = sphere.at(point);
                if (exact > band + 0.1) // beyond the cells that the band reaches into
                    QVERIFY(!value);
                else if (exact < -band - 0.1)
                    QVERIFY(value && value->distance < 0.01 - band);
                else if (std::abs(exact) < band - 0.1) { // no corner of the cell is beyond the band
                    QVERIFY(value);
                    ++near;
                    worst = std::max(worst, std::abs(value->distance - exact));
                    const Vector3 normal = (isTurned ? -1 : 1) * point.normalized();
                    slope = std::max(slope, (value->gradient.normalized() - normal).norm());
                }
            }
            QVERIFY(near > 1000);
            QVERIFY2(worst < 0.1 * spacing, qPrintable(QString("%1 lattice spacings").arg(worst / spacing)));
            QVERIFY2(slope < 0.1, qPrintable(QString::number(slope)));
        }
    }

    void aBoxIsExactBesideItsFaces()
    {
        const SignedDistance box = distanceFrom(makeBox({2, 2, 2}, {0, 0, 0}), around);
        double worst = 0;
        for (std::uint64_t i = 0; i < 5000; ++i) {
            Vector3 point = 0.35 * randomPoint(i, around);
            point.z() = 1 + 0.1 * (point.z() / 0.56);
            const auto value = box.at(point);
            QVERIFY(value);
            worst = std::max(worst, std::abs(value->distance - (point.z() - 1)));
        }
        QVERIFY2(worst < 1e-6, qPrintable(QString::number(worst)));
    }

    void aSheetIsSolidBehindAndNothingBesideItsRim()
    {
        SignedDistance sheet = distanceFrom(makePlane(2, 2, {0, 0, 0}), around);
        QVERIFY(!sheet.isClosed());
        QCOMPARE(std::round(1e6 * sheet.at({0.3, 0.2, 0.12})->distance), 120000.0);
        QCOMPARE(std::round(1e6 * sheet.at({0.3, 0.2, -0.12})->distance), -120000.0);
        QVERIFY((sheet.at({0.3, 0.2, -0.12})->gradient - Vector3(0, 0, 1)).norm() < 1e-6);
        QVERIFY(sheet.at({1.15, 0.2, -0.05})->distance > 0); // below, but beside
        QVERIFY(!sheet.at({0.3, 0.2, 0.7}) && !sheet.at({0.3, 0.2, -0.7}));
        QVERIFY(sheet.isSolidSide({0, 0, -5}) && !sheet.isSolidSide({0, 0, 5}));
        sheet.turnInsideOut();
        QVERIFY(sheet.at({0.3, 0.2, 0.12})->distance < 0);
        QVERIFY(!sheet.isSolidSide({0, 0, -5}) && sheet.isSolidSide({0, 0, 5}));
    }

    void aLargePlaneCostsWhatIsTouched()
    {
        SignedDistance plane(std::make_shared<TriangleMesh>(makePlane(1e5, 1e5, {0, 0, 0})), spacing, band);
        const Bounds place{{300, -2000, -0.1}, {300.5, -1999.5, 0.1}};
        plane.prepare({&place, 1});
        QVERIFY(std::abs(plane.at({300.2, -1999.8, 0.05})->distance - 0.05) < 1e-6);
        QVERIFY(plane.memory() < 300000);
    }

    void howItIsPreparedDoesNotMatter()
    {
        const TriangleMesh mesh = makeSphere(1, {0.3, 0.1, 0}, 2);
        const SignedDistance whole = distanceFrom(mesh, around);
        SignedDistance pieces(std::make_shared<TriangleMesh>(mesh), spacing, band);
        const ThreadScope threads(3);
        for (std::uint64_t i = 0; i < 500; ++i) {
            const Vector3 point = randomPoint(i, around);
            const Bounds place{point, point};
            pieces.prepare({&place, 1});
            const auto expected = whole.at(point), found = pieces.at(point);
            QCOMPARE(found.has_value(), expected.has_value());
            if (found)
                QVERIFY(found->distance == expected->distance && found->gradient == expected->gradient);
        }
    }
};

SASTRUGI_TEST(SignedDistanceTest)
#include "SignedDistanceTest.moc"
