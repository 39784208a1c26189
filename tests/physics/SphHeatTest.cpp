// Heat in snow: conduction against the analytic solution (T17), what walls and the air give, and what warmth does to
// the stiffness.
#include "engine/fields/UniformWind.h"
#include "tests/TestCase.h"
#include "tests/physics/SphRun.h"

#include <cmath>

using namespace sastrugi;
using namespace sastrugi::test;

namespace
{

constexpr double spacing = 0.01, cold = 253.15, warm = 273.15;

/// Of the snow below, m^2/s.
double diffusivity()
{
    const HeatProperties heat;
    return heat.conductivity / (400 * heat.heatCapacity);
}

/// A column of 5 x 5 particles in a periodic domain that does not move.
class Slab
{
public:
    SphRig rig;

    explicit Slab(int layers, const std::function<void(SphRig&)>& change = {}) : m_layers(layers)
    {
        rig.parameters.spacing = spacing;
        rig.extras.temperature = true;
        rig.scene.settings.periodic = true;
        rig.scene.settings.periodOrigin = {-2.5 * spacing, -2.5 * spacing, 0};
        rig.scene.settings.periodSize = {5 * spacing, 5 * spacing, 1};
        // A step is a fifth of h^2 / alpha: longer ones are cut into parts.
        rig.parameters.heatTimeScale = 0.2 * spacing * spacing / diffusivity() / rig.timeStep;
        if (change)
            change(rig);
        rig.build(latticeSeeds(5, 5, layers, spacing, {-2 * spacing, -2 * spacing, spacing}));
        rig.prepare();
        for (std::size_t i = 0; i < rig.count(); ++i)
            rig.arrays().temperature[i] = static_cast<float>(cold);
    }

    float& temperature(std::size_t i) { return rig.arrays().temperature[i]; }
    /// The lowest is 0.
    int layerOf(std::size_t i) const { return static_cast<int>(std::lround(rig.position(i).z() / spacing)) - 1; }

    double meanOf(int layer) const
    {
        double sum = 0;
        for (std::size_t i = 0; i < rig.count(); ++i)
            if (layerOf(i) == layer)
                sum += static_cast<double>(rig.arrays().temperature[i]);
        return sum / 25;
    }

    /// Sum of m c T, J.
    double energy() const
    {
        double sum = 0;
        for (std::size_t i = 0; i < rig.count(); ++i)
            sum +=
                static_cast<double>(rig.arrays().mass[i]) * 2100 *
                (static_cast<double>(rig.arrays().temperature[i]) + static_cast<double>(rig.arrays().heatRemainder[i]));
        return sum;
    }

    int layers() const { return m_layers; }

private:
    int m_layers;
};

/// What conduction makes of a half space that is warm on its side, at a distance from it; 0 is cold, 1 warm.
double halfSpace(double distance, double seconds)
{
    return std::erfc(distance / (2 * std::sqrt(diffusivity() * seconds)));
}

/// Snow that falls through warm wind on a hot plate.
Hash hashInWarmth(const std::function<void(SphRun&)>& play)
{
    SphRun run;
    run.parameters.spacing = 0.02;
    run.parameters.heatTransfer = 20;
    run.parameters.airTemperature = 280;
    run.parameters.heatTimeScale = 2000;
    run.scene.wind = makeUniformWind({{2, 0, 0}});
    run.addBox({0.16, 0.12, 0.1}, {0, 0, 0.08});
    run.scene.emitters[0].material.heat = HeatProperties{.warmStiffness = 0.1};
    run.addBoundary(makePlane(2, 2, Vector3::Zero()), 0.1);
    run.scene.boundaries[0].surface.temperature = 320;
    InflowEmitter fall;
    fall.name = "fall";
    SnowfallParameters snowfall;
    snowfall.sizeX = snowfall.sizeY = 0.2;
    snowfall.centre = {0, 0, 0.3};
    snowfall.rate = 20;
    fall.kind = snowfall;
    fall.material = SnowMaterial{};
    run.scene.inflows.push_back(fall);
    play(run);
    return run.frame().contentHash();
}

} // namespace

class SphHeatTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// T17
    void heatSpreadsLikeInAHalfSpace()
    {
        Slab slab(60);
        const auto holdLowest = [&] {
            for (std::size_t i = 0; i < slab.rig.count(); ++i)
                if (slab.layerOf(i) < 3)
                    slab.temperature(i) = static_cast<float>(warm);
        };
        constexpr int steps = 375;
        for (int step = 0; step < steps; ++step) {
            holdLowest();
            QVERIFY(conductHeat(slab.rig.step()) > 0);
        }
        const double seconds = steps * 0.2 * spacing * spacing / diffusivity();
        for (int layer = 3; layer < 40; ++layer)
            compare((slab.meanOf(layer) - cold) / (warm - cold), halfSpace((layer - 2) * spacing, seconds), 0.01,
                    qPrintable(QString("layer %1").arg(layer)));
    }

    void aWallOfGivenTemperatureWarms()
    {
        Slab slab(60, [](SphRig& rig) {
            rig.scene.boundaries = {planeBoundary(1, 0)};
            rig.scene.boundaries[0].surface.temperature = warm;
        });
        constexpr int steps = 375;
        for (int step = 0; step < steps; ++step)
            conductHeat(slab.rig.step());
        const double seconds = steps * 0.2 * spacing * spacing / diffusivity();
        for (int layer = 0; layer < 40; ++layer)
            compare((slab.meanOf(layer) - cold) / (warm - cold), halfSpace((layer + 1) * spacing, seconds), 0.02,
                    qPrintable(QString("layer %1").arg(layer)));
    }

    void nothingPassesAnInsulatedWallAndNoHeatIsLost()
    {
        Slab slab(12, [](SphRig& rig) { rig.scene.boundaries = {planeBoundary(1, 0)}; });
        for (std::size_t i = 0; i < slab.rig.count(); ++i)
            slab.temperature(i) = static_cast<float>(cold + 20 * randomSigned(i, 0));
        const double before = slab.energy(), rough = std::abs(slab.meanOf(2) - slab.meanOf(3));
        for (int step = 0; step < 500; ++step)
            conductHeat(slab.rig.step());
        compare(slab.energy() / before, 1, 1e-6, "energy");
        QVERIFY(std::abs(slab.meanOf(2) - slab.meanOf(3)) < 0.2 * rough);
    }

    void smallStepsAreNotLost()
    {
        // The change of a single step is far below what a float of 253 K can show.
        Slab coarse(12, [](SphRig&rig) { rig.parameters.heatTimeScale /= 100; }),
            fine(12, [](SphRig&rig) { rig.parameters.heatTimeScale /= 20000; });
        for (Slab* slab : {&coarse, &fine})
            for (std::size_t i = 0; i < slab->rig.count(); ++i)
                if (slab->layerOf(i) < 6)
                    slab->temperature(i) = static_cast<float>(warm);
        for (int step = 0; step < 100; ++step)
            conductHeat(coarse.rig.step());
        for (int step = 0; step < 20000; ++step)
            conductHeat(fine.rig.step());
        compare(fine.meanOf(5), coarse.meanOf(5), 0.02 * (warm - coarse.meanOf(5)), "layer at the border");
        QVERIFY(warm - coarse.meanOf(5) > 0.5);
    }

    void theAirWarmsTheFreeSurface()
    {
        constexpr double transfer = 20, air = 283.15;
        Slab slab(12, [](SphRig& rig) {
            rig.scene.boundaries = {planeBoundary(1, 0)};
            rig.parameters.heatTransfer = transfer;
            rig.parameters.airTemperature = air;
            rig.parameters.heatTimeScale = 100;
        });
        const double before = slab.energy();
        conductHeat(slab.rig.step());
        const double area = 25 * spacing * spacing, seconds = 100 * slab.rig.timeStep;
        // All of it, as nothing passes the floor.
        compare((slab.energy() - before) / (transfer * area * (air - cold) * seconds), 1, 0.12, "heat");
        QVERIFY(slab.meanOf(11) - cold > 5 * (slab.meanOf(6) - cold));
    }

    void stiffnessFollowsTheTemperature()
    {
        HeatProperties heat;
        heat.coldStiffness = 4;
        heat.warmStiffness = 0.5;
        const std::pair<double, double> curve[] = {{200, 4}, {cold, 4}, {263.15, 2.25}, {warm, 0.5}, {300, 0.5}};
        for (const auto& [temperature, factor] : curve) {
            SphRig rig;
            rig.parameters.spacing = spacing;
            rig.extras.temperature = true;
            rig.heat = heat;
            rig.build(latticeSeeds(5, 5, 5, spacing, Vector3::Zero()));
            for (std::size_t i = 0; i < rig.count(); ++i)
                rig.state().snow.particles().temperature[i] = static_cast<float>(temperature);
            rig.prepare();
            SphRig plain;
            plain.parameters.spacing = spacing;
            plain.build(latticeSeeds(5, 5, 5, spacing, Vector3::Zero()));
            plain.prepare();
            const std::size_t core = rig.placeOf(62);
            compare(static_cast<double>(rig.arrays().lambda[core] / plain.arrays().lambda[core]), factor, 1e-4,
                    "lambda");
            compare(static_cast<double>(rig.arrays().shearModulus[core] / plain.arrays().shearModulus[core]), factor,
                    1e-4, "shear modulus");
        }
    }

    void framesShowTheTemperature()
    {
        SphRun run;
        run.addBox({0.1, 0.1, 0.1}, {0, 0, 0.1});
        run.start();
        QVERIFY(!run.frame().particles.find("temperature"));
        SphRun warmRun;
        warmRun.addBox({0.1, 0.1, 0.1}, {0, 0, 0.1});
        warmRun.scene.emitters[0].material.heat = HeatProperties{.temperature = 260};
        warmRun.runTo(0.01);
        const Frame frame = warmRun.frame();
        for (const float temperature : frame.particles.get<float>("temperature"))
            QCOMPARE(temperature, 260.0f);
    }

    void givenParticlesBringTheirTemperatures()
    {
        SphRun run;
        run.addBox({0.1, 0.1, 0.1}, {0, 0, 0.1});
        FillEmitter& emitter = run.scene.emitters[0];
        emitter.material.heat = HeatProperties{.temperature = 260};
        GivenParticles given{{{0, 0, 0.1}, {0.5, 0, 0.1}, {1, 0, 0.1}}, {3, Vector3::Zero()}, {250, 255, 265}};
        emitter.particles = std::make_shared<const GivenParticles>(given);
        run.runTo(0.01); // they are too far apart to warm each other
        const Hash hash = run.scene.contentHash();
        const Frame frame = run.frame();
        const auto temperatures = frame.particles.get<float>("temperature");
        QVERIFY(std::ranges::equal(temperatures, given.temperatures));
        given.temperatures[1] = 256;
        emitter.particles = std::make_shared<const GivenParticles>(given);
        QVERIFY(run.scene.contentHash() != hash);
    }

    void threadsInstructionSetsAndCheckpointsDoNotMatterInWarmth() { verifySameBits(0.1, hashInWarmth); }
};

SASTRUGI_TEST(SphHeatTest)
#include "SphHeatTest.moc"
