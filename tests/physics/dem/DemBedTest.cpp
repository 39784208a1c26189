// Many grains: slopes, columns, blocks and beds; tests 7, 8, 11, 12, 14, 19 and 20 of section 8 of the specification.
#include "tests/TestCase.h"
#include "tests/physics/dem/twoGrains.h"

#include <algorithm>
#include <numbers>

using namespace sastrugi;
using namespace sastrugi::test;

namespace
{

double meanHeight(const DemRun& run)
{
    double sum = 0;
    const std::vector<Vector3> all = run.vectors("position");
    for (const Vector3& x : all)
        sum += x.z();
    return sum / static_cast<double>(all.size());
}

} // namespace

class DemBedTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void grainsSlideAsCoulombSays_data()
    {
        QTest::addColumn<double>("degrees");
        for (const double degrees : {20.0, 25.0, 35.0})
            QTest::addRow("%g degrees", degrees) << degrees;
    }
    void grainsSlideAsCoulombSays()
    {
        QFETCH(double, degrees);
        const double angle = degrees * std::numbers::pi / 180;
        DemRun run;
        run.scene.settings.gravity = 9.81 * Vector3(std::sin(angle), 0, -std::cos(angle));
        run.addBoundary(makePlane(20, 20, Vector3::Zero()), 0.5);
        run.addLattice(1, 1, 1, {0, 0, -0.0002});
        run.runTo(0.3);
        const double before = run.velocity(0).x();
        run.runTo(0.8);
        if (degrees < 30)
            compare(run.velocity(0).norm(), 0, 1e-4, "7: speed at rest, m/s");
        else
            compare((run.velocity(0).x() - before) / 0.5, 1.6088, 0.005 * 1.6088, "7: acceleration, m/s^2");
    }

    void durabilityOnlyFalls()
    {
        DemRun run;
        run.material.compressionScale = 1e5;
        run.addBoundary(makePlane(20, 20, Vector3::Zero()), 0.5);
        run.addBox({0.4, 0.4, 0.4}, {0, 0, 0.22}, {0, 0, -4});
        run.start();
        const GrainRadii radii(run.parameters.radius);
        compare(radii.snow / radii.ice, 2.08008, 1e-5, "11: ratio of the radii");
        std::vector<float> before = run.numbers("durability");
        bool hasShrunk = false;
        run.runTo(0.4, [&](const StepReport&) {
            const std::vector<float> now = run.numbers("durability"), radius = run.numbers("radius");
            for (std::size_t i = 0; i < now.size(); ++i) {
                QVERIFY(now[i] <= before[i] && now[i] >= 0 && now[i] <= 1);
                QVERIFY(radius[i] >= static_cast<float>(radii.ice) && radius[i] <= static_cast<float>(radii.snow));
                hasShrunk |= now[i] < 0.5f;
            }
            before = now;
        });
        QVERIFY(hasShrunk);
    }

    void columnsCompactUnderTheirWeight_data()
    {
        QTest::addColumn<double>("rate");
        QTest::addRow("0.02") << 0.02;
        QTest::addRow("0.005") << 0.005;
    }
    void columnsCompactUnderTheirWeight()
    {
        QFETCH(double, rate);
        constexpr int layers = 30, wide = 3;
        DemRun run;
        run.material.compressionRate = rate;
        run.parameters.settleTime = 1.5;
        run.addTray(2 * wide * 0.02, 2 * wide * 0.02, 0);
        run.addLattice(wide, wide, layers, Vector3::Zero());
        run.runTo(1.5 - 1e-9);
        // f_c over the weight of a grain, and durability later, by layer from the top
        const auto byLayer = [&](auto&& valueOf) {
            std::vector<std::pair<double, double>> grains;
            for (std::size_t i = 0; i < run.state().grains.count(); ++i)
                grains.emplace_back(-static_cast<double>(run.state().grains.now().place[i].z), valueOf(i));
            std::ranges::sort(grains);
            std::vector<double> means(layers);
            for (std::size_t k = 0; k < grains.size(); ++k)
                means[k / (wide * wide)] += grains[k].second / (wide * wide);
            return means;
        };
        const double weight = run.mass() * 9.81;
        const std::vector<double> loads = byLayer([&](std::size_t i) {
            const DemArrays arrays = run.state().grains.arrays(false);
            double squared = 0;
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const double both = static_cast<double>(std::min(arrays.squeeze[axis][i], arrays.squeeze[axis + 3][i]));
                squared += both * both;
            }
            return std::sqrt(squared) / weight;
        });
        for (const int above : {10, 20, 28})
            compare(loads[static_cast<std::size_t>(above)], above, 0.05 * above, "12: load in weights of a grain");
        // The column is still prepared, and damped, while it compacts: that makes the loads grow slowly. Where nothing
        // damps it, grains that have shrunk fall, and are squeezed half as much again where they land.
        run.runTo(4.5, [&](const StepReport& report) { run.damp(run.parameters.settleDamping, report.timeStep); });
        const std::vector<double> durability = byLayer([&](std::size_t i) { return run.state().grains.durability(i); });
        const GrainMaterial law{Material(run.material), run.parameters};
        for (const int above : {10, 20, 28})
            compare(durability[static_cast<std::size_t>(above)], law.durabilityUnder(above * weight), 0.03,
                    "12: durability in the column");
        static std::vector<double> first;
        if (first.empty())
            first = durability;
        else
            for (const std::size_t above : {10u, 20u, 28u})
                compare(durability[above], first[above], 0.005, "12: durability with a quarter of the rate");
    }

    void cohesionHoldsABlock_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<bool>("holds");
        QTest::addRow("dry") << 0 << true;
        QTest::addRow("wet") << 1 << true;
        QTest::addRow("no cohesion") << 3 << false;
    }
    void cohesionHoldsABlock()
    {
        QFETCH(int, kind);
        QFETCH(bool, holds);
        DemRun run;
        run.material = kind == 3 ? looseSnow() : snowOf(kind);
        run.parameters.settleTime = 1;
        run.addTray(0.362, 0.362, 0.5);
        run.addLattice(9, 9, 12, {0.001, 0.001, 0.001}, 0.04);
        // It settles, and is compacted by its weight, before the walls go: else it falls apart while it shrinks.
        run.runTo(1.5);
        const double before = meanHeight(run);
        run.scene.boundaries.resize(1); // the walls go
        run.saveAndRestore();
        run.runTo(3);
        const double kept = meanHeight(run) / before;
        record(kept, holds ? 1 : 0.35, holds ? 0.1 : 0.15, "14: share of its mean height that a block keeps");
        if (holds)
            QVERIFY2(kept > 0.9, qPrintable(QString::number(kept)));
        else
            QVERIFY2(kept < 0.5, qPrintable(QString::number(kept)));
    }

    void boxFillsAreStable_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<double>("timeStep");
        for (const double timeStep : {6e-4, 1e-3, 1.5e-3}) {
            QTest::addRow("dry, %g ms", 1e3 * timeStep) << 0 << timeStep;
            QTest::addRow("wet, %g ms", 1e3 * timeStep) << 1 << timeStep;
            QTest::addRow("ice, %g ms", 1e3 * timeStep) << 2 << timeStep;
        }
    }
    void boxFillsAreStable()
    {
        QFETCH(int, kind);
        QFETCH(double, timeStep);
        DemRun run;
        run.material = snowOf(kind);
        run.parameters.timeStep = timeStep;
        run.parameters.limiter = timeStep > 1e-3 ? 2 : 0;
        const double wide = 2.1 * 8 * run.radiusOfMaterial();
        run.addTray(wide, wide, 0.5);
        const double low = 0.2 * run.radiusOfMaterial();
        run.addLattice(8, 8, 16, {low, low, low}, 0.05);
        double squared = 0, overlap = 0;
        int steps = 0;
        run.runTo(1.2, [&](const StepReport& report) {
            if (run.time() < 1.0)
                return;
            squared += 2 * report.figures.at("kineticEnergy") / (run.mass() * report.figures.at("particles"));
            overlap = std::max(overlap, report.figures.at("largestOverlap"));
            ++steps;
        });
        compare(std::sqrt(squared / steps), 0, 0.03, "19: late rms speed, m/s");
        compare(overlap, 0, 0.08, "19: late largest overlap");
    }

    void aBedComesToRest_data()
    {
        QTest::addColumn<double>("timeStep");
        QTest::addRow("0.6 ms") << 6e-4;
        QTest::addRow("1 ms") << 1e-3;
    }
    void aBedComesToRest()
    {
        QFETCH(double, timeStep);
        DemRun run;
        run.parameters.timeStep = timeStep;
        run.addTray(0.42, 0.42, 0.5);
        run.addLattice(10, 10, 6, {0.008, 0.008, 0.008}, 0.05);
        run.runTo(1.6);
        compare(run.rmsSpeed(), 0, 2e-3, "20: rms speed after 1.6 s, m/s");
    }
};

SASTRUGI_TEST(DemBedTest)
#include "DemBedTest.moc"
