// What every run promises: the same bits for any number of threads, instruction set and interruption; and what is
// refused.
#include "tests/physics/dem/DemRun.h"
#include "tests/TestCase.h"

#include "engine/fields/UniformWind.h"

using namespace sastrugi;
using namespace sastrugi::test;

namespace
{

/// A ball that falls on a sticky ball and a floor that moves, bodies that fall on it, and flakes in the wind.
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
    Boundary& foam = run.addBoundary(makeSphere(0.08, {0.12, 0.05, 0.75}, 2), 0.3); // light, and let go later
    foam.name = "foam";
    foam.body = RigidBody{.density = 40, .start = 0.05};
    Boundary& stone = run.addBoundary(makeBox({0.1, 0.1, 0.1}, {-0.1, 0, 0.8}), 0.3);
    stone.name = "stone";
    stone.body = RigidBody{.density = 2000, .angularVelocity = {3, 0, 1}};
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

/// Pairs that could touch wherever a pass looks at the grains, in the lists and not; and how often these were made.
struct Watched {
    std::size_t seen = 0, missed = 0;
    int rebuilds = 0, steps = 0;
};

Watched watch(DemRun& run, double end)
{
    Watched watched;
    const auto look = [&](const Float4* places) {
        const auto found = run.pairsThatCouldTouch(places);
        watched.seen += found.listed;
        watched.missed += found.missed;
    };
    const FlushToZeroScope flush;
    run.start();
    while (run.time() < end) {
        std::string_view limiter;
        const double length = run.solver().largestTimeStep(run.scene, run.state(), limiter);
        DemStep step(run.scene, run.parameters, run.state(), length);
        watched.rebuilds += step.findNeighbours() ? 1 : 0;
        step.findWalls();
        const DemArrays arrays = run.state().grains.arrays(false);
        look(arrays.place);
        step.warmStart();
        for (int pass = 1; pass <= 3; ++pass) {
            look(arrays.predicted[static_cast<std::size_t>(pass - 1) % 2]);
            step.relax(pass);
        }
        step.move();
        step.compress();
        run.state().time += length;
        ++watched.steps;
    }
    qInfo("%zu pairs in the lists, %zu missed; %d rebuilds in %d steps", watched.seen, watched.missed, watched.rebuilds,
          watched.steps);
    return watched;
}

/// Everything that can be chosen besides.
void warmAndSample(DemRun& run)
{
    run.parameters.boundaries = GrainBoundaries::Samples;
    run.parameters.compression = GrainPressure::Tensor;
    run.parameters.sinterTime = 0.2;
    run.parameters.normalise = true;
    run.parameters.forceFactor = 6;
    run.parameters.heatTransfer = 10;
    run.parameters.airTemperature = 300;
    run.parameters.heatTimeScale = 2000;
    run.scene.boundaries[1].surface.temperature = 280;
    HeatProperties heat;
    heat.temperature = 272;
    heat.warmStiffness = 0.7;
    run.scene.emitters[0].material.heat = heat;
}

} // namespace

class DemRunTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void bitsAreTheSame_data()
    {
        QTest::addColumn<int>("friction");
        QTest::addColumn<bool>("hasOptions");
        QTest::addRow("spring") << static_cast<int>(GrainFriction::Spring) << false;
        QTest::addRow("paper") << static_cast<int>(GrainFriction::Paper) << false;
        QTest::addRow("viscous") << static_cast<int>(GrainFriction::Viscous) << false;
        QTest::addRow("heat, samples, options") << static_cast<int>(GrainFriction::Spring) << true;
    }

    void bitsAreTheSame()
    {
        QFETCH(int, friction);
        QFETCH(bool, hasOptions);
        const double end = 0.5; // some five hundred steps
        const auto hashAfter = [&](const std::function<void(DemRun&)>& play) {
            DemRun run = busyScene(static_cast<GrainFriction>(friction));
            if (hasOptions)
                warmAndSample(run);
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

    void listsWithASkinMissNobody_data()
    {
        QTest::addColumn<double>("skin");
        QTest::addColumn<double>("timeStep");
        for (const double skin : {0.1, 0.25, 1.0})
            for (const double timeStep : {6e-4, 1e-3})
                QTest::addRow("skin %g, %g ms", skin, 1e3 * timeStep) << skin << timeStep;
    }
    void listsWithASkinMissNobody()
    {
        // Wherever a pass looks at the grains, whoever could touch is in the lists.
        QFETCH(double, skin);
        QFETCH(double, timeStep);
        DemRun run;
        run.parameters.skin = skin;
        run.parameters.timeStep = timeStep;
        run.material.compressionScale = 4e5; // so that grains shrink, and hit again
        run.addTray(0.28, 0.28, 0.3);
        run.addLattice(6, 6, 6, {0.02, 0.02, 0.05}, 0.05);
        run.addBox({0.16, 0.16, 0.16}, {0.14, 0.14, 0.5}, {0.5, 0, -5}, 0.05);
        const Watched watched = watch(run, 0.3);
        QVERIFY(watched.seen > 50000 && watched.rebuilds < watched.steps);
        QCOMPARE(watched.missed, std::size_t(0));
    }

    /// A grain that flies over a bed and into it is listed from further away; the bed keeps its lists for longer.
    void aFastGrainDoesNotWearOutTheListsOfAll()
    {
        DemRun run;
        run.addTray(0.6, 0.6, 0.3);
        run.addLattice(14, 14, 2, {0.02, 0.02, 0}, 0.02);
        run.runTo(1);
        const std::size_t count = run.state().grains.count();
        QVERIFY(count > 300);
        run.put(static_cast<std::uint32_t>(count - 1), {0.1, 0.3, 0.2}, {4, 0.5, -0.8});
        const Watched watched = watch(run, 1.15);
        QVERIFY2(watched.rebuilds * 3 < watched.steps, qPrintable(QString::number(watched.rebuilds)));
        QCOMPARE(watched.missed, std::size_t(0));
        QVERIFY(run.velocity(static_cast<std::uint32_t>(count - 1)).x() < 3.9); // it has hit something
    }

    /// What a nozzle throws that is driven about is fast, though no grain was there in the step to tell.
    void stepsHeedHowFastANozzleMoves()
    {
        SteadyMotion drive;
        drive.velocity = {60, 0, 80};
        const auto limit = [](const RigidMotion& motion) {
            DemRun run;
            run.scene.inflows.push_back({"jet", NozzleParameters{}, nullptr, run.material, motion});
            run.step(1e-5);
            std::string_view limiter;
            return run.solver().largestTimeStep(run.scene, run.state(), limiter);
        };
        const DemParameters parameters;
        const double way = parameters.displacementCap * parameters.radius;
        compare(limit({}), parameters.timeStep, 1e-12, "at rest");
        compare(limit(RigidMotion().followedBy(drive)), way / (103 + 9.81 * parameters.timeStep), 1e-9, "driven");
    }

    void floorsOfSamplesHoldSnow()
    {
        // On a floor of balls a bed comes to rest as high as half a grain above it, and a thin wall keeps it in.
        DemRun run;
        run.parameters.boundaries = GrainBoundaries::Samples;
        run.material.compressionRate = 0;
        run.addBoundary(makePlane(1, 1, Vector3::Zero()), 0.5);
        run.addBoundary(makeBox({0.002, 0.6, 0.4}, {0.15, 0, 0.2}), 0.2);
        run.addBox({0.24, 0.24, 0.16}, {0, 0, 0.1}, {1, 0, 0}, 0.02);
        run.runTo(1);
        double lowest = 1, furthest = -1;
        for (const Vector3& x : run.vectors("position")) {
            lowest = std::min(lowest, x.z());
            furthest = std::max(furthest, x.x());
        }
        compare(lowest, 0.03, 0.002, "6.1: lowest grain on a floor of samples, m");
        compare(furthest, 0.15 - 0.001 - 0.03, 0.002, "6.1: grain nearest to a thin wall of samples, m");
        QVERIFY(run.rmsSpeed() < 0.03);
    }

    void samplesAttractAsMuchAsTheSurfaceSays()
    {
        // A surface that attracts with more than gravity holds a grain under it.
        const auto falls = [](double adhesion) {
            DemRun run;
            run.parameters.boundaries = GrainBoundaries::Samples;
            run.addBoundary(makePlane(1, 1, Vector3::Zero()), 0.5).surface.adhesion = adhesion;
            run.addLattice(1, 1, 1, {0, 0, -0.3});
            run.put(0, {0.0013, 0.0021, -0.0301});
            run.runTo(0.5);
            return run.position(0).z() < -0.1;
        };
        QVERIFY(falls(7));
        QVERIFY(!falls(13));
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
