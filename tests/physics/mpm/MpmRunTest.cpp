// What every run promises: the same bits for any number of threads, instruction set and interruption; wind, flakes,
// variations and limits of the step.
#include "tests/physics/mpm/MpmRun.h"
#include "tests/TestCase.h"

#include "engine/core/Error.h"
#include "engine/fields/AirDrag.h"
#include "engine/fields/UniformWind.h"

using namespace sastrugi;
using namespace sastrugi::test;

namespace
{

/// A ball with a hard shell that falls on a ball-shaped obstacle and a floor that moves, and flakes in the wind.
MpmRun busyScene(TransferScheme transfer, Integration integration)
{
    MpmRun run;
    run.parameters.spacing = 0.02;
    run.parameters.transfer = transfer;
    run.parameters.integration = integration;
    run.parameters.flipRatio = 0.9;
    Boundary& floor = run.addBoundary(makePlane(2, 2, Vector3::Zero()), 0.3);
    SteadyMotion motion;
    motion.velocity = {0.5, 0, 0};
    floor.motion = RigidMotion().followedBy(motion);
    run.addBoundary(makeSphere(0.06, {0.05, 0, 0.05}, 2), 0.5).surface.sticky = true;
    run.addEmitter(makeSphere(0.09, {0, 0, 0.17}, 2), {0.3, 0, -3});
    MaterialVariation variation;
    variation.stiffnessNoise = 0.5;
    variation.shellThickness = 0.03;
    run.scene.emitters.back().material.variations = {variation};
    SnowfallParameters snowfall;
    snowfall.centre = {0.2, 0.2, 0.3};
    snowfall.sizeX = snowfall.sizeY = 0.2;
    snowfall.rate = 20;
    run.scene.inflows.push_back({"flakes", snowfall, nullptr, run.material});
    UniformWindParameters wind;
    wind.velocity = {2, 0, 0};
    run.scene.wind = makeUniformWind(wind);
    return run;
}

} // namespace

class MpmRunTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void bitsAreTheSame_data()
    {
        QTest::addColumn<int>("transfer");
        QTest::addColumn<int>("integration");
        QTest::addRow("flip implicit") << static_cast<int>(TransferScheme::FlipPic)
                                       << static_cast<int>(Integration::Implicit);
        QTest::addRow("apic half") << static_cast<int>(TransferScheme::Apic)
                                   << static_cast<int>(Integration::HalfImplicit);
        QTest::addRow("mls explicit") << static_cast<int>(TransferScheme::Mls)
                                      << static_cast<int>(Integration::Explicit);
    }

    void bitsAreTheSame()
    {
        QFETCH(int, transfer);
        QFETCH(int, integration);
        const double end = 0.02;
        const auto hashAfter = [&](const std::function<void(MpmRun&)>& play) {
            MpmRun run = busyScene(static_cast<TransferScheme>(transfer), static_cast<Integration>(integration));
            play(run);
            return run.frame().contentHash().hex();
        };
        const auto withThreads = [&](int count) {
            return hashAfter([&](MpmRun& run) {
                const ThreadScope threads(count);
                run.runTo(end);
            });
        };
        const std::string expected = withThreads(1);
        for (const int count : {2, 3, 7})
            QCOMPARE(withThreads(count), expected);
        for (const char* isa : {"portable", "avx2", "avx512"}) {
            qputenv("SASTRUGI_ISA", isa);
            try {
                QCOMPARE(hashAfter([&](MpmRun& run) { run.runTo(end); }), expected);
            } catch (const Error& error) {
                QCOMPARE(error.kind(), ErrorKind::Usage); // not on this processor
            }
        }
        qunsetenv("SASTRUGI_ISA");
        QCOMPARE(hashAfter([&](MpmRun& run) {
                     int steps = 0;
                     run.runTo(end, [&](const StepReport&) {
                         if (++steps % 7 == 0)
                             run.saveAndRestore();
                     });
                 }),
                 expected);
        std::stop_source stopped;
        stopped.request_stop();
        QCOMPARE(hashAfter([&](MpmRun& run) { // each third step is begun, stopped and begun again
                     int steps = 0;
                     run.runTo(end, [&](const StepReport&) {
                         if (++steps % 3 == 0) {
                             const FlushToZeroScope flush;
                             const StepReport report =
                                 run.solver().step(run.scene, run.state(), 1e-4, stopped.get_token());
                             QVERIFY(report.isUndone);
                         }
                     });
                 }),
                 expected);
    }

    void flakesFallWithTheirTerminalSpeed()
    {
        MpmRun run;
        run.parameters.spacing = 0.005;
        run.material.density = 50;
        run.parameters.largestTimeStep = 2e-3;
        run.addBox({0.005, 0.005, 0.005}, {0, 0, 5});
        run.scene.wind = makeUniformWind({});
        UniformWindParameters wind;
        wind.velocity = {1, 0, 0};
        run.scene.wind = makeUniformWind(wind);
        run.runTo(2.5);
        const double expected = terminalSpeed(0.005, 50, 9.81);
        const Vector3 v = run.mean("velocity");
        compare(v.z(), -expected, 0.02 * expected, "fall");
        compare(v.x(), 1, 0.02, "drift");
    }

    void windLeavesDenseSnowAlone()
    {
        MpmRun run;
        run.parameters.spacing = 0.02;
        run.addBoundary(makePlane(2, 2, Vector3::Zero()), 1);
        run.addBox({0.2, 0.2, 0.12}, {0, 0, 0.06});
        UniformWindParameters wind;
        wind.velocity = {20, 0, 0};
        run.scene.wind = makeUniformWind(wind);
        run.runTo(0.1);
        QVERIFY(run.mean("velocity").norm() < 0.05);
    }

    void stepsAreLimitedByWhatMoves()
    {
        std::string_view limiter;
        MpmRun fast;
        fast.parameters.spacing = 0.02;
        fast.addBox({0.08, 0.08, 0.08}, {0, 0, 0}, {0, 0, -100});
        fast.start();
        const double h = fast.parameters.cellSize();
        compare(fast.solver().largestTimeStep(fast.scene, fast.state(), limiter), 0.5 * h / 100, 1e-7, "speed");
        QCOMPARE(limiter, std::string_view("cflNumber"));
        MpmRun stiff;
        stiff.parameters.spacing = 0.02;
        stiff.parameters.integration = Integration::Explicit;
        stiff.parameters.largestTimeStep = 1e-2;
        stiff.addBox({0.08, 0.08, 0.08}, {0, 0, 0});
        stiff.start();
        compare(stiff.solver().largestTimeStep(stiff.scene, stiff.state(), limiter), 0.6 * h / 19.7203, 1e-6, "sound");
        QCOMPARE(limiter, std::string_view("elasticCflNumber"));
        MpmRun pushed;
        pushed.parameters.spacing = 0.02;
        SteadyMotion motion;
        motion.velocity = {200, 0, 0};
        pushed.addBoundary(makeBox({1, 1, 1}, {-0.7, 0, 0}), 0.3).motion = RigidMotion().followedBy(motion);
        pushed.addBox({0.08, 0.08, 0.08}, {0, 0, 0});
        pushed.start();
        compare(pushed.solver().largestTimeStep(pushed.scene, pushed.state(), limiter), 0.5 * h / 200, 1e-6, "wall");
        MpmRun thrown;
        thrown.parameters.spacing = 0.02;
        motion.velocity = {60, 0, 80};
        thrown.scene.inflows.push_back(
            {"jet", NozzleParameters{}, nullptr, thrown.material, RigidMotion().followedBy(motion)});
        thrown.step(1e-5); // the first layer comes in, behind all that would tell how fast it is
        compare(thrown.solver().largestTimeStep(thrown.scene, thrown.state(), limiter), 0.5 * h / 103, 1e-7, "nozzle");
    }

    void yieldedSnowStaysInItsRange()
    {
        // V18, with each preset: every particle's elastic stretches are in range after a crash.
        for (const SnowPreset& preset : snowPresets()) {
            MpmRun run;
            run.parameters.spacing = 0.02;
            run.material = preset.material;
            run.addBoundary(makePlane(2, 2, Vector3::Zero()), 0.5);
            run.addEmitter(makeSphere(0.1, {0, 0, 0.11}, 2), {0, 0, -5});
            int most = 0;
            run.runTo(0.03, [&](const StepReport& report) {
                most = std::max(most, static_cast<int>(report.figures.at("solveIterations")));
                QCOMPARE(report.figures.at("inversions"), 0.0);
            });
            QVERIFY2(most >= 2 && most <= 45, qPrintable(QString::number(most)));
            bool hasYielded = false;
            for (std::size_t i = 0; i < run.count(); ++i) {
                const Vector3 s = Eigen::JacobiSVD<Matrix3>(run.deformation(i)).singularValues();
                QVERIFY(s[0] < 1 + preset.material.criticalStretch + 3e-6);
                QVERIFY(s[2] > 1 - preset.material.criticalCompression - 3e-6);
                QVERIFY(run.deformation(i).determinant() > 0);
                hasYielded |= run.state().snow.now().plasticRatio[i] < 0.999f;
            }
            QVERIFY(hasYielded);
        }
    }

    void thinObstaclesAreSaid()
    {
        MpmRun run; // cells of 4 cm
        run.parameters.spacing = 0.02;
        run.addBox({0.1, 0.1, 0.1}, {0, 0, 0.2});
        run.addBoundary(makeBox({1, 1, 0.02}, {0, 0, -0.01}), 0.3).name = "sheet";
        run.addBoundary(makeBox({1, 1, 0.1}, {0, 0, -0.1}), 0.3).name = "slab";
        run.addBoundary(makeSphere(0.08, {1, 0, 0}, 2), 0.3).name = "ball";
        run.addBoundary(makePlane(2, 2, {0, 0, -1}), 0.3).name = "plane"; // open: solid behind
        run.start();
        QStringList nodes;
        run.solver().predict(run.scene,
                             [&](const LogMessage& message) {
                                 if (message.code == "boundary.thin")
                                     nodes << QString::fromStdString(message.node);
                             },
                             {});
        QCOMPARE(nodes, QStringList{"sheet"});
    }

    void periodicScenesAreRefused()
    {
        MpmRun run;
        run.scene.settings.periodic = true;
        run.addBox({0.1, 0.1, 0.1}, {0, 0, 0});
        QVERIFY_EXCEPTION_THROWN(run.start(), Error);
    }
};

SASTRUGI_TEST(MpmRunTest)
#include "MpmRunTest.moc"
