// A plate that carries a load (T11b): what stands under it is compacted by its law, and it presses with its load.
#include "tests/TestCase.h"
#include "tests/physics/SphColumn.h"

using namespace sastrugi;
using namespace sastrugi::test;

namespace
{

constexpr double spacing = 0.06, pressure = 5000;
constexpr int layers = 21;

/// H0 = 1.26 m of snow, with gravity that grows for 3 s, then a plate of 5 kPa, then without it.
struct LoadedColumn {
    Column column;
    double area = 25 * spacing * spacing;
    double answer = 0; // mean of the snow's, at the last runTo(), Pa

    /// `settled` is the height over the initial one under gravity alone, to which the plate is lowered.
    LoadedColumn(double youngsModulus, double settled, const std::function<void(SphParameters&)>& change = {})
        : column(layers, spacing, snowOf(youngsModulus))
    {
        SphRun& run = column.run;
        run.scene.settings.gravity = {0, 0, -gravity};
        run.scene.settings.gravityRampTime = 3;
        run.parameters.largestTimeStep = 1.5e-3;
        if (change)
            change(run.parameters);
        SteadyMotion lowering = vertical(-(1 - settled) * column.thickness() / 0.4, 3.2, 0.5);
        lowering.rampTime = 0.1;
        column.cover(RigidMotion().followedBy(lowering));
        PlateLoad load;
        load.force = pressure * area;
        load.mass = load.force / gravity;
        load.start = 3.7;
        load.rampTime = 3;
        load.liftTime = 7.3;
        load.liftSpeed = 0.03;
        run.scene.boundaries.back().load = load;
        column.start();
    }

    double heightAt(double time)
    {
        double sum = 0;
        int count = 0;
        column.run.runTo(time, [&](const StepReport& report) {
            column.damp(3, report.timeStep);
            if (column.run.state().time > time - 0.3) {
                sum += report.figures.at("answer.wall");
                ++count;
            }
        });
        answer = sum / count / area;
        return column.layers().back().height / column.thickness();
    }

private:
    static SnowMaterial snowOf(double youngsModulus)
    {
        SnowMaterial snow;
        snow.youngsModulus = youngsModulus;
        return snow;
    }
};

} // namespace

class SphLoadTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// T11b
    void aLoadCompactsByItsLaw_data()
    {
        QTest::addColumn<bool>("paperExact");
        QTest::addColumn<double>("youngsModulus");
        QTest::addColumn<double>("alone");
        QTest::addColumn<double>("loaded");
        QTest::addColumn<double>("lifted");
        for (const bool paperExact : {false, true}) {
            const char* how = paperExact ? "paper exact" : "defaults";
            QTest::addRow("20 kPa, %s", how) << paperExact << 20e3 << 0.850 << 0.724 << 0.737;
            QTest::addRow("140 kPa, %s", how) << paperExact << 140e3 << 0.982 << 0.914 << 0.930;
        }
    }
    void aLoadCompactsByItsLaw()
    {
        QFETCH(bool, paperExact);
        QFETCH(double, youngsModulus);
        QFETCH(double, alone);
        QFETCH(double, loaded);
        QFETCH(double, lifted);
        const ThreadScope threads(1); // of two blocks
        // With walls of fresh density the packed layers at them stay softer, and the soft column gets lower.
        const bool isTooLow = paperExact && youngsModulus == 20e3;
        constexpr const char* reason = "not met in paperExact: its walls";
        LoadedColumn test(youngsModulus, alone, [&](SphParameters& p) { p.paperExact = paperExact; });
        compare(test.heightAt(3.2), alone, 0.01, "by its own weight");
        if (isTooLow)
            QEXPECT_FAIL("", reason, Continue);
        compare(test.heightAt(7.25), loaded, 0.01, "under the plate");
        compare(test.answer, pressure, 50, "answer of the snow");
        if (isTooLow)
            QEXPECT_FAIL("", reason, Continue);
        compare(test.heightAt(8.8), lifted, 0.01, "without the plate");
        QVERIFY(paperExact || std::abs(test.answer) < 0.1 * pressure); // what touches a wall sticks to it for a while
    }

    /// Why the column of 20 kPa is lower in `paperExact`: with walls of fresh density the packed layers at them stay
    /// softer.
    void allOfThePaperButItsWallsKeepsTheLaw()
    {
        const ThreadScope threads(1);
        LoadedColumn test(20e3, 0.85, [](SphParameters& p) {
            p.paperExact = true;
            p = resolved(p);
            p.paperExact = false;
            p.boundaryDensity = BoundaryDensity::Mirrored;
        });
        compare(test.heightAt(3.2), 0.850, 0.01, "by its own weight");
        compare(test.heightAt(7.25), 0.724, 0.01, "under the plate");
    }

    void aPlateAloneFallsWithItsLoad()
    {
        SphRun run;
        run.parameters.spacing = 0.02;
        run.addBox({0.1, 0.1, 0.1}, {0, 0, 0.1});
        run.addBoundary(makePlane(1, 1, {0, 0, 5}), 0);
        PlateLoad load;
        load.force = 30;
        load.mass = 10;
        load.start = 0.1;
        run.scene.boundaries.back().load = load;
        run.scene.settings.gravity.setZero();
        double way = 0;
        run.runTo(0.5, [&](const StepReport& report) { way = report.figures.at("way.wall"); });
        compare(way, 0.5 * 3 * 0.4 * 0.4, 2e-3, "way");
    }

    void checkpointsKeepThePlate()
    {
        const auto hashAfter = [](bool restored) {
            Column column(6, 0.02, standardSnow());
            column.cover(RigidMotion());
            PlateLoad load;
            load.force = 100;
            load.mass = 10;
            column.run.scene.boundaries.back().load = load;
            column.start();
            int steps = 0;
            column.run.runTo(0.1, [&](const StepReport&) {
                if (restored && ++steps % 7 == 0)
                    column.run.saveAndRestore();
            });
            return column.run.frame().contentHash().hex();
        };
        QCOMPARE(hashAfter(true), hashAfter(false));
    }
};

SASTRUGI_TEST(SphLoadTest)
#include "SphLoadTest.moc"
