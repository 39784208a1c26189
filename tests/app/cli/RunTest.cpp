// Scenes from the command line to frames and files.
#include "tests/TestCase.h"
#include "tests/app/cli/Program.h"

#include <csignal>

using namespace sastrugi::test;

class RunTest : public QObject
{
    Q_OBJECT

private:
    static QJsonObject json(const ProgramResult& result)
    {
        return QJsonDocument::fromJson(result.output.toUtf8()).object();
    }

    /// Starts a run that takes long, and waits for its first frame.
    static std::unique_ptr<QProcess> startLongRun(const QString& scene)
    {
        auto process = std::make_unique<QProcess>();
        process->start(programPath(), {"sim", scene, "--progress", "jsonl", "--set", "scene.lastFrame=100000"});
        QByteArray output;
        while (!output.contains("\"type\":\"frame\"") && process->waitForReadyRead(30000))
            output += process->readAllStandardOutput();
        return process;
    }

private Q_SLOTS:
    void simInfoAndExport_data()
    {
        QTest::addColumn<QString>("folder");
        QTest::newRow("plain") << "plain";
        QTest::newRow("spaces") << "two words & more";
        QTest::newRow("Cyrillic") << QString::fromUtf8("\u0441\u043d\u0435\u0433 \u0438 \u043b\u0451\u0434");
    }

    void simInfoAndExport()
    {
        QFETCH(QString, folder);
        QTemporaryDir temporary;
        const QString scene = writeFile(temporary.filePath(folder + "/" + folder + ".sastrugi"), freeFallScene());
        const ProgramResult sim = runProgram({"sim", scene});
        QVERIFY2(sim.code == 0, qPrintable(sim.errors));
        QVERIFY2(sim.output.contains("6 frames"), qPrintable(sim.output));
        QVERIFY2(sim.errors.contains("particles") && sim.errors.contains("left"), qPrintable(sim.errors));

        const QString cache = temporary.filePath(folder + "/" + folder + ".cache");
        const QJsonObject info = json(runProgram({"info", cache, "--json"}));
        QCOMPARE(info["frames"].toArray().size(), 6);
        QVERIFY(info["frames"].toArray()[0].toObject()["hash"].toString().size() == 32);

        const ProgramResult exported =
            runProgram({"export", scene, "--node", "particles", "--out",
                        temporary.filePath(folder + "/out/snow.####.ply"), "--frames", "2-3"});
        QVERIFY2(exported.code == 0, qPrintable(exported.errors));
        QCOMPARE(QDir(temporary.filePath(folder + "/out")).entryList({"*.ply"}, QDir::Files),
                 QStringList({"snow.0002.ply", "snow.0003.ply"}));
        const ProgramResult byNode = runProgram({"export", scene, "--node", "particles"});
        QVERIFY2(byNode.code == 0, qPrintable(byNode.errors));
        QCOMPARE(QDir(temporary.filePath(folder + "/export")).entryList({"*.ply"}, QDir::Files).size(), 6);
    }

    void infoKnowsFramesAndScenes()
    {
        QTemporaryDir folder;
        const QString scene = writeFile(folder.filePath("a.sastrugi"), freeFallScene());
        QCOMPARE(runProgram({"sim", scene, "--frames", "1-2", "--cache", folder.filePath("c")}).code, 0);
        QVERIFY(!QDir(folder.path()).exists("a.cache"));
        QDirIterator frames(folder.filePath("c"), {"frame.*"}, QDir::Files, QDirIterator::Subdirectories);
        QVERIFY(frames.hasNext());
        const QJsonObject frame = json(runProgram({"info", frames.next(), "--json"}));
        QCOMPARE(frame["kind"].toString(), QString("frame"));
        bool hasPosition = false;
        for (const QJsonValue& attribute : frame["attributes"].toArray()) {
            hasPosition |= attribute["name"] == "position";
            QCOMPARE(attribute["notFinite"].toInt(), 0);
            QCOMPARE(attribute["count"].toInt(), frame["particles"].toInt());
        }
        QVERIFY(hasPosition);
        const QJsonObject info = json(runProgram({"info", scene, "--json"}));
        QCOMPARE(info["nodes"].toArray().size(), 6);
        QVERIFY(info["problems"].toArray().isEmpty());
    }

