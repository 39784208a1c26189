// Nothing is lost: recovery copies, and a program that is killed at any moment of saving.
#include "app/studio/document/Recovery.h"

#include "engine/core/File.h"
#include "tests/TestCase.h"
#include "tests/nodes/sampleGraph.h"

#include <QDir>
#include <QFileInfo>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <array>
#include <chrono>
#include <random>

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace sastrugi;
using namespace sastrugi::studio;
using namespace sastrugi::test;
namespace fs = std::filesystem;

namespace
{

void setNumber(Document& document, int number)
{
    document.edit("Change", [&](Graph& graph) { graph.setValue("ball", "radius", 0.001 * number); });
}

int numberIn(const Graph& graph)
{
    return static_cast<int>(std::lround(std::get<double>(graph.value("ball", "radius")) * 1000));
}

/// What a child process says before and after each piece of work.
enum class Said : int { Copied, Saving, Saved };
struct Message {
    Said what;
    int number;
};

/// Dies at a point of writing when its turn comes.
class DyingFiles : public FileLayer
{
public:
    DyingFiles(int point, int turn) : m_point(point), m_turn(turn) {}

    void reached(std::string_view point, const fs::path&) override
    {
        if (m_point >= 0 && point == writePoints()[static_cast<std::size_t>(m_point)] && m_turn-- == 0)
            ::kill(::getpid(), SIGKILL);
    }

private:
    int m_point;
    std::atomic<int> m_turn;
};

} // namespace

class RecoveryTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_directory;
    fs::path m_file, m_folder;

    static Graph startGraph()
    {
        Graph graph = sampleGraph();
        graph.setValue("ball", "radius", 0.001);
        return graph;
    }

    /// Edits, lets the copy be written and saves, until it is killed. Never returns.
    [[noreturn]] void editAndSave(int pipe, std::shared_ptr<FileLayer> files)
    {
        const auto say = [&](Said what, int number) {
            const Message message{what, number};
            if (::write(pipe, &message, sizeof message) != sizeof message)
                ::_exit(1);
        };
        Document document(allNodes());
        Recovery recovery(document, m_folder, files);
        document.open(m_file);
        for (int number = numberIn(document.graph()) + 1;; ++number) {
            setNumber(document, number);
            recovery.writeNow();
            say(Said::Copied, number);
            if (number % 3 == 0) // changes that are only in the copy
                continue;
            say(Said::Saving, number);
            SceneDocument scene = document.scene();
            saveDocument(scene, m_file, *files); // first where it can die inside, then as the window does it
            document.save(m_file);
            say(Said::Saved, number);
        }
    }

    /// What a child said until it died by SIGKILL: some time after it said `count` things, or at a write point by its
    /// own hand.
    std::vector<Message> killedChild(int count, int microseconds, int point, int turn)
    {
        std::array<int, 2> ends{};
        if (::pipe(ends.data()) != 0)
            return {};
        const pid_t child = ::fork();
        if (child == 0) {
            ::close(ends[0]);
            editAndSave(ends[1], std::make_shared<DyingFiles>(point, turn));
        }
        ::close(ends[1]);
        std::vector<Message> said;
        for (Message message{}; ::read(ends[0], &message, sizeof message) == sizeof message;) {
            said.push_back(message);
            if (point < 0 && static_cast<int>(said.size()) == count) {
                ::usleep(static_cast<useconds_t>(microseconds));
                ::kill(child, SIGKILL);
            }
        }
        ::close(ends[0]);
        int status = 0;
        ::waitpid(child, &status, 0);
        return WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL ? said : std::vector<Message>{};
    }

    /// Whether the file is what it was before or after the save that was interrupted, if any.
    static bool isOldOrNew(int number, int before, const std::vector<Message>& said)
    {
        int saved = before, saving = before;
        for (const Message& message : said) {
            saved = message.what == Said::Saved ? message.number : saved;
            saving = message.what == Said::Saving ? message.number : saving;
        }
        return number == saved || number == saving;
    }

