// Boundaries that move: that only motion relative to them counts, that nothing gets through or stays behind, and that
// the same bits come out whatever happens on the way.
#include "engine/geometry/Transform.h"
#include "tests/TestCase.h"
#include "tests/physics/SphRun.h"

#include <algorithm>
#include <cmath>
#include <numbers>

using namespace sastrugi;
using namespace sastrugi::test;

namespace
{

constexpr double gravity = 9.81, pi = std::numbers::pi;

SteadyMotion moving(const Vector3& velocity)
{
    SteadyMotion motion;
    motion.velocity = velocity;
    return motion;
}

/// A sheet in the plane x = `place.x`, of that size along y and z.
TriangleMesh uprightSheet(double sizeY, double sizeZ, const Vector3& place)
{
    return transformed(makePlane(sizeZ, sizeY, Vector3::Zero()), place, {0, pi / 2, 0}, Vector3::Ones());
}

/// A ball that falls on a floor and against a sheet; all of it moves with `drift`.
SphRun driftingBall(const Vector3& drift)
{
    const double h = 0.02;
    SphRun run;
    run.parameters.spacing = h;
    run.parameters.largestTimeStep = 5e-4;
    run.scene.settings.gravity = {0, 0, -gravity};
    const RigidMotion motion = drift.isZero() ? RigidMotion() : RigidMotion().followedBy(moving(drift));
    run.addBoundary(makePlane(1, 1, Vector3::Zero()), 0.1, motion);
    run.addBoundary(uprightSheet(1, 1, {0.12, 0, 0.5}), 0, motion);
    run.addEmitter(makeSphere(4 * h, {0, 0, 5 * h}, 3), Vector3(1, 0, -2) + drift);
    return run;
}

/// A blade that sweeps a bed of snow on a floor, through a domain that is periodic across.
struct Sweep {
    static constexpr double spacing = 0.02, start = -0.2;
    SphRun run;
    double speed;

    Sweep(double bladeSpeed, double friction) : speed(bladeSpeed)
    {
        const double h = spacing;
        run.parameters.spacing = h;
        run.scene.settings.gravity = {0, 0, -gravity};
        run.scene.settings.periodic = true;
        run.scene.settings.periodOrigin = {-1, -5 * h, 0};
        run.scene.settings.periodSize = {3, 10 * h, 1};
        run.addBoundary(makePlane(8, 20 * h, Vector3::Zero()), friction);
        run.addBoundary(uprightSheet(20 * h, 0.6, {start, 0, 0.3}), friction,
                        RigidMotion().followedBy(moving({speed, 0, 0})));
        run.addBox({0.3, 10 * h, 4 * h}, {0, 0, 2.5 * h});
    }

    double blade() const { return start + speed * run.state().time; }
};

/// A paddle that turns about the z axis in a box that is full of snow up to half its height.
struct Paddle {
    static constexpr double spacing = 0.02, length = 0.12, edge = 0.4; // of a wing; of the box
    SphRun run;
    double rate;

    explicit Paddle(double angularRate, double friction) : rate(angularRate)
    {
        run.parameters.spacing = spacing;
        run.scene.settings.gravity = {0, 0, -gravity};
        run.addBoundary(makeBox({edge, edge, edge}, {0, 0, edge / 2}), friction);
        SteadyMotion spin;
        spin.angularVelocity = {0, 0, rate};
        run.addBoundary(uprightSheet(2 * length, 0.3, {0, 0, 0.17}), friction, RigidMotion().followedBy(spin));
        run.addBox({edge - 2.1 * spacing, edge / 2 - 2.1 * spacing, edge / 2}, {0, edge / 4, edge / 4 + spacing});
        run.addBox({edge - 2.1 * spacing, edge / 2 - 2.1 * spacing, edge / 2}, {0, -edge / 4, edge / 4 + spacing});
    }

    /// In coordinates that turn with the paddle, which stands at x = 0 there.
    Vector3 seenFromPaddle(const Vector3& place) const
    {
        return Eigen::AngleAxisd(-rate * run.state().time, Vector3::UnitZ()) * place;
    }
};

} // namespace

class SphMovingWallTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void onlyRelativeMotionCounts()
    {
        // Galileo: what drifts along with its walls does the same as what does not.
        const Vector3 drift(2, -1, 0.5);
        SphRun still = driftingBall(Vector3::Zero()), drifting = driftingBall(drift);
        const double end = 0.06;
        QCOMPARE(drifting.runTo(end), still.runTo(end));
        const std::vector<Vector3> expected = still.positions(), found = drifting.positions();
        const double h = still.parameters.spacing;
        double furthest = 0, moved = 0;
        for (std::size_t i = 0; i < expected.size(); ++i) {
            furthest = std::max(furthest, (found[i] - end * drift - expected[i]).norm());
            moved = std::max(moved, std::abs(still.velocities()[i].z() + 2));
        }
        QVERIFY2(furthest < 0.02 * h, qPrintable(QString("%1 spacings").arg(furthest / h)));
        QVERIFY(moved > 1); // it has met the floor
    }

    void volumesAreKeptByAMotion()
    {
        // A sheet that flies and turns; the snow is where the sheet's middle is.
        SphRig rig;
        rig.parameters.spacing = 0.02;
        rig.scene.boundaries = {planeBoundary(0.6, 0)};
        SteadyMotion motion = moving({3, -2, 1});
        motion.angularVelocity = {3, 5, -2};
        rig.scene.boundaries[0].motion = RigidMotion().followedBy(motion);
        std::vector<double> volumes;
        for (const double time : {0.0, 0.1, 0.77}) {
            const RigidPose pose = motion.poseAt(time);
            rig.build({{pose({0, 0, 0.02}), Vector3::Zero(), 0}});
            rig.state().time = time;
            rig.prepare();
            const WallArrays walls = rig.state().walls.arrays();
            const Vector3 middle = pose({0, 0, 0});
            std::size_t nearest = 0;
            const auto distance = [&](std::size_t b) {
                return (Vector3(walls.position[b].x, walls.position[b].y, walls.position[b].z) - middle).norm();
            };
            for (std::size_t b = 0; b < walls.count; ++b)
                if (distance(b) < distance(nearest))
                    nearest = b;
            QVERIFY(distance(nearest) < 0.015);
            volumes.push_back(static_cast<double>(walls.position[nearest].w) / std::pow(0.02, 3));
            compare(volumes.back(), 1.1419, 1e-3, "volume");
            // The velocity is the way of the step over its time, up to what the turn bends.
            const Vector3 place(walls.position[nearest].x, walls.position[nearest].y, walls.position[nearest].z);
            const Vector3 expected = motion.velocityAt(time + rig.timeStep / 2).at(place);
            const Float4& v = walls.velocity[nearest];
            compare((Vector3(v.x, v.y, v.z) - expected).norm() / expected.norm(), 0, 1e-2, "velocity");
        }
        compare(volumes[1] / volumes[0], 1, 1e-5, "volume after a turn");
        compare(volumes[2] / volumes[0], 1, 1e-5, "volume after a long turn");
    }

    void aBladeLeavesNothingBehind_data()
    {
        QTest::addColumn<double>("speed");
        QTest::addColumn<double>("friction");
        for (const double speed : {0.5, 3.0, 20.0})
            for (const double friction : {0.0, 1.0})
                QTest::addRow("%g m/s, friction %g", speed, friction) << speed << friction;
    }

    void aBladeLeavesNothingBehind()
    {
        QFETCH(double, speed);
        QFETCH(double, friction);
        Sweep sweep(speed, friction);
        const double h = Sweep::spacing;
        double nearest = 1, lowest = 1, longestWay = 0;
        sweep.run.runTo(0.25 / speed, [&](const StepReport& report) {
            longestWay = std::max(longestWay, report.timeStep * speed);
            for (const Vector3& x : sweep.run.positions()) {
                nearest = std::min(nearest, x.x() - sweep.blade());
                lowest = std::min(lowest, x.z());
            }
        });
        QVERIFY2(nearest > 0.2 * h, qPrintable(QString("%1 spacings in front of the blade").arg(nearest / h)));
        QVERIFY2(lowest > 0.2 * h, qPrintable(QString("%1 spacings over the floor").arg(lowest / h)));
        QVERIFY2(longestWay <= 0.4 * h * (1 + 1e-5), "the blade goes too far in a step");
        for (const Vector3& v : sweep.run.velocities())
            QVERIFY(v.norm() < 6 * speed + 3);
    }

    void farWallsDoNotShortenSteps()
    {
        const auto stepsWith = [](double distance) {
            SphRun run;
            run.parameters.spacing = 0.02;
            run.scene.settings.gravity.setZero();
            run.addBox({0.1, 0.1, 0.1}, Vector3::Zero());
            run.addBoundary(makePlane(1, 1, {0, 0, distance}), 0, RigidMotion().followedBy(moving({0, 100, 0})));
            return run.runTo(0.02);
        };
        QCOMPARE(stepsWith(10), 10);
        QVERIFY(stepsWith(0.1) > 30);
    }

    void aPaddleLetsNothingThrough_data()
    {
        QTest::addColumn<double>("rate");
        QTest::addColumn<double>("friction");
        QTest::newRow("slow, smooth") << 4.0 << 0.0;
        QTest::newRow("slow, rough") << 4.0 << 1.0;
        QTest::newRow("fast, smooth") << 20.0 << 0.0;
    }

    void aPaddleLetsNothingThrough()
    {
        QFETCH(double, rate);
        QFETCH(double, friction);
        Paddle paddle(rate, friction);
        const double h = Paddle::spacing;
        paddle.run.start();
        const auto seen = [&] {
            std::vector<Vector3> places = paddle.run.positions();
            for (Vector3& place : places)
                place = paddle.seenFromPaddle(place);
            return places;
        };
        std::vector<Vector3> before = seen();
        int crossed = 0, escaped = 0;
        paddle.run.runTo(2.0 / rate, [&](const StepReport&) {
            const std::vector<Vector3> after = seen();
            for (std::size_t i = 0; i < after.size(); ++i) {
                const Vector3 &a = before[i], &b = after[i];
                if (a.x() * b.x() < 0) {
                    const Vector3 at = a + a.x() / (a.x() - b.x()) * (b - a);
                    crossed += std::abs(at.y()) < Paddle::length - 0.5 * h && at.z() < 0.3 && at.z() > 0.03;
                }
            }
            for (const Vector3& x : paddle.run.positions())
                escaped += std::abs(x.x()) > Paddle::edge / 2 || std::abs(x.y()) > Paddle::edge / 2 || x.z() < 0;
            before = after;
        });
        QCOMPARE(crossed, 0);
        QCOMPARE(escaped, 0);
        double fastest = 0;
        for (const Vector3& v : paddle.run.velocities())
            fastest = std::max(fastest, v.norm());
        QVERIFY(std::isfinite(fastest) && fastest > 0.5 * rate * Paddle::length);
    }

    void threadsInstructionSetsAndCheckpointsDoNotMatterWithMovingWalls()
    {
        verifySameBits(0.05, [](const std::function<void(SphRun&)>& play) {
            SphRun run;
            run.parameters.spacing = 0.02;
            run.scene.settings.gravity = {0, 0, -gravity};
            run.addBoundary(makePlane(2, 2, Vector3::Zero()), 0.5);
            run.addEmitter(makeSphere(0.1, {0, 0, 0.12}, 3), {1, 0, -2});
            SteadyMotion spin;
            spin.angularVelocity = {0, 0, 15};
            spin.pivot = {0.1, 0.3, 0};
            run.addBoundary(uprightSheet(0.5, 0.3, {0.1, 0.3, 0.15}), 1,
                            RigidMotion().followedBy(spin).followedBy(moving({0, -2, 0})));
            run.start();
            play(run);
            return run.frame().contentHash();
        });
    }
};

SASTRUGI_TEST(SphMovingWallTest)
#include "SphMovingWallTest.moc"