    void jsonLinesFollowTheContract()
    {
        QTemporaryDir folder;
        const QString scene = writeFile(folder.filePath("a.sastrugi"), freeFallScene());
        const ProgramResult result = runProgram({"sim", scene, "--progress", "jsonl", "--threads", "2"});
        QCOMPARE(result.code, 0);
        const QList<QJsonObject> lines = result.lines();
        QCOMPARE(lines.first()["type"].toString(), QString("start"));
        QCOMPARE(lines.first()["schema"].toInt(), 1);
        QCOMPARE(lines.first()["threads"].toInt(), 2);
        QCOMPARE(lines.last()["type"].toString(), QString("end"));
        QCOMPARE(lines.last()["status"].toString(), QString("ok"));
        int frames = 0, progress = 0;
        for (const QJsonObject& line : lines) {
            QVERIFY(!line.isEmpty());
            frames += line["type"] == "frame";
            progress += line["type"] == "progress";
            if (line["type"] == "progress")
                for (const char* key : {"frame", "of", "substep", "t", "dt", "particles", "ms", "mem", "etaSeconds"})
                    QVERIFY2(line.contains(key), key);
        }
        QCOMPARE(frames, 6);
        QVERIFY(progress >= 1);
    }

    void aSecondRunFindsTheFramesAndAnExtensionKeepsThem()
    {
        QTemporaryDir folder;
        const QString scene = writeFile(folder.filePath("a.sastrugi"), freeFallScene());
        QCOMPARE(runProgram({"sim", scene}).code, 0);
        const QJsonObject before = json(runProgram({"info", folder.filePath("a.cache"), "--json"}));
        QCOMPARE(runProgram({"sim", scene, "--set", "scene.lastFrame=8"}).code, 0);
        const QJsonObject after = json(runProgram({"info", folder.filePath("a.cache"), "--json"}));
        QCOMPARE(after["frames"].toArray().size(), 8);
        for (int i = 0; i < 6; ++i)
            QVERIFY(after["frames"].toArray()[i].toObject()["hash"] ==
                    before["frames"].toArray()[i].toObject()["hash"]);
        const ProgramResult again = runProgram({"sim", scene, "--progress", "jsonl"});
        for (const QJsonObject& line : again.lines())
            QVERIFY(!(line["type"] == "frame" && line["written"].toBool()));
    }

    void checkPredictsAndWritesNothing()
    {
        QTemporaryDir folder;
        const QString scene = writeFile(folder.filePath("a.sastrugi"), freeFallScene());
        const ProgramResult result = runProgram({"check", scene});
        QVERIFY2(result.code == 0, qPrintable(result.errors));
        for (const char* expected : {"particles", "time step", "memory", "cache", "nothing is wrong"})
            QVERIFY2(result.output.contains(expected), qPrintable(result.output));
        QCOMPARE(QDir(folder.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot).size(), 1);
    }

    void signalsStopWithACheckpoint_data()
    {
        QTest::addColumn<int>("signal");
        QTest::addColumn<int>("code");
        QTest::newRow("SIGINT") << SIGINT << 130;
        QTest::newRow("SIGTERM") << SIGTERM << 75;
    }

    void signalsStopWithACheckpoint()
    {
        QFETCH(int, signal);
        QFETCH(int, code);
        QTemporaryDir folder;
        const QString scene = writeFile(folder.filePath("a.sastrugi"), freeFallScene());
        const std::unique_ptr<QProcess> process = startLongRun(scene);
        QCOMPARE(::kill(static_cast<pid_t>(process->processId()), signal), 0);
        QVERIFY(process->waitForFinished(30000));
        QCOMPARE(process->exitCode(), code);
        QVERIFY(process->readAllStandardError().contains("to go on: sastrugi sim"));
        const QJsonObject info = json(runProgram({"info", folder.filePath("a.cache"), "--json"}));
        QVERIFY(!info["checkpoints"].toArray().isEmpty());
    }

    void sigusr1WritesACheckpoint()
    {
        QTemporaryDir folder;
        const QString scene = writeFile(folder.filePath("a.sastrugi"), freeFallScene());
        const std::unique_ptr<QProcess> process = startLongRun(scene);
        QCOMPARE(::kill(static_cast<pid_t>(process->processId()), SIGUSR1), 0);
        QByteArray output;
        while (!output.contains("\"type\":\"checkpoint\"") && process->waitForReadyRead(30000))
            output += process->readAllStandardOutput();
        QVERIFY(output.contains("\"type\":\"checkpoint\""));
        QCOMPARE(process->state(), QProcess::Running);
        process->kill();
        process->waitForFinished();
    }

