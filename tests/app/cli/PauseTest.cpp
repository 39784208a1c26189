// Runs that are paused, go on and are cancelled meanwhile; and the record that each run leaves in its folder.
#include "tests/TestCase.h"
#include "tests/app/cli/Program.h"

#include <csignal>

#include <sys/resource.h>

using namespace sastrugi::test;

class PauseTest : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_scene;

    /// A run that would take long, followed by its lines.
    struct LongRun {
        QProcess process;
        QByteArray output;

        void send(int signal) { ::kill(static_cast<pid_t>(process.processId()), signal); }
        int count(const char* type) const { return static_cast<int>(output.count(QByteArray("\"type\":\"") + type)); }
        bool waitFor(const char* type, int times)
        {
            do // what was read while events were handled is no news to wait for
                output += process.readAllStandardOutput();
            while (count(type) < times && process.waitForReadyRead(30000));
            return count(type) >= times;
        }
        /// The letter that the system has for what it does: T is stopped.
        char state() const
        {
            QFile file(QString("/proc/%1/stat").arg(process.processId()));
            if (!file.open(QIODevice::ReadOnly))
                return '?';
            const QByteArray text = file.readAll();
            return text[text.lastIndexOf(')') + 2];
        }
    };

    std::unique_ptr<LongRun> start(const QStringList& options = {})
    {
        auto run = std::make_unique<LongRun>();
        run->process.start(programPath(),
                           QStringList{"sim", m_scene, "--progress", "jsonl", "--set", "scene.lastFrame=100000"} +
                               options);
        return run->waitFor("frame", 1) ? std::move(run) : nullptr;
    }

    QString cacheFolder() const
    {
        const QDir base(m_folder->filePath("a.cache"));
        return base.filePath(base.entryList(QDir::Dirs | QDir::NoDotAndDotDot).value(0));
    }

    QJsonObject info() const
    {
        return QJsonDocument::fromJson(runProgram({"info", cacheFolder(), "--json"}).output.toUtf8()).object();
    }

    QString recordFile() const { return cacheFolder() + "/run.jsonl"; }
    QByteArray record() const
    {
        QFile file(recordFile());
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    QJsonObject lastLine() const { return QJsonDocument::fromJson(record().trimmed().split('\n').last()).object(); }

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_scene = writeFile(m_folder->filePath("a.sastrugi"), freeFallScene());
    }

    void oneRequestThatIsToldTwiceStillLeavesACheckpoint()
    {
        // As timeout(1) does it, to the process and to its group.
        const std::unique_ptr<LongRun> run = start({"--checkpoint-every", "50000"});
        QVERIFY(run);
        run->send(SIGTERM);
        run->send(SIGTERM);
        QVERIFY(run->process.waitForFinished(30000));
        QCOMPARE(run->process.exitCode(), 75);
        QVERIFY(!info()["checkpoints"].toArray().isEmpty());
    }

    void aPausedRunHasACheckpointAndGivesTheSameFrames()
    {
        // Checkpoints of its own are far away.
        const std::unique_ptr<LongRun> run = start({"--checkpoint-every", "50000"});
        QVERIFY(run && run->waitFor("frame", 2)); // time zero needs no checkpoint
        for (int pause = 1; pause <= 3; ++pause) {
            const int checkpoints = run->count("checkpoint");
            run->send(SIGTSTP);
            QVERIFY(run->waitFor("paused", pause));
            QVERIFY(run->count("checkpoint") > checkpoints);
            QTRY_COMPARE(run->state(), 'T');
            QVERIFY(!info()["checkpoints"].toArray().isEmpty());
            QCOMPARE(run->count("continued"), pause - 1);
            run->send(SIGCONT);
            QVERIFY(run->waitFor("continued", pause));
            QVERIFY(run->waitFor("frame", run->count("frame") + 2));
        }
        run->send(SIGTERM);
        QVERIFY(run->process.waitForFinished(30000));
        QCOMPARE(run->process.exitCode(), 75);
        const QJsonArray frames = info()["frames"].toArray();
        QVERIFY(frames.size() >= 7);
        const QString whole = m_folder->filePath("whole");
        QCOMPARE(runProgram({"sim", m_scene, "--cache", whole, "--frames", QString("1-%1").arg(frames.size())}).code,
                 0);
        const QJsonObject expected =
            QJsonDocument::fromJson(runProgram({"info", whole, "--json"}).output.toUtf8()).object();
        QCOMPARE(expected["frames"].toArray().size(), frames.size());
        for (int i = 0; i < frames.size(); ++i)
            QCOMPARE(frames[i].toObject()["hash"], expected["frames"].toArray()[i].toObject()["hash"]);
    }

    void aPausedRunCanBeCancelled()
    {
        const std::unique_ptr<LongRun> run = start();
        QVERIFY(run);
        run->send(SIGTSTP);
        QVERIFY(run->waitFor("paused", 1));
        QTRY_COMPARE(run->state(), 'T');
        run->send(SIGTERM);
        run->send(SIGCONT);
        QVERIFY(run->process.waitForFinished(30000));
        QCOMPARE(run->process.exitCode(), 75);
        QCOMPARE(lastLine()["type"].toString(), QString("end"));
        QCOMPARE(lastLine()["status"].toString(), QString("stopped"));
        QCOMPARE(lastLine()["code"].toInt(), 75);
    }

    void theRecordHoldsWhatTheRunPrints()
    {
        const ProgramResult first = runProgram({"sim", m_scene, "--progress", "jsonl"});
        QCOMPARE(first.code, 0);
        const QJsonObject start = first.lines().first();
        QVERIFY(start["process"].toInteger() > 0);
        QVERIFY(!start["processStart"].toString().isEmpty());
        QVERIFY(!start["host"].toString().isEmpty());
        // But for progress, which each of the two tells ten times a second at its own moments.
        const auto withoutProgress = [](const QByteArray& text) {
            QList<QByteArray> lines = text.split('\n');
            lines.removeIf([](const QByteArray& line) { return line.contains("\"type\":\"progress\""); });
            return lines;
        };
        QCOMPARE(withoutProgress(record()), withoutProgress(first.output.toUtf8()));
        QVERIFY(record().contains("\"type\":\"progress\""));

        QFile reader(recordFile()); // holds on to the old one
        QVERIFY(reader.open(QIODevice::ReadOnly));
        const QByteArray old = reader.readAll();
        QCOMPARE(runProgram({"sim", m_scene, "--set", "scene.lastFrame=7"}).code, 0);
        QVERIFY(reader.seek(0));
        QCOMPARE(reader.readAll(), old);
        QCOMPARE(record().count("\"type\":\"start\""), 1);
        QVERIFY(record().contains("\"frames\":[1,7]") && record().endsWith("\"status\":\"ok\",\"code\":0}\n"));
    }

    void theRecordSaysWhyARunFailed()
    {
        QCOMPARE(runProgram({"sim", m_scene, "--frames", "1-3"}).code, 0);
        QVERIFY(QDir().mkpath(cacheFolder() + "/checkpoint.0006.h5/in the way"));
        const ProgramResult result = runProgram({"sim", m_scene});
        QCOMPARE(result.code, 5);
        QCOMPARE(lastLine()["status"].toString(), QString("failed"));
        QCOMPARE(lastLine()["code"].toInt(), 5);
        QVERIFY2(lastLine()["msg"].toString().contains("checkpoint.0006.h5"), qPrintable(lastLine()["msg"].toString()));
        QVERIFY(result.errors.contains(lastLine()["msg"].toString()));
    }

    void aRunThatIsKilledHasNoEnd()
    {
        const std::unique_ptr<LongRun> run = start();
        QVERIFY(run);
        run->send(SIGKILL);
        QVERIFY(run->process.waitForFinished(30000));
        QVERIFY(record().contains("\"type\":\"start\""));
        QVERIFY(!record().contains("\"type\":\"end\""));
    }

    void aRecordThatCannotBeWrittenIsNoFailure()
    {
        QCOMPARE(runProgram({"sim", m_scene, "--frames", "1-2"}).code, 0);
        QVERIFY(QFile::remove(recordFile()) && QDir().mkdir(recordFile()));
        const ProgramResult result = runProgram({"sim", m_scene});
        QVERIFY2(result.code == 0, qPrintable(result.errors));
        QVERIFY2(result.errors.contains("run.jsonl"), qPrintable(result.errors));
        QCOMPARE(info()["frames"].toArray().size(), 6);
    }

    void eachSolverNodeHasARecordOfItsOwn()
    {
        m_scene = writeFile(
            m_folder->filePath("a.sastrugi"),
            freeFallScene()
                .replace(R"({"name": "particles",)",
                         R"({"name": "drop", "type": "solver.freeFall", "parameters": {"spacing": 0.2}},
                            {"name": "particles",)")
                .replace(R"("links": [)", R"("links": [ {"from": ["fill", "emitter"], "to": ["drop", "emitters"]},)"));
        QCOMPARE(runProgram({"sim", m_scene}).code, 0);
        QDirIterator files(m_folder->path(), {"run.jsonl"}, QDir::Files, QDirIterator::Subdirectories);
        QStringList nodes;
        while (files.hasNext()) {
            QFile file(files.next());
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QByteArray text = file.readAll();
            QCOMPARE(text.count("\"type\":\"end\""), 1);
            nodes.append(text.contains("\"node\":\"drop\"") ? "drop" : "fall");
            QVERIFY(!(text.contains("\"node\":\"drop\"") && text.contains("\"node\":\"fall\"")));
        }
        nodes.sort();
        QCOMPARE(nodes, (QStringList{"drop", "fall"}));
    }

    void aNiceRunLetsOthersGoFirst()
    {
        const std::unique_ptr<LongRun> run = start({"--nice", "10"});
        QVERIFY(run);
        QCOMPARE(::getpriority(PRIO_PROCESS, static_cast<id_t>(run->process.processId())), 10);
        run->send(SIGKILL);
        QVERIFY(run->process.waitForFinished(30000));
    }
};

SASTRUGI_TEST(PauseTest)
#include "PauseTest.moc"
