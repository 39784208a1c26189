// The SPH solver when it is stopped: what it did is taken back to the bit, and nothing goes missing.
#include "engine/core/Error.h"
#include "engine/geometry/Primitives.h"
#include "engine/geometry/Transform.h"
#include "engine/sph/SphSolver.h"
#include "engine/sph/SphStages.h"
#include "tests/TestCase.h"

#include <atomic>
#include <numbers>
#include <thread>

using namespace sastrugi;

namespace
{

std::stop_token stopped()
{
    std::stop_source source;
    source.request_stop();
    return source.get_token();
}

Hash hashOf(const Snapshot& snapshot)
{
    ContentHash hash;
    for (const auto& [key, value] : snapshot.numbers)
        hash.add(key).add(value);
    for (const auto& [name, table] : snapshot.tables) {
        hash.add(name);
        table.addToHash(hash);
    }
    return hash.digest();
}

/// A block of snow that slides over the ground, so that there is something for every stage.
Scene slidingBlock()
{
    SphParameters parameters;
    parameters.spacing = 0.1;
    Scene scene;
    scene.solver = makeSphSolver(parameters);
    scene.solverNode = "sph";
    scene.emitters.push_back({"fill", std::make_shared<TriangleMesh>(makeBox({1, 1, 0.6}, {0, 0, 0.35})),
                              SnowMaterial{}, Vector3(2, 0, -1), Vector3::Zero(), 0.2});
    scene.boundaries.push_back({"ground", std::make_shared<TriangleMesh>(makePlane(4, 4, {0, 0, 0})), {}, 0});
    return scene;
}

/// The same with a plate that turns as it comes towards the block from afar.
Scene sweptBlock()
{
    Scene scene = slidingBlock();
    SteadyMotion motion;
    motion.velocity = {-3, 0, 0};
    motion.angularVelocity = {0, 0, 2};
    motion.pivot = {2, 0, 0};
    const TriangleMesh upright =
        transformed(makePlane(1.5, 3, Vector3::Zero()), {2, 0, 0.75}, {0, std::numbers::pi / 2, 0}, Vector3::Ones());
    scene.boundaries.push_back({"plate", std::make_shared<TriangleMesh>(upright), {}, 0});
    scene.boundaries.back().motion = RigidMotion().followedBy(motion);
    return scene;
}

/// The same in falling snow, warm, and under a plate that carries a load.
Scene snowedUnderBlock()
{
    Scene scene = slidingBlock();
    scene.emitters[0].material.heat = HeatProperties{};
    scene.boundaries[0].surface.temperature = 280;
    InflowEmitter sky;
    sky.name = "sky";
    SnowfallParameters snowfall;
    snowfall.centre = {0, 0, 1.5};
    snowfall.sizeX = snowfall.sizeY = 3;
    snowfall.rate = 100;
    sky.kind = snowfall;
    sky.material = SnowMaterial{};
    scene.inflows.push_back(sky);
    scene.boundaries.push_back({"plate", std::make_shared<TriangleMesh>(makePlane(1, 1, {0, 0, 0.75})), {}, 0});
    scene.boundaries.back().load = PlateLoad{.force = 2000, .mass = 200};
    return scene;
}

/// Steps as the frame loop takes them.
StepReport step(const Scene& scene, State& state, std::stop_token stop = {})
{
    std::string_view limiter;
    const StepReport report =
        scene.solver->step(scene, state, scene.solver->largestTimeStep(scene, state, limiter), stop);
    if (!report.isUndone)
        state.time += report.timeStep;
    return report;
}

} // namespace

class SphStopTest : public QObject
{
    Q_OBJECT

private:
    static void addSceneRows()
    {
        QTest::addColumn<int>("which");
        QTest::newRow("walls stand still") << 0;
        QTest::newRow("a wall moves") << 1;
        QTest::newRow("it snows, heat flows, a plate presses") << 2;
    }