private Q_SLOTS:
    void aZombieIsDead()
    {
        const pid_t child = ::fork();
        if (child == 0)
            ::_exit(0);
        siginfo_t ended{};
        QCOMPARE(::waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOWAIT), 0); // it is not reaped
        ProcessIdentity owner = ProcessIdentity::ofThis();
        owner.process = child;
        QFile stat(QString("/proc/%1/stat").arg(child));
        QVERIFY(stat.open(QIODevice::ReadOnly));
        const QByteArray text = stat.readAll();
        owner.startTime = QString::fromLatin1(text.mid(text.lastIndexOf(')') + 2).split(' ').value(19));
        QVERIFY(owner.isDead());
        ::waitpid(child, nullptr, 0);
    }

    void init()
    {
        // In memory where that is possible: a kill does not care, and flushing a busy disk takes minutes.
        const bool hasMemory = QFileInfo("/dev/shm").isWritable();
        m_directory = std::make_unique<QTemporaryDir>((hasMemory ? "/dev/shm" : QDir::tempPath()) + "/recovery-XXXXXX");
        m_file = toPath(m_directory->filePath(QString::fromUtf8("\u0441\u043d\u0435\u0433; a,b.sastrugi")));
        m_folder = toPath(m_directory->filePath("recovery"));
        SceneDocument scene(allNodes());
        scene.graph = startGraph();
        saveDocument(scene, m_file);
    }

    void aCopyIsWrittenAfterAChangeAndGoesWithASave()
    {
        Document document(allNodes());
        Recovery recovery(document, m_folder);
        document.open(m_file);
        QVERIFY(recovery.folder().copies().empty());
        setNumber(document, 7);
        recovery.writeNow();
        const std::vector<RecoveryCopy> copies = recovery.folder().copies();
        QCOMPARE(copies.size(), std::size_t{1});
        QVERIFY(copies[0].original == m_file);
        QCOMPARE(numberIn(recovery.folder().read(copies[0], allNodes()).graph), 7);
        QCOMPARE(numberIn(loadDocument(m_file, allNodes()).graph), 1);
        QVERIFY(recovery.folder().offers(allNodes()).empty()); // this process lives
        document.save(m_file);
        QVERIFY(recovery.folder().copies().empty());
        setNumber(document, 8);
        document.undoStack().undo(); // clean again, but not by a save
        recovery.writeNow();
        QCOMPARE(recovery.folder().copies().size(), std::size_t{1});
    }

    void aCopyIsWrittenByItself()
    {
        Document document(allNodes());
        Recovery recovery(document, m_folder);
        QSignalSpy written(&recovery, &Recovery::written);
        document.edit("Add", [](Graph& graph) { graph.add("geometry.box"); });
        QTRY_COMPARE_WITH_TIMEOUT(written.count(), 1, 60'000);
        QCOMPARE(recovery.folder().copies().size(), std::size_t{1});
        QVERIFY(recovery.folder().copies()[0].original.empty());
    }

    void discardedChangesAreKeptButNotOffered()
    {
        Document document(allNodes());
        Recovery recovery(document, m_folder);
        document.open(m_file);
        setNumber(document, 9);
        recovery.setAside();
        document.startNew();
        QVERIFY(recovery.folder().offers(allNodes()).empty());
        const std::vector<RecoveryCopy> kept = recovery.folder().worthRecovering(allNodes());
        QCOMPARE(kept.size(), std::size_t{1});
        recovery.recover(kept[0]);
        QCOMPARE(numberIn(document.graph()), 9);
        QVERIFY(document.isModified());
        QVERIFY(document.scene().file == m_file);
        setNumber(document, 10);
        recovery.writeNow();
        QCOMPARE(recovery.folder().copies().size(), std::size_t{1}); // the same copy, further on
        document.save(m_file);
        QVERIFY(recovery.folder().copies().empty());
    }

    void onlyTheNewestAreKept()
    {
        const RecoveryFolder folder(m_folder);
        FileLayer files;
        SceneDocument scene(allNodes());
        scene.graph = startGraph();
        for (int i = 0; i < 25; ++i) {
            RecoveryCopy copy;
            copy.id = RecoveryFolder::newId();
            copy.owner = ProcessIdentity::ofThis();
            copy.isSetAside = i < 24; // one is still worked on
            folder.describe(copy, files);
            folder.write(copy.id, scene, files);
        }
        folder.prune();
        QCOMPARE(folder.copies().size(), RecoveryFolder::mostKept + 1);
    }

    void aFolderThatCannotBeWrittenIsToldOnce()
    {
        FileLayer().writeAtomically(m_folder, "a file where the folder should be");
        Document document(allNodes());
        Recovery recovery(document, m_folder / "below");
        QSignalSpy failed(&recovery, &Recovery::failed);
        for (int i = 0; i < 3; ++i) {
            document.edit("Add", [](Graph& graph) { graph.add("geometry.box"); });
            recovery.writeNow();
        }
        QTRY_VERIFY(failed.count() > 0);
        QTest::qWait(50);
        QCOMPARE(failed.count(), 1);
    }

    void aKillAtAnyMomentLosesNothing()
    {
        std::mt19937 random(20'260'103);
        int killedInside = 0, offered = 0, worked = 0;
        const auto points = static_cast<int>(FileLayer::writePoints().size());
        for (int kill = 0; kill < 200; ++kill) {
            fs::remove_all(m_folder);
            const int before = numberIn(loadDocument(m_file, allNodes()).graph);
            const bool isInside = kill % 2 == 0;
            const std::vector<Message> said =
                killedChild(1 + static_cast<int>(random() % 4), static_cast<int>(random() % 5'000),
                            isInside ? kill / 2 % points : -1, static_cast<int>(random() % 9));
            const SceneDocument scene = loadDocument(m_file, allNodes()); // throws when it is neither
            const int number = numberIn(scene.graph);
            QVERIFY2(isOldOrNew(number, before, said), qPrintable(QString("%1 after %2").arg(number).arg(before)));

            const RecoveryFolder folder(m_folder);
            const std::vector<RecoveryCopy> offers = folder.offers(allNodes());
            const bool wasNewer = !said.empty() && said.back().what == Said::Copied;
            if (wasNewer) {
                QCOMPARE(offers.size(), std::size_t{1});
                QVERIFY(numberIn(folder.read(offers[0], allNodes()).graph) >= said.back().number);
                QVERIFY(offers[0].original == m_file);
            }
            for (const RecoveryCopy& offer : offers) // never older than the file
                QVERIFY(numberIn(folder.read(offer, allNodes()).graph) > number);
            killedInside += isInside;
            offered += wasNewer;
            worked += !said.empty();
        }
        QCOMPARE(killedInside, 100);
        QVERIFY2(offered > 0 && worked >= 100, qPrintable(QString("%1 offers, %2 worked").arg(offered).arg(worked)));
    }
};

SASTRUGI_TEST(RecoveryTest)
#include "RecoveryTest.moc"
