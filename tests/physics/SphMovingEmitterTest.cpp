// Emitters that move: jets fly as they must from where their nozzle was, with its velocity, flakes appear where the sky
// is, and neither steps, threads nor what comes later decide about them.
#include "engine/simulation/SnowBehindWalls.h"
#include "tests/TestCase.h"
#include "tests/physics/SphRun.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

using namespace sastrugi;
using namespace sastrugi::test;

namespace
{

constexpr double h = 0.01;
using Kind = std::variant<SnowfallParameters, NozzleParameters>;

RigidMotion steady(const Vector3& velocity, const Vector3& angularVelocity = Vector3::Zero(),
                   const Vector3& pivot = Vector3::Zero())
{
    SteadyMotion motion;
    motion.velocity = velocity;
    motion.angularVelocity = angularVelocity;
    motion.pivot = pivot;
    return RigidMotion().followedBy(motion);
}

RigidMotion keyed(const std::vector<MotionKey>& keys, KeyInterpolation interpolation = KeyInterpolation::Linear)
{
    return RigidMotion().followedBy(KeyedMotion(keys, interpolation, {0.1, 0, 0}));
}

InflowEmitter emitter(const Kind& kind, const RigidMotion& motion)
{
    InflowEmitter inflow;
    inflow.name = "inflow";
    inflow.kind = kind;
    inflow.material = SnowMaterial{};
    inflow.motion = motion;
    return inflow;
}

/// Nothing else but one emitter.
Scene sceneWith(const Kind& kind, const RigidMotion& motion)
{
    Scene scene;
    scene.solver = makeSphSolver({});
    scene.inflows.push_back(emitter(kind, motion));
    return scene;
}

SphRun runWith(const Kind& kind, const RigidMotion& motion)
{
    SphRun run;
    run.parameters.spacing = h;
    run.scene.settings.gravity.setZero();
    run.scene.inflows.push_back(emitter(kind, motion));
    return run;
}

NozzleParameters nozzle(double radius)
{
    NozzleParameters jet;
    jet.centre = {0.3, 0, 0};
    jet.direction = {3, 0, -4};
    jet.radius = radius;
    jet.speed = 2;
    jet.jitter = 0;
    return jet;
}

SnowfallParameters sky()
{
    SnowfallParameters snowfall;
    snowfall.centre = {0.1, -0.2, 0.5};
    snowfall.sizeX = 0.2;
    snowfall.sizeY = 0.1;
    snowfall.rate = 20;
    snowfall.velocityJitter = 0;
    return snowfall;
}

/// What has come in by `end` in so many steps, and has flown straight on since.
std::vector<Seed> flown(const Scene& scene, double end, int steps)
{
    Emission emission(scene, h, 1);
    std::vector<Seed> all;
    double before = 0;
    for (int k = 1; k <= steps; ++k) {
        const double time = end * k / steps;
        for (Seed& seed : all)
            seed.position += (time - before) * seed.velocity;
        const std::vector<Seed> seeds = emission.emit(time, {}, Vector3::Zero());
        all.insert(all.end(), seeds.begin(), seeds.end());
        before = time;
    }
    return all;
}

/// All that comes in by `end`, as it comes in.
std::vector<Seed> seedsOf(Emission& emission, double begin, double end, int steps)
{
    std::vector<Seed> all;
    for (int k = 1; k <= steps; ++k) {
        const std::vector<Seed> seeds = emission.emit(begin + (end - begin) * k / steps, {}, Vector3::Zero());
        all.insert(all.end(), seeds.begin(), seeds.end());
    }
    return all;
}

void verifySame(const std::vector<Seed>& seeds, const std::vector<Seed>& others)
{
    QCOMPARE(seeds.size(), others.size());
    for (std::size_t i = 0; i < seeds.size(); ++i)
        QVERIFY(seeds[i].position == others[i].position && seeds[i].velocity == others[i].velocity);
}

/// Snow on a lattice that fills a box.
std::vector<Float4> filled(const Bounds& box, double spacing)
{
    std::vector<Float4> snow;
    for (double x = box.minimum.x(); x <= box.maximum.x(); x += spacing)
        for (double y = box.minimum.y(); y <= box.maximum.y(); y += spacing)
            for (double z = box.minimum.z(); z <= box.maximum.z(); z += spacing)
                snow.push_back({static_cast<float>(x), static_cast<float>(y), static_cast<float>(z), 0});
    return snow;
}

/// Both kinds on the move, and a floor.
SphRun storm()
{
    NozzleParameters jet = nozzle(0.03);
    jet.jitter = 0.2;
    SphRun run = runWith(jet, steady({0.5, 0, 0}, {0, 0, 9}));
    SnowfallParameters flakes = sky();
    flakes.centre.z() = 0.1;
    flakes.clumpShare = 0.3;
    run.scene.inflows.push_back(
        emitter(flakes, keyed({{0, {0, 0, 0}}, {0.03, {0, 0.2, 0}}, {0.06, {0.1, 0.2, 0}}}, KeyInterpolation::Smooth)));
    run.scene.settings.gravity = {0, 0, -9.81};
    run.addBoundary(makePlane(2, 2, {0, 0, -0.05}), 0.5);
    return run;
}

} // namespace

class SphMovingEmitterTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// Galileo: as seen from the nozzle, the jet is that of one at rest.
    void aNozzleThatMovesSteadilyCarriesItsJetAlong()
    {
        const Vector3 drift(1.5, -2, 0.5);
        const double end = 0.2987;
        const std::vector<Seed> still = flown(sceneWith(nozzle(0.035), {}), end, 40);
        QVERIFY(still.size() > 2000);
        for (const int steps : {9, 57, 400}) {
            const std::vector<Seed> carried = flown(sceneWith(nozzle(0.035), steady(drift)), end, steps);
            QCOMPARE(carried.size(), still.size());
            for (std::size_t i = 0; i < still.size(); ++i) {
                QVERIFY((carried[i].position - still[i].position - end * drift).norm() < 1e-9);
                QVERIFY((carried[i].velocity - still[i].velocity - drift).norm() < 1e-12);
            }
        }
    }

    /// The same with the solver: the snow keeps its density, and the jet its shape.
    void aJetFromAMovingNozzleIsAsDenseAsAnyOther()
    {
        const Vector3 drift(1, -2, 0.5);
        const double end = 0.0987;
        SphRun still = runWith(nozzle(0.035), {}), carried = runWith(nozzle(0.035), steady(drift));
        still.runTo(end);
        carried.runTo(end);
        const std::vector<Vector3> places = carried.positions(), velocities = carried.velocities(),
                                   expected = still.positions();
        QVERIFY(places.size() > 700);
        QCOMPARE(places.size(), expected.size());
        double furthest = 0, fastest = 0;
        for (std::size_t i = 0; i < places.size(); ++i) {
            furthest = std::max(furthest, (places[i] - expected[i] - end * drift).norm());
            fastest = std::max(fastest, (velocities[i] - Vector3(1.2, 0, -1.6) - drift).norm());
        }
        compare(furthest / h, 0, 0.25, "from the place in the jet of a nozzle at rest, in spacings");
        compare(fastest, 0, 0.05, "from the velocity of jet and nozzle, m/s");
        const Frame now = carried.frame(), then = still.frame();
        const auto sum = [](std::span<const float> values) {
            double all = 0;
            for (const float value : values)
                all += static_cast<double>(value);
            return all;
        };
        compare(sum(now.particles.get<float>("density")) / sum(then.particles.get<float>("density")), 1, 0.01,
                "density");
    }

    /// Each layer of a single file leaves along the nozzle, with the velocity of its rim.
    void aTurningNozzleSpraysAFan()
    {
        const double rate = 7, end = 0.3987, radius = 0.3;
        NozzleParameters jet = nozzle(0.4 * h);
        jet.direction = {1, 0, 0};
        for (const int steps : {7, 90}) {
            const std::vector<Seed> fan = flown(sceneWith(jet, steady(Vector3::Zero(), {0, 0, rate})), end, steps);
            QCOMPARE(fan.size(), std::size_t{80});
            for (std::size_t n = 0; n < fan.size(); ++n) {
                const double left = static_cast<double>(n) * h / 2;
                const Eigen::AngleAxisd turn(rate * left, Vector3::UnitZ());
                const Vector3 velocity = turn * Vector3(2, rate * radius, 0);
                QVERIFY((fan[n].velocity - velocity).norm() < 1e-12);
                QVERIFY((fan[n].position - turn * Vector3(radius, 0, 0) - (end - left) * velocity).norm() < 1e-9);
            }
        }
    }

    void theParticlesOfALayerTurnWithTheirNozzle()
    {
        const Vector3 rate(3, -5, 8);
        Emission emission(sceneWith(nozzle(0.05), steady({0, 0, 1}, rate)), h, 1);
        const std::vector<Seed> layer = emission.emit(1e-9, {}, Vector3::Zero());
        QVERIFY(layer.size() > 60);
        double widest = 0;
        for (const Seed& seed : layer) {
            const Vector3 across = seed.position - layer[0].position;
            const Vector3 difference = seed.velocity - layer[0].velocity;
            QVERIFY((difference - rate.cross(across)).norm() < 1e-6);
            widest = std::max(widest, difference.norm());
        }
        QVERIFY(widest > 0.3); // else there was nothing to compare
    }

    void flakesAppearWhereTheSkyIs_data()
    {
        QTest::addColumn<bool>("isSurface");
        QTest::newRow("rectangle") << false;
        QTest::newRow("surface") << true;
    }

    void flakesAppearWhereTheSkyIs()
    {
        QFETCH(bool, isSurface);
        const SnowfallParameters snowfall = sky();
        const RigidMotion motion = steady({3, 0, 1}, {0, 4, 0}, snowfall.centre);
        Scene scene = sceneWith(snowfall, motion);
        if (isSurface)
            scene.inflows[0].surface = std::make_shared<TriangleMesh>(makeSphere(0.1, snowfall.centre, 4));
        Emission emission(scene, h, 1);
        std::size_t count = 0;
        for (int k = 1; k <= 80; ++k) {
            const double time = 0.005 * k;
            for (const Seed& seed : emission.emit(time, {}, Vector3::Zero())) {
                ++count;
                QVERIFY(seed.velocity == snowfall.velocity); // what falls does not drive along
                const Vector3 place = motion.poseAt(time).inverse()(seed.position) - snowfall.centre;
                if (isSurface)
                    QVERIFY(std::abs(place.norm() - 0.1) < h + 1e-3);
                else
                    QVERIFY(std::abs(place.x()) < 0.1 + h && std::abs(place.y()) < 0.05 + h &&
                            std::abs(place.z()) < h + 1e-9);
            }
        }
        QVERIFY2(count > 200, qPrintable(QString::number(count)));
    }

    void aCarriedSnowfallSnowsBelowItsWay()
    {
        const double speed = 1.2, fall = 2, end = 0.2;
        SnowfallParameters snowfall = sky();
        snowfall.velocity = {0, 0, -fall};
        SphRun run = runWith(snowfall, steady({speed, 0, 0}));
        run.runTo(end);
        const std::vector<Vector3> places = run.positions();
        QVERIFY(places.size() > 100);
        double first = 1, last = -1;
        for (const Vector3& place : places) {
            const double appeared = end - (snowfall.centre.z() - place.z()) / fall;
            const double beside = place.x() - snowfall.centre.x() - speed * appeared;
            QVERIFY2(std::abs(beside) < 0.1 + 2 * h, qPrintable(QString::number(beside)));
            first = std::min(first, appeared);
            last = std::max(last, appeared);
        }
        QVERIFY(first < 0.03 && last > 0.17);
    }

    void roomIsLookedForWhereTheEmitterIs_data()
    {
        QTest::addColumn<bool>("isSky");
        QTest::newRow("nozzle") << false;
        QTest::newRow("sky") << true;
    }

    void roomIsLookedForWhereTheEmitterIs()
    {
        QFETCH(bool, isSky);
        const Kind kind = isSky ? Kind(sky()) : Kind(nozzle(0.03));
        const Scene scene = sceneWith(kind, keyed({{0, {0, 0, 0}}, {1, {5, 0, 0}}}));
        const auto comes = [&](double time) { // into snow that is there by then
            Emission emission(scene, h, 1);
            emission.emit(1, {}, Vector3::Zero());
            const Bounds box = scene.inflows[0].boundsAt(time).grownBy(4 * h);
            return emission.emit(1.01, filled(box, 0.6 * h), Vector3::Zero()).size();
        };
        QVERIFY(comes(0) > 5);
        QCOMPARE(comes(2), std::size_t{0});
    }

    void nothingComesWhereTheSameIsAlready()
    {
        // In a long step, in which the nozzle goes far and turns.
        for (const RigidMotion& motion : {steady({30, 5, 0}), steady({0, 2, 0}, {0, 0, 60})}) {
            const Scene scene = sceneWith(nozzle(0.02), motion);
            const std::vector<Seed> seeds = Emission(scene, h, 1).emit(0.0499, {}, Vector3::Zero());
            QVERIFY(seeds.size() > 50);
            std::vector<Float4> there;
            for (const Seed& seed : seeds) {
                const Vector3f place = seed.position.cast<float>();
                there.push_back({place.x(), place.y(), place.z(), 0});
            }
            QCOMPARE(Emission(scene, h, 1).emit(0.0499, there, Vector3::Zero()).size(), std::size_t{0});
        }
    }

    void withoutMotionNothingChanges()
    {
        const NozzleParameters jet = nozzle(0.4 * h);
        const Scene plain = sceneWith(jet, {});
        QCOMPARE(sceneWith(jet, RigidMotion().followedBy(RigidMotion())).contentHash().hex(),
                 plain.contentHash().hex());
        QVERIFY(sceneWith(jet, steady({0, 0, 1})).contentHash() != plain.contentHash());
        // To the last bit, as it was before emitters could move.
        const double end = 0.0987;
        const std::vector<Seed> seeds = Emission(plain, h, 1).emit(end, {}, Vector3::Zero());
        QCOMPARE(seeds.size(), std::size_t{20});
        const Vector3 direction = jet.direction.normalized();
        for (std::size_t n = 0; n < seeds.size(); ++n) {
            const double age = end - jet.start - static_cast<double>(n) * h / jet.speed;
            const Vector3 place = jet.centre + age * jet.speed * direction;
            QVERIFY(seeds[n].position == place && seeds[n].velocity == Vector3(jet.speed * direction));
        }
        QCOMPARE(Emission(plain, h, 1).largestSpeed(0, 1), jet.speed);
        // A motion that goes nowhere differs by no more than rounding.
        for (const Kind& kind : {Kind(nozzle(0.03)), Kind(sky())}) {
            const std::vector<Seed> expected = flown(sceneWith(kind, {}), end, 12);
            const std::vector<Seed> held = flown(sceneWith(kind, keyed({{0, {0, 0, 0}}})), end, 12);
            QCOMPARE(held.size(), expected.size());
            QVERIFY(held.size() > 30);
            for (std::size_t i = 0; i < held.size(); ++i)
                QVERIFY((held[i].position - expected[i].position).norm() < 1e-12);
        }
    }

    void nothingComesFasterThanTheBound_data()
    {
        QTest::addColumn<RigidMotion>("motion");
        const Eigen::Quaterniond turn(Eigen::AngleAxisd(2, Vector3(1, 2, 3).normalized()));
        const std::vector<MotionKey> keys = {{0.1, {0, 0, 0}}, {0.3, {2, 1, 0}, turn}, {0.5, {2, -3, 1}, turn}};
        QTest::newRow("drive") << steady({1, 7, 0});
        QTest::newRow("spin") << steady(Vector3::Zero(), {1, 20, 0}, {0.1, 0, 0});
        QTest::newRow("keys") << keyed(keys);
        QTest::newRow("smooth keys") << keyed(keys, KeyInterpolation::Smooth);
        QTest::newRow("spin, carried") << steady(Vector3::Zero(), {0, 9, 0}).followedBy(keyed(keys));
    }

    void nothingComesFasterThanTheBound()
    {
        QFETCH(RigidMotion, motion);
        NozzleParameters jet = nozzle(0.03);
        jet.speed = 0.5;
        Emission emission(sceneWith(jet, motion), 0.003, 1);
        double before = 0, largest = 0, fastest = 0;
        for (int k = 1; k <= 60; ++k) {
            const double time = 0.01 * k, bound = emission.largestSpeed(before, time);
            for (const Seed& seed : emission.emit(time, {}, Vector3::Zero())) {
                QVERIFY(seed.velocity.norm() <= bound * (1 + 1e-12));
                fastest = std::max(fastest, seed.velocity.norm());
            }
            largest = std::max(largest, bound);
            before = time;
        }
        QVERIFY(fastest > 2); // it has moved
        QVERIFY2(largest < 2 * fastest, qPrintable(QString("%1 %2").arg(largest).arg(fastest)));
    }

    /// A hand has not made the keys yet that are later than the step.
    void whatTheMotionDoesLaterDoesNotMatter()
    {
        const double end = 0.5;
        const std::vector<MotionKey> keys = {{0, {0, 0, 0}}, {0.25, {1, 0, 0}}, {end, {1, 2, 0}}};
        std::vector<MotionKey> more = keys;
        more.push_back({0.6, {-9, 0, 4}, Eigen::Quaterniond(Eigen::AngleAxisd(1, Vector3::UnitX()))});
        for (const Kind& kind : {Kind(nozzle(0.02)), Kind(sky())}) {
            Emission first(sceneWith(kind, keyed(keys)), h, 1), second(sceneWith(kind, keyed(more)), h, 1);
            // A layer leaves right at the end, and at the key before it.
            verifySame(seedsOf(first, 0, end, 10), seedsOf(second, 0, end, 10));
            QCOMPARE(first.largestSpeed(0.45, end), second.largestSpeed(0.45, end));
            QVERIFY(first.predictedCount(end) > 100);
        }
    }

    void anInterruptedEmissionGoesOnAsItWas()
    {
        const Scene scene = storm().scene;
        Emission whole(scene, h, 1), before(scene, h, 1), after(scene, h, 1);
        seedsOf(whole, 0, 0.1, 10);
        seedsOf(before, 0, 0.1, 10);
        std::map<std::string, double> numbers;
        before.save(numbers);
        QCOMPARE(numbers.size(), std::size_t{2}); // the motion adds nothing
        after.restore(numbers);
        const std::vector<Seed> rest = seedsOf(after, 0.1, 0.2, 10);
        QVERIFY(rest.size() > 300);
        verifySame(rest, seedsOf(whole, 0.1, 0.2, 10));
    }

    void theSameBitsComeOut()
    {
        std::size_t count = 0;
        verifySameBits(0.06, [&](const std::function<void(SphRun&)>& play) {
            SphRun run = storm();
            play(run);
            count = run.positions().size();
            return run.frame().contentHash();
        });
        QVERIFY2(count > 250, qPrintable(QString::number(count)));
    }

    void stepsHeedHowFastANozzleMoves()
    {
        // After the first step, by which the first layer has come in and nothing has moved yet.
        const auto stepAfter = [](const RigidMotion& motion) {
            SphRun run = runWith(nozzle(0.02), motion);
            double step = 0;
            run.runTo(1e-4, [&](const StepReport&) { step = step == 0 ? run.state().control.largestStep() : step; });
            return step;
        };
        const double reach = SphParameters{}.cflNumber * h;
        compare(stepAfter({}), std::min(reach / 2, h / 10), 1e-9, "at rest");
        compare(stepAfter(steady({60, 0, 80})), reach / 102, 1e-9, "driven");
    }

    void emittersAreJudgedWhereTheyAreAtTheStart()
    {
        SphRun run = runWith(nozzle(0.02), {});
        run.scene.settings.gravity = {0, 0, -9.81};
        run.addBoundary(makePlane(2, 2, {0, 0, -0.5}), 0.5);
        const auto warnings = [&](const RigidMotion& motion) {
            run.scene.inflows[0].motion = motion;
            QStringList codes;
            warnOfInflows(run.scene, Emission(run.scene, h, 1),
                          [&](const LogMessage& message) { codes += QString::fromStdString(message.code); }, {});
            return codes;
        };
        QCOMPARE(warnings({}), QStringList{});
        QCOMPARE(warnings(steady({0, 0, -1})), QStringList{});
        QCOMPARE(warnings(keyed({{0, {0, 0, -0.7}}})), QStringList{"emitter.belowBoundary"});
        QVERIFY(localOrigin(sceneWith(nozzle(0.02), {})).isZero(0));
        QVERIFY(localOrigin(sceneWith(nozzle(0.02), keyed({{0, {5e4, 0, 0}}}))) == Vector3(5e4, 0, 0));
    }

    void aSkyThatDrivesAwayHasMoreRoom()
    {
        SnowfallParameters snowfall = sky();
        snowfall.flakeSpacing = 50; // half a metre
        const auto isCrowded = [&](const RigidMotion& motion) {
            bool isSaid = false;
            Emission(sceneWith(snowfall, motion), h, 1).warn(2, [&](const LogMessage& message) {
                isSaid |= message.code == "emitter.crowded";
            });
            return isSaid;
        };
        QVERIFY(isCrowded({}));
        QVERIFY(!isCrowded(steady({1e5, 0, 0})));
    }
};

SASTRUGI_TEST(SphMovingEmitterTest)
#include "SphMovingEmitterTest.moc"
