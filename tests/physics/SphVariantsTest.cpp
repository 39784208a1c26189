// Solver variants against each other and against what can be said without them: what is split or not gives the same
// stress, the symmetric form of the shear system is symmetric, and what the paper prints does what it prints.
#include "tests/TestCase.h"
#include "tests/physics/SphColumn.h"

using namespace sastrugi;
using namespace sastrugi::test;

namespace
{

using Change = std::function<void(SphParameters&)>;

void makeCombined(SphParameters& p) { p.variant = SphVariant::Combined; }
void makeDeviatoric(SphParameters& p) { p.variant = SphVariant::DeviatoricSplit; }
void makeConjugate(SphParameters& p) { p.shearMethod = ShearMethod::ConjugateGradient; }
void makePaperExact(SphParameters& p) { p.paperExact = true; }

/// A block above a plane, displaced at random, with strains and velocities of the size that snow has.
void buildBlock(SphRig& rig, int edge)
{
    rig.parameters.spacing = 0.03;
    rig.timeStep = 1.5e-3;
    rig.scene.boundaries = {planeBoundary(3, 0.01)};
    std::vector<Seed> seeds = latticeSeeds(edge, edge, edge, 0.03, {0, 0, 0.03});
    for (std::size_t i = 0; i < seeds.size(); ++i) {
        seeds[i].position += 0.003 * randomVector(i, 0);
        seeds[i].velocity = Vector3(0, 0, -1) + 0.2 * randomVector(i, 3);
    }
    rig.build(seeds);
}

/// (u, A v) in the weight m (I + dt K) that makes the symmetric form symmetric.
double weightedProduct(SphRig& rig, int u, int v)
{
    const SnowArrays& snow = rig.arrays();
    const auto field = [&](int which, std::size_t i) {
        return randomVector(rig.state().snow.particles().id[i], 10 + 3 * static_cast<std::uint32_t>(which));
    };
    for (std::size_t i = 0; i < rig.count(); ++i) {
        const Vector3 value = field(v, i);
        SphRig::set(snow.direction, i, value);
        snow.moved[i] = {static_cast<float>(value.x()), static_cast<float>(value.y()), static_cast<float>(value.z()),
                         0};
    }
    rig.step().run(rig.kernels().shearStress, ShearInput::Direction);
    rig.step().sum(rig.kernels().shearImage);
    double sum = 0;
    for (std::size_t i = 0; i < rig.count(); ++i)
        sum += static_cast<double>(snow.mass[i]) * (1 + rig.timeStep * static_cast<double>(snow.frictionRate[i])) *
               field(u, i).dot(SphRig::at(snow.image, i));
    return sum;
}

/// T10 at 32 % compaction: the stress over that of the closed form.
double compactionStress(const Change& change)
{
    Column column(12, 0.02, standardSnow());
    column.run.parameters.largestTimeStep = 1e-3;
    change(column.run.parameters);
    column.cover(RigidMotion().followedBy(vertical(-compactionSpeed, 0, 0)));
    column.start();
    double ratio = 0;
    int count = 0;
    column.run.runTo(1.3, [&](const StepReport&) {
        const Layer core = column.core();
        if (std::abs(core.restDensity - 500) < 3) {
            ratio += core.stress / yieldStress(column.run.material, core.restDensity);
            ++count;
        }
    });
    return count > 3 ? ratio / count : 0;
}

/// A strained body that turns by a quarter: the elastic deformation of its core, after.
Vector3 strainAfterQuarterTurn(RotationRemoval removal)
{
    SphRig rig;
    rig.material.criticalCompression = 0.1;
    rig.material.criticalStretch = 0.05;
    rig.parameters.spacing = 0.02;
    rig.parameters.rotationRemoval = removal;
    rig.timeStep = 1e-3;
    rig.build(latticeSeeds(5, 5, 5, 0.02, {-0.04, -0.04, -0.04}));
    rig.prepare();
    const std::size_t core = rig.placeOf(62);
    rig.arrays().elastic.xx[core] = 0.99f;
    // The same velocity field on the same places: the gradient is prescribed, 0.001 rad in a step.
    for (int step = 0; step < 1571; ++step) {
        for (std::size_t i = 0; i < rig.count(); ++i) {
            const Vector3 v = Vector3(0, 0, 1).cross(rig.position(i));
            rig.arrays().moved[i] = {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z()),
                                     0};
        }
        rig.step().sum(rig.kernels().deformation);
    }
    return rig.elastic(core).diagonal();
}

} // namespace

class SphVariantsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// T22
    void theConjugateFormIsSymmetric()
    {
        SphRig rig;
        makeConjugate(rig.parameters);
        buildBlock(rig, 6);
        rig.prepare();
        const double ab = weightedProduct(rig, 0, 1), ba = weightedProduct(rig, 1, 0), aa = weightedProduct(rig, 0, 0);
        QVERIFY(aa > 0);
        compare(ab / aa, ba / aa, 1e-5, "asymmetry");
    }

    void theGivenFormIsNotSymmetric()
    {
        SphRig rig;
        buildBlock(rig, 6);
        rig.prepare();
        const double ab = weightedProduct(rig, 0, 1), ba = weightedProduct(rig, 1, 0), aa = weightedProduct(rig, 0, 0);
        QVERIFY(std::abs(ab - ba) > 1e-4 * aa);
    }

    void conjugateGradientsNeedFewerProducts()
    {
        int products[2] = {};
        for (const bool conjugate : {false, true}) {
            SphRig rig;
            rig.parameters.shearTolerance = 1e-6;
            rig.material.youngsModulus = 3e6; // many iterations
            if (conjugate)
                makeConjugate(rig.parameters);
            buildBlock(rig, 10);
            rig.prepare();
            solvePressure(rig.step(), rig.parameters, {});
            const ShearResult result = solveShear(rig.step(), rig.parameters, {});
            QVERIFY(result.converged);
            products[conjugate] = static_cast<int>(result.products);
        }
        QVERIFY2(products[1] < products[0], qPrintable(QString("%1 of %2").arg(products[1]).arg(products[0])));
    }

    void compactionFollowsItsLawInEveryVariant_data()
    {
        QTest::addColumn<int>("which");
        QTest::addColumn<double>("tolerance");
        QTest::newRow("combined") << 0 << 0.05;
        QTest::newRow("conjugate gradients") << 1 << 0.05;
        QTest::newRow("combined, conjugate gradients") << 2 << 0.05;
        QTest::newRow("paper exact") << 3 << 0.05;
    }
    void compactionFollowsItsLawInEveryVariant()
    {
        QFETCH(int, which);
        QFETCH(double, tolerance);
        const Change changes[] = {makeCombined, makeConjugate,
                                  [](SphParameters& p) {
                                      makeCombined(p);
                                      makeConjugate(p);
                                  },
                                  makePaperExact};
        compare(compactionStress(changes[which]), 1, tolerance, "stress over the law");
    }

    /// The volume is solved before the shape, which moves it again.
    void theDeviatoricSplitCompactsToo() { compare(compactionStress(makeDeviatoric), 1, 0.12, "stress over the law"); }

    /// T7
    void theStrainTurnsWithTheBody()
    {
        const Vector3 left = strainAfterQuarterTurn(RotationRemoval::LeftStretch);
        compare(left.x(), 1.0008, 2e-4, "left, along x");
        compare(left.y(), 0.9908, 2e-4, "left, along y");
        const Vector3 right = strainAfterQuarterTurn(RotationRemoval::RightStretch);
        compare(right.x(), 0.9908, 2e-4, "right, along x");
        compare(right.y(), 1.0008, 2e-4, "right, along y");
    }

    void paperExactTakesPrecedence()
    {
        SphParameters chosen;
        chosen.paperExact = true;
        const SphParameters meant = resolved(chosen);
        QVERIFY(meant.rotationRemoval == RotationRemoval::RightStretch);
        QVERIFY(meant.boundaryDensity == BoundaryDensity::Reference);
        QVERIFY(!meant.contactGuard && !meant.rankCompletion);
        QVERIFY(meant.smallestHardeningExponent < -21); // that of a single flake
        chosen.paperExact = false;
        QVERIFY(resolved(chosen).contactGuard);
    }

    /// A layer at a wall that was packed to one and a half times its density.
    void aMirroredWallIsAsDenseAsTheSnowAtIt()
    {
        double densities[2];
        for (const bool mirrored : {false, true}) {
            SphRig rig;
            rig.parameters.spacing = 0.02;
            rig.parameters.boundaryDensity = mirrored ? BoundaryDensity::Mirrored : BoundaryDensity::Reference;
            rig.scene.boundaries = {planeBoundary(1, 0)};
            const double near = 0.02 * std::cbrt(1 / 1.48);
            rig.build(latticeSeeds(7, 7, 7, near, {-3 * near, -3 * near, near}));
            rig.prepare();
            densities[mirrored] = static_cast<double>(rig.arrays().density[rig.placeOf(24)]);
        }
        QVERIFY(densities[1] > densities[0] + 20);
        compare(densities[1], 1.48 * 400, 60, "mirrored");
    }
};

SASTRUGI_TEST(SphVariantsTest)
#include "SphVariantsTest.moc"
