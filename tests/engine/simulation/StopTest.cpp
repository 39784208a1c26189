// A run that is stopped while the solver works: soon, and without a loss.
#include "tests/TestCase.h"
#include "tests/engine/simulation/FreeFallScene.h"
#include "tests/engine/simulation/WrappedSolver.h"

#include <QTemporaryDir>

using namespace sastrugi;
using namespace sastrugi::test;
namespace fs = std::filesystem;

namespace
{

/// Asks for a stop in the middle of one step, and gives that step up.
class StoppedSolver : public WrappedSolver
{
public:
    StoppedSolver(std::stop_source source, std::int64_t step) : m_source(std::move(source)), m_step(step) {}

    StepReport step(const Scene& scene, State& state, double timeStep, std::stop_token stop) const override
    {
        if (state.stepCount < m_step)
            return WrappedSolver::step(scene, state, timeStep, stop);
        m_source.request_stop();
        StepReport report;
        report.isUndone = stop.stop_requested(); // the run hands the request on
        return report;
    }

private:
    mutable std::stop_source m_source;
    std::int64_t m_step;
};

} // namespace

class StopTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    FastFiles m_files;

    fs::path base(const char* name) const { return fs::path(m_folder->path().toStdString()) / name; }

    Outcome run(const Scene& scene, const RunOptions& options, const char* where, Record& record)
    {
        Cache cache(m_files, base(where), scene, Cache::Access::Write, {});
        return simulate(scene, cache, options, record);
    }

    std::vector<Hash> hashes(const Scene& scene, const char* where)
    {
        return hashesOf(Cache(m_files, base(where), scene, Cache::Access::Read, {}));
    }

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void aStopWithinAStepSavesTheStateBeforeIt_data()
    {
        QTest::addColumn<bool>("isAbort");
        QTest::newRow("stop") << false;
        QTest::newRow("abort") << true;
    }

    void aStopWithinAStepSavesTheStateBeforeIt()
    {
        QFETCH(bool, isAbort);
        const Scene scene = freeFallScene({}, 7);
        Record whole, part, rest;
        run(scene, testOptions(), "whole.cache", whole);

        const std::stop_source source;
        Scene stopped = scene;
        stopped.solver = std::make_shared<StoppedSolver>(source, 12); // 5 steps per frame: the third to frame 4
        RunOptions options = testOptions();
        (isAbort ? options.abort : options.stop) = source.get_token();
        const Outcome outcome = run(stopped, options, "part.cache", part);
        QCOMPARE(outcome.kind, isAbort ? Outcome::Kind::Aborted : Outcome::Kind::Stopped);
        QCOMPARE(outcome.lastFrame, std::int64_t{3});
        QCOMPARE(part.times.size(), std::size_t{12});
        QCOMPARE(part.checkpoints.size(), std::size_t{isAbort ? 0u : 1u});

        run(scene, testOptions(), "part.cache", rest);
        QCOMPARE(hashes(scene, "part.cache"), hashes(scene, "whole.cache"));
        if (isAbort)
            return;
        std::vector<double> times = part.times; // not only the frames: the very steps
        times.insert(times.end(), rest.times.begin(), rest.times.end());
        QCOMPARE(times, whole.times);
    }

    void aStopWhileTheStateIsMadeEndsTheRun()
    {
        Scene scene = freeFallScene({}, 3);
        scene.emitters.push_back(scene.emitters.front()); // overlaps, and that is said while emitters are filled
        scene.emitters.back().name = "again";
        struct Stopper : Record {
            std::stop_source source;
            void message(const LogMessage& message) override
            {
                Record::message(message);
                source.request_stop();
            }
        } stopper;
        RunOptions options = testOptions();
        options.stop = stopper.source.get_token();
        const Outcome outcome = run(scene, options, "a.cache", stopper);
        QCOMPARE(outcome.kind, Outcome::Kind::Stopped);
        QCOMPARE(outcome.lastFrame, std::int64_t{0});
        QVERIFY(stopper.hasMessage("emitter.overlap"));
        QCOMPARE(stopper.firstComputed, std::int64_t{-1}); // no state was made
    }

    void aStopWhileACheckpointIsReadKeepsIt()
    {
        const Scene scene = freeFallScene({}, 9);
        Record record;
        RunOptions options = testOptions();
        options.lastFrame = 5;
        run(scene, options, "a.cache", record);
        std::stop_source source;
        source.request_stop();
        options.lastFrame = 9;
        options.stop = source.get_token();
        Record again;
        QCOMPARE(run(scene, options, "a.cache", again).kind, Outcome::Kind::Stopped);
        Cache cache(m_files, base("a.cache"), scene, Cache::Access::Read, {});
        QCOMPARE(cache.checkpointFrames(), (std::vector<std::int64_t>{5}));
    }
};

SASTRUGI_TEST(StopTest)
#include "StopTest.moc"
