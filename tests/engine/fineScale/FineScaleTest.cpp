// Fine-scale particles: they go where snow goes, fall where there is none, and stay out of obstacles.
#include "tests/TestCase.h" // first: moc of Qt 6.4 fails to read <compare> before it

#include "engine/core/Error.h"
#include "engine/core/Parallel.h"
#include "engine/fields/UniformWind.h"
#include "engine/fineScale/CoarseSnow.h"
#include "engine/fineScale/FineScaleSeries.h"
#include "engine/geometry/Primitives.h"
#include "engine/simulation/Scene.h"

#include <algorithm>
#include <cmath>

using namespace sastrugi;

namespace
{

constexpr float spacing = 0.02f;

using Places = std::vector<Vector3f>;

/// A lattice of 2 half along each edge, around the origin.
Places block(int half)
{
    Places places;
    for (int k = -half; k < half; ++k)
        for (int j = -half; j < half; ++j)
            for (int i = -half; i < half; ++i)
                places.push_back(spacing *
                                 (Vector3f(static_cast<float>(i), static_cast<float>(j), static_cast<float>(k)) +
                                  Vector3f::Constant(0.5f)));
    return places;
}

std::shared_ptr<const Frame> frameOf(std::int64_t number, double time, const Places& places, const Places& velocities,
                                     const std::vector<std::uint32_t>& ids = {})
{
    auto frame = std::make_shared<Frame>();
    frame->number = number;
    frame->time = time;
    frame->particles = Attributes(places.size());
    const auto id = frame->particles.add<std::uint32_t>("id");
    const auto position = frame->particles.add<float>("position", 3),
               velocity = frame->particles.add<float>("velocity", 3);
    for (std::size_t i = 0; i < places.size(); ++i) {
        id[i] = ids.empty() ? static_cast<std::uint32_t>(i) : ids[i];
        std::copy_n(places[i].data(), 3, position.data() + 3 * i);
        std::copy_n(velocities[i].data(), 3, velocity.data() + 3 * i);
    }
    std::ranges::fill(frame->particles.add<float>("radius"), spacing / 2);
    std::ranges::fill(frame->particles.add<float>("mass"), 0.003f);
    std::ranges::fill(frame->particles.add<float>("temperature"), 263.0f);
    return frame;
}

std::shared_ptr<Scene> emptyScene() { return std::make_shared<Scene>(); }

Vector3f rowOf(const Frame& frame, const char* name, std::size_t i)
{
    const auto values = frame.particles.get<float>(name, 3);
    return {values[3 * i], values[3 * i + 1], values[3 * i + 2]};
}

/// The same everywhere.
Places all(std::size_t count, const Vector3f& value) { return Places(count, value); }

FineScaleParameters few(std::int64_t perParticle = 8)
{
    FineScaleParameters parameters;
    parameters.perParticle = perParticle;
    return parameters;
}

} // namespace

class FineScaleTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void snowIsFilled()
    {
        const Places places = block(5);
        FineScaleParticles fine(emptyScene(), few(27));
        fine.advance(frameOf(1, 0, places, all(places.size(), {1, 2, 3})));
        const Frame frame = fine.frame();
        QCOMPARE(frame.particles.count(), places.size() * 27);
        double mass = 0;
        const auto masses = frame.particles.get<float>("mass");
        const auto ids = frame.particles.get<std::uint32_t>("id");
        for (std::size_t i = 0; i < frame.particles.count(); ++i) {
            const Vector3f away = rowOf(frame, "position", i) - places[i / 27];
            QVERIFY(away.cwiseAbs().maxCoeff() <= spacing / 2 * 1.0001f);
            QCOMPARE(rowOf(frame, "velocity", i), Vector3f(1, 2, 3));
            QCOMPARE(ids[i], static_cast<std::uint32_t>(i));
            mass += static_cast<double>(masses[i]);
        }
        QVERIFY(std::abs(mass - 0.003 * static_cast<double>(places.size())) < 1e-6 * mass);
        QVERIFY(std::abs(frame.particles.get<float>("radius")[0] - spacing / 6) < 1e-8f);
        QCOMPARE(frame.particles.get<float>("temperature")[5], 263.0f);
        // Evenly: as many in each eighth of the block, within five deviations of chance.
        std::array<double, 8> parts = {};
        for (std::size_t i = 0; i < frame.particles.count(); ++i) {
            const Vector3f at = rowOf(frame, "position", i);
            ++parts[static_cast<std::size_t>((at.x() > 0) + 2 * (at.y() > 0) + 4 * (at.z() > 0))];
        }
        const double expected = static_cast<double>(frame.particles.count()) / 8;
        for (const double part : parts)
            QVERIFY(std::abs(part - expected) < 5 * std::sqrt(expected));
    }

    /// The weight of a kernel over a lattice is that over its volume.
    void fullnessIsOneInside()
    {
        const Places places = block(6);
        const auto frame = frameOf(1, 0, places, all(places.size(), {1, 0, 0}));
        std::vector<SnowPair> pairs;
        for (std::uint32_t i = 0; i < places.size(); ++i)
            pairs.push_back({i, i});
        CoarseSnow snow(*emptyScene(), {0, 0, 0}, *frame, *frame, pairs);
        snow.moveTo(0.5);
        CoarseSnow::Around around(snow);
        Vector3f velocity;
        for (const Vector3f& place : {Vector3f(0, 0, 0), Vector3f(0.003f, 0.011f, -0.007f)}) {
            QVERIFY(std::abs(around.at(place, velocity) - 1) < 0.02f);
            QVERIFY((velocity - Vector3f(1, 0, 0)).norm() < 1e-5f);
        }
        // Half of it at the surface, nothing outside of all kernels.
        QVERIFY(std::abs(around.at({6 * spacing, 0, 0}, velocity) - 0.5f) < 0.03f);
        QCOMPARE(around.at({8.1f * spacing, 0, 0}, velocity), 0.0f);
        QCOMPARE(velocity, Vector3f(0, 0, 0));
    }

    /// Specification of FLIP snow, test 19: v = I(u) where snow is full.
    void theyMoveAsSnowDoes()
    {
        const Places places = block(5);
        Places later = places;
        const Vector3f speed(1.5f, -0.5f, 0.25f);
        for (Vector3f& place : later)
            place += speed / 24;
        FineScaleParticles fine(emptyScene(), few());
        fine.advance(frameOf(1, 0, places, all(places.size(), speed)));
        const Frame before = fine.frame();
        fine.advance(frameOf(2, 1.0 / 24, later, all(places.size(), speed)));
        const Frame after = fine.frame();
        QCOMPARE(after.particles.count(), before.particles.count());
        std::size_t inside = 0;
        for (std::size_t i = 0; i < before.particles.count(); ++i) {
            if (rowOf(before, "position", i).cwiseAbs().maxCoeff() > 4 * spacing)
                continue; // at the rim snow is not full
            ++inside;
            QVERIFY((rowOf(after, "velocity", i) - speed).norm() < 1e-4f);
            QVERIFY((rowOf(after, "position", i) - rowOf(before, "position", i) - speed / 24).norm() < 1e-5f);
        }
        QVERIFY(inside > 1000);
    }

    /// A block that turns by a quarter in eight frames keeps its particles where they were in it.
    void theyTurnWithSnow()
    {
        const Places places = block(6);
        const double rate = 3.14159265 / 2 * 24 / 8;
        FineScaleParameters parameters = few();
        parameters.attachment = 0.3; // the rim too, where there is nothing that moves otherwise
        auto scene = emptyScene();
        scene->settings.gravity = {0, 0, 0};
        FineScaleParticles fine(scene, parameters);
        Frame first;
        Eigen::Matrix3f turn;
        for (int frame = 0; frame <= 8; ++frame) {
            turn = Eigen::AngleAxisf(static_cast<float>(rate * frame / 24), Vector3f::UnitZ()).toRotationMatrix();
            Places now, velocities;
            for (const Vector3f& place : places) {
                now.push_back(turn * place);
                velocities.push_back(static_cast<float>(rate) * Vector3f::UnitZ().cross(now.back()));
            }
            fine.advance(frameOf(frame, frame / 24.0, now, velocities));
            if (frame == 0)
                first = fine.frame();
        }
        const Frame last = fine.frame();
        double worst = 0, sum = 0;
        std::size_t count = 0;
        for (std::size_t i = 0; i < last.particles.count(); ++i) {
            const Vector3f start = rowOf(first, "position", i);
            if (start.cwiseAbs().maxCoeff() > 5 * spacing)
                continue;
            const double error = static_cast<double>((rowOf(last, "position", i) - turn * start).norm() / spacing);
            worst = std::max(worst, error);
            sum += error;
            ++count;
        }
        QVERIFY2(worst < 0.2 && sum / static_cast<double>(count) < 0.05,
                 qPrintable(QString("%1 %2").arg(worst).arg(sum / static_cast<double>(count))));
    }

    /// Test 19: v = g t where there is none.
    void theyFallWhereThereIsNone()
    {
        // Their particle is far away at once.
        FineScaleParticles fine(emptyScene(), few());
        fine.advance(frameOf(1, 0, {{0, 0, 0}}, all(1, {0, 0, 0})));
        const Frame before = fine.frame();
        for (int frame = 1; frame <= 4; ++frame)
            fine.advance(frameOf(1 + frame, frame / 24.0, {{10, 0, 0}}, all(1, {0, 0, 0})));
        const Frame after = fine.frame();
        // Except in the first interval, in which it leaves; it takes them along for a while.
        FineScaleParticles second = FineScaleParticles(emptyScene(), few());
        second.advance(frameOf(1, 0, {{0, 0, 0}}, all(1, {0, 0, 0})));
        second.advance(frameOf(2, 1.0 / 24, {{10, 0, 0}}, all(1, {0, 0, 0})));
        const Frame middle = second.frame();
        const double time = 3.0 / 24;
        for (std::size_t i = 0; i < before.particles.count(); ++i) {
            const Vector3f gained = rowOf(after, "velocity", i) - rowOf(middle, "velocity", i);
            QVERIFY((gained - Vector3f(0, 0, static_cast<float>(-9.81 * time))).norm() < 1e-4f);
            const Vector3f way = rowOf(after, "position", i) - rowOf(middle, "position", i) -
                                 static_cast<float>(time) * rowOf(middle, "velocity", i);
            QVERIFY((way - Vector3f(0, 0, static_cast<float>(-0.5 * 9.81 * time * time))).norm() < 1e-4f);
        }
    }

    void theWindTakesWhatIsFree()
    {
        auto scene = emptyScene();
        scene->settings.gravity = {0, 0, 0};
        UniformWindParameters wind;
        wind.velocity = {4, 0, 0};
        scene->wind = makeUniformWind(wind);
        FineScaleParameters parameters = few();
        parameters.grainSize = 0.0005;
        parameters.grainDensity = 50;
        FineScaleParticles fine(scene, parameters);
        fine.advance(frameOf(1, 0, {{0, 0, 0}}, all(1, {0, 0, 0})));
        for (int frame = 1; frame <= 24; ++frame)
            fine.advance(frameOf(1 + frame, frame / 24.0, {{-10, 0, 0}}, all(1, {0, 0, 0})));
        const Frame after = fine.frame();
        for (std::size_t i = 0; i < after.particles.count(); ++i)
            QVERIFY((rowOf(after, "velocity", i) - Vector3f(4, 0, 0)).norm() < 0.1f);
    }

    void theyStayOutOfObstacles()
    {
        auto scene = emptyScene();
        Boundary floor;
        floor.name = "floor";
        floor.mesh =
            std::make_shared<const TriangleMesh>(makeBox({2, 2, 0.2}, {0, 0, -0.1 - 5 * static_cast<double>(spacing)}));
        scene->boundaries.push_back(floor);
        const double top = -5 * static_cast<double>(spacing);
        const Places places = block(5);
        FineScaleParticles fine(scene, few());
        fine.advance(frameOf(1, 0, places, all(places.size(), {0, 0, 0})));
        // Their snow is elsewhere at once, so that they fall freely onto the floor.
        std::vector<std::uint32_t> ids;
        Places far;
        for (std::uint32_t i = 0; i < places.size(); ++i) {
            ids.push_back(i);
            far.push_back(places[i] + Vector3f(0, 0, 5));
        }
        for (int frame = 1; frame <= 12; ++frame)
            fine.advance(frameOf(1 + frame, frame / 24.0, far, all(places.size(), {0, 0, 0}), ids));
        const Frame after = fine.frame();
        std::size_t onFloor = 0;
        for (std::size_t i = 0; i < after.particles.count(); ++i) {
            const double z = static_cast<double>(rowOf(after, "position", i).z());
            QVERIFY2(z >= top - 1e-3 * static_cast<double>(spacing),
                     qPrintable(QString::number(z / static_cast<double>(spacing))));
            onFloor += z < top + 1e-3;
        }
        QVERIFY(onFloor > 100);
    }

    void theyComeAndGoWithTheirParticles()
    {
        const Places two = {{0, 0, 0}, {1, 0, 0}}, three = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}};
        FineScaleParticles fine(emptyScene(), few(4));
        fine.advance(frameOf(1, 0, two, all(2, {0, 0, 0}), {3, 7}));
        fine.advance(frameOf(2, 1.0 / 24, three, all(3, {0, 0, 0}), {5, 7, 9}));
        const Frame frame = fine.frame();
        const auto ids = frame.particles.get<std::uint32_t>("id");
        const std::vector<std::uint32_t> expected = {20, 21, 22, 23, 28, 29, 30, 31, 36, 37, 38, 39};
        QVERIFY(std::ranges::equal(ids, expected));
        QVERIFY((rowOf(frame, "position", 0) - Vector3f(0, 0, 0)).norm() < spacing);
        QVERIFY((rowOf(frame, "position", 8) - Vector3f(2, 0, 0)).norm() < spacing);
    }

    void aPeriodHasNoBorder()
    {
        auto scene = emptyScene();
        scene->settings.gravity = {0, 0, 0};
        scene->settings.periodic = true;
        scene->settings.periodOrigin = {-0.1, -0.1, 0};
        scene->settings.periodSize = {0.2, 0.2, 0}; // exactly the block
        const Places places = block(5);
        const Vector3f speed(2.4f, 0, 0); // half a period per frame
        const auto wrap = [](Vector3f place) {
            place.x() -= 0.2f * std::floor((place.x() + 0.1f) / 0.2f);
            return place;
        };
        FineScaleParticles fine(scene, few());
        fine.advance(frameOf(1, 0, places, all(places.size(), speed)));
        const Frame before = fine.frame();
        Places later;
        for (const Vector3f& place : places)
            later.push_back(wrap(place + speed / 48));
        fine.advance(frameOf(2, 1.0 / 48, later, all(places.size(), speed)));
        const Frame after = fine.frame();
        for (std::size_t i = 0; i < before.particles.count(); ++i) {
            if (std::abs(rowOf(before, "position", i).z()) > 4 * spacing)
                continue;
            Vector3f away = rowOf(after, "position", i) - rowOf(before, "position", i) - speed / 48;
            away.x() -= 0.2f * std::round(away.x() / 0.2f);
            QVERIFY2(away.norm() < 1e-4f, qPrintable(QString::number(static_cast<double>(away.norm()))));
        }
    }

    void threadsDoNotMatter()
    {
        const Places places = block(6);
        Places later = places, velocities;
        for (std::size_t i = 0; i < places.size(); ++i) {
            velocities.push_back({std::sin(static_cast<float>(i)), std::cos(static_cast<float>(3 * i)), 0.3f});
            later[i] += velocities[i] / 24;
        }
        std::vector<Hash> hashes;
        for (const int threads : {1, 2, 3, 7}) {
            const ThreadScope scope(threads);
            FineScaleParticles fine(emptyScene(), few());
            fine.advance(frameOf(1, 0, places, velocities));
            fine.advance(frameOf(2, 1.0 / 24, later, velocities));
            hashes.push_back(fine.frame().contentHash());
        }
        for (const Hash& hash : hashes)
            QCOMPARE(hash, hashes.front());
    }

    void aSeriesGoesForwardAndBack()
    {
        const Places places = block(3);
        std::vector<std::int64_t> asked;
        const auto read = [&](std::int64_t number) {
            asked.push_back(number);
            Places now = places;
            for (Vector3f& place : now)
                place.x() += 0.01f * static_cast<float>(number);
            return frameOf(number, static_cast<double>(number) / 24, now, all(places.size(), {0.24f, 0, 0}));
        };
        FineScaleSeries series({emptyScene(), few()}, {1, 2, 3, 5}, read);
        const Hash third = series.at(3)->contentHash();
        QCOMPARE(asked, (std::vector<std::int64_t>{1, 2, 3}));
        series.at(5);
        QCOMPARE(asked, (std::vector<std::int64_t>{1, 2, 3, 5}));
        QCOMPARE(series.at(3)->contentHash(), third);
        QCOMPARE(series.filled(5).particles.count(), places.size() * 8);
        QVERIFY_THROWS_EXCEPTION(Error, series.at(4));
    }

    void aStopChangesNothing()
    {
        const Places places = block(3);
        FineScaleParticles fine(emptyScene(), few());
        fine.advance(frameOf(1, 0, places, all(places.size(), {0, 0, 0})));
        const Hash before = fine.frame().contentHash();
        std::stop_source stop;
        stop.request_stop();
        QVERIFY_THROWS_EXCEPTION(Error,
                                 fine.advance(frameOf(2, 1, places, all(places.size(), {0, 0, 0})), stop.get_token()));
        QCOMPARE(fine.frame().contentHash(), before);
    }

    void tooManyAreRefused()
    {
        FineScaleParticles fine(emptyScene(), few(1000));
        try {
            fine.advance(frameOf(1, 0, {{0, 0, 0}}, all(1, {0, 0, 0}), {4294968}));
            QFAIL("accepted");
        } catch (const Error& error) {
            QVERIFY2(QString::fromUtf8(error.what()).contains("perParticle"), error.what());
        }
    }
};

SASTRUGI_TEST(FineScaleTest)
#include "FineScaleTest.moc"
