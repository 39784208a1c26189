// Keys that grow while a run goes on say the same as keys that were there before.
#include "engine/core/Random.h"
#include "engine/motion/RigidMotion.h"
#include "engine/motion/motionKeys.h"
#include "tests/TestCase.h"

using namespace sastrugi;

namespace
{

/// A frame moves, a frame rests, and so on; no value has an exact short text.
std::vector<TypedKey> restlessKeys()
{
    std::vector<TypedKey> keys = {{0, {0.1, 1.0 / 3, -0.7}, {0.1, 0.2, -3.1}}};
    for (std::uint32_t i = 1; i < 40; ++i) {
        TypedKey key = keys.back();
        key.time = i / 24.0;
        if (i % 3 != 0)
            for (std::uint32_t k = 0; k < 3; ++k) {
                const auto words = randomWords(1, i, k, RandomPurpose::Jet);
                key.way[k] += 0.1 * static_cast<double>(unitInterval(words[0]));
                key.turns[k] += 0.3 * static_cast<double>(unitInterval(words[1]));
            }
        keys.push_back(key);
    }
    return keys;
}

bool isSame(const RigidPose& a, const RigidPose& b)
{
    return a.rotation == b.rotation && a.translation == b.translation;
}

Hash hashOf(const RigidMotion& motion)
{
    ContentHash hash;
    motion.addToHash(hash);
    return hash.digest();
}

} // namespace

class LiveMotionTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keysReadBackToTheLastBit()
    {
        const std::vector<TypedKey> keys = restlessKeys();
        const std::vector<TypedKey> read = parseTypedKeys(textOf(keys));
        QCOMPARE(read.size(), keys.size());
        for (std::size_t i = 0; i < keys.size(); ++i)
            QVERIFY(read[i].time == keys[i].time && read[i].way == keys[i].way && read[i].turns == keys[i].turns);
        QCOMPARE(QString::fromStdString(textOf({{0.5, {0, 0.1, 0}}})), "0.5 s; 0, 0.1, 0"); // no turn is not written
    }

    /// Each key is appended before a time past the last one is asked for, as a run does. A place where nothing moves
    /// has no key until it does.
    void growingIsAsIfItHadBeenThere()
    {
        const std::vector<TypedKey> keys = restlessKeys();
        const Vector3 pivot(0.3, 0, 0.1);
        const LiveMotion live(keys.front(), pivot);
        const RigidMotion growing = RigidMotion().followedBy(live);
        const RigidMotion whole =
            RigidMotion().followedBy(KeyedMotion(parseMotionKeys(textOf(keys)), KeyInterpolation::Linear, pivot));
        LiveMotion hand = live; // they share
        double known = 0;
        for (std::size_t i = 1; i < keys.size(); ++i) {
            const bool moves = keys[i].way != keys[i - 1].way;
            if (moves) {
                if (known < keys[i - 1].time)
                    hand.append(motionKey(keys[i - 1]));
                hand.append(motionKey(keys[i]));
                known = keys[i].time;
            }
            for (int k = 0; k <= 8; ++k) {
                const double time = std::lerp(keys[i - 1].time, keys[i].time, k / 8.0);
                QVERIFY(isSame(growing.poseAt(time), whole.poseAt(time)));
                QVERIFY(time == keys[i].time || growing.velocityAt(time).linear == whole.velocityAt(time).linear);
                const Bounds box{Vector3(-1, -1, -1), Vector3(1, 1, 1)};
                QVERIFY(k == 8 ||
                        growing.largestSpeed(time, time + 1e-3, box) == whole.largestSpeed(time, time + 1e-3, box));
            }
        }
        QVERIFY(!isSame(whole.poseAt(0), whole.poseAt(1)));
    }

    void theHashIsThatOfTheKeys()
    {
        std::vector<TypedKey> keys = {{0, {0.1, 0, 0}}, {1, {0.3, 0, 0}}};
        LiveMotion live(keys.front(), Vector3::Zero());
        const auto keyed = [](const std::vector<TypedKey>& k) {
            return hashOf(RigidMotion().followedBy(
                KeyedMotion(parseMotionKeys(textOf(k)), KeyInterpolation::Linear, Vector3::Zero())));
        };
        QVERIFY(hashOf(RigidMotion().followedBy(live)) == keyed({keys.front()}));
        live.append(motionKey(keys.back()));
        QVERIFY(hashOf(RigidMotion().followedBy(live)) == keyed(keys));
    }
};

SASTRUGI_TEST(LiveMotionTest)
#include "LiveMotionTest.moc"
