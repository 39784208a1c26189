#include "engine/cache/Cache.h"

#include "engine/cache/CacheList.h"
#include "engine/core/Error.h"
#include "tests/TestCase.h"
#include "tests/engine/cache/FailingDisk.h"
#include "tests/engine/simulation/FreeFallScene.h"

#include <QTemporaryDir>

using namespace sastrugi;
using namespace sastrugi::test;
namespace fs = std::filesystem;

class CacheTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    FailingDisk m_files;
    const Scene m_scene = freeFallScene({0.25, 0.02}, 7);
    std::vector<Hash> m_expected;

    fs::path base() const { return fs::path(m_folder->path().toStdString()) / "a.cache"; }

    RunOptions options() const
    {
        RunOptions options = testOptions();
        options.checkpointEvery = 2;
        return options;
    }

    /// Runs to the end and returns what was said while the cache was opened and while it ran.
    Record runToTheEnd(FileLayer& files)
    {
        Record record;
        Cache cache(files, base(), m_scene, Cache::Access::Write,
                    [&](const LogMessage& message) { record.message(message); });
        simulate(m_scene, cache, options(), record);
        return record;
    }

    fs::path folder() { return Cache(m_files, base(), m_scene, Cache::Access::Read, {}).folder(); }

    void verifyComplete()
    {
        Cache cache(m_files, base(), m_scene, Cache::Access::Read, {});
        QCOMPARE(hashesOf(cache), m_expected);
        for (const CachedFrame& frame : cache.listFrames())
            QCOMPARE(cache.readFrame(frame.number)->contentHash(), frame.hash);
    }

    void flipBit(const fs::path& file, std::size_t position)
    {
        std::vector<std::byte> bytes = m_files.readAll(file);
        bytes[position] ^= std::byte{16};
        m_files.writeAtomically(file, bytes);
    }

    bool isNamed(const Record& record, const fs::path& file)
    {
        return std::ranges::any_of(record.messages, [&](const LogMessage& message) {
            return message.code == "cache.damaged" && message.text.find(file.string()) != std::string::npos;
        });
    }

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_files = FailingDisk();
        if (m_expected.empty()) {
            runToTheEnd(m_files);
            m_expected = hashesOf(Cache(m_files, base(), m_scene, Cache::Access::Read, {}));
            fs::remove_all(base());
            m_files = FailingDisk();
        }
    }

    void framesAreFoundAgain()
    {
        const Record first = runToTheEnd(m_files);
        QCOMPARE(first.frames.size(), std::size_t{7});
        QVERIFY(!first.hasMessage("cache.damaged"));
        verifyComplete();
        const Record second = runToTheEnd(m_files);
        QVERIFY(second.frames.empty() && second.times.empty());
        Cache cache(m_files, folder(), {});
        QCOMPARE(hashesOf(cache), m_expected);
        QCOMPARE(cache.manifest().sceneHash, m_scene.contentHash());
        QCOMPARE(cache.manifest().node, std::string("fall"));
        QCOMPARE(cache.checkpointFrames(), (std::vector<std::int64_t>{5, 7}));
    }

    void litterIsRemoved()
    {
        runToTheEnd(m_files);
        const fs::path litter = folder() / ".sastrugi-1-1.tmp";
        m_files.writeAtomically(litter, "half a frame");
        runToTheEnd(m_files);
        QVERIFY(!fs::exists(litter));
    }

    void aFullDiskAtAnyWriteLosesNothing()
    {
        runToTheEnd(m_files);
        const std::uint64_t all = m_files.written;
        fs::remove_all(base());
        for (std::uint64_t room = 0; room < all; room += all / 61) {
            FailingDisk full;
            full.room = room;
            try {
                runToTheEnd(full);
                QFAIL("no error");
            } catch (const Error& error) {
                QCOMPARE(error.kind(), ErrorKind::InputOutput);
                QVERIFY2(QString::fromUtf8(error.what()).contains("no space left on device"), error.what());
                QVERIFY2(QString::fromUtf8(error.what()).contains("a.cache"), error.what());
            }
            Cache cache(m_files, base(), m_scene, Cache::Access::Read, {});
            for (const CachedFrame& frame : cache.listFrames())
                QCOMPARE(cache.readFrame(frame.number)->contentHash(),
                         m_expected[static_cast<std::size_t>(frame.number - 1)]);
            const Record rest = runToTheEnd(m_files);
            QVERIFY(!rest.hasMessage("cache.damaged"));
            verifyComplete();
            fs::remove_all(base());
        }
    }

    void aDamagedFrameIsNamedAndComputedAnew()
    {
        runToTheEnd(m_files);
        for (const std::int64_t frame : {1, 4, 6, 7}) {
            const fs::path file = folder() / ("frame.000" + std::to_string(frame) + ".h5");
            const std::size_t size = fs::file_size(file);
            for (const std::size_t position : {std::size_t{0}, std::size_t{100}, size / 3, size / 2, size - 1}) {
                flipBit(file, position);
                Cache reader(m_files, base(), m_scene, Cache::Access::Read, {});
                QVERIFY_THROWS_EXCEPTION(Error, reader.readFrame(frame));
                QVERIFY(!reader.hasFrame(frame));
                const Record record = runToTheEnd(m_files);
                QVERIFY(isNamed(record, file));
                QVERIFY(!record.hasMessage("cache.differs"));
                QCOMPARE(record.frames, std::vector<std::int64_t>{frame});
                verifyComplete();
            }
            for (const std::size_t length : {std::size_t{0}, std::size_t{50}, size / 2, size - 1}) {
                fs::resize_file(file, length);
                QVERIFY(isNamed(runToTheEnd(m_files), file));
                verifyComplete();
            }
        }
    }

    void aDamagedCheckpointGivesWayToTheOlderOne()
    {
        for (const int damaged : {1, 2}) {
            fs::remove_all(base());
            runToTheEnd(m_files);
            const fs::path frame = folder() / "frame.0007.h5";
            fs::remove(frame);
            fs::remove(folder() / "checkpoint.0007.h5");
            // Left are the checkpoints of frames 5 and, where it is made so, 3.
            Cache(m_files, base(), m_scene, Cache::Access::Write, {}).discardFrom(6);
            const fs::path newest = folder() / "checkpoint.0005.h5", older = folder() / "checkpoint.0003.h5";
            fs::copy_file(newest, older); // under a wrong name: it is not used
            flipBit(newest, fs::file_size(newest) / 2);
            if (damaged == 2)
                flipBit(older, 200);
            const Record record = runToTheEnd(m_files);
            QVERIFY(isNamed(record, newest));
            QCOMPARE(isNamed(record, older), damaged == 2);
            QCOMPARE(record.hasMessage("cache.foreign"), damaged == 1);
            QCOMPARE(record.equalFrames, (std::vector<std::int64_t>{1, 2, 3, 4, 5}));
            QCOMPARE(record.frames, (std::vector<std::int64_t>{6, 7}));
            verifyComplete();
        }
    }

    void theOlderCheckpointIsGoodToGoOnFrom()
    {
        runToTheEnd(m_files);
        flipBit(folder() / "checkpoint.0007.h5", 300);
        fs::remove(folder() / "frame.0007.h5");
        Scene longer = m_scene;
        longer.settings.lastFrame = 9;
        Record record;
        Cache cache(m_files, base(), longer, Cache::Access::Write, {});
        simulate(longer, cache, options(), record);
        QCOMPARE(record.firstComputed, std::int64_t{6});
        QCOMPARE(record.frames, (std::vector<std::int64_t>{7, 8, 9}));
    }

    void aFrameThatComesOutDifferentlyIsSaidLoudly()
    {
        runToTheEnd(m_files);
        {
            Cache cache(m_files, base(), m_scene, Cache::Access::Write, {});
            Frame other = *cache.readFrame(6);
            other.origin.x() += 1;
            cache.writeFrame(other);
            m_files.remove(folder() / "frame.0007.h5");
            m_files.remove(folder() / "checkpoint.0007.h5");
        }
        const Record record = runToTheEnd(m_files);
        QVERIFY(record.hasMessage("cache.differs"));
        verifyComplete();
    }

    void aSecondWriterIsRefusedWithTheFirstOnesNumber()
    {
        Cache first(m_files, base(), m_scene, Cache::Access::Write, {});
        QVERIFY(CacheLock::isHeld(first.folder()));
        try {
            Cache second(m_files, base(), m_scene, Cache::Access::Write, {});
            QFAIL("no error");
        } catch (const Error& error) {
            QVERIFY2(QString::fromUtf8(error.what()).contains(QString("process %1").arg(::getpid())), error.what());
        }
        Cache reader(m_files, base(), m_scene, Cache::Access::Read, {});
        QVERIFY_THROWS_EXCEPTION(Error, reader.writeFrame(Frame()));
    }

    void aReaderSeesTheFramesOfARunningWriter()
    {
        Cache reader(m_files, base(), m_scene, Cache::Access::Read, {});
        QVERIFY(reader.frames().empty());
        runToTheEnd(m_files);
        reader.refresh();
        QCOMPARE(hashesOf(reader), m_expected);
    }

    void aDamagedManifestIsWrittenAnew()
    {
        runToTheEnd(m_files);
        for (const std::string text : {"", "{", "{\"format\": 1}", "[]"}) {
            m_files.writeAtomically(folder() / "manifest.json", text);
            const fs::path there = folder();
            QVERIFY_THROWS_EXCEPTION(Error, Cache(m_files, there, {}));
            const Record record = runToTheEnd(m_files);
            QVERIFY(isNamed(record, there / "manifest.json"));
            QVERIFY(record.frames.empty());
        }
    }

    void framesOfAnotherSceneAreNotUsed()
    {
        runToTheEnd(m_files);
        Scene other = m_scene;
        other.settings.gravity.z() = -1.6;
        {
            Cache cache(m_files, base(), other, Cache::Access::Write, {});
            QVERIFY(cache.frames().empty()); // another folder, and nothing is linked
            fs::copy_file(folder() / "frame.0003.h5", cache.folder() / "frame.0003.h5");
        }
        Record record;
        Cache cache(m_files, base(), other, Cache::Access::Write,
                    [&](const LogMessage& message) { record.message(message); });
        QVERIFY(record.hasMessage("cache.foreign"));
        QVERIFY(cache.frames().empty());
    }

    void aRenamedNodeLinksTheFramesAndGoesOn()
    {
        runToTheEnd(m_files);
        Scene renamed = m_scene;
        renamed.solverNode = "Schnee: fällt!";
        renamed.settings.lastFrame = 9;
        Record record;
        Cache cache(m_files, base(), renamed, Cache::Access::Write,
                    [&](const LogMessage& message) { record.message(message); });
        QVERIFY(record.hasMessage("cache.linked"));
        QCOMPARE(hashesOf(cache), m_expected);
        QCOMPARE(fs::hard_link_count(cache.folder() / "frame.0001.h5"), std::uintmax_t{2});
        QVERIFY(cache.folder().filename().string().starts_with("Schnee-f-llt-"));
        simulate(renamed, cache, options(), record);
        QCOMPARE(record.frames, (std::vector<std::int64_t>{8, 9}));
        verifyComplete(); // the other folder is as it was
    }

    void oldFoldersAreListedAndEvicted()
    {
        std::vector<fs::path> folders;
        for (const double gravity : {-1.0, -2.0, -3.0, -4.0}) {
            Scene scene = m_scene;
            scene.settings.gravity.z() = gravity;
            Record record;
            Cache cache(m_files, base(), scene, Cache::Access::Write, {});
            simulate(scene, cache, options(), record);
            folders.push_back(cache.folder());
            for (const fs::directory_entry& entry : fs::directory_iterator(cache.folder()))
                fs::last_write_time(entry.path(),
                                    fs::file_time_type::clock::now() + std::chrono::hours(static_cast<int>(-gravity)));
        }
        fs::create_directory(base() / "not ours");
        const std::vector<CacheFolder> list = listCaches(m_files, base());
        QCOMPARE(list.size(), std::size_t{4});
        for (std::size_t i = 0; i < 4; ++i)
            QCOMPARE(list[i].folder, folders[i]);
        QCOMPARE(list[0].frames, std::size_t{7});

        // The oldest is in use and the second oldest is the current one.
        const CacheLock lock(folders[0]);
        m_files.writeAtomically(folders[2] / "notes.txt", "the user's own");
        const auto removed = evictCaches(m_files, base(), list[0].bytes * 5 / 2, folders[1]);
        QCOMPARE(removed.size(), std::size_t{2});
        QVERIFY(fs::exists(folders[0] / "frame.0001.h5") && fs::exists(folders[1] / "frame.0001.h5"));
        QVERIFY(fs::exists(folders[2] / "notes.txt") && !fs::exists(folders[2] / "frame.0001.h5"));
        QVERIFY(!fs::exists(folders[3]) && fs::exists(base() / "not ours"));
    }
};

SASTRUGI_TEST(CacheTest)
#include "CacheTest.moc"
