// The timeline's model: ranges, ends, paces.
#include "app/studio/timeline/Timeline.h"

#include "tests/TestCase.h"

#include <QSignalSpy>

using namespace sastrugi;
using namespace sastrugi::studio;

class TimelineTest : public QObject
{
    Q_OBJECT

    /// Plays every frame; each is seen at once. The frames until it stops, or until there are enough.
    static std::vector<std::int64_t> played(Timeline& timeline, int direction, std::size_t most)
    {
        std::vector<std::int64_t> frames;
        timeline.setPace(PlayPace::EveryFrame);
        const auto follow = connect(&timeline, &Timeline::frameChanged, [&](qint64 frame) {
            frames.push_back(frame);
            timeline.setShown(frame);
            if (frames.size() >= most)
                timeline.stop();
        });
        timeline.setShown(timeline.frame());
        timeline.play(direction);
        static_cast<void>(QTest::qWaitFor([&] { return !timeline.isPlaying(); }, 30000));
        disconnect(follow);
        return frames;
    }

private Q_SLOTS:
    void framesStayInTheRange()
    {
        Timeline timeline;
        timeline.setRange({10, 20});
        QCOMPARE(timeline.frame(), std::int64_t{10});
        timeline.setFrame(99);
        QCOMPARE(timeline.frame(), std::int64_t{20});
        timeline.setRange({1, 15});
        QCOMPARE(timeline.frame(), std::int64_t{15});
        timeline.setRange({5, 2}); // upside down
        QVERIFY(timeline.range() == (FrameSpan{5, 5}));
    }

    void thePlaybackRangeFollowsUntilItIsChosen()
    {
        Timeline timeline;
        timeline.setRange({1, 48});
        QVERIFY(timeline.playRange() == (FrameSpan{1, 48}));
        timeline.setRange({1, 60});
        QVERIFY(timeline.playRange() == (FrameSpan{1, 60}));
        timeline.setPlayRange({20, 10});
        QVERIFY(timeline.playRange() == (FrameSpan{10, 20}));
        timeline.setRange({1, 100});
        QVERIFY(timeline.playRange() == (FrameSpan{10, 20}));
        timeline.setRange({15, 100});
        QVERIFY(timeline.playRange() == (FrameSpan{15, 20}));
    }

    void everyFrameIsPlayed()
    {
        Timeline timeline;
        timeline.setRange({1, 5});
        timeline.setFramesPerSecond(500);
        timeline.setEnd(PlayEnd::Stop);
        QVERIFY(played(timeline, 1, 100) == (std::vector<std::int64_t>{2, 3, 4, 5}));
        QVERIFY(played(timeline, -1, 100) == (std::vector<std::int64_t>{4, 3, 2, 1}));
    }

    void theEndLoopsOrTurnsRound()
    {
        Timeline timeline;
        timeline.setRange({1, 9});
        timeline.setPlayRange({3, 5});
        timeline.setFramesPerSecond(500);
        QVERIFY(played(timeline, 1, 5) == (std::vector<std::int64_t>{3, 4, 5, 3, 4}));
        timeline.setFrame(4);
        timeline.setEnd(PlayEnd::Return);
        QVERIFY(played(timeline, 1, 4) == (std::vector<std::int64_t>{5, 4, 3, 4}));
    }

    void theNextFrameWaitsUntilOneIsSeen()
    {
        Timeline timeline;
        timeline.setRange({1, 50});
        timeline.setFramesPerSecond(1000);
        timeline.setPace(PlayPace::EveryFrame);
        timeline.setShown(1);
        timeline.play(1);
        QTRY_COMPARE(timeline.frame(), std::int64_t{2});
        QTest::qWait(50); // nobody says that it is seen
        QCOMPARE(timeline.frame(), std::int64_t{2});
        timeline.setShown(2);
        QTRY_COMPARE(timeline.frame(), std::int64_t{3});
    }

    void realTimeLeavesOutFrames()
    {
        Timeline timeline;
        timeline.setRange({1, 100000});
        timeline.setFramesPerSecond(10000); // more than any timer ticks
        timeline.play(1);
        QSignalSpy spy(&timeline, &Timeline::frameChanged);
        QTRY_VERIFY(timeline.frame() > 500);
        timeline.stop();
        QVERIFY(spy.count() < timeline.frame());
    }

    void playingAgainIsFaster()
    {
        Timeline timeline;
        timeline.setRange({1, 1000});
        timeline.play(1);
        timeline.play(1);
        QCOMPARE(timeline.speed(), 2.0);
        timeline.play(-1);
        QCOMPARE(timeline.speed(), 1.0);
        timeline.stop();
        QCOMPARE(timeline.speed(), 1.0);
    }
};

SASTRUGI_TEST(TimelineTest)
#include "TimelineTest.moc"
