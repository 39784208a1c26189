// Volume, centre and inertia of meshes, beside what is known of bodies.
#include "engine/geometry/MassProperties.h"
#include "engine/geometry/Primitives.h"
#include "tests/TestCase.h"

#include <numbers>

using namespace sastrugi;

class MassPropertiesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aBox()
    {
        const Vector3 size(0.2, 0.5, 1.1), centre(3, -2, 7);
        const MassProperties box = massPropertiesOf(makeBox(size, centre, {2, 3, 4}));
        const double volume = size.prod();
        QVERIFY(std::abs(box.volume / volume - 1) < 1e-12);
        QVERIFY((box.centre - centre).norm() < 1e-12);
        for (int axis = 0; axis < 3; ++axis) {
            const double a = size[(axis + 1) % 3], b = size[(axis + 2) % 3];
            QVERIFY(std::abs(box.inertia(axis, axis) / (volume * (a * a + b * b) / 12) - 1) < 1e-12);
        }
        QVERIFY(std::abs(box.inertia(0, 1)) + std::abs(box.inertia(0, 2)) + std::abs(box.inertia(1, 2)) < 1e-13);
    }

    /// The mesh lies inside the sphere; each subdivision leaves a quarter of what is missing.
    void aSphere()
    {
        const double radius = 0.3;
        double before = 0;
        for (const int subdivisions : {3, 4}) {
            const MassProperties sphere = massPropertiesOf(makeSphere(radius, {1, 2, 3}, subdivisions));
            const double missing = 1 - sphere.volume / (4.0 / 3 * std::numbers::pi * std::pow(radius, 3));
            const double solid = 0.4 * sphere.volume * radius * radius;
            QVERIFY(missing > 0 && missing < 0.01);
            for (int axis = 0; axis < 3; ++axis)
                QVERIFY(std::abs(sphere.inertia(axis, axis) / solid - 1) < missing);
            if (before > 0)
                QVERIFY(std::abs(before / missing - 4) < 0.1);
            before = missing;
        }
    }

    void farAway()
    {
        const MassProperties near = massPropertiesOf(makeSphere(0.1, Vector3::Zero(), 2));
        const MassProperties far = massPropertiesOf(makeSphere(0.1, {5e5, -5e5, 100}, 2));
        QVERIFY(std::abs(far.volume / near.volume - 1) < 1e-8); // the points themselves are rounded to 6e-11
        QVERIFY((far.inertia - near.inertia).norm() < 1e-7 * near.inertia.norm());
    }

    void insideOutIsNegative()
    {
        TriangleMesh box = makeBox({1, 1, 1}, Vector3::Zero());
        for (auto& corners : box.triangles)
            std::swap(corners[0], corners[1]);
        QVERIFY(std::abs(massPropertiesOf(box).volume + 1) < 1e-12);
    }

    void nothingHasNoVolume() { QCOMPARE(massPropertiesOf({}).volume, 0.0); }
};

SASTRUGI_TEST(MassPropertiesTest)
#include "MassPropertiesTest.moc"
