// Boundaries that change their shape: their samples go with the triangles, and nothing gets through.
#include "engine/motion/KeyedDeformation.h"
#include "tests/TestCase.h"
#include "tests/physics/SphRun.h"

#include <cmath>

using namespace sastrugi;
using namespace sastrugi::test;

namespace
{

/// A sheet of n x n squares in the plane z = 0, about the origin.
TriangleMesh grid(double size, std::uint32_t n)
{
    TriangleMesh mesh;
    for (std::uint32_t y = 0; y <= n; ++y)
        for (std::uint32_t x = 0; x <= n; ++x)
            mesh.points.emplace_back(size * (x / static_cast<double>(n) - 0.5),
                                     size * (y / static_cast<double>(n) - 0.5), 0);
    for (std::uint32_t y = 0; y < n; ++y)
        for (std::uint32_t x = 0; x < n; ++x) {
            const std::uint32_t a = y * (n + 1) + x, b = a + 1, c = a + n + 1, d = c + 1;
            mesh.triangles.push_back({a, b, d});
            mesh.triangles.push_back({a, d, c});
        }
    return mesh;
}

double bulge(double x, double y, double height) { return height * std::exp(-(x * x + y * y) / (2 * 0.08 * 0.08)); }

/// A snow layer on a sheet of which the middle rises.
SphRun risingFloor(double height, double duration)
{
    SphRun run;
    run.parameters.spacing = 0.02;
    run.scene.settings.gravity = {0, 0, -9.81};
    const TriangleMesh flat = grid(0.8, 40);
    run.addBoundary(flat, 0);
    std::vector<Vector3> risen = flat.points;
    for (Vector3& point : risen)
        point.z() = bulge(point.x(), point.y(), height);
    run.scene.boundaries.back().deformation = std::make_shared<const KeyedDeformation>(
        std::vector<ShapeKey>{{0, flat.points}, {duration, risen}}, KeyInterpolation::Linear);
    run.addBox({0.4, 0.4, 0.06}, {0, 0, 0.05});
    return run;
}

} // namespace

class SphDeformingWallTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void shapesAreMetAndKeptOutside()
    {
        const TriangleMesh flat = grid(1, 2);
        std::vector<Vector3> risen = flat.points;
        for (Vector3& point : risen)
            point.z() += 0.5;
        const KeyedDeformation motion({{1, flat.points}, {3, risen}}, KeyInterpolation::Linear);
        compare(motion.pointsAt(0)[4].z(), 0, 0);
        compare(motion.pointsAt(2)[4].z(), 0.25, 1e-12);
        compare(motion.pointsAt(5)[4].z(), 0.5, 0);
        compare(motion.largestSpeed(0, 0.9), 0, 0);
        compare(motion.largestSpeed(0, 1.5), 0.25, 1e-12);
        const KeyedDeformation smooth({{1, flat.points}, {3, risen}}, KeyInterpolation::Smooth);
        compare(smooth.pointsAt(1.5)[4].z(), 0.5 * 0.15625, 1e-12);
        QVERIFY(smooth.largestSpeed(1, 3) >= 0.375);
    }

    void samplesStayOnTheirTriangles()
    {
        const TriangleMesh flat = grid(1, 4);
        const std::vector<Vector3> places = {{0.1, 0.2, 0}, {-0.5, -0.5, 0}, {0.3, 0.125, 0.001}, {0, 0, 0.4}};
        const std::vector<SurfacePoint> fixed = fixToSurface(flat, places, 0.01);
        QCOMPARE(fixed.size(), std::size_t{3}); // the last is not near the surface
        std::vector<Vector3> bent = flat.points;
        for (Vector3& point : bent)
            point = {2 * point.x(), point.y(), 3 * point.x()};
        for (std::size_t i = 0; i < fixed.size(); ++i) {
            const Vector3 expected(2 * places[i].x(), places[i].y(), 3 * places[i].x());
            QVERIFY((fixed[i].at(bent) - expected).norm() < 1e-12);
        }
    }

    /// A shape that only moves is a motion.
    void aTranslationIsTheSameAsAMotion()
    {
        double heights[2];
        for (const bool deforms : {false, true}) {
            SphRun run = risingFloor(0, 1);
            const Vector3 velocity(0, 0, 0.3);
            Boundary& floor = run.scene.boundaries.back();
            if (deforms) {
                std::vector<Vector3> risen = floor.mesh->points;
                for (Vector3& point : risen)
                    point += velocity;
                floor.deformation = std::make_shared<const KeyedDeformation>(
                    std::vector<ShapeKey>{{0, floor.mesh->points}, {1, risen}}, KeyInterpolation::Linear);
            } else {
                floor.deformation = nullptr;
                SteadyMotion motion;
                motion.velocity = velocity;
                floor.motion = RigidMotion().followedBy(motion);
            }
            run.runTo(0.15);
            double sum = 0;
            const std::vector<Vector3> places = run.positions();
            for (const Vector3& place : places)
                sum += place.z();
            heights[deforms] = sum / static_cast<double>(places.size());
        }
        compare(heights[1], heights[0], 1e-4, "height");
        QVERIFY(heights[0] > 0.08);
    }

    void aRisingFloorLetsNothingThrough()
    {
        constexpr double height = 0.12, duration = 0.2;
        SphRun run = risingFloor(height, duration);
        run.runTo(0.3);
        for (const Vector3& place : run.positions())
            if (std::abs(place.x()) < 0.38 && std::abs(place.y()) < 0.38)
                QVERIFY2(place.z() > bulge(place.x(), place.y(), height) - 0.002,
                         qPrintable(QString("at %1, %2, %3").arg(place.x()).arg(place.y()).arg(place.z())));
    }

    void whatIsStretchedTooFarIsNamed()
    {
        SphRun run = risingFloor(2, 1);
        try {
            run.start();
            QFAIL("nothing was thrown");
        } catch (const Error& error) {
            QVERIFY(QString(error.what()).contains("times longer"));
        }
    }

    void threadsInstructionSetsAndCheckpointsDoNotMatterOnAChangingFloor()
    {
        verifySameBits(0.03, [](const std::function<void(SphRun&)>& play) {
            SphRun run = risingFloor(0.12, 0.2);
            play(run);
            return run.frame().contentHash();
        });
    }
};

SASTRUGI_TEST(SphDeformingWallTest)
#include "SphDeformingWallTest.moc"
