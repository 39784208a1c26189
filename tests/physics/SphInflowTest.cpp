// Snow that comes in while the simulation runs: how much, where, how fast, never into other snow, and always the same.
#include "engine/fields/AirDrag.h"
#include "engine/fields/UniformWind.h"
#include "engine/simulation/SnowBehindWalls.h"
#include "tests/TestCase.h"
#include "tests/physics/SphRun.h"

#include <cmath>
#include <numbers>

using namespace sastrugi;
using namespace sastrugi::test;

namespace
{

constexpr double h = 0.01;

SphRun emptyRun()
{
    SphRun run;
    run.parameters.spacing = h;
    run.scene.settings.gravity = {0, 0, -9.81};
    return run;
}

void addInflow(SphRun& run, const std::variant<SnowfallParameters, NozzleParameters>& kind, double density = 100)
{
    InflowEmitter emitter;
    emitter.name = "inflow";
    emitter.kind = kind;
    SnowMaterial snow;
    snow.density = density;
    emitter.material = snow;
    run.scene.inflows.push_back(emitter);
}

/// 0.04 square metres, 1 m above the ground.
SnowfallParameters snowfall(double rate)
{
    SnowfallParameters values;
    values.sizeX = values.sizeY = 0.2;
    values.rate = rate;
    return values;
}

double mass(const SphRun& run)
{
    double sum = 0;
    const Frame frame = run.frame();
    for (const float m : frame.particles.get<float>("mass"))
        sum += static_cast<double>(m);
    return sum;
}

QStringList warnings(const SphRun& run, double time)
{
    Scene scene = run.scene;
    scene.settings.lastFrame = scene.settings.firstFrame + static_cast<int>(time * scene.settings.framesPerSecond);
    QStringList keys;
    warnOfInflows(scene, Emission(scene, run.parameters.spacing, 1),
                  [&](const LogMessage& message) { keys += QString::fromStdString(message.code); }, {});
    return keys;
}

/// Distance of the nearest two particles of which one came after `before` others.
double leastDistance(const std::vector<Vector3>& places, std::size_t before)
{
    double least = 1e300;
    for (std::size_t i = before; i < places.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            least = std::min(least, (places[i] - places[j]).norm());
    return least;
}

/// Flakes, clumps and a jet in the wind, onto a ball on the ground.
std::string hashOfStorm(const std::function<void(SphRun&)>& play)
{
    SphRun run = emptyRun();
    run.addBoundary(makePlane(2, 2, Vector3::Zero()), 0.5);
    run.addEmitter(makeSphere(0.05, {0, 0, 0.06}, 3));
    SnowfallParameters flakes = snowfall(20);
    flakes.centre.z() = 0.2;
    flakes.clumpShare = 0.5;
    addInflow(run, flakes);
    NozzleParameters jet;
    jet.centre = {-0.2, 0, 0.1};
    jet.direction = {1, 0, 0};
    jet.radius = 0.03;
    addInflow(run, jet, 300);
    run.scene.wind = makeUniformWind({{1, 0.5, 0}});
    run.start();
    play(run);
    return run.frame().contentHash().hex();
}

} // namespace

class SphInflowTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void asMuchSnowFallsAsTheRateSays_data()
    {
        QTest::addColumn<double>("clumpShare");
        QTest::newRow("flakes") << 0.0;
        QTest::newRow("half in clumps") << 0.5;
        QTest::newRow("clumps") << 1.0;
    }

    void asMuchSnowFallsAsTheRateSays()
    {
        QFETCH(double, clumpShare);
        SphRun run = emptyRun();
        SnowfallParameters values = snowfall(5);
        values.clumpShare = clumpShare;
        values.start = 0.1;
        values.duration = 0.4;
        addInflow(run, values);
        run.runTo(0.09);
        QCOMPARE(run.positions().size(), std::size_t{0});
        run.runTo(0.3);
        const double flake = 100 * h * h * h;
        compare(mass(run) / (5 * 0.04 * 0.2), 1, clumpShare == 0.5 ? 0.1 : 0.021, "while it snows");
        run.runTo(0.6);
        compare(mass(run) / (5 * 0.04 * 0.4), 1, clumpShare == 0.5 ? 0.1 : 0.011, "afterwards");
        const std::size_t count = run.positions().size();
        compare(static_cast<double>(count) * flake / mass(run), 1, 1e-6, "particles");
        if (clumpShare == 1)
            QCOMPARE(count % 8, std::size_t{0});
        run.runTo(0.7);
        QCOMPARE(run.positions().size(), count);
    }

