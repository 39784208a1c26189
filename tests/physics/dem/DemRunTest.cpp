// What every run promises: the same bits for any number of threads, instruction set and interruption; and what is
// refused.
#include "tests/physics/dem/DemRun.h"
#include "tests/TestCase.h"

#include "engine/fields/UniformWind.h"

using namespace sastrugi;
using namespace sastrugi::test;

namespace
{

/// A ball that falls on a sticky ball and a floor that moves, and flakes in the wind.
DemRun busyScene(GrainFriction friction)
{
    DemRun run;
    run.parameters.friction = friction;
    Boundary& floor = run.addBoundary(makePlane(4, 4, Vector3::Zero()), 0.3);
    SteadyMotion motion;
    motion.velocity = {0.5, 0, 0};
    floor.motion = RigidMotion().followedBy(motion);
    Boundary& ball = run.addBoundary(makeSphere(0.12, {0.1, 0, 0.1}, 2), 0.5);
    ball.surface.sticky = true;
    run.addBoundary(makeBox({0.1, 1, 1}, {-0.3, 0, 0.5}), 0.5).surface.adhesion = 8;
    run.material.compressionScale = 1e5;
    run.addEmitter(makeSphere(0.2, {0, 0, 0.45}, 2), {-0.3, 0, -3});
    MaterialVariation variation;
    variation.stiffnessNoise = 0.5;
    variation.shellThickness = 0.06;
    run.scene.emitters.back().material.variations = {variation};
    SnowfallParameters snowfall;
    snowfall.centre = {0.3, 0.3, 0.5};
    snowfall.sizeX = snowfall.sizeY = 0.6;
    snowfall.rate = 1;
    snowfall.fallsInAir = false;
    snowfall.velocity = {0, 0, -1};
    run.scene.inflows.push_back({"flakes", snowfall, nullptr, run.material});
    UniformWindParameters wind;
    wind.velocity = {2, 0, 0};
    run.scene.wind = makeUniformWind(wind);
    return run;
}

} // namespace

class DemRunTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void bitsAreTheSame_data()
    {
        QTest::addColumn<int>("friction");
        QTest::addRow("spring") << static_cast<int>(GrainFriction::Spring);
        QTest::addRow("paper") << static_cast<int>(GrainFriction::Paper);
        QTest::addRow("viscous") << static_cast<int>(GrainFriction::Viscous);
    }

    void bitsAreTheSame()
    {
        QFETCH(int, friction);
        const double end = 0.5; // some five hundred steps
        const auto hashAfter = [&](const std::function<void(DemRun&)>& play) {
            DemRun run = busyScene(static_cast<GrainFriction>(friction));
            play(run);
            return run.frame().contentHash().hex();
        };
        const auto withThreads = [&](int count) {
            return hashAfter([&](DemRun& run) {
                const ThreadScope threads(count);
                run.runTo(end);
            });
        };
        const std::string expected = hashAfter([&](DemRun& run) {
            const ThreadScope threads(1);
            double rebuilds = 0, shrunk = 0;
            const std::size_t before = (run.start(), run.state().grains.count());
            const int steps = run.runTo(end, [&](const StepReport& report) {
                rebuilds += report.figures.at("rebuilds");
                shrunk += report.figures.at("shrunk");
            });
            qInfo("%d steps, %g rebuilds, %g shrunk, %zu grains", steps, rebuilds, shrunk, run.state().grains.count());
            QVERIFY(steps >= 500 && rebuilds > 10 && rebuilds < steps);
            QVERIFY(shrunk > 0 && run.state().grains.count() > before + 20);
        });
        for (const int count : {2, 3, 7})
            QCOMPARE(withThreads(count), expected);
        for (const char* isa : {"portable", "avx2", "avx512"}) {
            qputenv("SASTRUGI_ISA", isa);
            try {
                QCOMPARE(hashAfter([&](DemRun& run) { run.runTo(end); }), expected);
            } catch (const Error& error) {
                QCOMPARE(error.kind(), ErrorKind::Usage); // not on this processor
            }
        }
        qunsetenv("SASTRUGI_ISA");
        QCOMPARE(hashAfter([&](DemRun& run) {
                     int steps = 0;
                     run.runTo(end, [&](const StepReport&) {
                         if (++steps % 37 == 0)
                             run.saveAndRestore();
                     });
                 }),
                 expected);
    }

    void listsWithASkinMissNobody()
    {
        // The same to rounding as with lists that are made in every step.
        const auto after = [&](double skin, double time) {
            DemRun run;
            run.parameters.skin = skin;
            run.addTray(0.2, 0.2, 0.3);
            run.addLattice(4, 4, 6, {0.02, 0.02, 0.02}, 0.05);
            run.runTo(time);
            return run.vectors("position");
        };
        const auto furthestAt = [&](double time) {
            const std::vector<Vector3> thin = after(0.1, time), thick = after(1, time);
            double furthest = 0;
            for (std::size_t i = 0; i < thin.size(); ++i)
                furthest = std::max(furthest, (thin[i] - thick[i]).norm());
            return furthest;
        };
        compare(furthestAt(0.05), 0, 2e-4, "places with another skin after 0.05 s, m");
        QEXPECT_FAIL("", "not met yet: 1.6 mm; whether it is the order of sums alone is not known", Continue);
        compare(furthestAt(0.3), 0, 2e-4, "places with another skin after 0.3 s, m");
    }

    void whatItCannotSimulateIsRefused()
    {
        const auto refusal = [](const std::function<void(DemRun&)>& change) {
            DemRun run;
            run.addLattice(2, 2, 2, Vector3::Zero());
            change(run);
            try {
                run.start();
            } catch (const Error& error) {
                return QString(error.what());
            }
            return QString("nothing");
        };
        QCOMPARE(refusal([](DemRun&) {}), QString("nothing"));
        QVERIFY(refusal([](DemRun& run) { run.scene.settings.periodic = true; }).contains("periodic"));
        QVERIFY(refusal([](DemRun& run) { run.parameters.fewestPasses = 4; }).contains("mostPasses"));
        QVERIFY(refusal([](DemRun& run) { run.scene.emitters[0].material.heat = HeatProperties(); }).contains("fill"));
    }

    void elastoplasticSnowBecomesGrains()
    {
        DemParameters parameters;
        const auto grains = [&](double density) {
            SnowMaterial snow;
            snow.density = density;
            return GrainMaterial(Material(snow), parameters).snow;
        };
        QCOMPARE(grains(100).wetness, 0.0);
        QCOMPARE(grains(450).wetness, 1.0);
        QCOMPARE(grains(450).density, 100.0);
        QCOMPARE(grains(600).density, 900.0);
        DemRun run;
        run.addLattice(4, 4, 4, Vector3::Zero());
        run.scene.emitters[0].material = Material(SnowMaterial());
        run.runTo(0.01);
        QCOMPARE(run.state().grains.count(), std::size_t(64));
    }
};

SASTRUGI_TEST(DemRunTest)
#include "DemRunTest.moc"
