#include "tests/TestCase.h" // first: moc of Qt 6.4 fails to read <compare> before it

#include "engine/core/Error.h"
#include "engine/geometry/MeshReport.h"
#include "engine/geometry/Primitives.h"
#include "engine/geometry/SurfaceDistance.h"
#include "engine/geometry/ThinShell.h"
#include "engine/geometry/Transform.h"
#include "engine/geometry/WindingNumber.h"
#include "engine/motion/KeyedDeformation.h"
#include "engine/motion/ShellDeformation.h"

#include <cmath>

using namespace sastrugi;

namespace
{

TriangleMesh shellOf(const TriangleMesh& mesh, double thickness)
{
    return ThinShell(mesh, thickness).mesh(mesh.points);
}

/// Half of a sphere, open below.
TriangleMesh bowl()
{
    TriangleMesh mesh = makeSphere(1, {0, 0, 0}, 4);
    std::erase_if(mesh.triangles, [&](const auto& triangle) {
        return mesh.points[triangle[0]].z() + mesh.points[triangle[1]].z() + mesh.points[triangle[2]].z() < 0;
    });
    return mesh;
}

} // namespace

class ThinShellTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aPlaneBecomesABox()
    {
        const TriangleMesh shell = shellOf(makePlane(2, 1, {0, 0, 3}, {4, 3}), 0.2);
        const MeshReport report = inspectMesh(shell);
        QVERIFY(report.isClosed && report.inconsistentEdges == 0 && report.nonManifoldEdges == 0);
        QVERIFY(std::abs(report.volume - 0.4) < 1e-12);
        QVERIFY((report.bounds.minimum - Vector3(-1, -0.5, 2.9)).norm() < 1e-12);
        QVERIFY((report.bounds.maximum - Vector3(1, 0.5, 3.1)).norm() < 1e-12);
    }

    void aBowlIsSolidBetweenItsSidesOnly()
    {
        const TriangleMesh shell = shellOf(bowl(), 0.1);
        const MeshReport report = inspectMesh(shell);
        QVERIFY(report.isClosed && report.inconsistentEdges == 0);
        QVERIFY(std::abs(report.volume / (2 * 3.14159265 * 0.1) - 1) < 0.02);
        const WindingNumber winding(shell);
        for (const Vector3& direction : {Vector3(0, 0, 1), Vector3(0.6, 0, 0.8), Vector3(-0.48, 0.64, 0.6)}) {
            QVERIFY(!winding.isInside(0.9 * direction) && !winding.isInside(1.1 * direction));
            QVERIFY(winding.isInside(0.97 * direction) && winding.isInside(1.02 * direction));
        }
        QVERIFY(!winding.isInside({0, 0, 0}));
    }

    void facesKeepTheirDistanceAtEdges()
    {
        // An angle of two planes, as a roof.
        const TriangleMesh roof{{{-1, -1, 0}, {0, -1, 1}, {1, -1, 0}, {-1, 1, 0}, {0, 1, 1}, {1, 1, 0}},
                                {{0, 1, 4}, {0, 4, 3}, {1, 2, 5}, {1, 5, 4}}};
        const TriangleMesh shell = shellOf(roof, 0.1);
        const SurfaceDistance surface(shell);
        for (const Vector3& place : {Vector3(0.5, 0, 0.5), Vector3(-0.2, 0.3, 0.8)})
            QVERIFY(std::abs(surface.nearest(place, 1) - 0.05) < 1e-9);
    }

    void whatIsClosedStays()
    {
        const TriangleMesh box = makeBox({1, 1, 1}, {5, 0, 0}), plane = makePlane(1, 1, {0, 0, 0});
        const TriangleMesh both = merged(std::vector{&box, &plane});
        const ThinShell shell(both, 0.1);
        QCOMPARE(shell.count(), std::size_t(1));
        const MeshReport report = inspectMesh(shell.mesh(both.points));
        QVERIFY(report.isClosed && std::abs(report.volume - 1.1) < 1e-12);
        QCOMPARE(ThinShell(box, 0.1).count(), std::size_t(0));
        QVERIFY(shellOf(box, 0.1).points == box.points && shellOf(box, 0.1).triangles == box.triangles);
        QCOMPARE(ThinShell(TriangleMesh{}, 0.1).count(), std::size_t(0));
    }

    void pointsAtOnePlaceAreOne()
    {
        TriangleMesh torn = makePlane(1, 1, {0, 0, 0});
        TriangleMesh apart;
        for (const auto& triangle : torn.triangles) {
            const auto first = static_cast<std::uint32_t>(apart.points.size());
            for (const std::uint32_t corner : triangle)
                apart.points.push_back(torn.points[corner]);
            apart.triangles.push_back({first, first + 1, first + 2});
        }
        const MeshReport report = inspectMesh(shellOf(apart, 0.1));
        QVERIFY(report.isClosed && std::abs(report.volume - 0.1) < 1e-12);
    }

    void nonsenseIsRefused()
    {
        for (const double thickness : {0.0, -1.0, std::nan("")})
            QVERIFY_THROWS_EXCEPTION(Error, ThinShell(makePlane(1, 1, {0, 0, 0}), thickness));
    }

    void aShellGoesWithItsMeshAndIsNeverFasterThanItSays()
    {
        const auto flat = std::make_shared<const TriangleMesh>(makePlane(2, 1, {0, 0, 0}, {8, 2}));
        std::vector<Vector3> bent = flat->points, lifted = flat->points;
        for (std::size_t i = 0; i < bent.size(); ++i) { // to a quarter of a pipe
            const double angle = flat->points[i].x() * 0.785;
            bent[i] = {std::sin(angle) / 0.785, flat->points[i].y(), (std::cos(angle) - 1) / 0.785};
            lifted[i].z() += 1;
        }
        const auto moving = std::make_shared<const KeyedDeformation>(
            std::vector<ShapeKey>{{0, flat->points}, {1, bent}, {2, lifted}}, KeyInterpolation::Linear);
        std::size_t count = 0;
        const MovingMesh shell = asThinShell(MovingMesh(flat, moving), 0.2, count);
        QCOMPARE(count, std::size_t(1));
        QVERIFY(shell.deformation->pointsAt(0) == shell->points);
        QCOMPARE(shell.deformation->pointCount(), shell->points.size());
        for (double time = 0; time < 2; time += 0.05) {
            const std::vector<Vector3> points = shell.deformation->pointsAt(time),
                                       next = shell.deformation->pointsAt(time + 0.01);
            const double speed = shell.deformation->largestSpeed(time, time + 0.01);
            const ShapeInterval interval = shell.deformation->intervalAt(time, 0.05);
            const std::vector<Vector3> begin = shell.deformation->pointsAt(interval.begin);
            for (std::size_t i = 0; i < points.size(); ++i) {
                QVERIFY((next[i] - points[i]).norm() <= 0.01 * speed * (1 + 1e-9));
                QVERIFY((points[i] - begin[i]).norm() <= 0.05 * (1 + 1e-9));
                QVERIFY(shell.deformation->bounds().touches({points[i], points[i]}));
            }
            const MeshReport report = inspectMesh({points, shell->triangles});
            QVERIFY(report.isClosed && report.volume > 0.9 * 0.4);
        }
    }
};

SASTRUGI_TEST(ThinShellTest)
#include "ThinShellTest.moc"
