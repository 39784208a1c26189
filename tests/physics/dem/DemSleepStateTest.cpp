// What sleepers leave as it was: forces on others, friction, bits.
#include "tests/TestCase.h"
#include "tests/physics/dem/sleepingBed.h"

#include "engine/dem/contactRows.h"

#include <map>

using namespace sastrugi;
using namespace sastrugi::test;

namespace
{

/// Displacement along each contact that has one, by the ids of both grains.
std::map<std::pair<std::uint32_t, std::uint32_t>, Vector3f> displacementsIn(DemRun& run)
{
    std::map<std::pair<std::uint32_t, std::uint32_t>, Vector3f> found;
    DemState& state = run.state();
    const auto& id = state.grains.now().id;
    for (std::size_t i = 0; i < state.grains.awakeCount(); ++i) {
        const float* shear = state.lists.shear(i / blockSize);
        forEachNeighbour(state.lists.block(i / blockSize), i % blockSize,
                         static_cast<std::uint32_t>(state.grains.count()), [&](std::size_t row, std::uint32_t j) {
                             const float* u = shear + slotOfShear(row, i % lanesOfRow);
                             const Vector3f displacement(u[0], u[lanesOfRow], u[2 * lanesOfRow]);
                             if (!displacement.isZero(0))
                                 found[{id[i], id[j]}] = displacement;
                         });
    }
    return found;
}

/// All that may happen to sleepers, at the ends of the bed: snowfall, a stone, wind that sets in.
DemRun restlessBed()
{
    DemRun run = longBed();
    run.material.compressionScale = 4e5;
    run.scene.emitters.back().material = run.material;
    Boundary& stone = run.addBoundary(makeBox({0.08, 0.08, 0.08}, {1.5, 0.1, 1.2}), 0.3);
    stone.name = "stone";
    stone.body = RigidBody{.density = 1000, .start = 1.7};
    SnowfallParameters snowfall;
    snowfall.centre = {0.15, 0.105, 0.4};
    snowfall.sizeX = snowfall.sizeY = 0.15;
    snowfall.rate = 4;
    snowfall.start = 2.2;
    snowfall.duration = 0.2;
    snowfall.fallsInAir = false;
    snowfall.velocity = {0, 0, -1};
    run.scene.inflows.push_back({"flakes", snowfall, nullptr, run.material});
    run.scene.wind = std::make_shared<SuddenWind>(3.05, Vector3(25, 0, 0));
    return run;
}

} // namespace

class DemSleepStateTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// Until somebody sleeps the option changes nothing.
    void theOptionAloneChangesNothing()
    {
        const auto placesAt = [](bool sleeps, double time) {
            DemRun run = longBed();
            run.parameters.sleeping = sleeps;
            run.runTo(time);
            if (sleeps && asleepIn(run) > 0)
                return std::vector<Vector3>();
            return run.vectors("position");
        };
        QVERIFY(placesAt(true, 0.6) == placesAt(false, 0.6));
        DemRun run = longBed();
        run.parameters.sleeping = false;
        const StepReport report = run.step(1e-3);
        QVERIFY(!report.figures.contains("asleep") && !run.frame().particles.find("asleep"));
    }

    /// Sleepers push back as grains do: in a step without friction and passes, in which forces depend on places alone.
    void sleepersActAsFixedNeighbours()
    {
        const auto bed = [] {
            DemRun run = longBed();
            run.parameters = demPresets()[1].parameters;
            run.parameters.sleeping = true;
            run.material.angleOfRepose = 0;
            run.scene.emitters.back().material = run.material;
            run.runTo(0.3);
            return run;
        };
        DemRun awake = bed(), half = bed();
        sleepLeftOf(half, 0.8);
        QVERIFY(half.state().lists.border().size() > 20);
        const std::vector<Vector3> before = half.vectors("velocity");
        awake.step(1e-4);
        half.step(1e-4);
        const std::vector<Vector3> expected = awake.vectors("velocity"), velocities = half.vectors("velocity");
        double largest = 0;
        Vector3 changed = Vector3::Zero(), leaked = Vector3::Zero();
        for (std::size_t i = 0; i < half.state().grains.awakeCount(); ++i) {
            const std::uint32_t id = half.state().grains.now().id[i];
            largest = std::max(largest, (velocities[id] - expected[id]).norm());
            changed += velocities[id] - before[id];
            leaked += velocities[id] - expected[id];
        }
        compare(largest, 0, 1e-6, "7: change of a velocity, as sleepers push otherwise than grains, m/s");
        compare(leaked.norm() / changed.norm(), 0, 1e-4, "7: momentum that they give otherwise, of all");
    }

    void frictionGoesOnAfterSleep()
    {
        DemRun run = longBed();
        run.runTo(0.5);
        const auto before = displacementsIn(run);
        QVERIFY(before.size() > 500);
        sleepLeftOf(run, 10);
        QCOMPARE(asleepIn(run), run.state().grains.count());
        run.saveAndRestore();
        wakeAll(run);
        QCOMPARE(asleepIn(run), std::size_t(0));
        QVERIFY(displacementsIn(run) == before);
        // Half of them sleep while the others move on: the two sides of a contact stay opposite.
        sleepLeftOf(run, 0.8);
        QVERIFY(asleepIn(run) > 50 && asleepIn(run) < run.state().grains.count() - 50);
        throwBall(run, 0.05, {1.3, 0.105, 0.3}, {0, 0, -2});
        for (int step = 0; step < 60; ++step)
            run.step(1e-3);
        sleepLeftOf(run, 1.2);
        for (int step = 0; step < 20; ++step)
            run.step(1e-3);
        wakeAll(run);
        const auto after = displacementsIn(run);
        QVERIFY(after.size() > 500 && after != before);
        for (const auto& [pair, displacement] : after) {
            const auto opposite = after.find({pair.second, pair.first});
            QVERIFY(opposite != after.end() && opposite->second == -displacement);
        }
    }

    void sleepersHaveTheSameBits()
    {
        constexpr double end = 3.2;
        const auto hashAfter = [&](const std::function<void(DemRun&)>& play) {
            DemRun run = restlessBed();
            play(run);
            return run.frame().contentHash().hex();
        };
        const std::string expected = hashAfter([&](DemRun& run) {
            const ThreadScope threads(1);
            int fallen = 0, woken = 0;
            std::size_t before = 0, most = 0;
            run.runTo(end, [&](const StepReport&) {
                const std::size_t now = asleepIn(run);
                fallen += now > before ? 1 : 0;
                woken += now + 8 < before ? 1 : 0;
                most = std::max(most, now);
                before = now;
            });
            qInfo("%d times some fell asleep, %d times some woke; %zu of %zu at most, %zu at the end", fallen, woken,
                  most, run.state().grains.count(), before);
            QVERIFY(fallen >= 2 && woken >= 2 && most > run.state().grains.count() / 2);
        });
        for (const int count : {2, 3, 7})
            QCOMPARE(hashAfter([&](DemRun& run) {
                         const ThreadScope threads(count);
                         run.runTo(end);
                     }),
                     expected);
        for (const int each : {37, 211})
            QCOMPARE(hashAfter([&](DemRun& run) {
                         int steps = 0;
                         run.runTo(end, [&](const StepReport&) {
                             if (++steps % each == 0)
                                 run.saveAndRestore();
                         });
                     }),
                     expected);
    }
};

SASTRUGI_TEST(DemSleepStateTest)
#include "DemSleepStateTest.moc"
