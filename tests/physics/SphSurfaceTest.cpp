// What boundaries do to snow: friction in both modes and couplings (T13b, T13c,
// T14), adhesion (T23), restitution.
#include "tests/TestCase.h"
#include "tests/physics/SphRun.h"

#include <cmath>
#include <numbers>

using namespace sastrugi;
using namespace sastrugi::test;

namespace
{

constexpr double gravity = 9.81;

using Mode = FrictionMode;
using Coupling = FrictionCoupling;

SurfaceProperties surfaceWith(double friction, Mode mode, Coupling coupling)
{
    SurfaceProperties surface;
    surface.viscousFriction = friction;
    surface.frictionMode = mode;
    surface.frictionCoupling = coupling;
    return surface;
}

/// T13: a block of 10 x 5 x 5 particles on a slope of 20 degrees.
SphRun slidingBlock(const SurfaceProperties& surface, double timeStep)
{
    const double h = 0.02, angle = 20 * std::numbers::pi / 180;
    SphRun run;
    run.parameters.spacing = h;
    run.parameters.largestTimeStep = timeStep;
    run.scene.settings.gravity = gravity * Vector3(std::sin(angle), 0, -std::cos(angle));
    run.addBoundary(makePlane(2, 1, {0.5, 0, 0}), surface);
    run.addBox({10 * h, 5 * h, 5 * h}, {0, 0, 3 * h});
    return run;
}

/// Sum of c_ib at a distance from a plane, 1/m^2: the rate of friction 1.
double frictionSum(double distance, double spacing)
{
    SphRig rig;
    rig.parameters.spacing = spacing;
    rig.scene.boundaries = {planeBoundary(40 * spacing, 1)};
    rig.build({{{0, 0, distance}, Vector3::Zero(), 0}});
    rig.prepare();
    return static_cast<double>(rig.arrays().frictionRate[0]);
}

double meanWay(const std::vector<Vector3>& from, const std::vector<Vector3>& to)
{
    double sum = 0;
    for (std::size_t i = 0; i < from.size(); ++i)
        sum += (to[i] - from[i]).x() / static_cast<double>(from.size());
    return sum;
}

/// Velocities after one step of flakes at the places, each with that velocity,
/// over these boundaries.
std::vector<Vector3> afterOneStep(const std::vector<Boundary>& boundaries, const std::vector<Vector3>& places,
                                  const Vector3& velocity, double spacing, double timeStep)
{
    SphRig rig;
    rig.parameters.spacing = spacing;
    rig.parameters.contactGuard = false;
    rig.timeStep = timeStep;
    rig.scene.boundaries = boundaries;
    std::vector<Seed> seeds;
    for (const Vector3& place : places)
        seeds.push_back({place, velocity, 0});
    rig.build(seeds);
    rig.prepare();
    solvePressure(rig.step(), rig.parameters, {});
    solveShear(rig.step(), rig.parameters, {});
    StepReport report;
    changeVelocity(rig.step(), rig.parameters, report);
    std::vector<Vector3> velocities;
    for (std::size_t id = 0; id < seeds.size(); ++id)
        velocities.push_back(SphRig::at(rig.arrays().velocity, rig.placeOf(static_cast<std::uint32_t>(id))));
    return velocities;
}

Boundary plateAt(const Vector3& centre, const SurfaceProperties& surface)
{
    Boundary boundary;
    boundary.name = "plate";
    boundary.mesh = std::make_shared<TriangleMesh>(makePlane(0.4, 0.4, centre));
    boundary.surface = surface;
    return boundary;
}

Hash hashOnMixedWalls(const std::function<void(SphRun&)>& play)
{
    SphRun run;
    run.parameters.spacing = 0.02;
    run.scene.settings.gravity = {0, 0, -gravity};
    SurfaceProperties sticky = surfaceWith(0.5, Mode::Tangential, Coupling::InShearSolve);
    sticky.adhesion = 30;
    run.addBoundary(makePlane(0.6, 2, {-0.3, 0, 0}), sticky);
    run.addBoundary(makePlane(0.6, 2, {0.3, 0, 0}), surfaceWith(0.2, Mode::Tangential, Coupling::ExplicitOrder));
    run.addBoundary(makeBox({0.1, 0.1, 0.1}, {0.1, 0, 0.05}), surfaceWith(2, Mode::Full, Coupling::ExplicitOrder));
    run.addEmitter(makeSphere(0.12, {0, 0, 0.28}, 3), {1, 0, -2});
    run.start();
    play(run);
    return run.frame().contentHash();
}

} // namespace

class SphSurfaceTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void slidingIsBrakedByTheFriction_data()
    {
        QTest::addColumn<double>("friction");
        QTest::addColumn<int>("mode");
        QTest::addColumn<int>("coupling");
        for (const Mode mode : {Mode::Full, Mode::Tangential})
            for (const Coupling coupling : {Coupling::InShearSolve, Coupling::ExplicitOrder})
                for (const double friction : {0.0, 1e-4, 1e-3, 1e-2, 0.1})
                    QTest::addRow("%g, %s, %s", friction, mode == Mode::Full ? "full" : "tangential",
                                  coupling == Coupling::InShearSolve ? "in the solve" : "before it")
                        << friction << static_cast<int>(mode) << static_cast<int>(coupling);
    }

    void slidingIsBrakedByTheFriction()
    {
        QFETCH(double, friction);
        QFETCH(int, mode);
        QFETCH(int, coupling);
        const double h = 0.02, time = 0.4, slope = gravity * std::sin(20 * std::numbers::pi / 180);
        SphRun run = slidingBlock(surfaceWith(friction, static_cast<Mode>(mode), static_cast<Coupling>(coupling)), 0);
        run.runTo(time);
        const double speed = run.meanVelocity().x();
        // T13b. Section 8 has 0.805 and 0.13 m/s for the stronger two, with a lowest layer one spacing above the wall.
        // A block with free sides comes to rest at 0.92 spacings, where the sum of c_ib is larger; the law is tested
        // with that, and the numbers where the sides are not free.
        const std::map<double, double> expected = {{0, 1.342}, {1e-4, 1.335}, {1e-3, 1.270}};
        if (const auto found = expected.find(friction); found != expected.end())
            compare(speed / found->second, 1, friction == 0 ? 5e-3 : 3e-2, "speed");
        if (friction == 0)
            return;
        double height = 0, count = 0;
        for (const Vector3& place : run.positions())
            if (place.z() < 1.5 * h) {
                height += place.z();
                ++count;
            }
        const double layers = 5, rate = friction * frictionSum(height / count, h) / layers;
        double steady = slope / rate;
        if (static_cast<Coupling>(coupling) == Coupling::ExplicitOrder)
            steady += (layers - 1) * slope * 1e-3 * 2; // creep by the time step, which is 2 ms
        compare(speed / (steady * (1 - std::exp(-rate * time))), 1, 3e-2, "law");
    }

    /// T13b with the block's sides joined: it cannot spread at its wall.
    void confinedSnowSlidesAsFarAboveItsWallAsItStarts_data()
    {
        QTest::addColumn<double>("friction");
        QTest::addColumn<bool>("paperExact");
        QTest::addColumn<double>("expected");
        QTest::addColumn<double>("tolerance");
        QTest::newRow("0") << 0.0 << false << 1.342 << 0.005;
        QTest::newRow("1e-4") << 1e-4 << false << 1.335 << 0.03;
        QTest::newRow("1e-3") << 1e-3 << false << 1.270 << 0.03;
        QTest::newRow("1e-2") << 1e-2 << false << 0.805 << 0.03;
        // Section 8 has 0.13, which holds where friction comes before the stresses: the law with one spacing has 0.116,
        // and snow that sticks creeps by (N - 1) g sin(theta) dt = 0.013 in addition.
        QTest::newRow("0.1") << 0.1 << false << 0.116 << 0.03;
        QTest::newRow("0, paper exact") << 0.0 << true << 1.342 << 0.005;
        QTest::newRow("1e-4, paper exact") << 1e-4 << true << 1.335 << 0.03;
        QTest::newRow("1e-3, paper exact") << 1e-3 << true << 1.270 << 0.03;
        QTest::newRow("1e-2, paper exact") << 1e-2 << true << 0.809 << 0.03;
        QTest::newRow("0.1, paper exact") << 0.1 << true << 0.13 << 0.1;
    }
    void confinedSnowSlidesAsFarAboveItsWallAsItStarts()
    {
        QFETCH(double, friction);
        QFETCH(bool, paperExact);
        QFETCH(double, expected);
        QFETCH(double, tolerance);
        SphRun run = slidingBlock(surfaceWith(friction, Mode::Full, Coupling::InShearSolve), 1e-3);
        run.parameters.paperExact = paperExact;
        run.scene.settings.periodic = true;
        run.scene.settings.periodOrigin = {-0.1, -0.05, 0};
        run.scene.settings.periodSize = {0.2, 0.1, 1};
        run.runTo(0.4);
        compare(run.meanVelocity().x() / expected, 1, tolerance, "speed");
        double lowest = 1;
        for (const Vector3& place : run.positions())
            lowest = std::min(lowest, place.z());
        compare(lowest / 0.02, 0.9885, 0.005, "height over the wall");
    }

    void onlyExplicitFrictionLetsStuckSnowCreepByTheTimeStep()
    {
        const auto creep = [](Coupling coupling, double timeStep) {
            SphRun run = slidingBlock(surfaceWith(10, Mode::Full, coupling), timeStep);
            run.runTo(0.2);
            const std::vector<Vector3> before = run.positions();
            run.runTo(0.4);
            return meanWay(before, run.positions()) / 0.2;
        };
        // (N - 1) g sin(theta) dt for N layers, by the shear stress that comes
        // after the friction
        const double slope = 4 * gravity * std::sin(20 * std::numbers::pi / 180);
        const double slow = creep(Coupling::ExplicitOrder, 1e-3), fast = creep(Coupling::ExplicitOrder, 2e-3);
        compare((fast - slow) / (slope * 1e-3), 1, 0.2, "creep per time step");
        compare(creep(Coupling::InShearSolve, 2e-3) / creep(Coupling::InShearSolve, 1e-3), 1, 0.05, "in the solve");
    }

    void frictionOfOneStepIsExactInEveryMode_data()
    {
        QTest::addColumn<int>("mode");
        QTest::addColumn<int>("coupling");
        for (const int mode : {0, 1})
            for (const int coupling : {0, 1})
                QTest::addRow("mode %d, coupling %d", mode, coupling) << mode << coupling;
    }

    void frictionOfOneStepIsExactInEveryMode()
    {
        QFETCH(int, mode);
        QFETCH(int, coupling);
        const double h = 0.01;
        const SurfaceProperties surface = surfaceWith(0.01, static_cast<Mode>(mode), static_cast<Coupling>(coupling)),
                                smooth = surfaceWith(0, Mode::Full, Coupling::InShearSolve);
        const Vector3 velocity(1, -0.5, 0.2);
        const Vector3 rubbed = afterOneStep({plateAt(Vector3::Zero(), surface)}, {{0, 0, h}}, velocity, h, 1e-3)[0],
                      free = afterOneStep({plateAt(Vector3::Zero(), smooth)}, {{0, 0, h}}, velocity, h, 1e-3)[0];
        compare(rubbed.x() / free.x(), 0.9453, 1e-4, "along");
        compare(rubbed.y() / free.y(), 0.9453, 1e-4, "across");
        compare(rubbed.z() / free.z(), static_cast<Mode>(mode) == Mode::Full ? 0.9453 : 1, 1e-3, "off the wall");
    }

    void everyBoundaryHasItsOwnSurface()
    {
        // Flakes over plates that lie beside each other are braked by their own one
        // only.
        const double h = 0.01;
        const SurfaceProperties surfaces[] = {surfaceWith(0, Mode::Full, Coupling::InShearSolve),
                                              surfaceWith(0.01, Mode::Tangential, Coupling::InShearSolve),
                                              surfaceWith(0.02, Mode::Full, Coupling::ExplicitOrder),
                                              surfaceWith(0.05, Mode::Tangential, Coupling::ExplicitOrder)};
        std::vector<Boundary> boundaries;
        std::vector<Vector3> places;
        for (int k = 0; k < 4; ++k) {
            boundaries.push_back(plateAt(Vector3(0, k, 0), surfaces[k]));
            places.emplace_back(0, k, h);
        }
        const std::vector<Vector3> found = afterOneStep(boundaries, places, {1, 0, 0}, h, 1e-3);
        for (int k = 0; k < 4; ++k) // T14
            compare(found[static_cast<std::size_t>(k)].x(),
                    1 / (1 + 1e-3 * surfaces[k].viscousFriction * 0.5782 / (h * h)), 1e-4, "speed");
    }

    void wallsAttractAsFarAsTheyReach_data()
    {
        QTest::addColumn<double>("spacing");
        QTest::addColumn<double>("density");
        QTest::newRow("1 cm") << 0.01 << 400.0;
        QTest::newRow("5 cm, light") << 0.05 << 60.0;
    }

    void wallsAttractAsFarAsTheyReach()
    {
        QFETCH(double, spacing);
        QFETCH(double, density);
        const auto pull = [&](double distance) {
            SphRig rig;
            rig.parameters.spacing = spacing;
            rig.material.density = density;
            Boundary wall = planeBoundary(40 * spacing, 0);
            wall.surface.adhesion = 10 * 0.00432 * 400; // beta = 10 m^4/(kg s^2) at 400 kg/m^3
            rig.scene.boundaries = {wall};
            rig.build({{{0, 0, distance * spacing}, Vector3::Zero(), 0}});
            rig.prepare();
            const Vector3 known = SphRig::at(rig.arrays().known, 0);
            compare(known.head<2>().norm(), 0, 1e-4, "sideways");
            return -known.z();
        };
        compare(pull(1.25) / 17.3, 1, 0.02, "T23");
        // 6.8: 0.0035 / 0.0042 / 0.0028 at 1.0 / 1.1 / 1.5 spacings, to their last
        // digit
        compare(pull(1.0) / (10 * 400), 0.0035, 5e-5, "1.0 h");
        compare(pull(1.1) / (10 * 400), 0.0042, 5e-5, "1.1 h");
        compare(pull(1.5) / (10 * 400), 0.0028, 5e-5, "1.5 h");
        compare(pull(2.01), 0, 1e-6, "out of reach");
    }

    void snowHangsFromAStickyCeiling()
    {
        const double h = 0.02;
        for (const double adhesion : {5.0, 14.0}) {
            SphRun run;
            run.parameters.spacing = h;
            run.scene.settings.gravity = {0, 0, -gravity};
            SurfaceProperties ceiling = surfaceWith(1, Mode::Tangential, Coupling::InShearSolve);
            ceiling.adhesion = adhesion;
            run.addBoundary(makePlane(1, 1, Vector3::Zero()), ceiling);
            run.addBox(Vector3::Constant(h), {0, 0, -1.1 * h});
            run.runTo(0.5);
            const double height = run.positions()[0].z() / h;
            QVERIFY2(adhesion > gravity ? height > -1.9 : height < -10, qPrintable(QString::number(height)));
        }
    }

    void singleFlakesBounce_data()
    {
        QTest::addColumn<double>("restitution");
        QTest::addColumn<double>("timeStep");
        for (const double restitution : {0.0, 0.3, 0.8, 1.0})
            for (const double timeStep : {1e-3, 2.5e-4})
                QTest::addRow("%g, %g ms", restitution, 1e3 * timeStep) << restitution << timeStep;
    }

    void singleFlakesBounce()
    {
        QFETCH(double, restitution);
        QFETCH(double, timeStep);
        const double h = 0.01;
        SurfaceProperties surface = surfaceWith(0, Mode::Full, Coupling::InShearSolve);
        surface.restitution = restitution;
        SphRun run;
        run.parameters.spacing = h;
        run.parameters.largestTimeStep = timeStep;
        run.scene.settings.gravity.setZero();
        run.addBoundary(makePlane(1, 1, Vector3::Zero()), surface);
        run.addBox(Vector3::Constant(h), {0, 0, 4 * h}, {0.5, 0, -2});
        double incoming = 0; // at the wall: its soft pressure has slowed the flake down a little by then
        run.start();
        run.runTo(0.05, [&](const StepReport&) { incoming = std::min(incoming, run.meanVelocity().z()); });
        compare(incoming, -2, 1e-3, "before");
        compare(run.meanVelocity().z() / 2, restitution, 0.03, "rebound");
        compare(run.meanVelocity().x(), 0.5, 5e-3, "along the wall");
        QVERIFY(run.positions()[0].z() > 0.4 * h);
    }

    void snowThatHoldsTogetherDoesNotBounce()
    {
        const auto speedAfterwards = [](double restitution) {
            const double h = 0.02;
            SurfaceProperties surface = surfaceWith(0.01, Mode::Tangential, Coupling::InShearSolve);
            surface.restitution = restitution;
            SphRun run;
            run.parameters.spacing = h;
            run.scene.settings.gravity.setZero();
            run.addBoundary(makePlane(1, 1, Vector3::Zero()), surface);
            run.addBox({6 * h, 6 * h, 6 * h}, {0, 0, 5 * h}, {0, 0, -3});
            run.runTo(0.1);
            return run.meanVelocity().z();
        };
        compare(speedAfterwards(0.9), speedAfterwards(0), 0.05, "speed of the block");
    }

    void threadsInstructionSetsAndCheckpointsDoNotMatterOnAnyWall() { verifySameBits(0.1, hashOnMixedWalls); }
};

SASTRUGI_TEST(SphSurfaceTest)
#include "SphSurfaceTest.moc"
