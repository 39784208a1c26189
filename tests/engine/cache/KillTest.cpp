// Runs are killed at every point that the writer names and after every frame and step; then the same run is given
// again. The child is a fork with one thread: threads do not survive a fork.
#include "engine/cache/Cache.h"

#include "engine/core/Parallel.h"
#include "tests/TestCase.h"
#include "tests/engine/cache/FailingDisk.h"
#include "tests/engine/simulation/FreeFallScene.h"

#include <QTemporaryDir>

#include <sys/wait.h>

using namespace sastrugi;
using namespace sastrugi::test;
namespace fs = std::filesystem;

namespace
{

/// Kills the process at the n-th call of one kind.
class KillingObserver : public Record
{
public:
    int stepsLeft = -1, framesLeft = -1, checkpointsLeft = -1;

    void stepDone(const StepDone& step) override
    {
        Record::stepDone(step);
        count(stepsLeft);
    }
    void frameDone(const FrameDone& done) override
    {
        Record::frameDone(done);
        count(framesLeft);
    }
    void checkpointWritten(const Checkpoint& checkpoint, std::uint64_t bytes) override
    {
        Record::checkpointWritten(checkpoint, bytes);
        count(checkpointsLeft);
    }

private:
    static void count(int& left)
    {
        if (left >= 0 && left-- == 0)
            ::kill(::getpid(), SIGKILL);
    }
};

} // namespace

class KillTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    const Scene m_scene = freeFallScene({0.25, 0.02}, 6);
    std::vector<Hash> m_expected;

    fs::path base() const { return fs::path(m_folder->path().toStdString()) / "a.cache"; }

    static void run(const Scene& scene, const fs::path& base, FileLayer& files, RunObserver& observer)
    {
        RunOptions options = testOptions();
        options.checkpointEvery = 2;
        options.threads = 1;
        Cache cache(files, base, scene, Cache::Access::Write,
                    [&](const LogMessage& message) { observer.message(message); });
        simulate(scene, cache, options, observer);
    }

    /// True when the child was killed, false when it ran to the end.
    bool runInChild(const FailingDisk& disk, const KillingObserver& killer)
    {
        const pid_t child = ::fork();
        if (child == 0) {
            const ThreadScope oneThread(1);
            FailingDisk files = disk;
            KillingObserver observer = killer;
            try {
                run(m_scene, base(), files, observer);
            } catch (...) {
                ::_exit(1);
            }
            ::_exit(0);
        }
        int status = 0;
        ::waitpid(child, &status, 0);
        return WIFSIGNALED(status);
    }

    void verifyWhatIsThereAndGoOn()
    {
        FailingDisk files;
        Record record;
        {
            Cache cache(files, base(), m_scene, Cache::Access::Read,
                        [&](const LogMessage& message) { record.message(message); });
            for (const CachedFrame& frame : cache.listFrames())
                QCOMPARE(cache.readFrame(frame.number)->contentHash(),
                         m_expected[static_cast<std::size_t>(frame.number - 1)]);
        }
        run(m_scene, base(), files, record);
        QVERIFY(record.messages.empty()); // nothing was damaged, nothing came out differently
        Cache cache(files, base(), m_scene, Cache::Access::Read, {});
        QCOMPARE(hashesOf(cache), m_expected);
        for (const fs::directory_entry& entry : fs::directory_iterator(cache.folder()))
            QVERIFY(entry.path().extension() != FileLayer::temporarySuffix);
        fs::remove_all(base());
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        FailingDisk files;
        Record record;
        run(m_scene, base(), files, record);
        m_expected = hashesOf(Cache(files, base(), m_scene, Cache::Access::Read, {}));
        fs::remove_all(base());
    }

    void aKillAtAnyPointOfTheWriterIsSurvived_data()
    {
        QTest::addColumn<QString>("point");
        for (const std::string_view point : FileLayer::writePoints())
            QTest::newRow(std::string(point).c_str()) << QString::fromUtf8(point.data(), int(point.size()));
        for (const char* point : {"before manifest", "after manifest", "before removing old checkpoints"})
            QTest::newRow(point) << point;
    }

    void aKillAtAnyPointOfTheWriterIsSurvived()
    {
        QFETCH(QString, point);
        FailingDisk disk;
        disk.dieAt = point.toStdString();
        int kills = 0;
        while (true) {
            disk.dieAfter = kills;
            const bool killed = runInChild(disk, {});
            verifyWhatIsThereAndGoOn();
            if (!killed)
                break;
            ++kills;
        }
        // The manifest, 6 frames, and checkpoints at frames 3, 5 and 6.
        QCOMPARE(kills, point.contains("manifest") ? 1 : point.contains("checkpoints") ? 3 : 10);
    }

    void aKillAfterAnyFrameStepAndCheckpointIsSurvived()
    {
        for (int KillingObserver::*counter :
             {&KillingObserver::framesLeft, &KillingObserver::stepsLeft, &KillingObserver::checkpointsLeft})
            for (int after = 0;; ++after) {
                KillingObserver killer;
                killer.*counter = after;
                const bool killed = runInChild({}, killer);
                verifyWhatIsThereAndGoOn();
                if (!killed)
                    break;
            }
    }

    void aRunThatIsKilledAgainAndAgainComesToItsEnd()
    {
        KillingObserver killer;
        killer.stepsLeft = 7; // a checkpoint comes every 2 frames of 3 steps
        int kills = 0;
        while (runInChild({}, killer))
            QVERIFY(++kills < 20);
        QCOMPARE(kills, 2);
        verifyWhatIsThereAndGoOn();
    }

    void aKillWhileFramesAreDiscardedLeavesNoHole()
    {
        FailingDisk files;
        Record record;
        run(m_scene, base(), files, record);
        const pid_t child = ::fork();
        if (child == 0) {
            const ThreadScope oneThread(1);
            Cache cache(files, base(), m_scene, Cache::Access::Write, {});
            cache.discardFrom(3);
            ::kill(::getpid(), SIGKILL);
        }
        int status = 0;
        ::waitpid(child, &status, 0);
        verifyWhatIsThereAndGoOn();
    }
};

SASTRUGI_TEST(KillTest)
#include "KillTest.moc"
