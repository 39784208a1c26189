// Motion by functions of time, alone and in a chain.
#include "engine/motion/PathMotion.h"
#include "engine/core/Error.h"
#include "engine/core/Random.h"
#include "engine/motion/MotionPath.h"
#include "engine/motion/RigidMotion.h"
#include "tests/TestCase.h"
#include "tests/numbers.h"

#include <cmath>

using namespace sastrugi;
using namespace sastrugi::test;

namespace
{

MotionPath path()
{
    MotionPath path;
    path.channels = {
        Expression("0.5 * sin(3 * t)"),
        Curve({{0, 0, CurveKind::Smooth}, {1, 2, CurveKind::Smooth}, {2, 0}}, CurveEnd::Hold, CurveEnd::Loop),
        0.25,
        Expression("noise(t)"),
        Curve({{0, 0}, {1.5, 3}}, CurveEnd::Hold, CurveEnd::Onwards),
        Expression("t^2 / 4")};
    path.pivot = {0.3, 0.1, -0.4};
    return path;
}

/// A spin on something that moves along a path, on a carrier.
RigidMotion everyFunction()
{
    SteadyMotion spin, drive;
    spin.angularVelocity = {0, 5, 0};
    drive.velocity = {2, 0, 0};
    drive.angularVelocity = {0, 0, 1};
    return RigidMotion().followedBy(spin).followedBy(PathMotion(path())).followedBy(RigidMotion().followedBy(drive));
}

Hash hashOf(const MotionPath& path)
{
    ContentHash hash;
    PathMotion(path).addToHash(hash);
    return hash.digest();
}

} // namespace

class PathMotionTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void channelsAreWaysAndAngles()
    {
        MotionPath path;
        path.channels = {1.0, Expression("2 * t"), 3.0, 0.0, 0.0, Expression("90 deg * t")};
        path.pivot = {1, 0, 0};
        const PathMotion motion(path);
        QVERIFY((motion.poseAt(1)({2, 0, 0}) - Vector3(2, 3, 3)).norm() < 1e-14);
        path.channels = {0.0, 0.0, 0.0, std::acos(0.0), 0.0, std::acos(0.0)}; // x first: y goes to z, and stays
        path.pivot = Vector3::Zero();
        QVERIFY((PathMotion(path).poseAt(0)({0, 1, 0}) - Vector3(0, 0, 1)).norm() < 1e-14);
        path.channels = {0.0, 0.0, 0.5, 0.0, 0.0, 0.0};
        QVERIFY(PathMotion(path).poseAt(3)({0.1, 0.2, 0.3}) == Vector3(0.1, 0.2, 0.3 + 0.5));
    }

    void velocitiesAreTheDerivativesOfPoses()
    {
        const RigidMotion motion = everyFunction();
        for (std::uint64_t i = 0; i < 200; ++i) {
            const double time = 3 * randomNumber(i, 0), step = 1e-6;
            if (std::abs(std::remainder(2 * time, 1)) < 1e-4)
                continue; // keys
            const Vector3 point(randomNumber(i, 1), randomNumber(i, 2), randomNumber(i, 3));
            const Vector3 slope = (motion.poseAt(time + step)(point) - motion.poseAt(time - step)(point)) / (2 * step);
            const Vector3 velocity = motion.velocityAt(time).at(motion.poseAt(time)(point));
            QVERIFY2((velocity - slope).norm() < 1e-5, qPrintable(QString::number((velocity - slope).norm())));
        }
    }

    void nothingIsFasterThanTheLargestSpeed()
    {
        const RigidMotion motion = everyFunction();
        const Bounds body{{-0.5, -0.2, 0}, {0.4, 0.6, 1}};
        for (std::uint64_t i = 0; i < 300; ++i) {
            const double from = 3 * randomNumber(i, 0), to = from + 0.3 * randomNumber(i, 1);
            const double largest = motion.largestSpeed(from, to, body);
            const Vector3 share(randomNumber(i, 2), randomNumber(i, 3), randomNumber(i, 4));
            const Vector3 point = body.minimum + share.cwiseProduct(body.size());
            QVERIFY((motion.poseAt(to)(point) - motion.poseAt(from)(point)).norm() <= largest * (to - from) + 1e-12);
            QVERIFY(motion.velocityAt(from).at(motion.poseAt(from)(point)).norm() <= largest);
        }
    }

    void aCarriedMotionIsThatOfTheCarrierAfterItsOwn()
    {
        SteadyMotion spin, drive;
        spin.angularVelocity = {0, 2, 0};
        drive.velocity = {3, 0, 0};
        drive.angularVelocity = {0, 0, 1};
        const RigidMotion own = RigidMotion().followedBy(spin), carrier = RigidMotion().followedBy(drive);
        const RigidMotion both = own.followedBy(carrier);
        for (const double time : {0.0, 0.4, 2.5}) {
            const Vector3 point(0.1, 0.7, -0.3);
            QVERIFY((both.poseAt(time)(point) - carrier.poseAt(time)(own.poseAt(time)(point))).norm() < 1e-14);
        }
        QVERIFY(both.followedBy(RigidMotion()).poseAt(1)({1, 2, 3}) == both.poseAt(1)({1, 2, 3}));
    }

    void whatJumpsIsRefused()
    {
        for (const Channel& channel :
             {Channel(Curve({{0, 0, CurveKind::Step}, {1, 1}})),
              Channel(Curve({{0, 0}, {1, 1}}, CurveEnd::Hold, CurveEnd::Loop)), Channel(Expression("1 / t"))})
            for (const std::size_t index : {std::size_t{1}, std::size_t{5}}) {
                MotionPath path;
                path.channels[index] = channel;
                QVERIFY_THROWS_EXCEPTION(Error, PathMotion{path});
            }
    }

    void everythingChangesTheHash()
    {
        std::vector<Hash> hashes = {hashOf({}), hashOf(path())};
        for (std::size_t i = 0; i < 6; ++i)
            for (const Channel& channel : {Channel(1.0), Channel(Curve({{0, 1}})), Channel(Expression("1"))}) {
                MotionPath changed;
                changed.channels[i] = channel;
                hashes.push_back(hashOf(changed));
            }
        MotionPath changed;
        changed.pivot.x() = 1;
        hashes.push_back(hashOf(changed));
        std::sort(hashes.begin(), hashes.end());
        QVERIFY(std::adjacent_find(hashes.begin(), hashes.end()) == hashes.end());
    }
};

SASTRUGI_TEST(PathMotionTest)
#include "PathMotionTest.moc"
