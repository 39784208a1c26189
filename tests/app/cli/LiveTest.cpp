// A live run from outside: what a hand does in it becomes key frames, and the same run again gives the same frames.
#include "engine/live/LiveLink.h"
#include "tests/TestCase.h"
#include "tests/app/cli/Program.h"
#include "tests/app/cli/liveScene.h"

#include <QJsonArray>

#include <csignal>

#include <sys/wait.h>
#include <unistd.h>

using namespace sastrugi;
using namespace sastrugi::test;

class LiveTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<QProcess> m_process;
    QList<QJsonObject> m_lines; // that it has said

    ProgramResult run(const QStringList& arguments) { return runProgram(arguments, m_folder->path()); }

    void start(const QStringList& more = {})
    {
        m_process = std::make_unique<QProcess>();
        m_process->setWorkingDirectory(m_folder->path());
        m_process->start(programPath(),
                         QStringList{"live", "a.sastrugi", "--progress", "jsonl", "--save", "recorded.sastrugi"} +
                             more);
        QVERIFY(m_process->waitForStarted());
    }
    /// The first line of this type, waited for.
    QJsonObject line(const QString& type)
    {
        while (true) {
            for (const QJsonObject& line : m_lines)
                if (line["type"].toString() == type)
                    return line;
            if (!m_process->canReadLine() && !m_process->waitForReadyRead(60'000))
                return {};
            while (m_process->canReadLine())
                m_lines.append(QJsonDocument::fromJson(m_process->readLine()).object());
        }
    }
    int end()
    {
        if (!m_process->waitForFinished(120'000))
            return -1;
        for (const QByteArray& rest : m_process->readAllStandardOutput().split('\n'))
            if (!rest.isEmpty())
                m_lines.append(QJsonDocument::fromJson(rest).object());
        return m_process->exitStatus() == QProcess::NormalExit ? m_process->exitCode() : -1;
    }
    /// By number, of a folder of caches.
    std::map<int, QString> hashes(const QString& cache)
    {
        std::map<int, QString> found;
        const QByteArray json = run({"info", cache, "--json"}).output.toUtf8();
        for (const QJsonValue& frame : QJsonDocument::fromJson(json).object()["frames"].toArray())
            found[frame["frame"].toInt()] = frame["hash"].toString();
        return found;
    }
    /// What was recorded of a node.
    QList<QJsonObject> keysOf(const QString& node)
    {
        QList<QJsonObject> keys;
        for (const QJsonObject& line : m_lines)
            if (line["type"] == "key" && line["node"] == node)
                keys.append(line);
        return keys;
    }

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_lines.clear();
        writeFile(m_folder->filePath("a.sastrugi"), liveScene());
    }
    void cleanup()
    {
        if (m_process) {
            m_process->kill();
            m_process->waitForFinished();
        }
    }

    void whatAHandDidIsDoneAgain()
    {
        start({"--last", "40", "--threads", "2"});
        const QJsonObject live = line("live");
        const QStringList followed = live["follow"].toVariant().toStringList();
        QCOMPARE(followed, (QStringList{"push", "swing"}));
        {
            LiveLink link(m_process->processId(), live["descriptor"].toInt());
            QTRY_VERIFY(link.newestSerial() > 3);
            const std::optional<LivePicture> picture = link.newest();
            QVERIFY(picture && picture->frame.particles.count() > 100 && picture->places.size() == 2);
            link.setTarget(0, {{0.2, 0.05, 0}, {0, 0, 0.3}});
            link.setTarget(1, {{-0.1, 0, 0}, {0.4, 0, 0}});
        }
        QCOMPARE(end(), 0);
        const QList<QJsonObject> keys = keysOf("push");
        QVERIFY(keys.size() > 4); // a fifth of a metre at 2 m/s takes five frames
        for (qsizetype i = 1; i < keys.size(); ++i) {
            const double duration = keys[i]["t"].toDouble() - keys[i - 1]["t"].toDouble();
            QVERIFY(duration > 0);
            QVERIFY(keys[i]["way"][0].toDouble() - keys[i - 1]["way"][0].toDouble() <= 2 * duration + 1e-12);
        }
        QCOMPARE(keys.last()["way"][0].toDouble(), 0.2);
        QCOMPARE(keys.last()["turns"][2].toDouble(), 0.3);
        QCOMPARE(keysOf("swing").last()["turns"][0].toDouble(), 0.4);

        // The frames are those of the scene that was recorded, which is not simulated again ...
        const ProgramResult again =
            run({"sim", "recorded.sastrugi", "--cache", "a.cache", "--frames", "1-40", "--progress", "jsonl"});
        QVERIFY2(again.code == 0, qPrintable(again.errors));
        QCOMPARE(again.lines().first()["there"].toInt(), 40);
        // ... and would come out the same, with one thread as well.
        QCOMPARE(run({"sim", "recorded.sastrugi", "--cache", "b.cache", "--frames", "1-40", "--threads", "1"}).code, 0);
        const auto played = hashes("a.cache"), computed = hashes("b.cache");
        QCOMPARE(played.size(), std::size_t{40});
        QVERIFY(played == computed);
        // Not without the hand.
        QCOMPARE(run({"sim", "a.sastrugi", "--cache", "c.cache", "--frames", "1-40"}).code, 0);
        QVERIFY(hashes("c.cache") != played);
        // It goes on from where it was left.
        const ProgramResult more =
            run({"sim", "recorded.sastrugi", "--cache", "a.cache", "--frames", "1-42", "--progress", "jsonl"});
        QCOMPARE(more.code, 0);
        QVERIFY(more.output.contains("\"resumed\":true"));
    }

    void aSignalEndsItWell()
    {
        start({"--follow", "swing"});
        QVERIFY(!line("frame").isEmpty());
        QCOMPARE(line("live")["follow"].toVariant().toStringList(), QStringList{"swing"});
        ::kill(static_cast<pid_t>(m_process->processId()), SIGTERM);
        QCOMPARE(end(), 0);
        QCOMPARE(m_lines.last()["status"].toString(), "ok");
        QVERIFY(!hashes("a.cache").empty());
        QVERIFY(keysOf("push").isEmpty());
    }

    /// What a run that was killed had recorded is not thrown away by the next one.
    void aKilledOneIsKept()
    {
        start();
        QVERIFY(!line("frame").isEmpty());
        QVERIFY(!line("key").isEmpty());
        m_process->kill();
        m_process->waitForFinished();
        const ProgramResult next = run({"live", "a.sastrugi", "--last", "3"});
        QCOMPARE(next.code, 0);
        QVERIFY2(next.errors.contains("killed 1"), qPrintable(next.errors));
        QVERIFY(QFile::exists(m_folder->filePath("a.cache/live/killed 1/run.jsonl")));
        QVERIFY(!run({"live", "a.sastrugi", "--last", "3"}).errors.contains("killed"));
        QCOMPARE(run({"live", "a.sastrugi", "--save", "nowhere/b.sastrugi"}).code, 2);
        const ProgramResult onto = run({"live", "a.sastrugi", "--save", "a.sastrugi"});
        QVERIFY2(onto.code == 2 && onto.errors.contains("is there already"), qPrintable(onto.errors));
    }

    /// A window that died cannot end what it began.
    void itEndsWithItsWatcher()
    {
        start();
        const int descriptor = line("live")["descriptor"].toInt();
        const pid_t watcher = ::fork();
        if (watcher == 0) {
            LiveLink link(m_process->processId(), descriptor);
            ::_exit(0);
        }
        ::waitpid(watcher, nullptr, 0);
        QCOMPARE(end(), 0);
        QVERIFY(!hashes("a.cache").empty());
    }

    void whatCannotFollowIsSaid()
    {
        const ProgramResult unknown = run({"live", "a.sastrugi", "--follow", "puhs"});
        QCOMPARE(unknown.code, 2);
        QVERIFY2(unknown.errors.contains("push"), qPrintable(unknown.errors));
        writeFile(m_folder->filePath("b.sastrugi"), freeFallScene());
        const ProgramResult none = run({"live", "b.sastrugi"});
        QCOMPARE(none.code, 3);
        QVERIFY2(none.errors.contains("Key Frames"), qPrintable(none.errors));
        QCOMPARE(run({"live", "a.sastrugi", "--speed", "3 kg"}).code, 2);
    }
};

SASTRUGI_TEST(LiveTest)
#include "LiveTest.moc"
