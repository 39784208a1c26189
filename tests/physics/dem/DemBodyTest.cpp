// Rigid bodies in snow: test 13 of section 8 of the specification, and what both sides give each other.
#include "tests/TestCase.h"
#include "tests/physics/dem/DemRun.h"

#include "engine/mpm/MpmSolver.h"
#include "engine/simulation/BoundaryInFrame.h"
#include "engine/sph/SphSolver.h"

using namespace sastrugi;
using namespace sastrugi::test;

namespace
{

constexpr double ballRadius = 0.08;

Boundary& addBody(DemRun& run, TriangleMesh mesh, double density, const Vector3& velocity = Vector3::Zero())
{
    Boundary& boundary = run.addBoundary(std::move(mesh), 0.3);
    boundary.name = "body";
    boundary.body = RigidBody{.density = density, .velocity = velocity};
    return boundary;
}

const Body& bodyIn(const DemRun& run) { return run.state().bodies.all().front(); }

/// Eight layers of dry snow in a tray of 64 cm.
struct Bed {
    DemRun run;
    const double width = 16 * 2 * run.parameters.radius, high = 8 * 2 * run.parameters.radius;
    Bed()
    {
        run.addTray(width, width, 0.9);
        run.addLattice(16, 16, 8, Vector3::Zero(), 0.02);
    }
};

constexpr double bedTime = 1.5; // s

/// Mean height of the upper layer when the bed has settled by itself.
double heightOfBed()
{
    Bed bed;
    bed.run.start();
    const std::vector<Vector3> before = bed.run.vectors("position");
    bed.run.runTo(bedTime);
    const std::vector<Vector3> places = bed.run.vectors("position");
    const std::vector<float> radii = bed.run.numbers("radius");
    double sum = 0;
    int count = 0;
    for (std::size_t i = 0; i < places.size(); ++i)
        if (before[i].z() > bed.high - 1.5 * bed.run.parameters.radius) {
            sum += places[i].z() + static_cast<double>(radii[i]);
            ++count;
        }
    return sum / count;
}

/// Where a ball of that density comes to rest that is dropped onto the bed from five centimetres: its lowest point.
double restOfBall(double density)
{
    Bed bed;
    const Vector3 centre(bed.width / 2, bed.width / 2, bed.high + 0.05 + ballRadius);
    addBody(bed.run, makeSphere(ballRadius, centre, 3), density).surface.frictionCoefficient = 0.9;
    bed.run.runTo(bedTime);
    return bodyIn(bed.run).centre.z() - ballRadius;
}

} // namespace

class DemBodyTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ballsSinkByTheirDensity()
    {
        const double densities[] = {30, 100, 400, 1600}, expected[] = {0.018, 0.042, 0.122, 0.274};
        const double surface = heightOfBed();
        double before = 0;
        for (std::size_t k = 0; k < 4; ++k) {
            const double depth = surface - restOfBall(densities[k]);
            compare(depth, expected[k], 0.3 * expected[k],
                    qPrintable(QString("13: penetration of %1 kg/m^3, m").arg(densities[k])));
            QVERIFY(depth > before);
            before = depth;
        }
    }

    /// A ball flies through a block of snow in free space: what it loses, the snow has.
    void momentumStays_data()
    {
        QTest::addColumn<double>("density");
        QTest::addColumn<int>("boundaries");
        for (const double density : {5.0, 100.0, 2000.0})
            for (const GrainBoundaries boundaries : {GrainBoundaries::Distance, GrainBoundaries::Samples})
                QTest::addRow("%g kg/m^3, %s", density, boundaries == GrainBoundaries::Samples ? "samples" : "distance")
                    << density << static_cast<int>(boundaries);
    }
    void momentumStays()
    {
        QFETCH(double, density);
        QFETCH(int, boundaries);
        DemRun run;
        run.scene.settings.gravity.setZero();
        run.parameters.boundaries = static_cast<GrainBoundaries>(boundaries);
        run.addLattice(8, 8, 8, {0, -0.16, -0.16}, 0.02);
        addBody(run, makeSphere(ballRadius, {-0.1, 0.02, 0}, 3), density, {2, 0, 0});
        run.start();
        const auto momentum = [&] {
            Vector3 sum = bodyIn(run).mass * bodyIn(run).velocity;
            for (const Vector3& v : run.vectors("velocity"))
                sum += run.mass() * v;
            return sum;
        };
        const auto energy = [&] {
            double sum = 0.5 * bodyIn(run).mass * bodyIn(run).velocity.squaredNorm();
            for (const Vector3& v : run.vectors("velocity"))
                sum += 0.5 * run.mass() * v.squaredNorm();
            return sum;
        };
        run.runTo(1e-3);
        const Vector3 before = momentum();
        const double energyBefore = energy();
        double most = 0;
        run.runTo(0.4, [&](const StepReport&) {
            most = std::max(most, (momentum() - before).norm());
            QVERIFY(energy() < 1.02 * energyBefore);
        });
        compare(most / before.norm(), 0, 1e-4, "momentum lost, of that of the ball");
        QVERIFY(bodyIn(run).velocity.x() < 1.95);
    }

    /// Foam that weighs less than the grains under it lies on them; nothing flies off.
    void theLightestLieStill()
    {
        DemRun run;
        run.addTray(0.4, 0.4, 0.9);
        run.addLattice(10, 10, 3, Vector3::Zero(), 0.02);
        addBody(run, makeBox({0.3, 0.3, 0.06}, {0.2, 0.2, 0.16}), 1);
        double fastest = 0;
        run.runTo(1.0, [&](const StepReport&) {
            if (run.time() > 0.4)
                fastest = std::max(fastest, bodyIn(run).largestSpeed());
        });
        compare(fastest, 0, 0.05, "speed of foam on snow, m/s");
        QVERIFY(std::abs(bodyIn(run).centre.z() - 0.15) < 0.02);
    }

    /// Snow makes room for what is buried in it, and stays calm.
    void aBuriedBodyStaysThere()
    {
        DemRun run;
        run.addTray(0.56, 0.56, 0.9);
        run.addLattice(14, 14, 7, Vector3::Zero(), 0.02);
        const Vector3 centre(0.28, 0.28, 0.12);
        addBody(run, makeBox({0.16, 0.16, 0.16}, centre), 150);
        run.start();
        const std::size_t count = run.state().grains.count();
        QVERIFY2(count < 14 * 14 * 7 - 60 && count > 14 * 14 * 7 - 250, qPrintable(QString::number(count)));
        double fastest = 0;
        run.runTo(0.6,
                  [&](const StepReport& report) { fastest = std::max(fastest, report.figures.at("largestSpeed")); });
        QVERIFY2(fastest < 1.5, qPrintable(QString::number(fastest))); // of grains that fall into the gaps beside it
        QVERIFY2((bodyIn(run).centre - centre).norm() < 0.06,
                 qPrintable(QString::number((bodyIn(run).centre - centre).norm())));
    }

    /// The body is where the frame says.
    void framesSayWhereItIs()
    {
        DemRun run;
        run.addLattice(2, 2, 2, {3, 3, 0});
        addBody(run, makeBox({0.1, 0.2, 0.3}, {1, 2, 3}), 500).body->angularVelocity = {1, 2, 3};
        run.runTo(0.2);
        const Boundary then = asIn(run.scene.boundaries[0], run.frame());
        QVERIFY(!then.body && then.isStill() == false);
        const RigidPose pose = then.motion.poseAt(0), expected = bodyIn(run).pose();
        QVERIFY((pose.rotation - expected.rotation).norm() < 1e-12);
        QVERIFY((pose.translation - expected.translation).norm() < 1e-12);
        QVERIFY((pose(Vector3(1, 2, 3)) - bodyIn(run).centre).norm() < 1e-12);
    }

    /// In the middle between two frames it is half way, also where it turns by nearly half a turn.
    void betweenFramesItIsBetween()
    {
        Frame before, after;
        const Matrix3 turn = Eigen::AngleAxisd(3, Vector3(1, 1, 0).normalized()).toRotationMatrix();
        addBodyFigures(before.figures, "a.x", {});
        addBodyFigures(after.figures, "a.x", {turn, {2, 0, 0}});
        std::map<std::string, double> figures = before.figures;
        addPlacesBetween(figures, before, after, 0.5);
        Frame middle;
        middle.figures = figures;
        Boundary boundary;
        boundary.name = "a.x";
        boundary.body = RigidBody{};
        const RigidPose pose = asIn(boundary, middle).motion.poseAt(0);
        QVERIFY((pose.translation - Vector3(1, 0, 0)).norm() < 1e-12);
        QVERIFY((pose.rotation * pose.rotation - turn).norm() < 1e-9);
    }

    void otherMethodsRefuseIt()
    {
        DemRun run;
        run.material = {};
        addBody(run, makeSphere(0.1, {0, 0, 1}, 2), 400);
        FillEmitter fill;
        fill.name = "fill";
        fill.region = std::make_shared<TriangleMesh>(makeBox({0.2, 0.2, 0.2}, Vector3::Zero()));
        fill.material = SnowMaterial{};
        run.scene.emitters = {fill};
        run.scene.solverNode = "solver";
        for (const std::shared_ptr<const Solver>& solver :
             {makeSphSolver(SphParameters{}), makeMpmSolver(MpmParameters{})})
            try {
                solver->predict(run.scene, {});
                QFAIL("it was taken");
            } catch (const NodeError& error) {
                QCOMPARE(error.node(), std::string("body"));
                QVERIFY2(QString(error.what()).contains("is a rigid body, which solver 'solver' cannot move"),
                         error.what());
            }
    }
};

SASTRUGI_TEST(DemBodyTest)
#include "DemBodyTest.moc"