    void nothingComesIntoOtherSnow_data()
    {
        QTest::addColumn<double>("rate");
        QTest::addColumn<double>("flakeSpacing");
        QTest::newRow("apart") << 10.0 << 2.0;
        QTest::newRow("touching") << 20.0 << 0.9;
        QTest::newRow("more than the sky holds") << 2000.0 << 2.0;
    }

    void nothingComesIntoOtherSnow()
    {
        QFETCH(double, rate);
        QFETCH(double, flakeSpacing);
        SphRun run = emptyRun();
        SnowfallParameters values = snowfall(rate);
        values.flakeSpacing = flakeSpacing;
        values.velocityJitter = 0.2;
        values.centre = {0, 0, 0.1};
        addInflow(run, values);
        run.start();
        std::size_t before = 0;
        run.runTo(0.15, [&](const StepReport&) {
            const std::vector<Vector3> places = run.positions();
            QVERIFY(leastDistance(places, before) >= flakeSpacing * h * (1 - 1e-5));
            for (std::size_t i = before; i < places.size(); ++i) {
                QVERIFY(std::abs(places[i].x()) <= 0.1 + h && std::abs(places[i].y()) <= 0.1 + h);
                QVERIFY(places[i].z() <= 0.1 + 1e-6 && places[i].z() >= 0.1 - h - 1e-6);
            }
            before = places.size();
        });
        QVERIFY2(before > 250, qPrintable(QString::number(before)));
        if (rate > 100)
            QVERIFY(mass(run) < 0.5 * rate * 0.04 * 0.15);
    }

    void aPeriodicSkyHasNoOverlapAcrossItsBorder()
    {
        SphRun run = emptyRun();
        run.scene.settings.periodic = true;
        run.scene.settings.periodOrigin = {-0.1, -0.1, 0};
        run.scene.settings.periodSize = {0.2, 0.2, 1};
        SnowfallParameters values = snowfall(40);
        values.velocityJitter = 0;
        addInflow(run, values);
        run.runTo(0.1);
        const std::vector<Vector3> places = run.positions();
        QVERIFY2(places.size() > 250, qPrintable(QString::number(places.size())));
        double least = 1;
        for (std::size_t i = 0; i < places.size(); ++i)
            for (std::size_t j = 0; j < i; ++j) {
                Vector3 d = places[i] - places[j];
                for (int axis = 0; axis < 2; ++axis)
                    d[axis] -= 0.2 * std::round(d[axis] / 0.2);
                least = std::min(least, d.norm());
            }
        QVERIFY2(least > h, qPrintable(QString::number(least)));
    }

    void flakesComeWithTheAir()
    {
        SphRun run = emptyRun();
        SnowfallParameters values = snowfall(5);
        values.velocityJitter = 0;
        addInflow(run, values);
        run.scene.wind = makeUniformWind({{2, 0, 0}});
        run.runTo(0.3);
        const Vector3 expected(2, 0, -terminalSpeed(h, 100, 9.81));
        const std::vector<Vector3> velocities = run.velocities();
        QVERIFY(velocities.size() > 100);
        for (const Vector3& velocity : velocities)
            compare((velocity - expected).norm() / expected.norm(), 0, 1e-3, "steady fall");
    }

    void flakesAppearOnASurface()
    {
        SphRun run = emptyRun();
        run.scene.settings.gravity.setZero();
        SnowfallParameters values = snowfall(2);
        values.velocity.setZero();
        addInflow(run, values);
        run.scene.inflows[0].surface = std::make_shared<TriangleMesh>(makeSphere(0.3, {1, 0, 0}, 4));
        run.runTo(0.05);
        const std::vector<Vector3> places = run.positions();
        QVERIFY(places.size() > 200);
        Vector3 mean = Vector3::Zero();
        for (const Vector3& place : places) {
            compare((place - Vector3(1, 0, 0)).norm(), 0.3, 0.005, "on the sphere");
            mean += place / static_cast<double>(places.size());
        }
        compare((mean - Vector3(1, 0, 0)).norm(), 0, 0.05, "on all of it");
    }

