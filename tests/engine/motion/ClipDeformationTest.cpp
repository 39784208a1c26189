// Models that move by clips: skinning, morph targets, timing, and what solvers ask of a deformation.
#include "engine/motion/ClipDeformation.h"
#include "engine/core/Error.h"
#include "engine/motion/KeyedDeformation.h"
#include "engine/motion/TransformedDeformation.h"
#include "tests/TestCase.h"
#include "tests/numbers.h"

#include <cmath>
#include <numbers>

using namespace sastrugi;
using namespace sastrugi::test;

namespace
{

Eigen::Quaterniond turnAboutY(double angle) { return Eigen::Quaterniond(Eigen::AngleAxisd(angle, Vector3::UnitY())); }

/// An arm along x of two bones of 1 m: a hip at the origin that drives, and an elbow at x = 1 that bends. Its points
/// are rings at x = 0, 0.5, .. 2; that at the elbow hangs on both.
AnimatedModel arm(std::vector<AnimationClip> clips)
{
    AnimatedModel model;
    model.nodes = {{"root", -1, {}}, {"hip", 0, {}}, {"elbow", 1, {Matrix3::Identity(), {1, 0, 0}}}};
    model.bones = {{1, {}}, {2, {Matrix3::Identity(), {-1, 0, 0}}}};
    for (int ring = 0; ring < 5; ++ring)
        for (int side = 0; side < 4; ++side) {
            const double angle = 0.5 * pi * side;
            model.points.emplace_back(0.5 * ring, 0.1 * std::cos(angle), 0.1 * std::sin(angle));
            if (ring < 2)
                model.influences.push_back({0, 1});
            else if (ring > 2)
                model.influences.push_back({1, 1});
            else
                model.influences.insert(model.influences.end(), {Influence{0, 0.5f}, Influence{1, 0.5f}});
            model.firstInfluence.push_back(static_cast<std::uint32_t>(model.influences.size()));
        }
    for (std::uint32_t ring = 0; ring < 4; ++ring)
        for (std::uint32_t side = 0; side < 4; ++side) {
            const std::uint32_t a = 4 * ring + side, b = 4 * ring + (side + 1) % 4;
            model.triangles.push_back({a, a + 4, b});
            model.triangles.push_back({b, a + 4, b + 4});
        }
    model.parts = {{"arm", 1, 0, 20, 0, 32, 0, 1, true}};
    model.targets = {{"longer", 0, {16, 17, 18, 19}, std::vector<Vector3f>(4, Vector3f(0.5f, 0, 0))}};
    model.clips = std::move(clips);
    return model;
}

/// The hip drives 3 m in 2 s, the elbow bends by 90 degrees until 1 s and back until 2 s.
AnimationClip drive()
{
    AnimationClip clip{"drive", 2, {}, {}};
    clip.nodes.push_back({1, {{0, 2}, {{0, 0, 0}, {3, 0, 0}}}, {}, {}});
    clip.nodes.push_back({2, {}, {}, {{0, 1, 2}, {turnAboutY(0), turnAboutY(-pi / 2), turnAboutY(0)}}});
    return clip;
}

AnimationClip bend()
{
    AnimationClip clip = drive();
    clip.name = "bend";
    clip.nodes.erase(clip.nodes.begin());
    return clip;
}

std::shared_ptr<const ClipDeformation> deformation(AnimationClip clip, const ClipTiming& timing = {},
                                                   const AffineMap& placement = {})
{
    return std::make_shared<const ClipDeformation>(std::make_shared<const AnimatedModel>(arm({std::move(clip)})), 0,
                                                   timing, placement);
}

Hash hashOf(const Deformation& deformation)
{
    ContentHash hash;
    deformation.addToHash(hash);
    return hash.digest();
}

double largestDistance(const std::vector<Vector3>& a, const std::vector<Vector3>& b)
{
    double largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        largest = std::max(largest, (a[i] - b[i]).norm());
    return largest;
}

/// Where a point of the forearm at rest is, by hand.
Vector3 forearm(const Vector3& rest, double time)
{
    const double angle = 0.5 * pi * (time < 1 ? time : 2 - time);
    const Vector3 from = rest - Vector3(1, 0, 0); // bent upwards
    return Vector3(1 + 1.5 * time, 0, 0) + Vector3(std::cos(angle) * from.x() - std::sin(angle) * from.z(), from.y(),
                                                   std::sin(angle) * from.x() + std::cos(angle) * from.z());
}

} // namespace

class ClipDeformationTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void restIsReproduced()
    {
        const AnimatedModel model = arm({drive()});
        QVERIFY(largestDistance(pointsIn(model, restPose(model)), model.points) < 1e-15);
        QVERIFY(largestDistance(deformation(drive())->pointsAt(0), model.points) < 1e-15);
    }

    void pointsGoWhereTheBonesTakeThem()
    {
        const AnimatedModel model = arm({});
        const auto motion = deformation(drive());
        for (const double time : {0.0, 0.3, 1.0, 1.7, 2.0}) {
            const std::vector<Vector3> points = motion->pointsAt(time);
            for (std::size_t i = 0; i < points.size(); ++i) {
                const Vector3 upper = model.points[i] + Vector3(1.5 * time, 0, 0);
                const Vector3 lower = forearm(model.points[i], time);
                const Vector3 expected = i < 8 ? upper : i < 12 ? Vector3(0.5 * (upper + lower)) : lower;
                QVERIFY((points[i] - expected).norm() < 1e-12);
            }
        }
    }

    void morphTargetsAreBlendedIn()
    {
        AnimationClip clip{"grow", 1, {}, {{0, 1, {0, 1}, {0, 1}}}};
        const auto motion = deformation(clip);
        QVERIFY(std::abs(motion->pointsAt(0.25)[16].x() - 2.125) < 1e-7);
        QVERIFY(std::abs(motion->pointsAt(0.25)[8].x() - 1) < 1e-12);
        QVERIFY(std::abs(motion->largestSpeed(0.2, 0.3) - 0.5) < 0.03);
    }

    void placementScalesAndTurns()
    {
        AffineMap placement;
        placement.linear << 0, -0.01, 0, 0.01, 0, 0, 0, 0, 0.01;
        placement.translation = {5, 6, 7};
        const auto plain = deformation(drive()), placed = deformation(drive(), {}, placement);
        const std::vector<Vector3> before = plain->pointsAt(0.7), after = placed->pointsAt(0.7);
        for (std::size_t i = 0; i < before.size(); ++i)
            QVERIFY((placement(before[i]) - after[i]).norm() < 1e-12);
        QVERIFY(std::abs(placed->largestSpeed(0, 2) / plain->largestSpeed(0, 2) - 0.01) < 1e-9);
        const TransformedDeformation same(plain, placement.linear, placement.translation);
        QVERIFY(largestDistance(same.pointsAt(0.7), after) < 1e-12);
        QVERIFY(std::abs(same.largestSpeed(0, 2) - placed->largestSpeed(0, 2)) < 1e-12);
    }

    void timingChoosesTheMoment()
    {
        const auto plain = deformation(drive());
        ClipTiming timing;
        timing.start = 1;
        timing.offset = 0.5;
        timing.speed = 3;
        const auto motion = deformation(drive(), timing);
        QVERIFY(largestDistance(motion->pointsAt(0), plain->pointsAt(0.5)) < 1e-12);
        QVERIFY(largestDistance(motion->pointsAt(1.2), plain->pointsAt(1.1)) < 1e-12);
        QVERIFY(largestDistance(motion->pointsAt(9), plain->pointsAt(2)) < 1e-12);
        QCOMPARE(motion->largestSpeed(0, 0.9), 0.0);
        QCOMPARE(motion->largestSpeed(8, 9), 0.0);
        QVERIFY(std::abs(motion->largestSpeed(0, 9) - 3 * plain->largestSpeed(0.5, 2)) < 1e-9);
        timing.speed = 0;
        const auto held = deformation(drive(), timing);
        QVERIFY(largestDistance(held->pointsAt(7), plain->pointsAt(0.5)) < 1e-12);
        QVERIFY(held->intervalAt(7, 0.1).isEmpty());
    }

    void roundsAreRepeated()
    {
        const auto plain = deformation(bend());
        ClipTiming timing;
        timing.repeat = ClipRepeat::Loop;
        const auto loop = deformation(bend(), timing);
        QVERIFY(largestDistance(loop->pointsAt(7.3), plain->pointsAt(1.3)) < 1e-9);
        timing.rounds = 2;
        const auto twice = deformation(bend(), timing);
        QVERIFY(largestDistance(twice->pointsAt(3.3), plain->pointsAt(1.3)) < 1e-9);
        QVERIFY(largestDistance(twice->pointsAt(11), plain->pointsAt(2)) < 1e-9);
        QCOMPARE(twice->largestSpeed(5, 6), 0.0);
        timing.repeat = ClipRepeat::BackAndForth;
        const auto back = deformation(drive(), timing);
        const auto there = deformation(drive());
        QVERIFY(largestDistance(back->pointsAt(2.6), there->pointsAt(1.4)) < 1e-9);
        QVERIFY(largestDistance(back->pointsAt(11), there->pointsAt(0)) < 1e-9);
    }

    void walkGoesOnwards()
    {
        ClipTiming timing;
        timing.repeat = ClipRepeat::Onwards;
        QVERIFY_THROWS_EXCEPTION(Error, deformation(drive(), timing));
        timing.rounds = 3;
        const auto plain = deformation(drive()), walk = deformation(drive(), timing);
        for (const double time : {0.4, 2.4, 4.4}) {
            const double round = std::floor(time / 2);
            const std::vector<Vector3> points = walk->pointsAt(time), within = plain->pointsAt(time - 2 * round);
            for (std::size_t i = 0; i < points.size(); ++i)
                QVERIFY((points[i] - within[i] - Vector3(3 * round, 0, 0)).norm() < 1e-9);
        }
        QVERIFY(largestDistance(walk->pointsAt(2 - 1e-9), walk->pointsAt(2 + 1e-9)) < 1e-7); // no jump
        for (const Vector3& point : walk->pointsAt(6))
            QVERIFY(walk->bounds().touches({point, point}));
    }

    void loopWithoutAnEndIsRefusedOrBlended()
    {
        ClipTiming timing;
        timing.repeat = ClipRepeat::Loop;
        try {
            deformation(drive(), timing);
            QFAIL("accepted");
        } catch (const Error& error) {
            QVERIFY2(QString::fromUtf8(error.what()).contains("up to 3 m"), error.what());
        }
        timing.blend = 0.5;
        const auto loop = deformation(drive(), timing);
        const auto plain = deformation(drive());
        QVERIFY(largestDistance(loop->pointsAt(2.5), plain->pointsAt(0)) < 1e-9);
        const std::vector<Vector3> middle = loop->pointsAt(2.25), first = plain->pointsAt(0), last = plain->pointsAt(2);
        for (std::size_t i = 0; i < middle.size(); ++i)
            QVERIFY((middle[i] - 0.5 * (first[i] + last[i])).norm() < 1e-9);
        QVERIFY(std::abs(loop->largestSpeed(2.1, 2.2) - 6) < 1e-9);
    }

    void velocityIsTheDerivativeAndSpeedIsABound_data()
    {
        QTest::addColumn<int>("kind");
        QTest::newRow("once") << 0;
        QTest::newRow("loop") << 1;
        QTest::newRow("back and forth") << 2;
        QTest::newRow("transformed") << 3;
    }

    void velocityIsTheDerivativeAndSpeedIsABound()
    {
        QFETCH(int, kind);
        ClipTiming timing;
        timing.start = 0.3;
        timing.speed = 1.5;
        timing.repeat = kind == 1 ? ClipRepeat::Loop : kind == 2 ? ClipRepeat::BackAndForth : ClipRepeat::Once;
        std::shared_ptr<const Deformation> motion = deformation(kind == 1 ? bend() : drive(), timing);
        if (kind == 3)
            motion = std::make_shared<const TransformedDeformation>(motion, Vector3(2, 1, 0.5).asDiagonal(),
                                                                    Vector3(1, 2, 3));
        double loosest = 1;
        for (double time = 0; time < 5; time += 0.0173) {
            const double step = 1e-6;
            const double speed = largestDistance(motion->pointsAt(time), motion->pointsAt(time + step)) / step;
            const double bound = motion->largestSpeed(time, time + step);
            QVERIFY2(speed <= bound + 1e-6, qPrintable(QString("%1: %2 > %3").arg(time).arg(speed).arg(bound)));
            if (speed > 0.1)
                loosest = std::max(loosest, bound / speed);
            for (const Vector3& point : motion->pointsAt(time))
                QVERIFY(motion->bounds().touches({point, point}));
            QVERIFY(motion->largestSpeed(0, 5) >= bound);
        }
        QVERIFY2(loosest < 1.6, qPrintable(QString::number(loosest)));
    }

    void intervalsDivideTimeAndBoundTheWay()
    {
        ClipTiming timing;
        timing.start = 0.3;
        timing.repeat = ClipRepeat::Loop;
        timing.blend = 0.25;
        for (const double way : {0.02, 0.3}) {
            const auto motion = deformation(drive(), timing);
            QVERIFY(motion->intervalAt(0.1, way).isEmpty());
            double time = 0.3;
            while (time < 5) {
                const ShapeInterval interval = motion->intervalAt(time + 1e-9, way); // an end belongs to either
                QVERIFY(std::abs(interval.begin - time) < 1e-12 && interval.end > interval.begin);
                const double middle = 0.5 * (interval.begin + interval.end);
                QCOMPARE(motion->intervalAt(middle, way).begin, interval.begin);
                QCOMPARE(motion->intervalAt(middle, way).end, interval.end);
                const std::vector<Vector3> a = motion->pointsAt(interval.begin), m = motion->pointsAt(middle),
                                           b = motion->pointsAt(std::nextafter(interval.end, 0));
                QVERIFY(largestDistance(a, b) <= way * (1 + 1e-9));
                for (std::size_t i = 0; i < a.size(); ++i) // the chord follows the motion
                    QVERIFY((m[i] - 0.5 * (a[i] + b[i])).norm() < 0.1 * way);
                time = interval.end;
            }
        }
    }

    void boneLengthsAreConstant()
    {
        const auto motion = deformation(drive());
        for (double time = 0; time <= 2; time += 0.1) {
            const std::vector<Vector3> points = motion->pointsAt(time);
            QVERIFY(std::abs((points[4] - points[0]).norm() - 0.5) < 1e-12);
            QVERIFY(std::abs((points[16] - points[12]).norm() - 0.5) < 1e-12);
        }
    }

    void stretchIsThatOfTheElbow()
    {
        const AnimatedModel model = arm({});
        const double stretch = deformation(drive())->largestStretch({model.points, model.triangles});
        QVERIFY2(stretch > 1.05 && stretch < 2, qPrintable(QString::number(stretch)));
    }

    void hashKnowsAllThatMatters()
    {
        const Hash before = hashOf(*deformation(drive()));
        QVERIFY(hashOf(*deformation(drive())) == before);
        AnimationClip renamed = drive();
        renamed.name = "other";
        QVERIFY(hashOf(*deformation(renamed)) == before);
        const auto with = [&](auto change) {
            ClipTiming timing;
            change(timing);
            return hashOf(*deformation(bend(), timing));
        };
        const Hash plain = with([](ClipTiming&) {});
        QVERIFY(plain != before);
        QVERIFY(with([](ClipTiming& t) { t.start = 1; }) != plain);
        QVERIFY(with([](ClipTiming& t) { t.offset = 1; }) != plain);
        QVERIFY(with([](ClipTiming& t) { t.speed = 2; }) != plain);
        QVERIFY(with([](ClipTiming& t) { t.repeat = ClipRepeat::Loop; }) != plain);
        QVERIFY(with([](ClipTiming& t) { t.rounds = 2; }) != plain);
        AnimationClip later = drive();
        later.nodes[1].rotation.values[1] = turnAboutY(1);
        QVERIFY(hashOf(*deformation(later)) != before);
        AffineMap placement;
        placement.translation.x() = 1e-9;
        QVERIFY(hashOf(*deformation(drive(), {}, placement)) != before);
    }

    void whatIsLeftOutLeavesTheRestMoving()
    {
        const AnimatedModel model = arm({drive()});
        const AnimatedModel kept = keptOf(model, std::vector<std::uint32_t>{12, 16, 13}, {{0, 1, 2}});
        QCOMPARE(kept.bones.size(), 1u);
        const std::vector<Vector3> all = pointsIn(model, poseAt(model, model.clips[0], 0.8)),
                                   some = pointsIn(kept, poseAt(kept, kept.clips[0], 0.8));
        QVERIFY((some[1] - all[16]).norm() < 1e-15);
        QCOMPARE(kept.targets[0].points, std::vector<std::uint32_t>{1});
    }

    void pointsOfDifferentBonesAreToldApart()
    {
        const std::vector<std::uint64_t> classes = motionClasses(arm({}));
        QCOMPARE(classes[0], classes[4]);
        QVERIFY(classes[0] != classes[8] && classes[8] != classes[12]);
        QVERIFY(classes[12] != classes[16]); // of the morph target
    }

    void whatDoesNotMoveIsKnown()
    {
        const AnimatedModel model = arm({drive()});
        QVERIFY(moves(model, model.clips[0]));
        AnimationClip idle{"idle", 1, {{2, {}, {}, {{0, 1}, {turnAboutY(1), turnAboutY(1)}}}}, {}};
        QVERIFY(!moves(model, idle));
    }
};

SASTRUGI_TEST(ClipDeformationTest)
#include "ClipDeformationTest.moc"
