// That each option of solver and material does what it says.
#include "tests/TestCase.h"
#include "tests/physics/dem/twoGrains.h"

#include <numbers>

using namespace sastrugi;
using namespace sastrugi::test;

namespace
{

constexpr double grainMass = 3.3510e-3; // 4/3 pi r^3 100 kg/m^3, r = 2 cm

/// A pair that overlaps a little, the second grain moving along y.
DemRun slidingPair(const GranularSnow& snow, const DemParameters& parameters, double speed)
{
    DemRun run = twoGrains(snow);
    run.parameters = parameters;
    run.start();
    run.put(0, {0, 0, 0});
    run.put(1, {exactly(2 * run.radiusOfMaterial() - 1e-4), 0, 0}, {0, speed, 0});
    return run;
}

/// Kinds of snow, and the value of each in the material.
struct Column {
    double GranularSnow::*modulus;
    double GranularSnow::*cohesion;
    double GranularSnow::*bondThreshold;
};
constexpr Column columns[] = {{&GranularSnow::dryModulus, &GranularSnow::dryCohesion, &GranularSnow::dryBondThreshold},
                              {&GranularSnow::wetModulus, &GranularSnow::wetCohesion, &GranularSnow::wetBondThreshold},
                              {&GranularSnow::iceModulus, &GranularSnow::iceCohesion, &GranularSnow::iceBondThreshold}};

void addKinds()
{
    QTest::addColumn<int>("kind");
    for (const int kind : {0, 1, 2})
        QTest::addRow("%s", kind == 0 ? "dry" : kind == 1 ? "wet" : "ice") << kind;
}

} // namespace

class DemOptionsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void twiceTheModulusIsTwiceTheForce_data() { addKinds(); }
    void twiceTheModulusIsTwiceTheForce()
    {
        QFETCH(int, kind);
        double before = 0;
        for (const double factor : {1.0, 2.0}) {
            GranularSnow snow = snowOf(kind);
            snow.*columns[kind].modulus *= factor;
            DemParameters parameters;
            parameters.limiter = 0;
            DemRun run = slidingPair(snow, parameters, 0);
            warmStart(run);
            const double force = run.force(1).x();
            QVERIFY(force > 0);
            if (factor == 2)
                compare(force / before, 2, 1e-5, "force with twice the modulus");
            before = force;
        }
    }

    void twiceTheCohesionReachesTwiceAsFar_data() { addKinds(); }
    void twiceTheCohesionReachesTwiceAsFar()
    {
        QFETCH(int, kind);
        const double gap = 1.5 * (kind == 0 ? 0.10257e-3 : kind == 1 ? 0.30633e-3 : 0.55602e-3);
        for (const double factor : {1.0, 2.0}) {
            GranularSnow snow = snowOf(kind);
            snow.*columns[kind].cohesion *= factor;
            DemRun run = twoGrains(snow);
            run.put(0, {0, 0, 0});
            run.put(1, {2 * run.radiusOfMaterial() + gap, 0, 0});
            warmStart(run);
            QCOMPARE(run.force(1).x() < 0, factor == 2);
        }
    }

    /// A grain that had four neighbours and has two.
    void bondsLastAsLongAsNeighboursAreLeft_data() { addKinds(); }
    void bondsLastAsLongAsNeighboursAreLeft()
    {
        QFETCH(int, kind);
        for (const double threshold : {0.4, 0.6}) {
            GranularSnow snow = snowOf(kind);
            snow.*columns[kind].bondThreshold = threshold;
            DemRun run;
            run.material = snow;
            run.scene.settings.gravity.setZero();
            run.addLattice(5, 1, 1, Vector3::Zero());
            run.start();
            const double touch = 1.999 * run.radiusOfMaterial();
            const Vector3 around[] = {{touch, 0, 0}, {-touch, 0, 0}, {0, touch, 0}, {0, -touch, 0}};
            run.put(0, Vector3::Zero());
            for (std::uint32_t k = 0; k < 4; ++k)
                run.put(k + 1, around[k]);
            run.step(1e-6);
            QVERIFY(run.state().grains.isBonded(run.slot(0)));
            for (const std::uint32_t k : {0u, 2u})
                run.put(k + 1, 3 * around[k]);
            run.step(1e-6);
            QCOMPARE(run.state().grains.isBonded(run.slot(0)), threshold < 0.5);
        }
    }

    /// Sliding at any speed, with the paper's friction.
    void frictionIsAShareOfTheForce_data()
    {
        QTest::addColumn<double>("calibration");
        QTest::addColumn<double>("angle");
        for (const double calibration : {0.5, 1.0})
            for (const double angle : {20.0, 38.0})
                QTest::addRow("%g, %g degrees", calibration, angle) << calibration << angle;
    }
    void frictionIsAShareOfTheForce()
    {
        QFETCH(double, calibration);
        QFETCH(double, angle);
        GranularSnow snow;
        snow.angleOfRepose = angle * std::numbers::pi / 180;
        DemParameters parameters;
        parameters.friction = GrainFriction::Paper;
        parameters.frictionCalibration = calibration;
        DemRun run = slidingPair(snow, parameters, 0.3);
        warmStart(run);
        const double share = calibration * std::tan(snow.angleOfRepose);
        compare(-run.force(1).y() / run.force(1).x(), share, 1e-4 * share, "friction over normal force");
        QCOMPARE(run.force(0).y(), -run.force(1).y());
    }

    /// Below the cap friction is a spring of the way, and a dashpot of the speed.
    void slowSlidingIsASpring_data()
    {
        QTest::addColumn<double>("stiffness");
        QTest::addColumn<double>("damping");
        QTest::addRow("spring") << 0.3 << 0.0;
        QTest::addRow("weak spring") << 0.1 << 0.0;
        QTest::addRow("both") << 0.3 << 0.1;
        QTest::addRow("more damping") << 0.3 << 0.25;
    }
    void slowSlidingIsASpring()
    {
        QFETCH(double, stiffness);
        QFETCH(double, damping);
        constexpr double speed = 0.004, timeStep = 1e-3;
        DemParameters parameters;
        parameters.tangentialStiffness = stiffness;
        parameters.tangentialDamping = damping;
        parameters.limiter = 0;
        DemRun run = slidingPair({}, parameters, speed);
        warmStart(run, timeStep);
        const double expected = 3 * stiffness * 280 * speed * timeStep + damping * grainMass / (2 * timeStep) * speed;
        compare(-run.force(1).y() / expected, 1, 1e-3, "friction of the first step, over its law");
    }

    void slowSlidingIsViscous()
    {
        constexpr double speed = 0.004, timeStep = 1e-3;
        for (const double damping : {0.05, 0.2}) {
            DemParameters parameters;
            parameters.friction = GrainFriction::Viscous;
            parameters.tangentialDamping = damping;
            DemRun run = slidingPair({}, parameters, speed);
            warmStart(run, timeStep);
            compare(-run.force(1).y() / (damping * grainMass / (2 * timeStep) * speed), 1, 1e-3,
                    "viscous friction over its law");
        }
    }

    void normalisedPassesSumToTheForce()
    {
        double bare = 0;
        for (const bool normalise : {false, true}) {
            DemParameters parameters;
            parameters.normalise = normalise;
            parameters.fewestPasses = 2;
            parameters.limiter = 0;
            DemRun run = slidingPair({}, parameters, 0);
            warmStart(run);
            if (normalise)
                compare(run.force(1).x() / bare, 1.0 / 3, 1e-5, "share of the force in each of three passes");
            bare = run.force(1).x();
        }
    }

    void fastGrainsTakeShortSteps_data()
    {
        QTest::addColumn<double>("cap");
        for (const double cap : {0.1, 0.25, 0.5})
            QTest::addRow("%g", cap) << cap;
    }
    void fastGrainsTakeShortSteps()
    {
        QFETCH(double, cap);
        DemRun run = twoGrains({});
        run.parameters.displacementCap = cap;
        run.start();
        run.put(0, {0, 0, 0});
        run.put(1, {1, 0, 0}, {0, 40, 0});
        std::string_view limiter;
        compare(run.solver().largestTimeStep(run.scene, run.state(), limiter), cap * 0.02 / 40, 1e-12, "step, s");
        QCOMPARE(QString::fromUtf8(limiter.data(), static_cast<qsizetype>(limiter.size())), QString("displacementCap"));
        run.runTo(0.01);
        compare((run.position(1) - Vector3(1, 0, 0)).norm(), 0.4, 1e-4, "way of the grain, m");
    }

    void airDragsByItsCoefficientAndDensity_data()
    {
        QTest::addColumn<double>("coefficient");
        QTest::addColumn<double>("density");
        QTest::addRow("flakes") << 1.0 << 1.2;
        QTest::addRow("thin air") << 1.0 << 0.3;
    }
    void airDragsByItsCoefficientAndDensity()
    {
        QFETCH(double, coefficient);
        QFETCH(double, density);
        DemRun run;
        run.parameters.dragCoefficient = coefficient;
        run.parameters.airDensity = density;
        run.scene.wind = stillAir();
        run.addLattice(1, 1, 1, Vector3::Zero());
        run.runTo(1);
        const double area = std::numbers::pi * 0.02 * 0.02;
        const double terminal = std::sqrt(2 * grainMass * 9.81 / (coefficient * density * area));
        const double expected = terminal * std::tanh(9.81 / terminal);
        compare(-run.velocity(0).z(), expected, 1e-3 * expected, "speed after a second of fall in air, m/s");
    }

    /// Slow grains in a bed are stopped; with a threshold of zero none are.
    void slowGrainsAreStopped()
    {
        for (const double threshold : {0.0, 1e-3}) {
            DemRun run;
            run.parameters.oscillationThreshold = threshold;
            run.addTray(0.24, 0.24, 0.9);
            run.addLattice(6, 6, 4, Vector3::Zero(), 0.02);
            run.runTo(2);
            const std::vector<Vector3> velocities = run.vectors("velocity");
            const auto stopped =
                std::ranges::count_if(velocities, [](const Vector3& velocity) { return velocity.isZero(0); });
            if (threshold > 0)
                QVERIFY2(stopped > 70, qPrintable(QString::number(stopped)));
            else
                QCOMPARE(stopped, 0);
        }
    }

    /// Fresh grains shrink from the onset on, in weights of a grain.
    void compressionBeginsAtItsOnset()
    {
        for (const double onset : {1.0, 10.0}) {
            GranularSnow snow;
            snow.compressionOnset = onset;
            const GrainMaterial law{Material(snow), DemParameters()};
            compare(law.threshold(1), onset * grainMass * 9.81, 1e-4 * onset * grainMass * 9.81,
                    "force from which on fresh grains shrink, N");
        }
    }

    /// What counts as the most neighbours is forgotten in the sinter time, so that two stick where four did.
    void sinteringBondsWhatLies()
    {
        for (const double sinterTime : {0.0, 0.1}) {
            DemRun run;
            run.parameters.sinterTime = sinterTime;
            run.scene.settings.gravity.setZero();
            run.addLattice(5, 1, 1, Vector3::Zero());
            run.start();
            constexpr double touch = 0.04005; // near enough to stick, and nothing parts those that do not
            const Vector3 around[] = {{touch, 0, 0}, {-touch, 0, 0}, {0, touch, 0}, {0, -touch, 0}};
            run.put(0, Vector3::Zero());
            for (std::uint32_t k = 0; k < 4; ++k)
                run.put(k + 1, around[k]);
            run.step(1e-6);
            for (const std::uint32_t k : {0u, 2u})
                run.put(k + 1, 3 * around[k]);
            run.step(1e-6);
            QVERIFY(!run.state().grains.isBonded(run.slot(0))); // 2 of 4, and 65 % are asked for
            run.runTo(0.3);
            QCOMPARE(run.state().grains.isBonded(run.slot(0)), sinterTime > 0);
        }
    }

    /// Squeezed along a diagonal: to the tensor all directions are alike.
    void pressureByTensorSeesDiagonals()
    {
        double along[2] = {}, across[2] = {};
        for (const bool isTensor : {false, true})
            for (const bool isDiagonal : {false, true}) {
                DemRun run;
                run.material.compressionScale = 1e4;
                run.parameters.compression = isTensor ? GrainPressure::Tensor : GrainPressure::Axes;
                run.scene.settings.gravity.setZero();
                run.addLattice(3, 1, 1, Vector3::Zero());
                run.start();
                const Vector3 way = 0.038 * (isDiagonal ? Vector3(1, 1, 0).normalized() : Vector3(1, 0, 0));
                run.put(0, Vector3::Zero());
                run.put(1, way);
                run.put(2, -way);
                run.step(1e-3);
                const float durability = run.numbers("durability")[0];
                (isDiagonal ? across : along)[isTensor ? 1 : 0] = 1 - static_cast<double>(durability);
            }
        QVERIFY(along[0] > 0 && along[1] > 0);
        compare(across[1] / along[1], 1, 0.02, "shrinking by tensor, along a diagonal over along an axis");
        QVERIFY(across[0] > 0);
    }
};

SASTRUGI_TEST(DemOptionsTest)
#include "DemOptionsTest.moc"
