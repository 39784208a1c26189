// The laws of single grains and pairs of them: tests 1 to 6, 9 to 11 and 15 to 18 of section 8 of the specification.
#include "tests/TestCase.h"
#include "tests/physics/dem/twoGrains.h"

using namespace sastrugi;
using namespace sastrugi::test;

namespace
{

void addKinds()
{
    QTest::addColumn<int>("kind");
    QTest::addRow("dry") << 0;
    QTest::addRow("wet") << 1;
    QTest::addRow("ice") << 2;
}

} // namespace

class DemPairTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void contactsAreSprings()
    {
        DemRun dry = twoGrains({});
        const double distance = exactly(0.0399);
        dry.put(0, {0, 0, 0});
        dry.put(1, {distance, 0, 0});
        warmStart(dry);
        const double overlap = 2 * static_cast<double>(0.02f) - distance;
        compare(dry.force(1).x() / (3 * 280 * overlap), 1, 1e-5, "1: force of dry snow over 3 * 280 N/m * overlap");
        QCOMPARE(dry.force(0), Vector3(-dry.force(1)));

        DemRun mixed = twoGrains({});
        mixed.start();
        mixed.state().grains.setDurability(1, 0);
        const float ice = mixed.state().grains.now().place[1].w;
        const double apart = exactly(0.0295);
        mixed.put(0, {0, 0, 0});
        mixed.put(1, {apart, 0, 0});
        warmStart(mixed);
        const double pressed = static_cast<double>(0.02f + ice) - apart;
        compare(mixed.force(1).x() / (3 * pressed), 308.26, 308.26e-5 + 0.005, "1: stiffness of dry snow on ice, N/m");
    }

    void bondsBreakAtTheirGap_data() { addKinds(); }
    void bondsBreakAtTheirGap()
    {
        QFETCH(int, kind);
        const double expected[] = {0.10257e-3, 0.30633e-3, 0.55602e-3};
        for (const double part : {0.99, 1.01}) {
            DemRun run = twoGrains(snowOf(kind));
            const double touch = 2 * run.radiusOfMaterial();
            run.put(0, {0, 0, 0});
            run.put(1, {touch + part * expected[kind], 0, 0});
            warmStart(run);
            if (part < 1)
                QVERIFY(run.force(1).x() < 0);
            else
                QCOMPARE(run.force(1).x(), 0.0);
        }
        const GrainMaterial law{Material(snowOf(kind)), DemParameters()};
        const double d = snowOf(kind).durability(), r = GrainRadii(0.02).at(d);
        compare(4 * law.cohesion(d) * r / law.modulus(d), expected[kind], 1e-8, "2: gap of a bond, m");
    }

    void bondsBearTheirPull_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("passes");
        QTest::addColumn<double>("expected");
        QTest::addRow("dry, no pass") << 0 << 0 << 0.0862;
        QTest::addRow("dry, 1 pass") << 0 << 1 << 0.172;
        QTest::addRow("dry, 3 passes") << 0 << 3 << 0.345;
        QTest::addRow("wet, no pass") << 1 << 0 << 0.2206;
        QTest::addRow("wet, 1 pass") << 1 << 1 << 0.441;
        QTest::addRow("wet, 3 passes") << 1 << 3 << 0.882;
    }
    void bondsBearTheirPull()
    {
        QFETCH(int, kind);
        QFETCH(int, passes);
        QFETCH(double, expected);
        DemRun run = twoGrains(snowOf(kind));
        run.parameters.fewestPasses = run.parameters.mostPasses = passes;
        // In longer steps a pass sees the bond stretched by the pull that is not balanced yet, and breaks it earlier.
        run.parameters.timeStep = 1e-4;
        run.scene.wind = stillAir();
        run.start();
        run.put(0, {0, 0, 0});
        run.put(1, {0.04, 0, 0});
        const double dt = run.parameters.timeStep, rate = 1.2 * expected / 8; // N/s
        double pull = 0;
        const FlushToZeroScope flush;
        while ((run.position(1) - run.position(0)).norm() < 0.0406 && pull < 3 * expected) {
            pull += rate * dt;
            DemStep step(run.scene, run.parameters, run.state(), dt);
            step.findNeighbours();
            step.findWalls();
            for (std::uint32_t id : {0u, 1u})
                run.state().grains.external()[run.slot(id)] = {static_cast<float>(id == 0 ? -pull : pull), 0, 0, 0};
            step.warmStart();
            for (int pass = 1; pass <= passes; ++pass)
                step.relax(pass);
            step.move();
        }
        compare(pull, expected, 0.05 * expected, "3: pull that breaks a bond, N");
    }

    void airDragsToTheTerminalSpeed()
    {
        DemRun snow;
        snow.scene.wind = stillAir();
        snow.addLattice(1, 1, 1, Vector3::Zero());
        snow.runTo(3);
        compare(-snow.velocity(0).z(), 21.650, 0.0217, "4: speed after 3 s of fall in air, m/s");
        snow.runTo(14);
        compare(-snow.velocity(0).z(), 27.339, 0.0273, "4: terminal speed of snow, m/s");
        DemRun ice;
        ice.material = iceSnow();
        ice.scene.wind = stillAir();
        ice.addLattice(1, 1, 1, Vector3::Zero());
        ice.put(0, {0, 0, 0}, {0, 0, -55});
        ice.runTo(16);
        compare(-ice.velocity(0).z(), 56.868, 0.0569, "4: terminal speed of ice, m/s");
    }

    void grainsBounceAsTheRecursionSays_data()
    {
        QTest::addColumn<double>("timeStep");
        QTest::addColumn<double>("expected");
        QTest::addRow("0.6 ms") << 6e-4 << 0.6109;
        QTest::addRow("1 ms") << 1e-3 << 0.3560;
        QTest::addRow("0.01 ms") << 1e-5 << 0.992;
    }
    void grainsBounceAsTheRecursionSays()
    {
        QFETCH(double, timeStep);
        QFETCH(double, expected);
        const double gap = 4e-5;
        DemRun run = twoGrains(looseSnow());
        run.parameters.timeStep = timeStep;
        run.put(0, {0, 0, 0}, {0.5, 0, 0});
        run.put(1, {0.04 + gap, 0, 0}, {-0.5, 0, 0});
        const double stiffness = 2 * 3 * 280.0 / run.mass();
        double s = -gap, w = 1; // overlap and approach: s grows with w
        const auto force = [&](double overlap) { return overlap > 0 ? -stiffness * overlap : 0.0; };
        for (double t = 0; t < 0.1; t += timeStep) {
            run.step(timeStep);
            double f = force(s);
            f += force(s + (w + f * timeStep) * timeStep);
            w += f * timeStep;
            s += w * timeStep;
        }
        const double bounced = run.velocity(1).x() - run.velocity(0).x();
        compare(bounced, -w, 1e-3, "5: restitution, beside the recursion");
        compare(bounced, expected, 1e-3, "5: restitution");
    }

    void wallsBounceByTheirRestitution_data()
    {
        QTest::addColumn<double>("restitution");
        for (const double restitution : {0.1, 0.5, 0.9})
            QTest::addRow("%g", restitution) << restitution;
    }
    void wallsBounceByTheirRestitution()
    {
        QFETCH(double, restitution);
        DemRun run;
        run.material = looseSnow();
        run.scene.settings.gravity.setZero();
        run.parameters.timeStep = 1e-5;
        run.addBoundary(makePlane(2, 2, Vector3::Zero()), 0).surface.restitution = restitution;
        run.addLattice(1, 1, 1, Vector3::Zero());
        run.put(0, {0, 0, 0.0201}, {0, 0, -1});
        run.runTo(0.1);
        compare(run.velocity(0).z(), restitution, 0.01, "6: restitution of a wall");
    }

    void momentumIsKept()
    {
        DemRun run;
        run.scene.settings.gravity.setZero();
        run.addLattice(13, 13, 12, Vector3::Zero());
        run.start();
        const std::size_t count = run.state().grains.count();
        QVERIFY(count >= 2000);
        for (std::uint32_t id = 0; id < count; ++id) {
            const Vector3 place = Vector3(randomSigned(id, 0), randomSigned(id, 1), randomSigned(id, 2)) * 0.21;
            run.put(id, place, 0.5 * Vector3(randomSigned(id, 3), randomSigned(id, 4), randomSigned(id, 5)));
            run.state().grains.setDurability(run.slot(id), 0.5 + 0.5 * randomSigned(id, 6));
        }
        const FlushToZeroScope flush;
        for (int k = 0; k < 20; ++k) {
            DemStep step(run.scene, run.parameters, run.state(), 1e-3);
            step.findNeighbours();
            step.findWalls();
            const auto check = [&](const char* what) {
                Vector3 sum = Vector3::Zero();
                double sizes = 0;
                for (std::size_t i = 0; i < count; ++i) {
                    const Vector3 f = DemRun::toVector(run.state().grains.arrays(false).force[i]);
                    sum += f;
                    sizes += f.norm();
                }
                QVERIFY(sizes > 0);
                compare(sum.norm() / sizes, 0, 1e-5, what);
            };
            step.warmStart();
            if (k == 5)
                check("9: sum of forces after pass 0, over the sum of their sizes");
            step.relax(1);
            if (k == 5)
                check("9: sum of forces after pass 1, over the sum of their sizes");
            step.move();
            step.compress();
        }
    }

    void compressionFollowsItsCurve()
    {
        const double densities[] = {100, 300, 500, 700, 900}, expected[] = {0, 2.1440e-3, 1.7986e-2, 0.135045, 1};
        for (int k = 0; k < 5; ++k)
            compare(compressionCurve(densities[k]), expected[k], 1e-4 * expected[k] + 1e-12, "10: F(rho)");
        const GrainMaterial law{Material(GranularSnow()), DemParameters()};
        compare(law.threshold(0.5), 28.811, 28.811e-4, "10: force that shrinks at 500 kg/m^3, N");
        for (const double d : {0.0, 0.2, 0.7, 1.0})
            compare(law.durabilityUnder(law.threshold(d)), d, 1e-9, "10: durability, there and back");
    }

    void adhesionHasItsKernel()
    {
        const double at[] = {0.5, 0.6, 0.75, 0.9, 0.99, 1}, expected[] = {0, 69.17, 77.34, 69.17, 40.92, 0};
        for (int k = 0; k < 6; ++k)
            compare(adhesionKernel(at[k] * 0.04, 0.04), expected[k], 1e-4 * expected[k] + 0.005, "15: A, 1/m^3");
    }

    void restitutionHasItsDamping()
    {
        const double of[] = {0.1, 0.2, 0.3, 0.5, 0.7, 0.8, 0.9};
        const double expected[] = {1.2432, 0.7312, 0.4972, 0.2553, 0.1222, 0.0744, 0.0343};
        for (int k = 0; k < 7; ++k)
            compare(dampingRatio(of[k]), expected[k], 1e-4, "5.15: damping ratio");
    }

    void overlapsAreWeighted()
    {
        QCOMPARE(overlapWeight(1), 1 - 0.9);
        QCOMPARE(overlapWeight(0), 1.0);
        QCOMPARE(overlapWeight(0.5), 0.55);
    }

    void passesGoOnUntilOverlapsAreSmall()
    {
        DemRun snow = twoGrains({});
        snow.put(0, {0, 0, 0});
        snow.put(1, {0.0395, 0, 0});
        const StepReport few = snow.step(1e-3);
        QCOMPARE(few.figures.at("passes"), 1.0);
        DemRun ice = twoGrains(iceSnow());
        ice.parameters.timeStep = 1e-4; // so that passes do not end the overlap
        ice.put(0, {0, 0, 0});
        ice.put(1, {0.8 * 2 * ice.radiusOfMaterial(), 0, 0});
        const StepReport many = ice.step(1e-4);
        QCOMPARE(many.figures.at("passes"), 3.0);
        compare(many.figures.at("largestOverlap"), 0.2, 1e-4, "17: overlap of the ice pair");
        ice.parameters.fewestPasses = 2;
        ice.parameters.overlapTolerance = 0.2;
        DemRun fewest = twoGrains({});
        fewest.parameters.fewestPasses = 2;
        QCOMPARE(fewest.step(1e-3).figures.at("passes"), 2.0);
        DemRun none = twoGrains(iceSnow());
        none.parameters = demPresets()[1].parameters;
        none.put(0, {0, 0, 0});
        none.put(1, {0.8 * 2 * none.radiusOfMaterial(), 0, 0});
        QCOMPARE(none.step(1e-4).figures.at("passes"), 0.0);
    }

    void whatRestsBeginsToFall()
    {
        DemRun single;
        single.addLattice(1, 1, 1, Vector3::Zero());
        single.start();
        const double z = single.position(0).z();
        single.runTo(0.2);
        compare(z - single.position(0).z(), 0.1970, 0.00197, "18: fall of a grain in 0.2 s, m");
        DemRun clump;
        clump.addLattice(3, 3, 3, Vector3::Zero());
        clump.start();
        const double before = clump.position(13).z();
        clump.runTo(0.2);
        compare(before - clump.position(13).z(), 0.1970, 0.00197, "18: fall of a clump in 0.2 s, m");
    }
};

SASTRUGI_TEST(DemPairTest)
#include "DemPairTest.moc"