    void aKilledRunGoesOnAndGivesTheSameFrames_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("free fall") << freeFallScene();
        QTest::newRow("snowfall, wind and heat") << warmStormScene();
    }

    void aKilledRunGoesOnAndGivesTheSameFrames()
    {
        QFETCH(QString, text);
        QTemporaryDir folder;
        const QString scene = writeFile(folder.filePath("a.sastrugi"), text);
        const QStringList run = {"sim",   scene,   "--checkpoint-every", "2",      "--progress",
                                 "jsonl", "--set", "scene.lastFrame=40", "--cache"};
        QCOMPARE(runProgram(run + QStringList{folder.filePath("whole"), "--threads", "1"}).code, 0);
        QProcess process;
        process.start(programPath(), run + QStringList{folder.filePath("killed")});
        QByteArray output;
        while (output.count("\"type\":\"frame\"") < 5 && process.waitForReadyRead(30000))
            output += process.readAllStandardOutput();
        process.kill();
        QVERIFY(process.waitForFinished(30000));
        QCOMPARE(runProgram(run + QStringList{folder.filePath("killed")}).code, 0);
        const auto hashes = [&](const char* cache) {
            QStringList all;
            for (const QJsonValue& frame :
                 json(runProgram({"info", folder.filePath(cache), "--json"}))["frames"].toArray())
                all.append(frame["hash"].toString());
            return all;
        };
        QCOMPARE(hashes("killed").size(), 40);
        QCOMPARE(hashes("killed"), hashes("whole"));
    }

    void aTimeLimitStopsAndCanBeResumed()
    {
        QTemporaryDir folder;
        const QString scene = writeFile(folder.filePath("a.sastrugi"), freeFallScene());
        const ProgramResult result =
            runProgram({"sim", scene, "--time-limit", "200 ms", "--set", "scene.lastFrame=100000"});
        QVERIFY2(result.code == 75, qPrintable(result.errors));
        QVERIFY2(result.errors.contains("to go on"), qPrintable(result.errors));
    }

    void theCatalogueIsComplete()
    {
        const ProgramResult list = runProgram({"nodes"});
        QCOMPARE(list.code, 0);
        const QJsonArray all = QJsonDocument::fromJson(runProgram({"nodes", "--json"}).output.toUtf8()).array();
        QVERIFY(all.size() >= 11);
        const QString page = runProgram({"nodes", "--markdown"}).output;
        for (const QJsonValue& type : all) {
            QVERIFY(list.output.contains(type["name"].toString()));
            QVERIFY(page.contains(type["name"].toString()));
            const QString text = runProgram({"nodes", type["name"].toString()}).output;
            for (const QJsonValue& parameter : type["parameters"].toArray())
                QVERIFY(text.contains(parameter["key"].toString()) && page.contains(parameter["key"].toString()));
        }
    }

    void helpAndVersion()
    {
        QVERIFY(runProgram({"--version"}).output.startsWith("sastrugi "));
        QVERIFY(runProgram({"help"}).output.contains("sim"));
        QVERIFY(runProgram({"help", "sim"}).output.contains("--checkpoint-every"));
        QCOMPARE(runProgram({"sim", "--help"}).code, 0);
    }

    void samplesAreSound_data()
    {
        QTest::addColumn<QString>("scene");
        QTest::addColumn<QString>("settings");
        QDirIterator scenes(SASTRUGI_SOURCE_DIR "/samples", {"*.sastrugi"}, QDir::Files, QDirIterator::Subdirectories);
        while (scenes.hasNext()) {
            const QFileInfo scene(scenes.next());
            QTest::newRow(qPrintable(scene.fileName())) << scene.filePath() << QString();
            for (const QFileInfo& settings : scene.dir().entryInfoList({"*.settings"}, QDir::Files))
                QTest::newRow(qPrintable(scene.baseName() + ", " + settings.fileName()))
                    << scene.filePath() << settings.filePath();
        }
    }

    void samplesAreSound()
    {
        QFETCH(QString, scene);
        QFETCH(QString, settings);
        QStringList arguments{"check", scene};
        if (!settings.isEmpty())
            arguments += {"--set", "@" + settings};
        const ProgramResult result = runProgram(arguments);
        QVERIFY2(result.code == 0, qPrintable(result.output + result.errors));
        QVERIFY2(result.output.contains("memory about"), qPrintable(result.output));
        QVERIFY2(settings.isEmpty() || result.output.contains("time about"), qPrintable(result.output));
    }
};

SASTRUGI_TEST(RunTest)
#include "RunTest.moc"
