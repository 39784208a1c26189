// What a live run and a window share: targets one way, pictures the other, and nothing torn.
#include "engine/core/Error.h"
#include "engine/live/LiveHand.h"
#include "tests/TestCase.h"

#include <thread>

#include <unistd.h>

using namespace sastrugi;

namespace
{

Frame frameOf(std::size_t count, float value)
{
    Frame frame;
    frame.number = 7;
    frame.time = 0.25;
    frame.origin = {1, 2, 3};
    frame.figures = {{"steps", 12}, {"body.crate.x", -0.5}};
    frame.particles = Attributes(count);
    for (float& x : frame.particles.add<float>("position", 3))
        x = value;
    std::uint32_t id = 0;
    for (std::uint32_t& i : frame.particles.add<std::uint32_t>("id"))
        i = id++;
    return frame;
}

LiveMotions twoMotions()
{
    LiveMotions motions;
    motions["a"].emplace(TypedKey{0, {0, 0, 0.5}, {0, 0, 0}}, Vector3::Zero());
    motions["b"].emplace(TypedKey{0, {0, 0, 0}, {0, 0, 1}}, Vector3::Zero());
    return motions;
}

SceneSettings tenFrames()
{
    SceneSettings settings;
    settings.framesPerSecond = 10;
    return settings;
}

} // namespace

class LiveLinkTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aPictureArrivesAsItWas()
    {
        const std::vector<LiveTarget> start = {{{1, 2, 3}, {0, 0, 0.5}}};
        LiveLink run(start);
        LiveLink window(::getpid(), run.descriptor());
        QVERIFY(window.followedCount() == 1 && window.target(0) == start[0]);
        QVERIFY(window.newestSerial() == 0 && !window.newest());
        const Frame frame = frameOf(1000, 4);
        const std::vector<MotionKey> places = {{0, {1, 2, 4}, Eigen::Quaterniond(0.6, 0, 0, 0.8)}};
        QVERIFY(run.publish(frame, places));
        const std::optional<LivePicture> picture = window.newest();
        QVERIFY(picture && picture->serial == 1 && window.newestSerial() == 1);
        QVERIFY(picture->frame.contentHash() == frame.contentHash());
        QVERIFY(picture->frame.figures == frame.figures);
        QVERIFY(picture->places[0].way == places[0].way && picture->places[0].turn.coeffs() == places[0].turn.coeffs());
        QVERIFY(picture->places[0].time == frame.time);
    }

    /// Read while it is written, again and again: all values of a picture are of one.
    void noPictureIsTorn()
    {
        LiveLink run(std::vector<LiveTarget>(1));
        LiveLink window(::getpid(), run.descriptor());
        std::jthread writer([&](std::stop_token stop) {
            for (int i = 1; !stop.stop_requested(); ++i)
                run.publish(frameOf(20000, static_cast<float>(i)), std::vector<MotionKey>{{0, {1.0 * i, 0, 0}}});
        });
        for (int seen = 0; seen < 200;) {
            const double value = seen;
            window.setTarget(0, {{value, value, value}, {value, value, value}});
            const LiveTarget target = run.target(0);
            QVERIFY(target.way == Vector3::Constant(value) && target.turns == target.way);
            if (const std::optional<LivePicture> picture = window.newest()) {
                ++seen;
                const auto x = picture->frame.particles.get<float>("position", 3);
                QVERIFY(std::ranges::all_of(x, [&](float each) { return each == x.front(); }));
                QCOMPARE(static_cast<double>(x.front()), picture->places[0].way.x());
            }
        }
    }

    /// A window that ends while it writes leaves what cannot be read; nor can anybody take the memory away.
    void theLastTargetHoldsWhereNoneCanBeRead()
    {
        const LiveTarget start{{1, 2, 3}, {0, 0, 1}};
        LiveLink run(std::vector{start});
        const QByteArray odd(4080, '\xff');
        QCOMPARE(::pwrite(run.descriptor(), odd.data(), static_cast<std::size_t>(odd.size()), 40), ssize_t{4080});
        QVERIFY(run.target(0) == start);
        QVERIFY(::ftruncate(run.descriptor(), 0) != 0);
    }

    void whatIsNoLiveRunIsRefused()
    {
        QVERIFY_THROWS_EXCEPTION(Error, LiveLink(::getpid(), 0));
        QVERIFY_THROWS_EXCEPTION(Error, LiveLink(999999999, 5));
        QVERIFY_THROWS_EXCEPTION(Error, LiveLink(std::vector<LiveTarget>(LiveLink::mostFollowed + 1)));
    }

    /// At most the speed, a frame late, and with keys only where something moves.
    void theHandIsFollowedByKeys()
    {
        LiveMotions motions = twoMotions();
        std::map<std::string, int> told;
        LiveHand hand(motions, tenFrames(), {.speed = 1, .spin = 2},
                      [&](const std::string& name, const TypedKey&) { ++told[name]; });
        QVERIFY(hand.names() == (std::vector<std::string>{"a", "b"}));
        hand.tellStart();
        for (std::int64_t frame = 2; frame <= 4; ++frame)
            hand.decide(frame);
        QVERIFY(hand.keys().at("a").size() == 1); // nobody has moved anything
        hand.link().setTarget(0, {{0.25, 0, 0.5}, {0, 0, 0}});
        hand.link().setTarget(1, {{0, 0, 0}, {0, 0, std::numeric_limits<double>::quiet_NaN()}});
        for (std::int64_t frame = 5; frame <= 12; ++frame) {
            hand.decide(frame);
            const double until = tenFrames().timeOf(frame + 1); // is known
            QVERIFY(motions["a"]->keyAt(until).way.x() <= 0.25);
        }
        const std::vector<TypedKey> keys = hand.keys().at("a");
        QCOMPARE(keys.size(), std::size_t{5}); // where it was, where it set off, and three frames of at most 10 cm
        QCOMPARE(keys[1].time, tenFrames().timeOf(5));
        QVERIFY(keys[1].way == keys[0].way);
        QVERIFY(std::abs(keys[2].way.x() - 0.1) < 1e-12 && std::abs(keys[3].way.x() - 0.2) < 1e-12);
        QCOMPARE(keys[4].way.x(), 0.25);
        QVERIFY(hand.keys().at("b").size() == 1); // what is no number is not followed
        QVERIFY(told["a"] == 5 && told["b"] == 1);
        QVERIFY(hand.placesAt(tenFrames().timeOf(6))[0].way == motions["a"]->keyAt(tenFrames().timeOf(6)).way);
    }
};

SASTRUGI_TEST(LiveLinkTest)
#include "LiveLinkTest.moc"
