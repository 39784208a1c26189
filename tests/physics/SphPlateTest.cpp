// Snow under a plate that is moved: elastic columns (T9, T9b), compaction (T10), its permanence (T11), and convergence
// with the time step (T12).
#include "tests/TestCase.h"
#include "tests/physics/SphColumn.h"

#include <algorithm>
#include <cmath>
#include <iterator>

using namespace sastrugi;
using namespace sastrugi::test;

namespace
{

Column compactedColumn(double timeStep, bool paperExact, const RigidMotion& motion)
{
    Column column(12, 0.02, standardSnow());
    column.run.parameters.largestTimeStep = timeStep;
    column.run.parameters.paperExact = paperExact;
    column.cover(motion);
    column.start();
    return column;
}

/// What the stress is above what the closed form says, at 32 % compaction, as a share; the mean of 20 ms.
double stressErrorAt32Percent(double timeStep, bool paperExact)
{
    Column column = compactedColumn(timeStep, paperExact, RigidMotion().followedBy(vertical(-compactionSpeed, 0, 0)));
    const double end = 0.32 * column.thickness() / compactionSpeed;
    column.run.runTo(end - 0.01);
    double sum = 0;
    int count = 0;
    column.run.runTo(end + 0.01, [&](const StepReport&) {
        const Layer core = column.core();
        sum += core.stress / yieldStress(column.run.material, core.restDensity) - 1;
        ++count;
    });
    return sum / count;
}

} // namespace

class SphPlateTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aColumnCarriesItsWeight_data() { addModes(); }
    void aColumnCarriesItsWeight()
    {
        QFETCH(bool, paperExact);
        const double h = 0.03;
        Column column(16, h, elasticSnow());
        column.run.parameters.paperExact = paperExact;
        column.run.parameters.largestTimeStep = 1e-3;
        column.run.scene.settings.gravity = {0, 0, -gravity};
        column.start();
        column.run.runTo(1, [&](const StepReport& report) {
            const double time = column.run.state().time;
            column.damp(time < 0.5 ? 30 : 10, report.timeStep);
        });
        const std::vector<Layer> layers = column.layers();
        for (std::size_t pair = 0; pair + 1 < layers.size() / 2; ++pair) {
            const double stress = (layers[2 * pair].stress + layers[2 * pair + 1].stress) / 2;
            const double above = static_cast<double>(layers.size() - 2 * pair - 1);
            compare(stress / (400 * gravity * h * above), 1, pair == 0 ? 0.12 : 0.03,
                    qPrintable(QString("pair %1").arg(pair)));
        }
    }

    void uniformCompressionFindsTheModulus_data() { addModes(); }
    void uniformCompressionFindsTheModulus()
    {
        QFETCH(bool, paperExact);
        const double h = 0.03, strain = 0.019;
        Column column(16, h, elasticSnow());
        column.run.parameters.paperExact = paperExact;
        column.run.parameters.largestTimeStep = 1e-3;
        column.cover(RigidMotion().followedBy(vertical(-strain * column.thickness() / 0.5, 0, 0.5)));
        // Of the core, between the means of four layers: single ones are displaced to and fro.
        const auto extent = [&] {
            const std::vector<Layer> layers = column.layers();
            double sum = 0;
            for (const std::size_t k : {4u, 5u, 6u, 7u})
                sum += layers[k + 4].height - layers[k].height;
            return sum / 4;
        };
        column.start();
        const double before = extent();
        column.run.runTo(2, [&](const StepReport& report) { column.damp(10, report.timeStep); });
        const double found = 1 - extent() / before; // the layers at the plates are softer
        QVERIFY2(found > 0.6 * strain && found < strain, qPrintable(QString::number(found)));
        const SnowMaterial& m = column.run.material;
        const double expected = lameLambda(m) / (1 - found) + 2 * shearModulus(m);
        compare(column.core().stress / found / expected, 1, 0.02, "modulus");
    }

    void compactionHardensByItsLaw_data() { addModes(); }
    void compactionHardensByItsLaw()
    {
        QFETCH(bool, paperExact);
        Column column = compactedColumn(1e-3, paperExact, RigidMotion().followedBy(vertical(-compactionSpeed, 0, 0)));
        // As the core reaches each density; the mean of stresses near it, as single steps swing.
        struct Level {
            double density, tolerance, ratio = 0, geometric = 0;
            int count = 0;
        };
        std::vector<Level> levels = {{420, 0.05}, {457, 0.05}, {500, 0.05}, {551, 0.05}, {590, 0.08}};
        if (paperExact) // layers at walls of fresh density are so soft that the core is spared the rest
            levels.resize(3);
        column.run.runTo(1.8, [&](const StepReport&) {
            const Layer core = column.core();
            for (Level& level : levels)
                if (std::abs(core.restDensity - level.density) < 3) {
                    const std::vector<Layer> layers = column.layers();
                    level.ratio += core.stress / yieldStress(column.run.material, core.restDensity);
                    level.geometric += 400 * 5 * 0.02 / (layers[8].height - layers[3].height) / core.restDensity;
                    ++level.count;
                }
        });
        for (const Level& level : levels) {
            QVERIFY2(level.count > 3, qPrintable(QString("%1 kg/m^3 was never reached").arg(level.density)));
            const QByteArray where = QString("stress at %1 kg/m^3").arg(level.density).toUtf8();
            compare(level.ratio / level.count, 1, level.tolerance, where.data());
            compare(level.geometric / level.count * (1 - column.run.material.criticalCompression), 1, 0.02, "density");
        }
    }

    void compactionIsPermanent_data() { addModes(); }
    void compactionIsPermanent()
    {
        QFETCH(bool, paperExact);
        // Further up the plate would tear the column apart: what touches a wall sticks to it.
        const double h = 0.02, down = 1.72, up = down + 0.05;
        Column column = compactedColumn(
            1e-3, paperExact,
            RigidMotion().followedBy(vertical(-compactionSpeed, 0, down)).followedBy(vertical(compactionSpeed, up, 0)));
        column.run.runTo(up);
        const Layer peak = column.core();
        const auto thickness = [&] { return column.layers().back().height - column.layers().front().height; };
        const double before = thickness();
        column.run.runTo(up + 0.3 * h / compactionSpeed);
        QVERIFY2(column.core().stress < 0.15 * peak.stress,
                 qPrintable(QString("%1 of %2 Pa").arg(column.core().stress).arg(peak.stress)));
        compare(column.core().restDensity / peak.restDensity, 1, 2e-3, "rest density");
        if (paperExact)
            QEXPECT_FAIL("", "not met in paperExact, 1.059: the soft layers at its walls swell", Continue);
        compare(thickness() / before, 1, 0.03, "thickness");
    }

    void compactionConvergesWithTheTimeStep_data() { addModes(); }
    void compactionConvergesWithTheTimeStep()
    {
        QFETCH(bool, paperExact);
        const double coarse = stressErrorAt32Percent(2e-3, paperExact),
                     middle = stressErrorAt32Percent(1e-3, paperExact), fine = stressErrorAt32Percent(5e-4, paperExact);
        if (paperExact)
            QEXPECT_FAIL("", "not met in paperExact, 0.047: its core is compacted less, and more slowly", Continue);
        compare(coarse, 0.11, 0.03, "2 ms");
        compare(middle, 0.05, 0.03, "1 ms");
        compare(fine, 0, 0.03, "0.5 ms");
        QVERIFY(std::abs(coarse) > std::abs(middle) && std::abs(middle) > std::abs(fine));
    }
};

SASTRUGI_TEST(SphPlateTest)
#include "SphPlateTest.moc"
