// Materials that differ from place to place: patches, shells and crusts, and what they do in a step.
#include "engine/geometry/SurfaceDistance.h"
#include "engine/simulation/Seeding.h"
#include "tests/TestCase.h"
#include "tests/physics/SphRun.h"

#include <cmath>
#include <limits>

using namespace sastrugi;
using namespace sastrugi::test;

namespace
{

constexpr double infinity = std::numeric_limits<double>::infinity();

/// A ball that falls on the ground.
SphRun ball(const SnowMaterial& material, const std::vector<MaterialVariation>& variations)
{
    SphRun run;
    run.parameters.spacing = 0.02;
    run.material = material;
    run.scene.settings.gravity = {0, 0, -9.81};
    run.addBoundary(makePlane(2, 2, Vector3::Zero()), 0.5);
    run.addEmitter(makeSphere(0.14, {0, 0, 0.17}, 3), {0.5, 0, -3});
    run.scene.emitters[0].material.variations = variations;
    run.start();
    return run;
}

MaterialVariation lumps()
{
    MaterialVariation variation;
    variation.stiffnessNoise = 1;
    variation.strengthNoise = 0.5;
    variation.shellThickness = 0.03;
    variation.crustThickness = 0.05;
    return variation;
}

} // namespace

class SphVariationTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void patchesAreSmoothAndWithinTheirBounds()
    {
        MaterialVariation variation;
        variation.stiffnessNoise = 0.7;
        variation.strengthNoise = 0.3;
        variation.noiseScale = 0.1;
        double mean = 0, square = 0, product = 0, strengthSquare = 0, largestChange = 0;
        constexpr int count = 20000;
        for (int i = 0; i < count; ++i) {
            const Vector3 place = 50 * randomVector(static_cast<std::uint64_t>(i), 0);
            const MaterialFactors f = factorsAt(variation, place, infinity, infinity),
                                  g = factorsAt(variation, place + Vector3(1e-4, 0, 0), infinity, infinity);
            const double stiffness = std::log(static_cast<double>(f.stiffness)),
                         strength = std::log(static_cast<double>(f.strength));
            QVERIFY(std::abs(stiffness) <= 0.7001 && std::abs(strength) <= 0.3001);
            mean += stiffness / count;
            square += stiffness * stiffness / count;
            strengthSquare += strength * strength / count;
            product += stiffness * strength / count;
            largestChange = std::max(largestChange, std::abs(std::log(static_cast<double>(g.stiffness)) - stiffness));
        }
        compare(mean, 0, 0.01, "mean");
        QVERIFY2(std::sqrt(square) > 0.15 * 0.7, qPrintable(QString::number(std::sqrt(square))));
        compare(product / std::sqrt(square * strengthSquare), 0, 0.05, "stiffness and strength are independent");
        // A thousandth of a patch changes at most 2 x 1.875 thousandths of the noise, per axis.
        QVERIFY2(largestChange <= 0.7 * 3.75e-3 + 1e-6, qPrintable(QString::number(largestChange)));

        const Vector3 place(0.123, -0.4, 0.77);
        const MaterialFactors before = factorsAt(variation, place, infinity, infinity);
        variation.seed = 1;
        QVERIFY(!(factorsAt(variation, place, infinity, infinity) == before));
    }

    void distancesToASurfaceAreExact()
    {
        const TriangleMesh box = makeBox({1, 2, 3}, {0, 0, 0});
        const SurfaceDistance surface(box);
        for (std::uint64_t i = 0; i < 2000; ++i) {
            const Vector3 p = randomVector(i, 0).cwiseProduct(Vector3(0.8, 1.4, 2));
            const Vector3 beyond = p.cwiseAbs() - Vector3(0.5, 1, 1.5);
            const double expected =
                beyond.maxCoeff() > 0 ? beyond.cwiseMax(0.0).norm() : -beyond.maxCoeff(); // outside, inside
            compare(surface.nearest(p, 10), expected, 1e-12, "distance");
            if (std::abs(p.x()) < 0.5 && std::abs(p.y()) < 1)
                compare(std::min(surface.upwards(p, 10), 100.0),
                        p.z() < -1.5   ? -1.5 - p.z()
                        : p.z() <= 1.5 ? 1.5 - p.z()
                                       : 100,
                        1e-12, "upwards");
        }
        QCOMPARE(surface.nearest({0, 0, 0}, 0.4), infinity);
        QCOMPARE(surface.upwards({0, 0, 0}, 1.4), infinity);
    }

    void shellsAndCrustsAreWhereTheyBelong()
    {
        Scene scene;
        FillEmitter emitter;
        emitter.region = std::make_shared<TriangleMesh>(makeBox({0.4, 0.4, 0.4}, {0, 0, 0}));
        emitter.material = SnowMaterial{};
        MaterialVariation shell, crust;
        shell.shellThickness = 0.045;
        shell.shellStiffness = 6;
        shell.shellStrength = 0.5;
        crust.crustThickness = 0.065;
        crust.crustStiffness = 3;
        emitter.material.variations = {shell, crust};
        scene.emitters = {emitter};
        int shells = 0, crusts = 0;
        const std::vector<Seed> seeds = seedEmitters(scene, 0.02, {});
        for (const Seed& seed : seeds) {
            const bool isShell = seed.position.cwiseAbs().maxCoeff() > 0.2 - 0.045,
                       isCrust = seed.position.z() > 0.2 - 0.065;
            QCOMPARE(seed.factors.stiffness, (isShell ? 6.0f : 1.0f) * (isCrust ? 3.0f : 1.0f));
            QCOMPARE(seed.factors.strength, isShell ? 0.5f : 1.0f);
            shells += isShell;
            crusts += isCrust;
        }
        QCOMPARE(static_cast<int>(seeds.size()), 8000);
        QCOMPARE(shells, 8000 - 16 * 16 * 16);
        QCOMPARE(crusts, 3 * 400);
    }

    void aFactorOnTheStiffnessIsAStifferMaterial()
    {
        SnowMaterial stiff;
        stiff.youngsModulus *= 2;
        MaterialVariation whole;
        whole.shellThickness = 10;
        whole.shellStiffness = 2;
        SphRun a = ball(stiff, {}), b = ball({}, {whole}), c = ball({}, {});
        for (SphRun* run : {&a, &b, &c})
            run->runTo(0.06);
        QVERIFY(a.positions() == b.positions());
        QVERIFY(a.positions() != c.positions());
    }

    void aFactorOnTheStrengthMovesTheLimitsOfStretching()
    {
        MaterialVariation strong;
        strong.shellThickness = 10;
        strong.shellStrength = 2;
        SphRun run = ball({}, {strong});
        run.runTo(0.06);
        double smallest = 2, largest = 0;
        const SnowArrays& snow = run.state().snow.arrays();
        for (std::size_t i = 0; i < snow.count; ++i) {
            const Vector3 stretches =
                Eigen::SelfAdjointEigenSolver<Matrix3>(SphRig::symmetric(snow.elastic, i)).eigenvalues();
            smallest = std::min(smallest, stretches.minCoeff());
            largest = std::max(largest, stretches.maxCoeff());
        }
        compare(smallest, 0.95, 1e-5, "smallest");
        compare(largest, 1.015, 1e-5, "largest");
    }

    void uniformMaterialsHaveNoFactors()
    {
        SphRun plain = ball({}, {}), nothing = ball({}, {MaterialVariation{}}), varied = ball({}, {lumps()});
        QVERIFY(!plain.state().snow.arrays().stiffness && !nothing.state().snow.arrays().stiffness);
        QVERIFY(varied.state().snow.arrays().stiffness);
        QCOMPARE(varied.state().snow.memory() - plain.state().snow.memory(),
                 4 * sizeof(float) * plain.state().snow.arrays().paddedCount);
        QVERIFY(varied.frame().particles.find("stiffness") && !plain.frame().particles.find("stiffness"));
    }

    void threadsInstructionSetsAndCheckpointsDoNotMatterInVariedSnow()
    {
        verifySameBits(0.06, [](const std::function<void(SphRun&)>& play) {
            SphRun run = ball({}, {lumps()});
            play(run);
            return run.frame().contentHash();
        });
    }
};

SASTRUGI_TEST(SphVariationTest)
#include "SphVariationTest.moc"
