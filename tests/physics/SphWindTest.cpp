// What air does to snow: terminal velocity (T16), wind on what is exposed to it, and on nothing else.
#include "engine/fields/AirDrag.h"
#include "engine/fields/CombinedField.h"
#include "engine/fields/Gust.h"
#include "engine/fields/Turbulence.h"
#include "engine/fields/UniformWind.h"
#include "tests/TestCase.h"
#include "tests/physics/SphRun.h"

#include <cmath>

using namespace sastrugi;
using namespace sastrugi::test;

namespace
{

/// One flake of h^3 in free air.
SphRun singleFlake(double spacing, double density)
{
    SphRun run;
    run.parameters.spacing = spacing;
    run.material.density = density;
    run.scene.settings.gravity = {0, 0, -9.81};
    run.addBox(Vector3::Constant(spacing), Vector3::Zero());
    run.scene.wind = makeUniformWind({Vector3::Zero()});
    return run;
}

/// Drag on the particles of a lattice of n^3, by id; nothing else acts.
std::vector<Vector3> dragOnBlock(int n, const Vector3& wind, const std::vector<Boundary>& boundaries = {})
{
    SphRig rig;
    rig.parameters.spacing = 0.01;
    rig.scene.wind = makeUniformWind({wind});
    rig.scene.boundaries = boundaries;
    rig.build(latticeSeeds(n, n, n, 0.01, Vector3::Constant(0.01)));
    rig.prepare();
    std::vector<Vector3> drag;
    for (std::size_t id = 0; id < rig.count(); ++id)
        drag.push_back(SphRig::at(rig.arrays().known, rig.placeOf(static_cast<std::uint32_t>(id))));
    return drag;
}

Hash hashInWind(const std::function<void(SphRun&)>& play)
{
    SphRun run;
    run.parameters.spacing = 0.02;
    run.material.density = 60;
    run.scene.settings.gravity = {0, 0, -9.81};
    run.addBoundary(makePlane(2, 2, Vector3::Zero()), 0.5);
    run.addEmitter(makeSphere(0.16, {0, 0, 0.18}, 3));
    run.addBox({0.3, 0.02, 0.02}, {0, 0, 0.5});
    GustParameters gust;
    gust.start = 0.03;
    gust.duration = 0.08;
    TurbulenceParameters eddies;
    eddies.scale = 0.2;
    eddies.speed = 5;
    eddies.changeTime = 0.1;
    run.scene.wind = combineFields({makeUniformWind({}), makeGust(gust), makeTurbulence(eddies)});
    run.start();
    play(run);
    return run.frame().contentHash();
}

} // namespace

class SphWindTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void flakesReachTheirTerminalVelocity_data()
    {
        QTest::addColumn<double>("spacing");
        QTest::addColumn<double>("density");
        QTest::addColumn<double>("speed");
        const double spacings[] = {0.001, 0.002, 0.005, 0.01};
        const std::map<double, std::array<double, 4>> expected = {{40, {0.576, 1.138, 2.521, 3.566}},
                                                                  {100, {1.068, 2.033, 3.987, 5.638}},
                                                                  {400, {2.623, 4.813, 7.973, 11.28}}};
        for (const auto& [density, speeds] : expected)
            for (std::size_t k = 0; k < 4; ++k)
                QTest::addRow("%g mm, %g kg/m^3", 1e3 * spacings[k], density) << spacings[k] << density << speeds[k];
    }

    void flakesReachTheirTerminalVelocity()
    {
        QFETCH(double, spacing);
        QFETCH(double, density);
        QFETCH(double, speed);
        SphRun run = singleFlake(spacing, density);
        run.parameters.largestTimeStep = 2e-3;
        run.parameters.cflNumber = 1;
        run.runTo(8 * speed / 9.81); // the way there decays as exp(-2 g t / v) at the end
        compare(-run.meanVelocity().z() / speed, 1, 5e-3, "terminal velocity");
        compare(run.meanVelocity().head<2>().norm(), 0, 1e-6, "sideways");
    }

    void theWayToTheTerminalVelocityIsTheAnalyticOne()
    {
        // Above a Reynolds number of 1000 the drag is quadratic: v = v_t tanh(g t / v_t). 5 cm of packed snow are there
        // from 0.25 m/s on.
        const double h = 0.05, terminal = terminalSpeed(h, 550, 9.81), time = 0.8 * terminal / 9.81;
        QVERIFY(reynoldsNumber(radiusOfFlake(h), 0.25) > 1000);
        double before = 1;
        for (const double timeStep : {0.02, 0.01, 0.005}) {
            SphRun run = singleFlake(h, 550);
            run.parameters.largestTimeStep = timeStep;
            run.parameters.cflNumber = 1;
            run.runTo(time);
            const double error = std::abs(-run.meanVelocity().z() / (terminal * std::tanh(0.8)) - 1);
            QVERIFY2(error < before, "a smaller step has a larger error");
            before = error;
        }
        QVERIFY2(before < 2e-3, qPrintable(QString::number(before)));
    }

    void strongDragIsStableInLargeSteps()
    {
        SphRun run = singleFlake(0.001, 20);
        run.parameters.dragScale = 100;
        run.parameters.largestTimeStep = 0.05; // a hundred times what an explicit step would bear
        run.scene.wind = makeUniformWind({{0.005, 0, 0}});
        run.runTo(1);
        compare(run.meanVelocity().x(), 0.005, 1e-5, "with the wind");
        compare(-run.meanVelocity().z() / terminalSpeed(0.001, 20, 9.81, 100), 1, 5e-3, "fall");
    }

    void withoutWindNothingIsBraked()
    {
        SphRun run = singleFlake(0.01, 40);
        run.scene.wind = nullptr;
        run.runTo(0.5);
        compare(run.meanVelocity().z() / (-9.81 * 0.5), 1, 1e-5, "free fall");
    }

    void windActsOnTheExposedSideOnly()
    {
        const int n = 7;
        const std::vector<Vector3> drag = dragOnBlock(n, {5, 0, 0});
        const auto id = [](int x, int y, int z) { return static_cast<std::size_t>((z * n + y) * n + x); };
        const auto countsOf = [](int x, int y, int z) { // neighbours within two spacings
            int count = 0;
            for (int c = std::max(0, z - 1); c <= std::min(n - 1, z + 1); ++c)
                for (int b = std::max(0, y - 1); b <= std::min(n - 1, y + 1); ++b)
                    for (int a = std::max(0, x - 1); a <= std::min(n - 1, x + 1); ++a)
                        ++count;
            return count - 1;
        };
        const double h = 0.01, mass = 400 * h * h * h, radius = radiusOfFlake(h);
        for (int z = 0; z < n; ++z)
            for (int y = 0; y < n; ++y)
                for (int x = 0; x < n; ++x) {
                    const Vector3& a = drag[id(x, y, z)];
                    if (x > 0) {
                        QVERIFY2(a.norm() < 1e-5, "behind another particle there is no wind");
                        continue;
                    }
                    // Section 6.4, particle by particle
                    const double inside = std::min(1.0, countsOf(x, y, z) / (38 * 2.0 / 3));
                    const double coefficient = (1 - inside) * sphereDragCoefficient(reynoldsNumber(radius, 5)) + inside;
                    const double area = (1 - inside) * M_PI * radius * radius + inside * h * h;
                    const double rate = 0.5 * airDensity * coefficient * area * 5 / mass;
                    compare(a.x() / (rate * 5 / (1 + 1e-3 * rate)), 1, 1e-4, "exposed");
                    compare(a.tail<2>().norm(), 0, 1e-6, "across");
                }
        // From the other side it is the other side.
        const std::vector<Vector3> back = dragOnBlock(n, {-5, 0, 0});
        compare(back[id(n - 1, 3, 3)].x() / drag[id(0, 3, 3)].x(), -1, 1e-4, "from behind");
        QVERIFY(back[id(0, 3, 3)].norm() < 1e-5);
    }

    void aWallShieldsFromTheWindBehindIt()
    {
        Boundary wall;
        wall.name = "wall";
        TriangleMesh plate = makePlane(0.4, 0.4, Vector3::Zero()); // turned to x = 0
        for (Vector3& p : plate.points)
            p = {p.z(), p.x(), p.y()};
        wall.mesh = std::make_shared<TriangleMesh>(plate);
        wall.surface.viscousFriction = 0;
        const std::vector<Vector3> open = dragOnBlock(1, {5, 0, 0}), shielded = dragOnBlock(1, {5, 0, 0}, {wall}),
                                   other = dragOnBlock(1, {-5, 0, 0}, {wall});
        QVERIFY(open[0].x() > 0.1);
        QVERIFY2(shielded[0].x() < 0.05 * open[0].x(), qPrintable(QString::number(shielded[0].x())));
        QVERIFY(-other[0].x() > 0.5 * open[0].x());
    }

    void threadsInstructionSetsAndCheckpointsDoNotMatterInWind() { verifySameBits(0.1, hashInWind); }
};

SASTRUGI_TEST(SphWindTest)
#include "SphWindTest.moc"
