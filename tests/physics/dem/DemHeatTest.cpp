// Heat of grains: test 23 of section 8 of the specification, melting and freezing; and what melting does to contacts.
#include "tests/TestCase.h"
#include "tests/physics/dem/DemRun.h"

#include <numbers>

using namespace sastrugi;
using namespace sastrugi::test;

namespace
{

/// Grains along x that just touch, without gravity, each of an emitter of its own: of that temperature.
DemRun rowOf(std::vector<double> temperatures, double conductivity = 0.3)
{
    DemRun run;
    run.scene.settings.gravity.setZero();
    for (std::size_t i = 0; i < temperatures.size(); ++i) {
        run.addLattice(1, 1, 1, {0.04 * static_cast<double>(i), 0, 0});
        HeatProperties heat;
        heat.temperature = temperatures[i];
        heat.conductivity = conductivity;
        run.scene.emitters.back().material.heat = heat;
    }
    return run;
}

} // namespace

class DemHeatTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void heatIsConductedBetweenTwo()
    {
        DemRun run = rowOf({263, 273});
        run.parameters.heatTimeScale = 1000;
        run.start();
        const double capacity = run.mass() * 2100; // J/K
        const double conductance = std::numbers::pi * 0.02 * 0.02 * 0.3 / 0.04, rate = conductance * 2 / capacity;
        const double half = std::log(2.0) / rate / 1000;
        const auto temperatures = [&] {
            return std::array{run.state().grains.temperature(run.slot(0)), run.state().grains.temperature(run.slot(1))};
        };
        run.runTo(half);
        const auto [cold, warm] = temperatures();
        const double kept = (warm - cold) / 10;
        const double flowed = run.time() - run.state().heatTime; // what remains waits for the next time
        compare(cold + warm, 263 + 273, 1e-4 * 10, "23: sum of both temperatures, K");
        compare(-std::log(kept) / (1000 * flowed), rate, 0.01 * rate, "23: rate at which they meet, 1/s");
    }

    void obstaclesWarmWhatTouchesThem()
    {
        DemRun run = rowOf({263});
        run.scene.settings.gravity = {0, 0, -9.81};
        run.parameters.heatTimeScale = 100;
        run.addBoundary(makePlane(1, 1, {0, 0, -0.0002}), 0.5).surface.temperature = 273;
        run.put(0, {0, 0, 0.0197});
        run.runTo(1);
        const double flowed = 100 * (run.time() - run.state().heatTime);
        const double rate = std::numbers::pi * 0.02 * 0.3 / (run.mass() * 2100);
        compare(run.state().grains.temperature(0), 273 - 10 * std::exp(-rate * flowed), 0.1,
                "6.4: temperature on a warm floor, K");
    }

    void whatIsWarmedMeltsAndFreezesAgain()
    {
        DemRun run = rowOf({273.15});
        run.parameters.heatTimeScale = 100;
        run.parameters.heatTransfer = 10;
        run.parameters.airTemperature = 283.15;
        run.start();
        const double dry = run.state().grains.stiffness(0);
        compare(dry, 280, 1e-3, "6.4: stiffness of a dry grain, N/m");
        run.runTo(1);
        // All of the surface is open to the air, which is ten kelvin warmer all the time.
        const double flowed = 100 * (run.time() - run.state().heatTime);
        const double joules = 10 * 4 * std::numbers::pi * 0.02 * 0.02 * 10 * flowed;
        const double molten = joules / (run.mass() * GrainWarmth::latentHeat);
        compare(run.state().grains.now().enthalpy[0] / GrainWarmth::latentHeat, molten, 1e-6 * molten,
                "6.4: share that has melted");
        compare(run.state().grains.temperature(0), 273.15, 1e-9, "6.4: temperature while it melts, K");
        compare(run.numbers("wetness")[0], molten / 0.08, 1e-6, "6.4: wetness");
        run.runTo(5);
        QCOMPARE(run.numbers("wetness")[0], 1.0f);
        compare(run.state().grains.stiffness(0), 240, 1e-3, "6.4: stiffness of a molten grain, N/m");
        run.parameters.airTemperature = 263.15;
        run.saveAndRestore();
        run.runTo(20);
        QCOMPARE(run.numbers("wetness")[0], 0.0f);
        QVERIFY(run.state().grains.temperature(0) < 273.15);
        compare(run.state().grains.stiffness(0), 280, 1e-3, "6.4: stiffness of a grain that has frozen, N/m");
    }

    void warmSnowIsSofter()
    {
        DemRun run = rowOf({253.15, 273.15});
        for (FillEmitter& emitter : run.scene.emitters)
            emitter.material.heat->warmStiffness = 0.25;
        run.start();
        compare(run.state().grains.stiffness(run.slot(0)), 280, 1e-3, "stiffness of cold snow, N/m");
        compare(run.state().grains.stiffness(run.slot(1)), 70, 1e-3, "stiffness of warm snow, N/m");
    }

    void grainsWithoutHeatStayInsulated()
    {
        DemRun run = rowOf({263, 273});
        run.scene.emitters[0].material.heat.reset();
        run.parameters.heatTimeScale = 1000;
        run.parameters.heatTransfer = 0;
        run.runTo(0.2);
        compare(run.state().grains.temperature(run.slot(1)), 273, 1e-9, "temperature beside an insulated grain, K");
    }
};

SASTRUGI_TEST(DemHeatTest)
#include "DemHeatTest.moc"
