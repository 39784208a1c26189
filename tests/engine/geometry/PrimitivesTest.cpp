#include "tests/TestCase.h" // first: moc of Qt 6.4 fails to read <compare> before it

#include "engine/core/Error.h"
#include "engine/geometry/Primitives.h"
#include "engine/geometry/Transform.h"

#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <utility>

using namespace sastrugi;

namespace
{

/// Each directed edge once, and its opposite once.
bool isClosedAndOriented(const TriangleMesh& mesh)
{
    std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges;
    for (const auto& triangle : mesh.triangles)
        for (int corner = 0; corner < 3; ++corner)
            ++edges[{triangle[corner], triangle[(corner + 1) % 3]}];
    for (const auto& [edge, count] : edges) {
        const auto opposite = edges.find({edge.second, edge.first});
        if (count != 1 || opposite == edges.end() || opposite->second != 1)
            return false;
    }
    return true;
}

} // namespace

class PrimitivesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void boxIsClosedAndHasItsVolume()
    {
        const TriangleMesh box = makeBox({1, 2, 3}, {10, 20, 30});
        QVERIFY(isClosedAndOriented(box));
        QCOMPARE(box.points.size(), 8u);
        QCOMPARE(box.triangles.size(), 12u);
        QVERIFY(std::abs(box.signedVolume() - 6) < 1e-12);
        QVERIFY(std::abs(box.surfaceArea() - 22) < 1e-12);
        QCOMPARE(box.bounds().minimum.x(), 9.5);
        QCOMPARE(box.bounds().maximum.z(), 31.5);
    }

    void sphereIsClosedAndItsVolumeConverges()
    {
        const double volume = 4 * std::numbers::pi / 3 * 8;
        double previousError = volume;
        for (int subdivisions = 0; subdivisions < 5; ++subdivisions) {
            const TriangleMesh sphere = makeSphere(2, {1, 1, 1}, subdivisions);
            QVERIFY(isClosedAndOriented(sphere));
            QCOMPARE(sphere.triangles.size(), std::size_t(20) << (2 * subdivisions));
            const double error = volume - sphere.signedVolume();
            QVERIFY(error > 0 && error < previousError / 2.4);
            previousError = error;
            for (const Vector3& point : sphere.points)
                QVERIFY(std::abs((point - Vector3(1, 1, 1)).norm() - 2) < 1e-14);
        }
        QVERIFY(previousError < 0.005 * volume);
    }

    void planeFacesUp()
    {
        const TriangleMesh plane = makePlane(2, 1, {0, 0, 3});
        QCOMPARE(plane.surfaceArea(), 2.0);
        for (const auto& [a, b, c] : plane.triangles) {
            const Vector3 normal =
                (plane.points[b] - plane.points[a]).cross(Vector3(plane.points[c] - plane.points[a]));
            QVERIFY(normal.z() > 0);
        }
    }

    void dividedOnesHaveTheSameShape()
    {
        const TriangleMesh box = makeBox({1, 2, 3}, {10, 20, 30}, {2, 3, 4});
        QVERIFY(isClosedAndOriented(box));
        QCOMPARE(box.triangles.size(), std::size_t{4 * (2 * 3 + 3 * 4 + 4 * 2)});
        QCOMPARE(box.points.size(), box.triangles.size() / 2 + 2); // Euler
        QVERIFY(std::abs(box.signedVolume() - 6) < 1e-12 && std::abs(box.surfaceArea() - 22) < 1e-12);
        const TriangleMesh plane = makePlane(4, 3, {1, 2, 3}, {4, 3});
        QCOMPARE(plane.points.size(), std::size_t{20});
        QVERIFY(std::abs(plane.surfaceArea() - 12) < 1e-12);
        for (const auto& [a, b, c] : plane.triangles) {
            const Vector3 normal = (plane.points[b] - plane.points[a]).cross(plane.points[c] - plane.points[a]);
            QVERIFY((normal - Vector3(0, 0, 1)).norm() < 1e-12);
        }
        // Undivided ones are what scenes were computed with.
        QVERIFY(makePlane(2, 1, {0, 0, 0}).triangles ==
                (std::vector<std::array<std::uint32_t, 3>>{{0, 1, 2}, {0, 2, 3}}));
        QVERIFY((makePlane(2, 1, {0, 0, 0}).points[2] - Vector3(1, 0.5, 0)).norm() == 0);
        QVERIFY((makeBox({1, 1, 1}, {0, 0, 0}).triangles[2] == std::array<std::uint32_t, 3>{4, 5, 7}));
    }

    void nonsenseIsRefused()
    {
        QVERIFY_THROWS_EXCEPTION(Error, makeBox({1, 1, 1}, {0, 0, 0}, {1, 0, 1}));
        QVERIFY_THROWS_EXCEPTION(Error, makePlane(1, 1, {0, 0, 0}, {1, mostDivisions + 1}));
        QVERIFY_THROWS_EXCEPTION(Error, makeBox({1, 0, 1}, {0, 0, 0}));
        QVERIFY_THROWS_EXCEPTION(Error, makeSphere(-1, {0, 0, 0}, 2));
        QVERIFY_THROWS_EXCEPTION(Error, makeSphere(1, {0, 0, 0}, 9));
        QVERIFY_THROWS_EXCEPTION(Error, makePlane(std::numeric_limits<double>::quiet_NaN(), 1, {0, 0, 0}));
        QVERIFY_THROWS_EXCEPTION(Error, transformed(makePlane(1, 1, {0, 0, 0}), {0, 0, 0}, {0, 0, 0}, {1, 0, 1}));
    }

    void rotationIsAboutXThenYThenZ()
    {
        const double quarter = std::numbers::pi / 2;
        // y -> z about X, z -> x about Y, x -> y about Z.
        const Vector3 turned = rotationMatrix({quarter, quarter, quarter}) * Vector3(0, 1, 0);
        QVERIFY((turned - Vector3(0, 1, 0)).norm() < 1e-15);
        const Vector3 x = rotationMatrix({quarter, 0, quarter}) * Vector3(1, 0, 0);
        QVERIFY((x - Vector3(0, 1, 0)).norm() < 1e-15);
        const Vector3 y = rotationMatrix({quarter, 0, quarter}) * Vector3(0, 1, 0);
        QVERIFY((y - Vector3(0, 0, 1)).norm() < 1e-15);
    }

    void mirroringKeepsTheOutsideOutside()
    {
        const TriangleMesh box = makeBox({1, 1, 1}, {0, 0, 0});
        for (const Vector3& scale : {Vector3(-1, 1, 1), Vector3(-2, -1, -1), Vector3(1, -1, -1)}) {
            const TriangleMesh mirrored = transformed(box, {5, 0, 0}, {0.3, 0.2, 0.1}, scale);
            QVERIFY(isClosedAndOriented(mirrored));
            QVERIFY(std::abs(mirrored.signedVolume() - std::abs(scale.prod())) < 1e-12);
        }
    }

    void withoutRotationNothingIsRounded()
    {
        const TriangleMesh box = transformed(makeBox({1, 1, 1}, {0, 0, 0}), {0, 0, 0}, {0, 0, 0}, {1, 1, 1});
        QVERIFY(box.contentHash() == makeBox({1, 1, 1}, {0, 0, 0}).contentHash());
    }

    void mergedMeshesKeepTheirTriangles()
    {
        const TriangleMesh box = makeBox({1, 1, 1}, {0, 0, 0}), sphere = makeSphere(1, {5, 0, 0}, 1);
        const TriangleMesh* both[] = {&box, &sphere};
        const TriangleMesh mesh = merged(both);
        QVERIFY(isClosedAndOriented(mesh));
        QVERIFY(std::abs(mesh.signedVolume() - box.signedVolume() - sphere.signedVolume()) < 1e-12);
    }
};

SASTRUGI_TEST(PrimitivesTest)
#include "PrimitivesTest.moc"