    void aJetIsAsDenseAsItsMaterial()
    {
        SphRun run = emptyRun();
        run.scene.settings.gravity.setZero();
        NozzleParameters jet;
        jet.centre = {0.5, 0, 0};
        jet.direction = {-3, 4, 0};
        jet.radius = 0.065;
        jet.speed = 2;
        jet.jitter = 0;
        addInflow(run, jet, 250);
        run.runTo(0.2);
        const std::vector<Vector3> places = run.positions(), velocities = run.velocities();
        compare(mass(run) / (250 * std::numbers::pi * 0.065 * 0.065 * 2 * 0.2), 1, 0.1, "mass");
        const Vector3 direction(-0.6, 0.8, 0);
        for (std::size_t i = 0; i < places.size(); ++i) {
            const Vector3 from = places[i] - jet.centre;
            QVERIFY(from.dot(direction) >= -1e-3 * h && from.dot(direction) <= 0.4 + 0.1 * h);
            QVERIFY((from - from.dot(direction) * direction).norm() <= 0.065);
            compare((velocities[i] - 2 * direction).norm(), 0, 0.02, "velocity");
        }
        QVERIFY(leastDistance(places, 0) > 0.9 * h);
    }

    void threadsInstructionSetsAndCheckpointsDoNotMatterInAStorm()
    {
        const double end = 0.12;
        std::size_t count = 0;
        const std::string expected = hashOfStorm([&](SphRun& run) {
            const ThreadScope threads(1);
            const std::size_t before = run.positions().size();
            run.runTo(end);
            count = run.positions().size() - before;
        });
        QVERIFY(count > 700);
        for (const int threads : {2, 3, 7})
            QCOMPARE(hashOfStorm([&](SphRun& run) {
                         const ThreadScope scope(threads);
                         run.runTo(end);
                     }),
                     expected);
        qputenv("SASTRUGI_ISA", "portable");
        QCOMPARE(hashOfStorm([&](SphRun& run) { run.runTo(end); }), expected);
        qunsetenv("SASTRUGI_ISA");
        QCOMPARE(hashOfStorm([&](SphRun& run) {
                     int steps = 0;
                     run.runTo(end, [&](const StepReport&) {
                         if (++steps % 7 == 0)
                             run.saveAndRestore();
                     });
                 }),
                 expected);
    }

    void whatCannotWorkIsNamed()
    {
        SphRun run = emptyRun();
        NozzleParameters jet;
        jet.direction.setZero();
        addInflow(run, jet);
        QVERIFY_THROWS_EXCEPTION(NodeError, run.start());

        SphRun fine = emptyRun();
        jet.direction = {0, 0, -1};
        jet.radius = 1000 * fine.parameters.spacing; // millions of particles in a layer
        addInflow(fine, jet);
        QVERIFY_THROWS_EXCEPTION(NodeError, fine.start());
    }

    void whatNeverComesIsWarnedOf()
    {
        SphRun run = emptyRun();
        NozzleParameters jet;
        jet.start = 5;
        addInflow(run, jet);
        QCOMPARE(warnings(run, 4.9), QStringList{"emitter.idle"});
        QCOMPARE(warnings(run, 5.1), QStringList{});
    }

    void snowThatFindsNoRoomIsWarnedOf()
    {
        SphRun run = emptyRun();
        SnowfallParameters flakes = snowfall(0.5);
        addInflow(run, flakes);
        QCOMPARE(warnings(run, 5), QStringList{});
        flakes.flakeSpacing = 50; // half a metre, over 20 cm of ground
        addInflow(run, flakes);
        QCOMPARE(warnings(run, 5), QStringList{"emitter.crowded"});
    }

    void nozzlesBelowTheGroundAreWarnedOf()
    {
        SphRun run = emptyRun();
        run.addBoundary(makePlane(2, 2, Vector3::Zero()), 0.5);
        NozzleParameters jet;
        jet.centre.z() = 0.02; // its lower fifth is below
        jet.direction = {1, 0, 0};
        jet.radius = 0.05;
        addInflow(run, jet);
        QCOMPARE(warnings(run, 5), QStringList{"emitter.belowBoundary"});
        std::get<NozzleParameters>(run.scene.inflows.front().kind).centre.z() = 0.2;
        QCOMPARE(warnings(run, 5), QStringList{});
    }

    void snowfallInsideAnObstacleIsWarnedOf()
    {
        SphRun run = emptyRun();
        run.addBoundary(makeBox({1, 1, 1}, {0, 0, 0}), 0.5);
        SnowfallParameters snowfall;
        snowfall.centre = {0.4, 0, 0}; // a half of it is within
        snowfall.sizeX = snowfall.sizeY = 0.4;
        snowfall.rate = 1;
        addInflow(run, snowfall);
        QVERIFY(warnings(run, 5).contains("emitter.insideBoundary"));
        std::get<SnowfallParameters>(run.scene.inflows.front().kind).centre = {0, 0, 1};
        QVERIFY(!warnings(run, 5).contains("emitter.insideBoundary"));
    }
};

SASTRUGI_TEST(SphInflowTest)
#include "SphInflowTest.moc"
