// Obstacles: friction on slopes, what sticks and what does not, what rests, and what moves.
#include "tests/TestCase.h"
#include "tests/physics/mpm/MpmRun.h"

#include <numbers>

using namespace sastrugi;
using namespace sastrugi::test;

namespace
{

constexpr double gravity = 9.81, degrees = std::numbers::pi / 180;

/// Acceleration of a block along a slope of 30 degrees, from rest; the slope is a tilted plane, or tilted gravity.
double slidingAcceleration(double friction, bool tiltsPlane, Integration integration, TransferScheme transfer)
{
    const double angle = 30 * degrees, h = 0.04;
    MpmRun run;
    run.parameters.spacing = h / 2;
    run.parameters.integration = integration;
    run.parameters.transfer = transfer;
    run.makeElastic();
    const Matrix3 turn =
        tiltsPlane ? Eigen::AngleAxisd(angle, Vector3::UnitY()).toRotationMatrix() : Matrix3::Identity().eval();
    const auto tilted = [&](const TriangleMesh& mesh) { return transformed(mesh, RigidPose{turn, Vector3::Zero()}); };
    if (!tiltsPlane)
        run.scene.settings.gravity = gravity * Vector3(std::sin(angle), 0, -std::cos(angle));
    run.addBoundary(tilted(makePlane(6, 6, Vector3::Zero())), friction);
    run.addEmitter(tilted(makeBox({5 * h, 5 * h, 3 * h}, {0, 0, 1.5 * h})));
    const Vector3 down = turn * Vector3::UnitX();
    run.runTo(0.1);
    const double before = run.mean("velocity").dot(down);
    run.runTo(0.3);
    return (run.mean("velocity").dot(down) - before) / 0.2;
}

SteadyMotion moving(const Vector3& velocity)
{
    SteadyMotion motion;
    motion.velocity = velocity;
    return motion;
}

} // namespace

class MpmCollisionTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void blocksSlideAsCoulombSays_data()
    {
        QTest::addColumn<double>("friction");
        QTest::addColumn<bool>("tiltsPlane");
        QTest::addColumn<int>("integration");
        QTest::addColumn<int>("transfer");
        const int flip = static_cast<int>(TransferScheme::FlipPic), implicit = static_cast<int>(Integration::Implicit);
        for (const double friction : {0.0, 0.1, 0.3, 0.8})
            for (const bool tiltsPlane : {false, true})
                QTest::addRow("%g, tilted %s", friction, tiltsPlane ? "plane" : "gravity")
                    << friction << tiltsPlane << implicit << flip;
        QTest::addRow("0.3, explicit") << 0.3 << true << static_cast<int>(Integration::Explicit) << flip;
        QTest::addRow("0.3, APIC") << 0.3 << true << implicit << static_cast<int>(TransferScheme::Apic);
    }

    void blocksSlideAsCoulombSays()
    {
        QFETCH(double, friction);
        QFETCH(bool, tiltsPlane);
        QFETCH(int, integration);
        QFETCH(int, transfer);
        const double expected = std::max(0.0, gravity * (std::sin(30 * degrees) - friction * std::cos(30 * degrees)));
        compare(slidingAcceleration(friction, tiltsPlane, static_cast<Integration>(integration),
                                    static_cast<TransferScheme>(transfer)),
                expected, 0.02, "V16: acceleration");
    }

    void aStickyCeilingHoldsWhatItCan()
    {
        // A slab of thickness 0.12 m hangs; where nothing sticks it falls freely.
        for (const bool sticky : {true, false}) {
            MpmRun run;
            run.parameters.spacing = 0.02;
            Boundary& ceiling = run.addBoundary(makeBox({1, 1, 0.2}, {0, 0, 0.1}), 0.3);
            ceiling.surface.sticky = sticky;
            run.addBox({0.32, 0.32, 0.12}, {0, 0, -0.06});
            run.runTo(0.4);
            const double sunk = -0.06 - run.mean("position").z();
            if (sticky)
                QVERIFY2(sunk < 0.01, qPrintable(QString::number(sunk)));
            else
                compare(sunk, 0.5 * gravity * 0.4 * 0.4, 0.01, "fall");
        }
    }

    void aBlockComesToRestOnTheGround()
    {
        // V29: no creep, no drift.
        MpmRun run;
        run.parameters.spacing = 0.02;
        run.addBoundary(makePlane(4, 4, Vector3::Zero()), 0.5);
        run.addBox({0.24, 0.24, 0.16}, {0, 0, 0.08});
        run.runTo(0.5);
        const Vector3 before = run.mean("position");
        run.runTo(2);
        double fastest = 0;
        for (const Vector3& v : run.vectors("velocity"))
            fastest = std::max(fastest, v.norm());
        compare(fastest, 0, 0.05, "V29: fastest particle, m/s");
        const Vector3 drift = run.mean("position") - before;
        compare(drift.head<2>().norm() / run.parameters.cellSize(), 0, 0.1, "V29: horizontal drift, in cells");
        for (const Vector3& x : run.vectors("position"))
            QVERIFY(x.z() > -0.01);
    }

    void nothingGetsThroughAndMomentumIsShared()
    {
        // A ball that hits the ground at 8 m/s stays above it, crushed below.
        MpmRun run;
        run.parameters.spacing = 0.02;
        run.addBoundary(makePlane(4, 4, Vector3::Zero()), 0.3);
        run.addEmitter(makeSphere(0.12, {0, 0, 0.15}, 3), {0, 0, -8});
        run.runTo(0.08);
        for (const Vector3& x : run.vectors("position"))
            QVERIFY(x.z() > -0.02);
        const Frame frame = run.frame();
        double least = 1;
        for (const float ratio : frame.particles.get<float>("plasticRatio"))
            least = std::min(least, static_cast<double>(ratio));
        QVERIFY2(least < 0.85 && least > 0.1, qPrintable(QString::number(least)));
    }

    void onlyRelativeMotionCounts()
    {
        // Galileo: what drifts along with its floor does the same as what does not, as far as the grid allows, which
        // stands still. By whole cells a step it is the same but for the rounding of 180 m/s; by parts of a cell it
        // differs by less than snow does that starts elsewhere between the nodes.
        const double dt = 5e-4, h = 0.04;
        const auto play = [&](const Vector3& drift, const Vector3& offset) {
            MpmRun run;
            run.parameters.spacing = h / 2;
            Boundary& floor = run.addBoundary(makePlane(4, 4, offset), 0.4);
            if (!drift.isZero())
                floor.motion = RigidMotion().followedBy(moving(drift));
            run.addBox({0.2, 0.16, 0.12}, offset + Vector3(0, 0, 0.08), Vector3(1, 0, -1) + drift);
            for (int k = 0; k < 200; ++k)
                run.step(dt);
            return (run.mean("position") - 200 * dt * drift - offset).eval();
        };
        const Vector3 none = Vector3::Zero(), still = play(none, none);
        QVERIFY(still.z() > 0.03); // it has met the floor: without one it would be at -0.07 m
        const Vector3 byCells = play({h / dt, -2 * h / dt, 0}, none);
        compare((byCells - still).norm() / h, 0, 0.05, "drift by whole cells a step, in cells");
        double spread = 0;
        for (const Vector3& offset :
             {Vector3(0.25, 0, 0), Vector3(0.5, 0, 0), Vector3(0.75, 0, 0), Vector3(0.5, 0.5, 0), Vector3(0, 0.5, 0)})
            spread = std::max(spread, (play(none, h * offset) - still).norm());
        compare((play({2, -1, 0}, none) - still).norm(), 0, spread, "drift by parts of a cell, m");
    }

    void aBladePushesSnowAlong()
    {
        MpmRun run;
        run.parameters.spacing = 0.02;
        run.addBoundary(makePlane(4, 4, Vector3::Zero()), 0.2);
        Boundary& blade = run.addBoundary(makeBox({0.1, 1, 0.5}, {-0.3, 0, 0.25}), 0.2);
        blade.motion = RigidMotion().followedBy(moving({2, 0, 0}));
        run.addBox({0.24, 0.2, 0.12}, {0, 0, 0.06});
        run.runTo(0.25);
        const double face = -0.25 + 2 * 0.25;
        for (const Vector3& x : run.vectors("position"))
            QVERIFY2(x.x() > face - 0.02, qPrintable(QString::number(x.x() - face)));
        QVERIFY(run.mean("velocity").x() > 1.5);
    }

    void snowInABoxStaysInIt()
    {
        // A closed boundary that snow starts in holds it.
        MpmRun run;
        run.parameters.spacing = 0.02;
        run.addBoundary(makeBox({0.4, 0.4, 0.4}, {0, 0, 0}), 0.3);
        run.addBox({0.2, 0.2, 0.2}, {0, 0, 0}, {3, 0, 0});
        run.runTo(0.4);
        for (const Vector3& x : run.vectors("position"))
            QVERIFY(x.cwiseAbs().maxCoeff() < 0.21);
        QVERIFY(run.mean("position").z() < -0.05);
    }
};

SASTRUGI_TEST(MpmCollisionTest)
#include "MpmCollisionTest.moc"
