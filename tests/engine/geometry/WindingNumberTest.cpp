#include "tests/TestCase.h" // first: moc of Qt 6.4 fails to read <compare> before it

#include "engine/core/Random.h"
#include "engine/geometry/Primitives.h"
#include "engine/geometry/Transform.h"
#include "engine/geometry/WindingNumber.h"

#include <algorithm>
#include <cmath>

using namespace sastrugi;

namespace
{

Vector3 randomPoint(std::uint64_t index, const Bounds& box)
{
    const auto words = randomWords(7, index, 0, RandomPurpose::Test);
    const Vector3 unit(unitInterval(words[0]), unitInterval(words[1]), unitInterval(words[2]));
    return box.minimum + unit.cwiseProduct(box.size());
}

/// A sphere whose cap above z = height is missing.
TriangleMesh bowl(double height)
{
    TriangleMesh mesh = makeSphere(1, {0, 0, 0}, 4);
    std::erase_if(mesh.triangles, [&](const auto& triangle) {
        return std::all_of(triangle.begin(), triangle.end(),
                           [&](std::uint32_t corner) { return mesh.points[corner].z() > height; });
    });
    return mesh;
}

} // namespace

class WindingNumberTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void hierarchyAgreesWithTheSum()
    {
        for (const TriangleMesh& mesh :
             {makeSphere(1, {0, 0, 0}, 4), bowl(0.3), bowl(-0.3), makeBox({1, 2, 3}, {0, 0, 0})}) {
            const WindingNumber winding(mesh);
            const Bounds box = mesh.bounds().grownBy(0.5);
            for (const auto& [accuracy, error] : {std::pair(2.0, 0.1), {4.0, 0.03}, {8.0, 0.01}}) {
                double worst = 0;
                for (std::uint64_t i = 0; i < 1000; ++i) {
                    const Vector3 point = randomPoint(i, box);
                    worst = std::max(worst, std::abs(winding.at(point, accuracy) - winding.exactlyAt(point)));
                }
                QVERIFY2(worst < error, qPrintable(QString::number(worst)));
            }
        }
    }

    void closedMeshIsOneInsideAndZeroOutside()
    {
        const WindingNumber winding(makeSphere(2, {5, 5, 5}, 3));
        for (std::uint64_t i = 0; i < 2000; ++i) {
            const Vector3 point = randomPoint(i, {{2, 2, 2}, {8, 8, 8}});
            const double distance = (point - Vector3(5, 5, 5)).norm();
            if (distance < 1.95)
                QVERIFY(std::abs(winding.at(point) - 1) < 0.1);
            if (distance > 2.0)
                QVERIFY(std::abs(winding.at(point)) < 0.1);
        }
    }

    void flippedMeshHasTheSameInside()
    {
        TriangleMesh mesh = makeSphere(1, {0, 0, 0}, 3);
        for (auto& triangle : mesh.triangles)
            std::swap(triangle[0], triangle[1]);
        const WindingNumber winding(mesh);
        QVERIFY(winding.isInside({0.5, 0.2, 0.1}));
        QVERIFY(!winding.isInside({1.5, 0.2, 0.1}));
        QVERIFY(winding.at({0, 0, 0}) < -0.9);
    }

    void halfSphereIsHalfAtItsCentre()
    {
        // The solid angle of a spherical cap: 2 pi (1 - cos).
        const WindingNumber winding(bowl(0));
        QVERIFY(std::abs(winding.exactlyAt({0, 0, 0}) - 0.5) < 0.05);
        QVERIFY(winding.isInside({0, 0, -0.5}));
        QVERIFY(!winding.isInside({0, 0, 0.5}));
    }

    void placesOnTheSurfaceAreFinite()
    {
        const TriangleMesh mesh = makeBox({1, 1, 1}, {0, 0, 0});
        const WindingNumber winding(mesh);
        for (const Vector3& point : mesh.points)
            QVERIFY(std::isfinite(winding.at(point)));
        QVERIFY(std::isfinite(winding.at({0.5, 0, 0})));
        QCOMPARE(WindingNumber(TriangleMesh{}).at({0, 0, 0}), 0.0);
    }

    void distanceFromTheOriginDoesNotMatter()
    {
        const Vector3 far(4e5, 8e5, 1e3);
        const WindingNumber winding(makeSphere(0.1, far, 3));
        QVERIFY(std::abs(winding.exactlyAt(far) - 1) < 1e-6);
        QVERIFY(std::abs(winding.at(far) - 1) < 0.1);
        QVERIFY(std::abs(winding.at(far + Vector3(0.101, 0, 0))) < 0.1);
    }
};

SASTRUGI_TEST(WindingNumberTest)
#include "WindingNumberTest.moc"
