#include "engine/simulation/Simulation.h"

#include "engine/core/Error.h"
#include "tests/TestCase.h"
#include "tests/engine/simulation/FreeFallScene.h"
#include "tests/engine/simulation/WrappedSolver.h"

#include <QTemporaryDir>

#include <cmath>
#include <new>

using namespace sastrugi;
using namespace sastrugi::test;
namespace fs = std::filesystem;

namespace
{

/// Free fall with trouble at a given step of the run.
class TroubledSolver : public WrappedSolver
{
public:
    enum class Trouble { NonFinite, Lost, LostOne, NotFiniteFrame, OutOfMemory, NoTimeStep };

    TroubledSolver(Trouble trouble, std::int64_t step) : m_trouble(trouble), m_step(step) {}

    double largestTimeStep(const Scene& scene, const State& state, std::string_view& limiter) const override
    {
        const double largest = WrappedSolver::largestTimeStep(scene, state, limiter);
        return m_trouble == Trouble::NoTimeStep && state.stepCount >= m_step ? 0 : largest;
    }
    StepReport step(const Scene& scene, State& state, double timeStep, std::stop_token stop) const override
    {
        StepReport report = WrappedSolver::step(scene, state, timeStep, stop);
        if (state.stepCount < m_step)
            return report;
        using Kind = StepProblem::Kind;
        if (m_trouble == Trouble::NonFinite)
            report.problems.push_back({Kind::NonFinite, 7, "a velocity is not finite; try a smaller step"});
        if (m_trouble == Trouble::Lost)
            report.problems.push_back({Kind::Lost, {}, "no way on"});
        if (m_trouble == Trouble::LostOne)
            report.problems.push_back({Kind::Lost, 3, "a particle left the domain"});
        if (m_trouble == Trouble::OutOfMemory)
            throw std::bad_alloc();
        return report;
    }
    Frame frame(const Scene& scene, const State& state) const override
    {
        Frame frame = WrappedSolver::frame(scene, state);
        if (m_trouble == Trouble::NotFiniteFrame && state.stepCount >= m_step)
            frame.particles.add<float>("density")[5] = std::nanf("");
        return frame;
    }

private:
    Trouble m_trouble;
    std::int64_t m_step;
};

} // namespace

Q_DECLARE_METATYPE(TroubledSolver::Trouble)

class SimulationTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    FastFiles m_files;

    fs::path base(const char* name = "a.cache") const { return fs::path(m_folder->path().toStdString()) / name; }

    std::vector<Hash> run(const Scene& scene, const RunOptions& options, const fs::path& where, Record& record)
    {
        Cache cache(m_files, where, scene, Cache::Access::Write, {});
        simulate(scene, cache, options, record);
        return hashesOf(cache);
    }

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void freeFallIsExact()
    {
        const Scene scene = freeFallScene({0.2, 0.01}, 25);
        Record record;
        run(scene, testOptions(), base(), record);
        Cache cache(m_files, base(), scene, Cache::Access::Read, {});
        const auto first = cache.readFrame(1), last = cache.readFrame(25);
        // A frame takes ceil((1/24) / 0.01) = 5 equal steps.
        const double steps = 24 * 5, timeStep = 1.0 / 120;
        const auto from = first->particles.get<float>("position", 3), to = last->particles.get<float>("position", 3);
        const auto velocity = first->particles.get<float>("velocity", 3);
        QCOMPARE(from.size(), std::size_t{3 * 125});
        for (std::size_t i = 0; i < from.size(); ++i) {
            const double gravity = i % 3 == 2 ? 9.81 : 0;
            const double expected = static_cast<double>(from[i]) + steps * timeStep * static_cast<double>(velocity[i]) -
                                    gravity * timeStep * timeStep * steps * (steps + 1) / 2;
            QVERIFY(std::abs(static_cast<double>(to[i]) - expected) < 2e-5);
        }
        QCOMPARE(record.times.size(), std::size_t{120});
        QCOMPARE(last->figures.at("steps"), 5.0);
    }

    void gravityGrowsForItsTime()
    {
        Scene scene = freeFallScene({0.2, 0.01}, 25);
        scene.settings.gravityRampTime = 0.5;
        Record record;
        run(scene, testOptions(), base(), record);
        Cache cache(m_files, base(), scene, Cache::Access::Read, {});
        const auto first = cache.readFrame(1), half = cache.readFrame(13), last = cache.readFrame(25);
        const auto gained = [&](const std::shared_ptr<const Frame>& frame) {
            return static_cast<double>(first->particles.get<float>("velocity", 3)[2] -
                                       frame->particles.get<float>("velocity", 3)[2]);
        };
        QVERIFY(std::abs(gained(half) - 9.81 * 0.25) < 1e-5);
        QVERIFY(std::abs(gained(last) - 9.81 * 0.75) < 1e-5);
    }

    void stepsLandExactlyOnFrameTimes()
    {
        for (const double fps : {24.0, 25.0, 29.97, 60.0, 1000.0}) {
            Scene scene = freeFallScene({0.5, 0.0071}, 40);
            scene.settings.framesPerSecond = fps;
            Record record;
            run(scene, testOptions(), base("times.cache"), record);
            for (std::int64_t frame = 2; frame <= 40; ++frame)
                QVERIFY(std::ranges::find(record.times, scene.settings.timeOf(frame)) != record.times.end());
            for (std::size_t i = 1; i < record.times.size(); ++i)
                QVERIFY(record.times[i] > record.times[i - 1] &&
                        record.times[i] - record.times[i - 1] < 0.0071 * 1.00001);
        }
    }

    void stepsOfAFrameAreEqualAndAsFewAsPossible()
    {
        for (const double largest : {1.0, 0.5, 0.25, 0.1, 0.01, 0.001, 0.3, 0.0123})
            for (const double start : {0.0, 1.0 / 24, 10.0, 12345.0}) {
                double time = start;
                int steps = 0;
                for (; time < start + 1; ++steps) {
                    const double timeStep = timeStepTowards(time, start + 1, largest);
                    QVERIFY(timeStep <= largest * (1 + 1e-5));
                    time = timeStep < start + 1 - time ? time + timeStep : start + 1;
                }
                QCOMPARE(steps, static_cast<int>(std::ceil(1 / largest - 1e-6)));
            }
    }

    void extendingTheRangeChangesNothing()
    {
        const Scene whole = freeFallScene({}, 21);
        Record record;
        const std::vector<Hash> expected = run(whole, testOptions(), base("whole.cache"), record);
        for (const std::int64_t last : {5, 11, 12, 21}) {
            Record part;
            run(freeFallScene({}, last), testOptions(), base("parts.cache"), part);
            QVERIFY(part.equalFrames.empty()); // each part goes on from the checkpoint at the end of the one before
        }
        Cache cache(m_files, base("parts.cache"), whole, Cache::Access::Read, {});
        QCOMPARE(hashesOf(cache), expected);
    }

    void aPartOfTheRangeStartsFromTheNearestCheckpoint()
    {
        const Scene scene = freeFallScene({}, 25);
        Record record, again;
        RunOptions options = testOptions();
        const std::vector<Hash> expected = run(scene, options, base(), record);
        QCOMPARE(record.checkpoints, (std::vector<std::int64_t>{11, 21, 25}));
        options.firstFrame = options.lastFrame = 24;
        options.begin = RunOptions::Begin::From;
        options.fromFrame = 24;
        run(scene, options, base(), again);
        QCOMPARE(again.firstComputed, std::int64_t{22});
        QCOMPARE(again.equalFrames, (std::vector<std::int64_t>{22, 23}));
        QCOMPARE(again.frames, (std::vector<std::int64_t>{24}));
        Cache cache(m_files, base(), scene, Cache::Access::Read, {});
        QCOMPARE(cache.frames().at(24).hash, expected[23]);
    }

    void anyNumberOfThreadsGivesTheSameHashes()
    {
        std::vector<Hash> expected;
        for (const int threads : {1, 2, 3, 7}) {
            Record record;
            RunOptions options = testOptions();
            options.threads = threads;
            options.begin = RunOptions::Begin::Restart;
            const std::vector<Hash> hashes = run(freeFallScene({0.05, 0.01}), options, base(), record);
            QCOMPARE(hashes.size(), std::size_t{13});
            if (expected.empty())
                expected = hashes;
            QCOMPARE(hashes, expected);
        }
    }

    void aStopAtAnyStepIsResumedBitForBit()
    {
        const Scene scene = freeFallScene({0.2, 0.0093}, 7);
        Record whole;
        const std::vector<Hash> expected = run(scene, testOptions(), base("whole.cache"), whole);

        struct Stopper : Record {
            std::stop_source source;
            std::size_t after = 0;
            void stepDone(const StepDone& step) override
            {
                Record::stepDone(step);
                if (times.size() == after)
                    source.request_stop();
            }
        };
        for (std::size_t after = 1; after < whole.times.size(); ++after) {
            const fs::path where = base("stopped.cache");
            fs::remove_all(where);
            Stopper stopper;
            stopper.after = after;
            RunOptions options = testOptions();
            options.stop = stopper.source.get_token();
            {
                Cache cache(m_files, where, scene, Cache::Access::Write, {});
                const Outcome outcome = simulate(scene, cache, options, stopper);
                const bool isLast = after == whole.times.size();
                QCOMPARE(outcome.kind, isLast ? Outcome::Kind::Finished : Outcome::Kind::Stopped);
            }
            Record rest;
            QCOMPARE(run(scene, testOptions(), where, rest), expected);
            // Not only the frames: the very steps.
            std::vector<double> times = stopper.times;
            times.insert(times.end(), rest.times.begin(), rest.times.end());
            QCOMPARE(times, whole.times);
        }
    }

    void limitsStopTheRunAndItGoesOn()
    {
        const Scene scene = freeFallScene({}, 7);
        Record whole;
        const std::vector<Hash> expected = run(scene, testOptions(), base("whole.cache"), whole);
        RunOptions time = testOptions(), disk = testOptions(), memory = testOptions();
        time.timeLimit = 0;
        disk.minFreeDisk = std::uint64_t{1} << 60;
        memory.maxMemory = 1;
        using Kind = Outcome::Kind;
        for (const auto& [options, kind] :
             {std::pair{time, Kind::TimeLimit}, std::pair{disk, Kind::LowDisk}, std::pair{memory, Kind::MemoryLimit}}) {
            Record record;
            Cache cache(m_files, base(), scene, Cache::Access::Write, {});
            const Outcome outcome = simulate(scene, cache, options, record);
            QCOMPARE(outcome.kind, kind);
            QVERIFY(!outcome.sentence.empty());
            QCOMPARE(outcome.lastFrame, std::int64_t{0});
            QVERIFY(cache.frames().empty()); // they are looked at before anything is computed
        }
        Record rest;
        QCOMPARE(run(scene, testOptions(), base(), rest), expected);
    }

    void aRequestedCheckpointIsWrittenInTheMiddleOfAFrame()
    {
        std::atomic<bool> request = true;
        RunOptions options = testOptions();
        options.checkpointRequest = &request;
        Record record;
        run(freeFallScene({}, 3), options, base(), record);
        QVERIFY(!request);
        QCOMPARE(record.checkpoints, (std::vector<std::int64_t>{1, 3}));
    }

    void aPauseHasItsStateOnDiskAndChangesNoFrame()
    {
        struct PausedRecord : Record {
            std::atomic<bool> request = false;
            Cache* cache = nullptr;
            std::vector<std::int64_t> savedFrames; // at each pause, of the newest checkpoint
            std::vector<double> savedTimes, pauses;

            void stepDone(const StepDone& step) override
            {
                Record::stepDone(step);
                request = times.size() % 7 == 0; // in the middle of frames, and at their ends
            }
            void paused(std::int64_t lastFrame, double time) override
            {
                const std::optional<Checkpoint> newest = cache->newestCheckpoint(lastFrame);
                savedFrames.push_back(newest ? newest->frame : -1);
                savedTimes.push_back(newest ? newest->time : -1);
                pauses.push_back(time);
            }
        };
        const Scene scene = freeFallScene({}, 9); // 5 steps per frame
        Record whole;
        const std::vector<Hash> expected = run(scene, testOptions(), base("whole.cache"), whole);
        PausedRecord record;
        RunOptions options = testOptions();
        options.pauseRequest = &record.request;
        Cache cache(m_files, base(), scene, Cache::Access::Write, {});
        record.cache = &cache;
        simulate(scene, cache, options, record);
        QCOMPARE(record.pauses.size(), std::size_t{5});
        QCOMPARE(record.savedTimes, record.pauses);
        QCOMPARE(record.savedFrames, (std::vector<std::int64_t>{2, 3, 5, 6, 8}));
        QCOMPARE(record.times, whole.times);
        QCOMPARE(hashesOf(cache), expected);
    }

    void aStopGoesBeforeAPause()
    {
        std::stop_source stop;
        stop.request_stop();
        std::atomic<bool> request = true;
        RunOptions options = testOptions();
        options.stop = stop.get_token();
        options.pauseRequest = &request;
        struct NeverPaused : Record {
            bool wasPaused = false;
            void paused(std::int64_t, double) override { wasPaused = true; }
        } record;
        run(freeFallScene({}, 3), options, base(), record);
        QVERIFY(!record.wasPaused);
    }

    void troubleStopsAtTheLastGoodFrame_data()
    {
        using Trouble = TroubledSolver::Trouble;
        QTest::addColumn<TroubledSolver::Trouble>("trouble");
        QTest::addColumn<int>("kind");
        QTest::addColumn<QStringList>("named");
        const int diverged = static_cast<int>(ErrorKind::Diverged);
        QTest::newRow("not finite") << Trouble::NonFinite << diverged
                                    << QStringList{"fall", "particle 7", "smaller step", "largestTimeStep", "frame 3"};
        QTest::newRow("lost") << Trouble::Lost << diverged << QStringList{"fall", "no way on", "frame 3"};
        QTest::newRow("not finite frame")
            << Trouble::NotFiniteFrame << diverged << QStringList{"fall", "density", "particle 5", "frame 3"};
        QTest::newRow("memory") << Trouble::OutOfMemory << static_cast<int>(ErrorKind::Memory)
                                << QStringList{"fall", "out of memory", "frame 3", "spacing"};
        QTest::newRow("no time step") << Trouble::NoTimeStep << diverged << QStringList{"time step"};
    }

    void troubleStopsAtTheLastGoodFrame()
    {
        QFETCH(TroubledSolver::Trouble, trouble);
        QFETCH(int, kind);
        QFETCH(QStringList, named);
        Scene scene = freeFallScene();
        scene.solver = std::make_shared<TroubledSolver>(trouble, 11); // 5 steps per frame: between frames 3 and 4
        Cache cache(m_files, base(), scene, Cache::Access::Write, {});
        Record record;
        try {
            simulate(scene, cache, testOptions(), record);
            QFAIL("no error");
        } catch (const Error& error) {
            QCOMPARE(static_cast<int>(error.kind()), kind);
            for (const QString& name : named)
                QVERIFY2(QString::fromUtf8(error.what()).contains(name), error.what());
        }
        QCOMPARE(cache.frames().size(), std::size_t{3});
        for (const auto& [number, frame] : cache.frames())
            checkFinite(*cache.readFrame(number));
    }

    void warningsAreSaidOncePerFrame()
    {
        Scene scene = freeFallScene({}, 4);
        scene.solver = std::make_shared<TroubledSolver>(TroubledSolver::Trouble::LostOne, 5);
        Record record;
        run(scene, testOptions(), base(), record);
        QCOMPARE(record.messages.size(), std::size_t{2}); // frames 3 and 4
        QCOMPARE(record.messages[0].node, std::string("fall"));
        QCOMPARE(record.messages[0].code, std::string("step.lost"));
        QVERIFY(record.messages[0].text.find("particle 3") != std::string::npos);
    }

    void impossibleRangesAreRefused()
    {
        const Scene scene = freeFallScene();
        Cache cache(m_files, base(), scene, Cache::Access::Write, {});
        Record record;
        RunOptions options = testOptions();
        options.firstFrame = 0;
        QVERIFY_THROWS_EXCEPTION(Error, simulate(scene, cache, options, record));
        options.firstFrame = 5;
        options.lastFrame = 4;
        QVERIFY_THROWS_EXCEPTION(Error, simulate(scene, cache, options, record));
    }
};

SASTRUGI_TEST(SimulationTest)
#include "SimulationTest.moc"
