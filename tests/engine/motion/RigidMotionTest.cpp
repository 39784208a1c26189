// Rigid motions: where they lead, how fast, and that bounds hold.
#include "engine/motion/RigidMotion.h"
#include "engine/core/Error.h"
#include "engine/core/Random.h"
#include "engine/geometry/Primitives.h"
#include "tests/TestCase.h"
#include "tests/numbers.h"

#include <cmath>
#include <numbers>

using namespace sastrugi;
using namespace sastrugi::test;

namespace
{

void compare(const Vector3& actual, const Vector3& expected, double tolerance, const char* what)
{
    QVERIFY2((actual - expected).norm() <= tolerance, qPrintable(QString("%1: (%2, %3, %4), expected (%5, %6, %7)")
                                                                     .arg(what)
                                                                     .arg(actual.x())
                                                                     .arg(actual.y())
                                                                     .arg(actual.z())
                                                                     .arg(expected.x())
                                                                     .arg(expected.y())
                                                                     .arg(expected.z())));
}

Eigen::Quaterniond turn(double angle, const Vector3& axis)
{
    return Eigen::Quaterniond(Eigen::AngleAxisd(angle, axis.normalized()));
}

KeyedMotion keyed(KeyInterpolation interpolation)
{
    return KeyedMotion({{1, {0, 0, 0}, turn(0, {0, 0, 1})},
                        {2, {1, 0, 0}, turn(pi / 2, {0, 0, 1})},
                        {4, {1, 2, 0}, turn(pi / 2, {1, 2, 3})}},
                       interpolation, {0.5, 0, 0});
}

/// Everything at once: a spin, a drive that gets up to speed and ends, key frames.
RigidMotion everything()
{
    SteadyMotion spin, drive;
    spin.angularVelocity = {1, 2, -7};
    spin.pivot = {0.2, -0.1, 0.3};
    drive.velocity = {3, -1, 0.5};
    drive.angularVelocity = {0, 0.4, 0};
    drive.start = 0.5;
    drive.duration = 3;
    drive.rampTime = 0.75;
    return RigidMotion().followedBy(spin).followedBy(drive).followedBy(keyed(KeyInterpolation::Smooth));
}

Hash hashOf(const RigidMotion& motion)
{
    ContentHash hash;
    motion.addToHash(hash);
    return hash.digest();
}

} // namespace

class RigidMotionTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatDoesNotMoveStays()
    {
        const RigidMotion still;
        QVERIFY(still.isStill());
        QVERIFY(still.poseAt(5)({1, 2, 3}) == Vector3(1, 2, 3));
        QCOMPARE(still.largestSpeed(0, 1, {Vector3::Zero(), Vector3::Ones()}), 0.0);
        QVERIFY(hashOf(still) == ContentHash().digest());
    }

    void aSteadyMotionTurnsAboutItsMovingPivot()
    {
        SteadyMotion wheel;
        wheel.velocity = {2, 0, 0};
        wheel.angularVelocity = {0, 4 * pi, 0};
        wheel.pivot = {0, 0, 0.5};
        wheel.start = 1;
        wheel.duration = 10;
        const RigidMotion motion = RigidMotion().followedBy(wheel);
        const Vector3 rim(0, 0, 1);
        for (const double early : {-3.0, 0.0, 1.0})
            compare(motion.poseAt(early)(rim), rim, 0, "before");
        compare(motion.poseAt(1.125)(rim), {0.25 + 0.5, 0, 0.5}, 1e-12, "a quarter turn");
        compare(motion.poseAt(6)(rim), {10, 0, 1}, 1e-12, "ten turns");
        compare(motion.poseAt(11)(rim), {20, 0, 1}, 1e-12, "the end");
        compare(motion.poseAt(99)(rim), {20, 0, 1}, 1e-12, "after");
        compare(motion.velocityAt(1).at(rim), {2 + 0.5 * 4 * pi, 0, 0}, 1e-12, "velocity of the rim");
        compare(motion.velocityAt(11).at(rim), Vector3::Zero(), 0, "velocity after");
    }

    void rampsLeadUpToTheVelocityAndToRest()
    {
        SteadyMotion plate;
        plate.velocity = {0, 0, -3};
        plate.start = 1;
        plate.duration = 2;
        plate.rampTime = 0.5;
        const auto depth = [&](double time) { return -plate.poseAt(time).translation.z(); };
        const auto speed = [&](double time) { return -plate.velocityAt(time).linear.z(); };
        QCOMPARE(depth(1.25), 3 * 0.25 * 0.25 / (2 * 0.5));
        QCOMPARE(depth(1.5), 0.75);
        QCOMPARE(depth(2), 2.25);
        QCOMPARE(depth(3), 4.5);
        QCOMPARE(depth(9), 4.5);
        QCOMPARE(speed(1.25), 1.5);
        QCOMPARE(speed(2), 3.0);
        QCOMPARE(speed(2.75), 1.5);
        QCOMPARE(speed(3), 0.0);
    }

    void keyFramesAreMetAndConstantOutside()
    {
        for (const KeyInterpolation interpolation : {KeyInterpolation::Linear, KeyInterpolation::Smooth}) {
            const KeyedMotion motion = keyed(interpolation);
            const Vector3 point(0.5, 1, 0); // one metre from the pivot
            compare(motion.poseAt(-1)(point), point, 1e-15, "before");
            compare(motion.poseAt(1)(point), point, 1e-15, "first key");
            compare(motion.poseAt(2)(point), {0.5, 0, 0}, 1e-15, "second key");
            const Vector3 end = motion.poseAt(4)(point);
            compare(motion.poseAt(50)(point), end, 0, "after");
            compare(motion.poseAt(4 - 1e-9)(point), end, 1e-8, "just before the last key");
            // Half-way both are at half the way and half the turn.
            const Vector3 half = Vector3(1, 0, 0) + Vector3(-std::sin(pi / 4), std::cos(pi / 4), 0);
            compare(motion.poseAt(1.5)(point), half, 1e-15, "half-way");
        }
        compare(keyed(KeyInterpolation::Linear).velocityAt(1.2).angular, {0, 0, pi / 2}, 1e-12, "linear");
        compare(keyed(KeyInterpolation::Smooth).velocityAt(1).angular, Vector3::Zero(), 0, "smooth, at a key");
        compare(keyed(KeyInterpolation::Smooth).velocityAt(1.5).angular, {0, 0, 1.5 * pi / 2}, 1e-12, "smooth");
    }

    void keyFramesTurnTheShortestWay()
    {
        const KeyedMotion motion(
            {{0, Vector3::Zero(), turn(0.1, {0, 0, 1})}, {1, Vector3::Zero(), turn(6.2, {0, 0, 1})}},
            KeyInterpolation::Linear, Vector3::Zero());
        const double angle = 6.2 - 2 * pi - 0.1;
        compare(motion.velocityAt(0.5).angular, {0, 0, angle}, 1e-12, "rate");
        compare(motion.poseAt(0.5)({1, 0, 0}), {std::cos(0.1 + angle / 2), std::sin(0.1 + angle / 2), 0}, 1e-12,
                "half");
    }

    void shapesAreKept()
    {
        const RigidMotion motion = everything();
        for (double time = -1; time < 6; time += 0.37) {
            const RigidPose pose = motion.poseAt(time);
            QVERIFY((pose.rotation * pose.rotation.transpose() - Matrix3::Identity()).norm() < 1e-14);
            QVERIFY(std::abs(pose.rotation.determinant() - 1) < 1e-14);
            compare(pose.inverse()(pose({1, 2, 3})), {1, 2, 3}, 1e-13, "there and back");
        }
    }

    void velocitiesAreTheDerivativesOfPoses()
    {
        const RigidMotion motion = everything();
        for (std::uint64_t i = 0; i < 200; ++i) {
            const double time = 5 * randomNumber(i, 0), step = 1e-6;
            const Vector3 point(randomNumber(i, 1), randomNumber(i, 2), randomNumber(i, 3));
            const Vector3 slope = (motion.poseAt(time + step)(point) - motion.poseAt(time - step)(point)) / (2 * step);
            compare(motion.velocityAt(time).at(motion.poseAt(time)(point)), slope, 3e-5, "velocity");
        }
    }

    void nothingIsFasterThanTheLargestSpeed()
    {
        const RigidMotion motion = everything();
        const Bounds body{{-0.5, -0.2, 0}, {0.4, 0.6, 1}};
        for (std::uint64_t i = 0; i < 500; ++i) {
            const double from = 5 * randomNumber(i, 0), to = from + 0.5 * randomNumber(i, 1);
            const double largest = motion.largestSpeed(from, to, body);
            const Vector3 share(randomNumber(i, 2), randomNumber(i, 3), randomNumber(i, 4));
            const Vector3 point = body.minimum + share.cwiseProduct(body.size());
            QVERIFY((motion.poseAt(to)(point) - motion.poseAt(from)(point)).norm() <= largest * (to - from) + 1e-12);
            QVERIFY(motion.velocityAt(from).at(motion.poseAt(from)(point)).norm() <= largest);
            const Bounds bounds = motion.boundsAt(from, body).grownBy(1e-12);
            const Vector3 place = motion.poseAt(from)(point);
            QVERIFY(bounds.touches({place, place}));
        }
        // What begins and ends in the interval is not missed, and a plain spin is met.
        SteadyMotion pulse;
        pulse.angularVelocity = {0, 0, 2};
        pulse.start = 1;
        pulse.duration = 0.1;
        const Bounds disc{{-1, -1, 0}, {1, 1, 0}};
        const RigidMotion spin = RigidMotion().followedBy(pulse);
        QCOMPARE(spin.largestSpeed(0, 5, disc), 2 * std::sqrt(2.0));
        QCOMPARE(spin.largestSpeed(0, 0.9, disc), 0.0);
        QCOMPARE(spin.largestSpeed(1.2, 9, disc), 0.0);
    }

    void everythingChangesTheHash()
    {
        std::vector<Hash> hashes = {hashOf({}), hashOf(RigidMotion().followedBy(SteadyMotion{})), hashOf(everything())};
        for (const auto change : {0, 1, 2, 3, 4, 5}) {
            SteadyMotion steady;
            (change == 0 ? steady.velocity : change == 1 ? steady.angularVelocity : steady.pivot).x() = change < 3;
            (change == 3 ? steady.start : steady.duration) = change < 3 ? 0 : 2;
            steady.rampTime = change == 5;
            hashes.push_back(hashOf(RigidMotion().followedBy(steady)));
        }
        const auto keys = [&](double time, double way, double angle, double pivot, KeyInterpolation interpolation) {
            hashes.push_back(hashOf(RigidMotion().followedBy(
                KeyedMotion({{time, {way, 0, 0}, turn(angle, {1, 0, 0})}}, interpolation, {pivot, 0, 0}))));
        };
        keys(0, 0, 0, 0, KeyInterpolation::Linear);
        keys(1, 0, 0, 0, KeyInterpolation::Linear);
        keys(0, 1, 0, 0, KeyInterpolation::Linear);
        keys(0, 0, 1, 0, KeyInterpolation::Linear);
        keys(0, 0, 0, 1, KeyInterpolation::Linear);
        keys(0, 0, 0, 0, KeyInterpolation::Smooth);
        std::sort(hashes.begin(), hashes.end());
        QVERIFY(std::adjacent_find(hashes.begin(), hashes.end()) == hashes.end());
        QVERIFY(hashOf(everything()) == hashOf(everything()));
    }

    void whatContradictsItselfIsRefused()
    {
        SteadyMotion hasty;
        hasty.duration = 1;
        hasty.rampTime = 0.6;
        QVERIFY_THROWS_EXCEPTION(Error, RigidMotion().followedBy(hasty));
        const auto keys = [](std::vector<MotionKey> list) {
            return KeyedMotion(std::move(list), KeyInterpolation::Linear, Vector3::Zero());
        };
        QVERIFY_THROWS_EXCEPTION(Error, keys({}));
        QVERIFY_THROWS_EXCEPTION(Error, keys({{1}, {1}}));
        QVERIFY_THROWS_EXCEPTION(Error, keys({{std::nan("")}}));
    }
};

SASTRUGI_TEST(RigidMotionTest)
#include "RigidMotionTest.moc"
