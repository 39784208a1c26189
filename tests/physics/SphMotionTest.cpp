// How snow moves: rotation (T7, T7b), free fall (T8), slopes and friction (T13, T13c, T14), determinism (T18),
// iterations (T19), contact (T24).
#include "engine/geometry/PointGrid.h"
#include "engine/geometry/SurfaceSampler.h"
#include "engine/sph/periodCheck.h"
#include "tests/TestCase.h"
#include "tests/physics/SphRun.h"

#include <algorithm>
#include <cmath>
#include <numbers>

using namespace sastrugi;
using namespace sastrugi::test;

namespace
{

constexpr double gravity = 9.81;

/// Gravity on a floor that is tilted by `degrees`.
Vector3 tiltedGravity(double degrees)
{
    const double angle = degrees * std::numbers::pi / 180;
    return gravity * Vector3(std::sin(angle), 0, -std::cos(angle));
}

/// T13: a block of 10 x 5 x 5 particles on a slope of 20 degrees.
SphRun slidingBlock(double viscousFriction, double timeStep)
{
    const double h = 0.02;
    SphRun run;
    run.parameters.spacing = h;
    run.parameters.largestTimeStep = timeStep;
    run.scene.settings.gravity = tiltedGravity(20);
    run.addBoundary(makePlane(2, 1, {0.5, 0, 0}), viscousFriction);
    run.addBox({10 * h, 5 * h, 5 * h}, {0, 0, 3 * h});
    return run;
}

/// How fast the sliding block creeps, m/s: all of it, and the layer on the wall.
struct Creep {
    double block = 0, lowestLayer = 0;
};

/// Displacement over time, from 0.2 s to 0.4 s. The velocity at one instant would not do: gravity sets in at once, so
/// that snow that sticks swings above its lowest layer, at up to 18 mm/s and with a period of about 0.055 s. That is
/// elasticity and not creep, and only the implicit step damps it: the less, the smaller the step.
Creep creepOfSlidingBlock(double viscousFriction, double timeStep)
{
    SphRun run = slidingBlock(viscousFriction, timeStep);
    run.start();
    const std::vector<Vector3> start = run.positions();
    run.runTo(0.2);
    const std::vector<Vector3> before = run.positions();
    run.runTo(0.4);
    const std::vector<Vector3> after = run.positions();
    Creep creep;
    double lowest = 0;
    for (std::size_t i = 0; i < after.size(); ++i) {
        const double speed = (after[i] - before[i]).x() / 0.2;
        creep.block += speed / static_cast<double>(after.size());
        if (start[i].z() < 1.5 * run.parameters.spacing) {
            creep.lowestLayer += speed;
            ++lowest;
        }
    }
    creep.lowestLayer /= lowest;
    return creep;
}

Hash hashAfter(const std::function<void(SphRun&)>& play)
{
    SphRun run;
    run.parameters.spacing = 0.02;
    run.scene.settings.gravity = {0, 0, -gravity};
    run.addBoundary(makePlane(2, 2, Vector3::Zero()), 0.5);
    run.addEmitter(makeSphere(0.16, {0, 0, 0.18}, 3), {1, 0, -2});
    run.start();
    play(run);
    return run.frame().contentHash();
}

/// Poisson-disk samples of the rectangle from `low` to `high` in the plane z = 0: candidates uniform in the area, so
/// many for each disk of the radius `distance`, of which those stay that have no earlier one within it.
std::vector<Vector3> poissonDisk(const Vector3& low, const Vector3& high, double distance, double candidatesPerDisk)
{
    const Vector3 size = high - low;
    const double candidates = candidatesPerDisk * size.x() * size.y() / (std::numbers::pi * distance * distance);
    PointGrid samples(distance);
    for (std::uint64_t i = 0; static_cast<double>(i) < candidates; ++i) {
        const Vector3 place =
            low + 0.5 * Vector3((1 + randomSigned(i, 40)) * size.x(), (1 + randomSigned(i, 41)) * size.y(), 0);
        if (!samples.anyWithin(place, distance))
            samples.add(place);
    }
    return samples.points();
}

/// A mesh whose samples are the given points: a speck of a triangle at each. The points must be more than 0.8 spacings
/// apart, which is what a boundary keeps.
TriangleMesh specks(const std::vector<Vector3>& points, double spacing)
{
    const double size = 1e-5 * spacing;
    TriangleMesh mesh;
    for (const Vector3& point : points) {
        const auto first = static_cast<std::uint32_t>(mesh.points.size());
        mesh.points.insert(mesh.points.end(), {point, point + Vector3(size, 0, 0), point + Vector3(0, size, 0)});
        mesh.triangles.push_back({first, first + 1, first + 2});
    }
    return mesh;
}

/// Boxes of a spacing, each with one particle in its middle: over a square metre of the plane, 2 to 8 spacings above
/// it, and no nearer to each other than two spacings, so that the flakes do not touch.
TriangleMesh separateFlakes(std::size_t count, double spacing, const Matrix3& tilt)
{
    PointGrid places(2 * spacing);
    for (std::uint64_t i = 0; places.points().size() < count; ++i) {
        const Vector3 random = randomVector(i, 20);
        const Vector3 place = tilt * Vector3(0.5 * random.x(), 0.5 * random.y(), (5 + 3 * random.z()) * spacing);
        const Vector3 onLattice = spacing * (place / spacing).array().round().matrix(); // of the emitter
        if (!places.anyWithin(onLattice, 2 * spacing * (1 - 1e-6)))
            places.add(onLattice);
    }
    std::vector<TriangleMesh> boxes;
    for (const Vector3& place : places.points())
        boxes.push_back(makeBox(Vector3::Constant(spacing), place));
    std::vector<const TriangleMesh*> all;
    for (const TriangleMesh& box : boxes)
        all.push_back(&box);
    return merged(all);
}

} // namespace

class SphMotionTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void strainsTurnWithTheBody()
    {
        SphRig rig;
        rig.parameters.spacing = 0.02;
        rig.timeStep = 1e-3;
        rig.material.criticalCompression = 0.1;
        rig.material.criticalStretch = 0.05;
        std::vector<Seed> seeds = latticeSeeds(7, 7, 7, 0.02, Vector3::Constant(-0.06));
        for (Seed& seed : seeds)
            seed.velocity = Vector3(0, 0, 1).cross(seed.position);
        rig.build(seeds);
        rig.prepare();
        const std::size_t centre = rig.placeOf(171);
        std::fill_n(rig.arrays().elastic.xx, rig.count(), 0.99f);
        rig.step().run(rig.kernels().publishVelocity);
        for (int k = 0; k < 1571; ++k)
            rig.step().sum(rig.kernels().deformation);
        compare(rig.elastic(centre)(0, 0), 1.0008, 2e-4, "xx");
        compare(rig.elastic(centre)(1, 1), 0.9908, 2e-4, "yy");
        compare(rig.elastic(centre)(2, 2), 1, 2e-4, "zz");
    }

    void aFreeBallTurnsUnchanged_data() { addModes(); }

    void aFreeBallTurnsUnchanged()
    {
        QFETCH(bool, paperExact);
        const double h = 0.005, turn = 2 * std::numbers::pi / 20;
        SphRun run;
        run.parameters.spacing = h;
        run.parameters.paperExact = paperExact;
        run.parameters.largestTimeStep = 2e-4;
        run.scene.settings.gravity.setZero();
        run.addEmitter(makeSphere(6 * h, Vector3::Zero(), 3), Vector3::Zero(), {0, 0, 20});
        const auto angularMomentum = [&] {
            double sum = 0;
            const std::vector<Vector3> x = run.positions(), v = run.velocities();
            for (std::size_t i = 0; i < x.size(); ++i)
                sum += x[i].cross(v[i]).z();
            return sum;
        };
        const auto coreDensity = [&] {
            double sum = 0, count = 0;
            const std::vector<Vector3> x = run.positions();
            const Frame frame = run.frame();
            for (std::size_t i = 0; i < x.size(); ++i)
                if (x[i].norm() < 3 * h) {
                    sum += frame.particles.get<float>("density")[i];
                    ++count;
                }
            return sum / count;
        };
        run.start();
        const double before = angularMomentum(), density = coreDensity();
        run.runTo(turn);
        compare(angularMomentum() / before, 1.0001, 1e-3, "L_z");
        compare(run.meanVelocity().norm() / (20 * 6 * h), 0, 1e-6, "momentum");
        compare(coreDensity() / density, 0.999, 3e-3, "core density");
    }

    void freeFallIsExact_data()
    {
        QTest::addColumn<double>("timeStep");
        QTest::addColumn<int>("count");
        QTest::newRow("1 ms") << 1e-3 << 400;
        QTest::newRow("0.1 ms") << 1e-4 << 4000; // the more steps, the more rounding
    }

    void freeFallIsExact()
    {
        QFETCH(double, timeStep);
        QFETCH(int, count);
        const double h = 0.02, dt = timeStep;
        SphRun run;
        run.parameters.spacing = h;
        run.parameters.largestTimeStep = dt;
        run.scene.settings.gravity = {0, 0, -gravity};
        run.addBox({5 * h, 5 * h, 5 * h}, {0, 0, 0});
        run.addBox({h, h, h}, {1, 0, 0}); // alone
        run.start();
        const std::vector<Vector3> before = run.positions();
        const int steps = run.runTo(0.4);
        QCOMPARE(steps, count);
        const std::vector<Vector3> after = run.positions();
        const double fall = gravity * dt * dt * steps * (steps + 1) / 2;
        for (std::size_t i = 0; i < after.size(); ++i) {
            compare((before[i].z() - after[i].z()) / fall, 1, 1e-5, "fall");
            const Vector3 shape = (after[i] - after[0]) - (before[i] - before[0]);
            QVERIFY2(shape.norm() <= 1e-5 * h, "the block changes its shape");
        }
    }

    void slowSnowFarFromTheOriginIsNotStuck()
    {
        // A step of 1e-6 m at 100 m, where floats are 7.6e-6 m apart.
        const double h = 0.02, speed = 1e-3;
        SphRun run;
        run.parameters.spacing = h;
        run.parameters.largestTimeStep = 1e-3;
        run.scene.settings.gravity.setZero();
        run.addBox({3 * h, 3 * h, 3 * h}, {50, 50, 50}, {speed, 0, 0});
        run.addBox({3 * h, 3 * h, 3 * h}, {100, 50, 50}, {speed, 0, 0});
        run.start();
        QCOMPARE(run.state().origin, Vector3::Zero());
        const std::vector<Vector3> before = run.positions();
        run.runTo(0.2);
        const std::vector<Vector3> after = run.positions();
        for (std::size_t i = 0; i < after.size(); ++i)
            compare((after[i] - before[i]).x(), 0.2 * speed, 8e-6, "way");
    }

    void snowSlidesFreelyWithoutFriction()
    {
        SphRun run = slidingBlock(0, 0);
        run.runTo(0.4);
        const double expected = gravity * std::sin(20 * std::numbers::pi / 180) * 0.4;
        compare(run.meanVelocity().x() / expected, 1, 5e-3, "speed");
    }

    void creepOnASlopeDoesNotDependOnTheTimeStep_data()
    {
        QTest::addColumn<double>("friction");
        QTest::addColumn<double>("timeStep");
        for (const double friction : {1.0, 10.0})
            for (const double timeStep : {2e-3, 1e-3, 5e-4})
                QTest::addRow("friction %g, %g ms", friction, 1e3 * timeStep) << friction << timeStep;
    }

    void creepOnASlopeDoesNotDependOnTheTimeStep()
    {
        QFETCH(double, friction);
        QFETCH(double, timeStep);
        const Creep creep = creepOfSlidingBlock(friction, timeStep);
        if (friction > 1)
            QVERIFY2(creep.block <= 0.002, qPrintable(QString::number(creep.block)));
        else
            compare(creep.block, 0.0120, 0.2 * 0.0120, "creep");
        // N g sin(theta) / (nu_b sum c_ib), with the sum of a layer one spacing above its wall
        const double h = 0.02, steady = 5 * tiltedGravity(20).x() * h * h / (friction * 0.578);
        compare(creep.lowestLayer / steady, 1, 0.2, "steady creep");
        compare(creepOfSlidingBlock(friction, timeStep / 2).block / creep.block, 1, 0.05, "creep with half the step");
    }

    void frictionOfOneStepIsExact()
    {
        const double h = 0.01;
        SphRig rig;
        rig.parameters.spacing = h;
        rig.timeStep = 1e-3;
        rig.scene.boundaries = {planeBoundary(40 * h, 0.01)};
        rig.build({{{0, 0, h}, {1, 0, 0}, 0}});
        rig.prepare();
        solvePressure(rig.step(), rig.parameters, {});
        solveShear(rig.step(), rig.parameters, {});
        StepReport report;
        changeVelocity(rig.step(), rig.parameters, report);
        compare(static_cast<double>(rig.arrays().velocity.x[0]), 0.9453, 1e-4, "v / v0");
    }

    void threadsInstructionSetsAndCheckpointsDoNotMatter() { verifySameBits(0.12, hashAfter); }

    void solvesTakeTheKnownNumberOfIterations_data() { addModes(); }
    void solvesTakeTheKnownNumberOfIterations()
    {
        QFETCH(bool, paperExact);
        SphRig rig;
        rig.parameters.paperExact = paperExact;
        rig.parameters = resolved(rig.parameters);
        rig.parameters.spacing = 0.03;
        rig.timeStep = 1.5e-3;
        rig.scene.boundaries = {planeBoundary(2, 0)};
        std::vector<Seed> seeds = latticeSeeds(12, 12, 12, 0.03, {-0.165, -0.165, 0.03});
        for (std::size_t i = 0; i < seeds.size(); ++i) {
            seeds[i].position += 0.1 * 0.03 * randomVector(i, 0);
            seeds[i].velocity = Vector3(0, 0, -1) + 0.2 * randomVector(i, 3);
        }
        for (const double tolerance : {1e-3, 1e-4}) {
            rig.parameters.pressureTolerance = tolerance;
            rig.build(seeds);
            SnowParticles& particles = rig.state().snow.particles();
            for (std::size_t i = 0; i < rig.count(); ++i)
                for (std::size_t k = 0; k < 6; ++k)
                    particles.elastic[k][i] +=
                        static_cast<float>(0.008 * randomSigned(i, 10 + static_cast<std::uint32_t>(k)));
            rig.prepare();
            const PressureResult pressure = solvePressure(rig.step(), rig.parameters, {});
            compare(pressure.iterations, tolerance > 5e-4 ? 5 : 8, 2, "pressure");
            if (tolerance > 5e-4)
                compare(solveShear(rig.step(), rig.parameters, {}).iterations, 3, 2, "shear");
        }
    }

    void whatAPeriodicDomainCannotHoldIsNamed()
    {
        SphRun run;
        run.parameters.spacing = 0.02;
        run.scene.settings.periodic = true;
        run.scene.settings.periodSize = {0.4, 0.32, 1};
        run.addBoundary(makeBox({0.1, 0.1, 0.1}, {0.4, 0.1, 0.1}), 1); // reaches out
        run.addBoundary(makePlane(0.8, 0.64, Vector3::Zero()), 1);     // as grounds do
        run.addBox({0.4, 0.32, 0.1}, {0.2, 0.16, 0.4});
        QStringList codes;
        const Log log = [&](const LogMessage& message) { codes += QString::fromStdString(message.code); };
        checkPeriod(run.scene, run.parameters.spacing, log);
        QCOMPARE(codes, QStringList{"boundary.outsideOfPeriod"});
        run.addBox({0.2, 0.34, 0.1}, {0.2, 0.16, 0.8});
        QVERIFY_THROWS_EXCEPTION(NodeError, checkPeriod(run.scene, run.parameters.spacing));
    }

    void aPeriodicDomainHasNoBorder()
    {
        // The same fall, once in the middle of the domain and once across its corner.
        const double h = 0.02;
        const auto fall = [&](const Vector3& place) {
            SphRun run;
            run.parameters.spacing = h;
            run.scene.settings.gravity = {0, 0, -gravity};
            run.scene.settings.periodic = true;
            run.scene.settings.periodSize = {0.4, 0.32, 1};
            run.addBoundary(makePlane(0.8, 0.64, Vector3::Zero()), 1);
            run.addBox({8 * h, 8 * h, 4 * h}, place + Vector3(0, 0, 2.5 * h), {0, 0, -1});
            run.runTo(0.06);
            std::vector<double> heights;
            for (const Vector3& x : run.positions()) {
                heights.push_back(x.z());
                if (!(x.x() >= 0 && x.x() < 0.4 && x.y() >= 0 && x.y() < 0.32))
                    return std::vector<double>();
            }
            std::sort(heights.begin(), heights.end());
            return heights;
        };
        const std::vector<double> middle = fall({0.2, 0.16, 0}), corner = fall({0.4, 0.32, 0});
        QCOMPARE(middle.size(), std::size_t{256});
        QCOMPARE(corner.size(), middle.size());
        for (std::size_t i = 0; i < middle.size(); ++i)
            compare(corner[i] / h, middle[i] / h, 0.01, "height");
    }

    void flakesDoNotCrossOneLayerOfSamples_data()
    {
        QTest::addColumn<double>("candidatesPerDisk");
        QTest::addColumn<double>("samplesPerSquare");
        QTest::addColumn<double>("speed");
        for (const double speed : {1.0, 5.0}) {
            QTest::addRow("lattice, %g m/s", speed) << 0.0 << 1.0 << speed;
            QTest::addRow("Poisson disks, %g m/s", speed) << 400.0 << 1.0 << speed;
            QTest::addRow("Poisson disks with gaps, %g m/s", speed) << 40.0 << 0.9 << speed;
        }
    }

    void flakesDoNotCrossOneLayerOfSamples()
    {
        QFETCH(double, candidatesPerDisk);
        QFETCH(double, samplesPerSquare);
        QFETCH(double, speed);
        const double h = 0.01, angle = 20 * std::numbers::pi / 180;
        const Matrix3 tilt = Eigen::AngleAxisd(angle, Vector3::UnitY()).toRotationMatrix();
        SphRun run;
        run.parameters.spacing = h;
        run.scene.settings.gravity = {0, 0, -gravity};
        TriangleMesh plane = makePlane(3, 3, Vector3::Zero());
        if (candidatesPerDisk > 0) {
            const Vector3 low(-0.7, -0.7, 0), high(1.3, 0.7, 0);
            plane = specks(poissonDisk(low, high, 0.82 * h, candidatesPerDisk), h);
            const double samples = static_cast<double>(plane.triangles.size());
            compare(samples * h * h / ((high - low).x() * (high - low).y()), samplesPerSquare, 0.05,
                    "samples per spacing^2");
            compare(SurfaceSampler(plane, h).predictedCount(), samples, 0, "samples of the boundary");
        }
        run.addBoundary(transformed(plane, Vector3::Zero(), {0, angle, 0}, Vector3::Ones()), 0);
        run.addEmitter(separateFlakes(300, h, tilt), {0, 0, -speed});
        run.start();
        QCOMPARE(run.positions().size(), std::size_t{300});
        double lowest = 1;
        run.runTo(0.25, [&](const StepReport&) {
            for (const Vector3& x : run.positions())
                lowest = std::min(lowest, x.dot(tilt.col(2)));
        });
        QVERIFY2(lowest >= 0.4 * h, qPrintable(QString("lowest at %1 spacings").arg(lowest / h)));
    }
};

SASTRUGI_TEST(SphMotionTest)
#include "SphMotionTest.moc"
