// What the program says of a scene and its cache: warnings, what is missing, and paths as they were typed.
#include "tests/TestCase.h"
#include "tests/app/cli/Program.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <array>
#include <map>

#include <sys/stat.h>

using namespace sastrugi::test;

class MessageTest : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_folder;

    QString write(const char* name, const QString& text) { return writeFile(m_folder->filePath(name), text); }
    ProgramResult run(const QStringList& arguments) { return runProgram(arguments, m_folder->path()); }

    /// A ball that is simulated with SPH above or below a plane at z.
    static QString ballAndPlane(double z)
    {
        return freeFallScene()
            .replace(R"({"name": "fall", "type": "solver.freeFall"})",
                     QString(R"({"name": "fall", "type": "solver.sph", "parameters": {"spacing": "10 cm"}},
                         {"name": "plane", "type": "geometry.plane", "parameters": {"centre": [0, 0, %1]}},
                         {"name": "ground", "type": "sampling.boundarySampler"})")
                         .arg(z))
            .replace(R"("links": [)", R"("links": [
                {"from": ["plane", "mesh"], "to": ["ground", "mesh"]},
                {"from": ["ground", "boundary"], "to": ["fall", "boundaries"]},)");
    }

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void snowBelowTheGroundIsSaid()
    {
        write("above.sastrugi", ballAndPlane(-0.5));
        write("below.sastrugi", ballAndPlane(0.5));
        const ProgramResult good = run({"check", "above.sastrugi"});
        QVERIFY2(good.code == 0 && good.errors.isEmpty(), qPrintable(good.errors));
        const ProgramResult check = run({"check", "below.sastrugi"});
        QCOMPARE(check.code, 0);
        QVERIFY2(check.output.contains("with 1 warning"), qPrintable(check.output));
        const ProgramResult sim = run({"sim", "below.sastrugi", "--frames", "1"});
        QCOMPARE(sim.code, 0);
        for (const ProgramResult& result : {check, sim}) {
            QCOMPARE(result.errors.count("warning: node 'fill'"), 1);
            QVERIFY2(result.errors.contains("start below the boundary 'ground'"), qPrintable(result.errors));
        }
    }

    void infoCountsWhatCanBeMended()
    {
        // A tetrahedron: whole; with a face twice; with one turned round; without one.
        const QString points = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\n";
        const std::map<QString, std::array<int, 3>> rows = {
            {"f 1 4 3\n", {0, 0, 0}}, {"f 1 4 3\nf 1 4 3\n", {1, 0, 0}}, {"f 1 3 4\n", {0, 1, 0}}, {"", {0, 0, 1}}};
        for (const auto& [faces, counts] : rows) {
            write("mesh.obj", points + faces);
            const QString output = run({"info", "mesh.obj", "--json"}).output;
            const QJsonObject mending = QJsonDocument::fromJson(output.toUtf8()).object()["mending"].toObject();
            QCOMPARE(mending["duplicateTriangles"].toInt(-1), counts[0]);
            QCOMPARE(mending["turnedTriangles"].toInt(-1), counts[1]);
            QCOMPARE(mending["filledHoles"].toInt(-1), counts[2]);
        }
        const ProgramResult text = run({"info", "mesh.obj"});
        QVERIFY2(text.output.contains("drop 1 duplicate,"), qPrintable(text.output));
    }

    void missingFramesAreNamed()
    {
        write("a.sastrugi", freeFallScene());
        QCOMPARE(run({"sim", "a.sastrugi", "--frames", "1-3"}).code, 0);
        for (const QStringList& command :
             {QStringList{"export", "a.sastrugi", "--node", "fall", "--out", "a.####.ply"}, {"render", "a.sastrugi"}}) {
            const ProgramResult some = run(command + QStringList{"--frames", "2-6"});
            QCOMPARE(some.code, 5);
            QVERIFY2(some.errors.contains("frames 4-6 are not in the cache 'a.cache/") &&
                         some.errors.contains("sastrugi sim a.sastrugi --frames 2-6"),
                     qPrintable(some.errors));
            const ProgramResult one = run(command + QStringList{"--frames", "3-4"});
            QVERIFY2(one.errors.contains("frame 4 is not in the cache"), qPrintable(one.errors));
            const ProgramResult none = run(command + QStringList{"--frames", "5-6"});
            QVERIFY2(none.code == 5 && none.errors.contains("frames 5-6 are not in the cache") &&
                         none.errors.contains("which has 1-3"),
                     qPrintable(none.errors));
        }
        QVERIFY(QDir(m_folder->path()).entryList({"*.ply", "*.png"}).isEmpty());
    }

    void filesMayGoIntoTheWorkingFolder()
    {
        write("a.sastrugi", freeFallScene());
        QCOMPARE(run({"sim", "a.sastrugi", "--frames", "1"}).code, 0);
        for (const QStringList& command :
             {QStringList{"export", "a.sastrugi", "--node", "fall", "--frames", "1", "--out", "a.####.ply"},
              {"export", "a.sastrugi", "--node", "fall", "--frames", "1", "--out", "a.####.vtp"},
              {"render", "a.sastrugi", "--frames", "1", "--size", "64x64", "--colour-by", "mass", "--out",
               "a.####.png"}}) {
            const ProgramResult result = run(command);
            QVERIFY2(result.code == 0, qPrintable(result.errors));
        }
        const QStringList files = QDir(m_folder->path()).entryList({"a.0001.*"});
        QCOMPARE(files, (QStringList{"a.0001.ply", "a.0001.png", "a.0001.vtp"}));
    }

    void aCacheThatCannotBeWrittenIsEnoughWhenAllIsThere()
    {
        write("a.sastrugi", freeFallScene());
        QCOMPARE(run({"sim", "a.sastrugi"}).code, 0);
        QDirIterator locks(m_folder->path(), {"lock"}, QDir::Files, QDirIterator::Subdirectories);
        const QString lock = locks.next();
        QVERIFY(QFile::remove(lock) && QDir().mkdir(lock)); // stands for a disk that is read only
        const ProgramResult again = run({"sim", "a.sastrugi"});
        QVERIFY2(again.code == 0, qPrintable(again.errors));
        QVERIFY2(again.errors.contains("all frames are there") && again.output.contains("6 frames"),
                 qPrintable(again.errors + again.output));
        const QList<QJsonObject> lines = run({"sim", "a.sastrugi", "--progress", "jsonl"}).lines();
        QCOMPARE(lines.first()["there"].toInt(), 6);
        QCOMPARE(lines.last()["code"].toInt(), 0);
        const ProgramResult more = run({"sim", "a.sastrugi", "--frames", "1-7"});
        QVERIFY2(more.code == 5 && more.errors.contains("lock"), qPrintable(more.errors));
        QCOMPARE(run({"sim", "a.sastrugi", "--restart"}).code, 5);
    }

    void linesSayWhichNodeTheyAreAbout()
    {
        write("a.sastrugi", freeFallScene()
                                .replace(R"({"name": "particles",)",
                                         R"({"name": "drop", "type": "solver.freeFall", "parameters": {"spacing": 0.2}},
                                            {"name": "particles",)")
                                .replace(R"("links": [)",
                                         R"("links": [ {"from": ["fill", "emitter"], "to": ["drop", "emitters"]},)"));
        const ProgramResult lines = run({"sim", "a.sastrugi"});
        QCOMPARE(lines.code, 0);
        for (const char* node : {"fall", "drop"})
            for (int frame = 1; frame <= 6; ++frame)
                QCOMPARE(lines.errors.count(QString("%1: frame %2 of 6 ").arg(node).arg(frame)), 1);
        QStringList nodes;
        for (const QJsonObject& line : run({"sim", "a.sastrugi", "--restart", "--progress", "jsonl"}).lines())
            if (line["type"] == "frame" || line["type"] == "checkpoint" || line["type"] == "begin")
                nodes.append(line["node"].toString());
        QCOMPARE(nodes.count("fall"), 8);
        QCOMPARE(nodes.count("drop"), 8);
    }

    void aReaderThatLeavesIsNoFailure_data()
    {
        QTest::addColumn<QString>("redirection");
        QTest::newRow("JSON lines") << "--progress jsonl";
        QTest::newRow("lines") << "2>&1";
    }

    void aReaderThatLeavesIsNoFailure()
    {
        QFETCH(QString, redirection);
        write("a.sastrugi", freeFallScene());
        QProcess shell;
        shell.setWorkingDirectory(m_folder->path());
        shell.start(
            "sh",
            {"-c", QString("{ '%1' sim a.sastrugi %2; echo $? > code; } | true").arg(programPath(), redirection)});
        QVERIFY(shell.waitForFinished(60000));
        QFile code(m_folder->filePath("code"));
        QVERIFY(code.open(QIODevice::ReadOnly));
        QCOMPARE(code.readAll(), QByteArray("0\n"));
        QCOMPARE(run({"export", "a.sastrugi", "--node", "fall", "--out", "a.####.ply", "--frames", "1-6"}).code, 0);
    }

    void aPipeIsNoScene()
    {
        QCOMPARE(::mkfifo(m_folder->filePath("pipe.sastrugi").toUtf8(), 0600), 0);
        for (const char* command : {"sim", "check"}) {
            const ProgramResult result = run({command, "pipe.sastrugi"});
            QVERIFY2(result.code == 3 && result.errors.contains("'pipe.sastrugi' is not a regular file"),
                     qPrintable(result.errors));
        }
    }

    void pathsLookAsTheyWereTyped()
    {
        write("scenes/a.sastrugi", freeFallScene().replace("solver.freeFall", "solver.fall"));
        write("scenes/b.sastrugi",
              freeFallScene().replace(R"("geometry.sphere", "parameters": {"radius": "30 cm"})",
                                      R"("geometry.meshFile", "parameters": {"file": "meshes/none.obj"})"));
        write("scenes/c.sastrugi", freeFallScene());
        const QStringList all = {
            run({"sim", "scenes/a.sastrugi"}).errors,
            run({"sim", "scenes/b.sastrugi"}).errors,
            run({"sim", "scenes/b.sastrugi", "--set", "ball.file=other/mesh.obj"}).errors,
            run({"sim", "scenes/b.sastrugi", "--set", "ball.file=" + m_folder->filePath("mesh.obj")}).errors,
            run({"sim", "scenes/c.sastrugi"}).output,
            run({"sim", "scenes/c.sastrugi", "--cache", "here/c"}).output};
        QVERIFY2(all[0].startsWith("sastrugi: error: scenes/a.sastrugi: "), qPrintable(all[0]));
        QVERIFY2(all[1].contains("'scenes/meshes/none.obj' does not exist"), qPrintable(all[1]));
        QVERIFY2(all[2].contains("'other/mesh.obj' does not exist"), qPrintable(all[2]));
        QVERIFY2(all[3].contains("'" + m_folder->filePath("mesh.obj") + "' does not exist"), qPrintable(all[3]));
        QVERIFY2(all[4].contains(" in scenes/c.cache/"), qPrintable(all[4]));
        QVERIFY2(all[5].contains(" in here/c/"), qPrintable(all[5]));
    }
};

SASTRUGI_TEST(MessageTest)
#include "MessageTest.moc"
