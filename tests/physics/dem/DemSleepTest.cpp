// Snow that lies still falls asleep, and what is pushed wakes: section 7 of the specification.
#include "tests/TestCase.h"
#include "tests/physics/dem/sleepingBed.h"
#include "tests/physics/dem/twoGrains.h"

#include <numbers>

using namespace sastrugi;
using namespace sastrugi::test;

namespace
{

/// Where a ball comes to rest that is thrown onto one end of the bed: the mean height of its grains.
double restOfThrownBall(bool sleeps, double shift)
{
    DemRun run = longBed();
    run.parameters.sleeping = sleeps;
    run.runTo(bedAsleep);
    const std::size_t before = run.state().grains.count();
    throwBall(run, 0.07, {0.3 + shift, 0.105, 0.3}, {0, 0, -1.5});
    run.runTo(bedAsleep + 2);
    const std::vector<Vector3> places = run.vectors("position");
    double sum = 0;
    for (std::size_t i = before; i < places.size(); ++i)
        sum += places[i].z();
    return sum / static_cast<double>(places.size() - before);
}

} // namespace

class DemSleepTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aSettledBedFallsAsleep()
    {
        DemRun run = longBed();
        const double count = static_cast<double>((run.start(), run.state().grains.count()));
        double asleep = 0, first = 0;
        run.runTo(bedAsleep, [&](const StepReport& report) {
            asleep = report.figures.at("asleep");
            if (asleep > 0 && first == 0)
                first = run.time();
        });
        qInfo("the first fall asleep at %g s", first);
        QVERIFY(first > 0.25);
        QCOMPARE(asleep, count);
        // It stays where it is, and is no load on anything but the floor.
        const std::vector<Vector3> places = run.vectors("position");
        run.runTo(bedAsleep + 0.3, [&](const StepReport& report) {
            compare(report.figures.at("wallForceZ"), -count * run.mass() * 9.81, 0.02 * count * run.mass() * 9.81,
                    "7: weight of sleepers on the floor, N");
            QCOMPARE(report.figures.at("asleep"), count);
            QCOMPARE(report.figures.at("kineticEnergy"), 0.0);
        });
        QVERIFY(run.vectors("position") == places);
        const Frame frame = run.frame();
        QVERIFY(std::ranges::all_of(frame.particles.get<std::uint8_t>("asleep"), [](auto flag) { return flag == 1; }));
    }

    void onlyWhoIsStillSleeps_data()
    {
        QTest::addColumn<QString>("what");
        QTest::addColumn<bool>("soon");
        QTest::addColumn<bool>("later");
        QTest::addRow("at rest") << "" << true << true;
        QTest::addRow("off") << "off" << false << false;
        QTest::addRow("gravity grows") << "ramp" << false << true;
        QTest::addRow("settling") << "settling" << false << true;
        QTest::addRow("no gravity") << "weightless" << false << false;
        QTest::addRow("conducts heat") << "heat" << false << false;
        QTest::addRow("on a floor that moves") << "floor" << false << true;
        QTest::addRow("under a body that lies still") << "body" << false << false;
    }
    void onlyWhoIsStillSleeps()
    {
        QFETCH(QString, what);
        QFETCH(bool, soon);
        QFETCH(bool, later);
        DemRun run;
        run.parameters.sleeping = what != "off";
        Boundary& floor = run.addBoundary(makePlane(20, 20, Vector3::Zero()), 0.9);
        if (what == "floor") {
            SteadyMotion motion;
            motion.velocity = {0.1, 0, 0};
            motion.duration = 1.3;
            floor.motion = RigidMotion().followedBy(motion);
        }
        if (what == "ramp")
            run.scene.settings.gravityRampTime = 1.3;
        if (what == "settling")
            run.parameters.settleTime = 1.3;
        if (what == "weightless")
            run.scene.settings.gravity.setZero();
        if (what == "body") {
            Boundary& body = run.addBoundary(makeBox({0.12, 0.12, 0.04}, {0, 0, 0.065}), 0.9);
            body.body = RigidBody{.density = 20};
        }
        run.addLattice(4, 4, 1, {-0.08, -0.08, 0.001});
        if (what == "heat") {
            HeatProperties heat;
            heat.temperature = 260;
            run.scene.emitters.back().material.heat = heat;
        }
        run.runTo(1.3);
        QCOMPARE(asleepIn(run), soon ? run.state().grains.count() : 0);
        run.runTo(2.3);
        QCOMPARE(asleepIn(run), later ? run.state().grains.count() : 0);
    }

    void whatIsHitWakesAndTheRestSleepsOn()
    {
        DemRun run = longBed();
        run.runTo(bedAsleep);
        const std::size_t bed = run.state().grains.count();
        const std::vector<Vector3> before = run.vectors("position");
        throwBall(run, 0.07, {0.3, 0.105, 0.3}, {0, 0, -1.5});
        const std::size_t ball = run.state().grains.count() - bed;
        QVERIFY(asleepIn(run) + 8 > bed);
        std::size_t fewest = bed;
        run.runTo(bedAsleep + 2, [&](const StepReport&) { fewest = std::min(fewest, asleepIn(run)); });
        qInfo("of %zu grains %zu sleep at least", bed, fewest);
        QVERIFY(fewest + bed / 10 < bed && fewest > bed / 4);
        QCOMPARE(asleepIn(run), bed + ball); // again
        const std::vector<Vector3> after = run.vectors("position");
        double deepest = 0;
        for (std::size_t i = 0; i < bed; ++i) {
            deepest = std::max(deepest, (after[i] - before[i]).norm());
            if (before[i].x() > 1.2)
                QVERIFY(after[i] == before[i]);
        }
        QVERIFY2(deepest > 0.01, qPrintable(QString::number(deepest)));
    }

    /// As deep as without sleep, as far as a dent is the same whenever a ball is thrown a little beside.
    void dentsAreAsDeep()
    {
        std::vector<double> awake;
        for (const double shift : {-2e-3, -1e-3, 0.0, 1e-3, 2e-3})
            awake.push_back(restOfThrownBall(false, shift));
        double mean = 0, squared = 0;
        for (const double rest : awake)
            mean += rest / static_cast<double>(awake.size());
        for (const double rest : awake)
            squared += (rest - mean) * (rest - mean) / static_cast<double>(awake.size() - 1);
        // Forces that wake nobody leave contacts that much shorter, one behind the other down the bed.
        const double unnoticed = 3 * 0.5 * 3.3510e-3 * 9.81 / (2 * 3 * 280);
        const double tolerance = 3 * std::sqrt(squared) + unnoticed;
        compare(restOfThrownBall(true, 0), mean, tolerance, "7: height of a ball thrown onto sleepers, m");
    }

    void snowOnAFloorThatSetsOffWakes()
    {
        DemRun run;
        run.parameters.sleeping = true;
        run.material = wetSnow();
        Boundary& floor = run.addBoundary(makePlane(20, 20, Vector3::Zero()), 0.9);
        SteadyMotion motion;
        motion.velocity = {0.3, 0, 0};
        motion.start = 2;
        motion.duration = 0.6;
        motion.rampTime = 0.1;
        floor.motion = RigidMotion().followedBy(motion);
        run.addLattice(6, 6, 3, {-0.12, -0.12, 0.001}, 0.02);
        run.runTo(2);
        QCOMPARE(asleepIn(run), run.state().grains.count());
        run.runTo(2.01);
        QCOMPARE(asleepIn(run), std::size_t(0));
        run.runTo(2.4);
        double mean = 0;
        for (const Vector3& v : run.vectors("velocity"))
            mean += v.x() / static_cast<double>(run.state().grains.count());
        compare(mean, 0.3, 0.03, "7: speed of snow on a floor that has set off, m/s");
        run.runTo(4);
        QCOMPARE(asleepIn(run), run.state().grains.count());
    }

    /// A pile that sleeps on a slope lies as one that does not: as far as that has crept at most until the end, at the
    /// speed below which snow counts as calm.
    void pilesKeepTheirShapeOnASlope()
    {
        constexpr double end = 4;
        struct Shape {
            double downhill = 0, height = 0, asleepAt = 0;
        };
        const auto shapeOf = [&](bool sleeps) {
            DemRun run;
            run.parameters.sleeping = sleeps;
            run.material = looseSnow();
            const double angle = 15 * std::numbers::pi / 180;
            run.scene.settings.gravity = 9.81 * Vector3(std::sin(angle), 0, -std::cos(angle));
            run.addBoundary(makePlane(20, 20, Vector3::Zero()), 0.9);
            run.addLattice(7, 7, 5, {-0.14, -0.14, 0.001}, 0.05);
            Shape shape;
            run.runTo(end, [&](const StepReport&) {
                if (shape.asleepAt == 0 && asleepIn(run) == run.state().grains.count())
                    shape.asleepAt = run.time();
            });
            const std::vector<Vector3> places = run.vectors("position");
            for (const Vector3& x : places) {
                shape.downhill += x.x() / static_cast<double>(places.size());
                shape.height += x.z() / static_cast<double>(places.size());
            }
            return shape;
        };
        const Shape asleep = shapeOf(true), awake = shapeOf(false);
        QVERIFY2(asleep.asleepAt > 0, "the pile never sleeps");
        const double crept = 5e-3 * (end - asleep.asleepAt);
        compare(asleep.downhill, awake.downhill, crept, "7: mean place of a pile on a slope, m");
        compare(asleep.height, awake.height, crept, "7: its mean height, m");
    }

    void aGrainLaidDownWakesWhatItLiesOn()
    {
        DemRun run = longBed();
        run.runTo(bedAsleep);
        double top = 0;
        for (const Vector3& x : run.vectors("position"))
            top = std::max(top, x.z());
        throwBall(run, 0.01, {0.8, 0.1, top + 0.0401}, Vector3::Zero());
        const std::size_t before = asleepIn(run);
        run.runTo(bedAsleep + 0.2);
        QVERIFY(asleepIn(run) < before);
    }

    void strongWindWakes()
    {
        // The drag on a grain, 0.5 C rho pi r^2 v^2, is half its weight at 19.3 m/s.
        for (const double speed : {18.0, 20.5}) {
            DemRun run = longBed();
            run.scene.wind = std::make_shared<SuddenWind>(bedAsleep + 0.12, Vector3(speed, 0, 0));
            run.runTo(bedAsleep + 0.1);
            QCOMPARE(asleepIn(run), run.state().grains.count());
            run.runTo(bedAsleep + 0.2);
            QCOMPARE(asleepIn(run) == run.state().grains.count(), speed < 19);
        }
    }

    /// The stone would fall through sleepers: snow around it stays awake.
    void bodiesAreCarried()
    {
        const auto heightOf = [](bool sleeps) {
            DemRun run = longBed();
            run.parameters.sleeping = sleeps;
            Boundary& stone = run.addBoundary(makeBox({0.1, 0.1, 0.1}, {0.3, 0.105, 0.2}), 0.3);
            stone.body = RigidBody{.density = 300};
            run.runTo(3);
            const std::size_t asleep = asleepIn(run), count = run.state().grains.count();
            if (sleeps && (asleep < count / 5 || asleep > count - count / 5))
                return 0.0;
            return run.state().bodies.all().front().centre.z();
        };
        compare(heightOf(true), heightOf(false), 2e-3, "7: height of a stone on snow, m");
    }
};

SASTRUGI_TEST(DemSleepTest)
#include "DemSleepTest.moc"