    static Scene fetchScene()
    {
        QFETCH(int, which);
        return which == 0 ? slidingBlock() : which == 1 ? sweptBlock() : snowedUnderBlock();
    }

private Q_SLOTS:
    /// In every step of a way on which the snow meets new samples of its wall.
    void aStoppedStepIsTakenBack_data() { addSceneRows(); }
    void aStoppedStepIsTakenBack()
    {
        const Scene scene = fetchScene();
        const auto state = scene.solver->start(scene, {}), other = scene.solver->start(scene, {});
        double samplesAtStart = 0, samplesAtEnd = 0;
        for (int i = 0; i < 60; ++i) {
            const Hash before = hashOf(scene.solver->save(*state));
            QVERIFY(step(scene, *state, stopped()).isUndone);
            QVERIFY(hashOf(scene.solver->save(*state)) == before);
            QVERIFY(!step(scene, *state).isUndone);
            samplesAtEnd = step(scene, *other).figures.at("boundarySamples");
            samplesAtStart = i == 0 ? samplesAtEnd : samplesAtStart;
            QVERIFY(hashOf(scene.solver->save(*state)) != before);
            QVERIFY(hashOf(scene.solver->save(*state)) == hashOf(scene.solver->save(*other)));
        }
        QVERIFY(samplesAtEnd > samplesAtStart);
    }

    /// A restored state knows the samples near its snow only, and goes on with the same bits.
    void aRestoredStateGoesOnAsTheFirst_data() { addSceneRows(); }
    void aRestoredStateGoesOnAsTheFirst()
    {
        const Scene scene = fetchScene();
        const auto first = scene.solver->start(scene, {});
        std::unique_ptr<State> restored = scene.solver->start(scene, {});
        for (int i = 0; i < 60; ++i) {
            step(scene, *first);
            const double time = restored->time;
            restored = scene.solver->restore(scene, scene.solver->save(*restored), {});
            restored->time = time;
            step(scene, *restored);
            QVERIFY(hashOf(scene.solver->save(*restored)) == hashOf(scene.solver->save(*first)));
        }
    }

    /// Wherever in a step the stop arrives, there is the state from before or the one from after.
    void aStopAtAnyMomentLeavesAWholeState_data() { addSceneRows(); }
    void aStopAtAnyMomentLeavesAWholeState()
    {
        const Scene scene = fetchScene();
        const auto state = scene.solver->start(scene, {}), other = scene.solver->start(scene, {});
        for (int i = 0; i < 40; ++i) {
            const Hash before = hashOf(scene.solver->save(*state));
            std::stop_source source;
            std::jthread stopper([&source, i] {
                for (std::atomic<int> wait = 0; wait < 10000 * i; ++wait) {
                }
                source.request_stop();
            });
            const StepReport report = step(scene, *state, source.get_token());
            stopper.join();
            if (report.isUndone)
                QVERIFY(hashOf(scene.solver->save(*state)) == before);
            else
                step(scene, *other);
            QVERIFY(hashOf(scene.solver->save(*state)) == hashOf(scene.solver->save(*other)));
        }
    }

    void whatMakesAStateCanBeStopped()
    {
        const Scene scene = slidingBlock();
        const auto isInterrupted = [](auto&& work) {
            try {
                work();
            } catch (const Error& error) {
                return error.kind() == ErrorKind::Interrupted;
            }
            return false;
        };
        QVERIFY(isInterrupted([&] { scene.solver->predict(scene, {}, stopped()); }));
        QVERIFY(isInterrupted([&] { scene.solver->start(scene, {}, stopped()); }));
        const Snapshot snapshot = scene.solver->save(*scene.solver->start(scene, {}));
        QVERIFY(isInterrupted([&] { scene.solver->restore(scene, snapshot, stopped()); }));
        QVERIFY(isInterrupted([&] { Walls(scene, 0.1, Vector3::Zero(), {}, stopped()); }));
    }

    void aStopWhileWallsAreSampledLosesNoSample()
    {
        const Scene scene = slidingBlock();
        std::vector<Float4> snow;
        for (float x = -1.9f; x < 1.9f; x += 0.1f)
            snow.push_back({x, 0, 0.1f, 0});
        CellGrid grid(0.2f);
        grid.build(snow);
        Walls whole(scene, 0.1, Vector3::Zero(), {}), broken(scene, 0.1, Vector3::Zero(), {});
        QVERIFY(whole.activateNear(grid));
        broken.activateNear(grid, {}, stopped());
        QVERIFY(broken.count() < whole.count());
        QVERIFY(broken.activateNear(grid));
        QVERIFY(!broken.activateNear(grid));
        QCOMPARE(broken.count(), whole.count());
        for (std::size_t i = 0; i < whole.count(); ++i)
            QVERIFY(whole.arrays().position[i].x == broken.arrays().position[i].x &&
                    whole.arrays().position[i].y == broken.arrays().position[i].y);
    }
};

SASTRUGI_TEST(SphStopTest)
#include "SphStopTest.moc"
