// Every failure has the exit code of its kind and a sentence that names the thing.
#include "tests/TestCase.h"
#include "tests/app/cli/Program.h"

#include <sys/stat.h>

using namespace sastrugi::test;

class FailureTest : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;

private Q_SLOTS:
    void initTestCase()
    {
        writeFile(m_folder.filePath("good.sastrugi"), freeFallScene());
        writeFile(m_folder.filePath("bad.settings"), "# denser\n\n snow.density=300 \r\nsnow.densty=1\nx\n");
    }

    void aSentenceAndACode_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("named");
        const auto row = [](const char* name, const QStringList& arguments, int code, const char* named) {
            QTest::newRow(name) << arguments << code << named;
        };
        row("no command", {}, 2, "a command is needed");
        row("unknown command", {"simm", "a"}, 2, "did you mean 'sim'");
        row("unknown option", {"sim", "good.sastrugi", "--thraeds", "2"}, 2, "did you mean '--threads'");
        row("unknown option before", {"--versoin"}, 2, "did you mean '--version'");
        row("too much", {"check", "good.sastrugi", "more"}, 2, "'more'");
        row("no scene", {"sim"}, 2, "scene");
        row("bad choice", {"sim", "good.sastrugi", "--progress", "loud"}, 2, "loud");
        row("bad number", {"sim", "good.sastrugi", "--threads", "many"}, 2, "many");
        row("bad range", {"sim", "good.sastrugi", "--frames", "9-3"}, 2, "'9-3'");
        row("bad unit", {"sim", "good.sastrugi", "--time-limit", "2 m"}, 2, "does not fit");
        row("excluding", {"sim", "good.sastrugi", "--restart", "--from", "3"}, 2, "--from");
        row("no checkpoints", {"sim", "good.sastrugi", "--checkpoint-every", "0"}, 2,
            "'0' is not a whole number from 1");
        row("from behind the range", {"sim", "good.sastrugi", "--from", "99"}, 2, "which ends with frame 6");
        row("from before all frames", {"sim", "good.sastrugi", "--from", "-1"}, 2, "'-1' is not a whole number from 0");
        row("bench without particles", {"bench", "memory", "--particles", "0"}, 2, "'0' is not a whole number from 1");
        row("set: form", {"sim", "good.sastrugi", "--set", "x"}, 2, "node.parameter=value");
        row("set: node", {"sim", "good.sastrugi", "--set", "snwo.density=100"}, 2, "did you mean 'snow'");
        row("set: parameter", {"sim", "good.sastrugi", "--set", "snow.densty=100"}, 2, "did you mean 'density'");
        row("set: unit", {"sim", "good.sastrugi", "--set", "snow.density=2 cm"}, 2, "does not fit");
        row("set: range", {"sim", "good.sastrugi", "--set", "snow.density=2"}, 2, "allowed is");
        row("set: no such file", {"sim", "good.sastrugi", "--set", "@none.settings"}, 2, "none.settings");
        row("set: line of a file", {"sim", "good.sastrugi", "--set", "@bad.settings"}, 2,
            "bad.settings, line 4: 'snow.densty=1'");
        row("set: every fault of a file", {"sim", "good.sastrugi", "--set", "@bad.settings"}, 2,
            "bad.settings, line 5: 'x'");
        row("set: no name of a file", {"sim", "good.sastrugi", "--set", "@"}, 2, "the file's name is missing");
        row("no such solver", {"sim", "good.sastrugi", "--nodes", "fal"}, 2, "did you mean 'fall'");
        row("before the first frame", {"sim", "good.sastrugi", "--frames", "0-3"}, 2, "starts at frame 1");
        row("backwards", {"sim", "good.sastrugi", "--frames", "5-2"}, 2, "'5-2' ends before it begins");
        row("too many", {"sim", "good.sastrugi", "--frames", "1-999999999999"}, 2, "beyond the last");
        row("no such file", {"sim", "none.sastrugi"}, 3, "none.sastrugi");
        row("export: no such node", {"export", "good.sastrugi", "--node", "partcles", "--out", "a.####.ply"}, 2,
            "did you mean 'particles'");
        row("export: nothing cached", {"export", "good.sastrugi", "--node", "particles", "--out", "a.####.ply"}, 5,
            "sastrugi sim good.sastrugi");
        row("export: unknown ending", {"export", "good.sastrugi", "--node", "particles", "--out", "a.####.bgoe"}, 2,
            ".bgeo");
        row("export: no ending", {"export", "good.sastrugi", "--node", "fall", "--out", "x.####"}, 2,
            "--out: 'x.####' has no ending, which picks the format; there are .ply");
        row("export: no ending of a mesh", {"export", "good.sastrugi", "--node", "ball", "--out", "x.####"}, 2,
            "--out: 'x.####' has no ending");
        row("export: no name", {"export", "good.sastrugi", "--node", "fall"}, 2, "--out is needed");
        row("export: part of a sample",
            {"export", "good.sastrugi", "--node", "fall", "--out", "a.####.ply", "--samples", "1.5"}, 2,
            "'1.5' is not a whole number from 1 to 100");
        row("info: nothing there", {"info", "none"}, 5, "none");
        row("unknown node type", {"nodes", "material.snwo"}, 2, "did you mean 'material.snow'");
        row("unknown benchmark", {"bench", "memoyr"}, 2, "did you mean 'memory'");
        row("help of nothing", {"help", "simm"}, 2, "did you mean 'sim'");
    }

    void aSentenceAndACode()
    {
        QFETCH(QStringList, arguments);
        QFETCH(int, code);
        QFETCH(QString, named);
        const ProgramResult result = runProgram(arguments, m_folder.path());
        QVERIFY2(result.code == code, qPrintable(QString("%1: %2").arg(result.code).arg(result.errors)));
        QVERIFY2(result.errors.contains(named), qPrintable(result.errors));
        QVERIFY2(result.errors.startsWith("sastrugi: error: "), qPrintable(result.errors));
        QVERIFY(!QDir(m_folder.path()).exists("good.cache"));
    }

    void aBrokenSceneIsRefused_data()
    {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<QString>("named");
        const auto row = [](const char* name, const char* from, const char* to, const char* named) {
            QTest::newRow(name) << from << to << named;
        };
        row("syntax", "\"version\": 1,", "\"version\": 1,,", "line 3, column");
        row("not a scene", "\"format\": \"sastrugi\"", "\"format\": \"obj\"", "not a Sastrugi scene");
        row("newer", "\"version\": 1", "\"version\": 99", "newer Sastrugi");
        row("unknown type", "solver.freeFall", "solver.freeFal", "did you mean 'solver.freeFall'");
        row("unknown parameter", "\"radius\"", "\"radus\"", "node 'ball' (Sphere): unknown parameter 'radus'");
        row("wrong unit", "30 cm", "30 kg", "does not fit");
        row("out of range", "\"30 cm\"", "-1", "allowed is");
        row("wrong type", "\"30 cm\"", "true", "parameter 'radius' is true");
        row("wrong link from an emitter", "[\"fall\", \"simulation\"]", "[\"fill\", \"emitter\"]",
            "gives an Emitter, but particles.simulation takes a Simulation");
        row("unknown port", "\"region\"", "\"regoin\"", "no input 'regoin'");
        row("wrong link", "[\"ball\", \"mesh\"]", "[\"snow\", \"material\"]", "gives a Material");
        row("missing link", "{\"from\": [\"snow\", \"material\"], \"to\": [\"fill\", \"material\"]},", "",
            "node 'fill' (Fill Emitter): nothing is linked to the input 'material'");
        row("range", "\"lastFrame\": 6", "\"lastFrame\": 0", "before 'firstFrame'");
    }

    void aBrokenSceneIsRefused()
    {
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(QString, named);
        QVERIFY(freeFallScene().contains(from));
        writeFile(m_folder.filePath("broken.sastrugi"), freeFallScene().replace(from, to));
        for (const char* command : {"sim", "check"}) {
            const ProgramResult result = runProgram({command, "broken.sastrugi"}, m_folder.path());
            QVERIFY2(result.code == 3, qPrintable(QString("%1: %2").arg(result.code).arg(result.errors)));
            QVERIFY2((result.errors + result.output).contains(named), qPrintable(result.errors + result.output));
        }
        QVERIFY(!QDir(m_folder.path()).exists("broken.cache"));
    }

    void aFileThatIsNotThereIsInput_data()
    {
        QTest::addColumn<QString>("type");
        QTest::addColumn<QString>("file");
        for (const char* file : {"none.obj", ".", "pipe"})
            QTest::newRow(file) << "geometry.meshFile" << file;
        QTest::newRow("numbered files") << "geometry.meshSequence"
                                        << "none.####.obj";
    }

    void aFileThatIsNotThereIsInput()
    {
        QFETCH(QString, type);
        QFETCH(QString, file);
        ::mkfifo(m_folder.filePath("pipe").toUtf8(), 0600);
        writeFile(m_folder.filePath("input.sastrugi"),
                  freeFallScene().replace(R"("type": "geometry.sphere", "parameters": {"radius": "30 cm"})",
                                          QString(R"("type": "%1", "parameters": {"file": "%2"})").arg(type, file)));
        for (const QStringList& command : {QStringList{"sim", "input.sastrugi"},
                                           {"check", "input.sastrugi"},
                                           {"export", "input.sastrugi", "--node", "ball", "--out", "a.####.ply"},
                                           {"export", "input.sastrugi", "--node", "fall", "--out", "a.####.ply"},
                                           {"sim", "input.sastrugi", "--set", "ball.file=" + file}}) {
            const ProgramResult result = runProgram(command, m_folder.path());
            QVERIFY2(result.code == 5, qPrintable(QString("%1: %2").arg(result.code).arg(result.errors)));
            QVERIFY2((result.errors + result.output).contains("node 'ball'"), qPrintable(result.errors));
        }
    }

    void oneBadFileIsOneThing()
    {
        QString scene = freeFallScene()
                            .replace("solver.freeFall", "solver.sph")
                            .replace(R"("type": "geometry.sphere", "parameters": {"radius": "30 cm"})",
                                     R"("type": "geometry.meshFile", "parameters": {"file": "bad.obj"})")
                            .replace(R"({"name": "particles",)",
                                     R"({"name": "moved", "type": "geometry.transform"},
                                        {"name": "wall", "type": "sampling.boundarySampler"}, {"name": "particles",)")
                            .replace(R"("links": [)", R"("links": [
                                     {"from": ["ball", "mesh"], "to": ["moved", "mesh"]},
                                     {"from": ["moved", "mesh"], "to": ["wall", "mesh"]},
                                     {"from": ["wall", "boundary"], "to": ["fall", "boundaries"]},)");
        writeFile(m_folder.filePath("one.sastrugi"), scene);
        writeFile(m_folder.filePath("bad.obj"), "nothing");
        const ProgramResult bad = runProgram({"check", "one.sastrugi"}, m_folder.path());
        QVERIFY2(bad.code == 3 && bad.errors.contains("1 thing has to be mended"), qPrintable(bad.output + bad.errors));
        // Two causes are two things.
        writeFile(
            m_folder.filePath("two.sastrugi"),
            scene.replace("30 cm", "31 cm")
                .replace(R"({"name": "moved", "type": "geometry.transform"})",
                         R"({"name": "moved", "type": "geometry.transform", "parameters": {"scale": [0, 1, 1]}})"));
        const ProgramResult two = runProgram({"check", "two.sastrugi"}, m_folder.path());
        QVERIFY2(two.errors.contains("2 things have to be mended"), qPrintable(two.output + two.errors));
    }

    void checkSaysWhatAnExportWouldSay()
    {
        const auto checked = [&](const QString& scene) {
            writeFile(m_folder.filePath("exports.sastrugi"), scene);
            const ProgramResult check = runProgram({"check", "exports.sastrugi"}, m_folder.path());
            const ProgramResult exported =
                runProgram({"export", "exports.sastrugi", "--node", "particles"}, m_folder.path());
            return QList{check, exported};
        };
        const QString link = R"(,
    {"from": ["fall", "simulation"], "to": ["particles", "simulation"]})";
        QVERIFY(freeFallScene().contains(link));
        for (const ProgramResult& result : checked(freeFallScene().replace(link, ""))) {
            QCOMPARE(result.code, 3);
            QVERIFY2(
                (result.output + result.errors).contains("node 'particles' (Export Particles): none of its inputs"),
                qPrintable(result.output + result.errors));
        }
        const QString both = freeFallScene()
                                 .replace(R"({"name": "particles",)", R"({"name": "fine", "type": "post.fineScale"},
                                          {"name": "particles",)")
                                 .replace(link, link + R"(,
                                 {"from": ["fall", "simulation"], "to": ["fine", "simulation"]},
                                 {"from": ["fine", "particles"], "to": ["particles", "particles"]})");
        for (const ProgramResult& result : checked(both)) {
            QCOMPARE(result.code, 3);
            QVERIFY2((result.output + result.errors).contains("several of its inputs are linked"),
                     qPrintable(result.output + result.errors));
        }
    }

    void aMeshThatCannotBeReadIsTheScenesOrTheFlagsMistake()
    {
        const QString withMesh =
            freeFallScene().replace(R"("type": "geometry.sphere", "parameters": {"radius": "30 cm"})",
                                    R"("type": "geometry.meshFile", "parameters": {"file": "none.obj"})");
        writeFile(m_folder.filePath("mesh.sastrugi"), withMesh);
        const ProgramResult inScene = runProgram({"sim", "mesh.sastrugi"}, m_folder.path());
        QVERIFY2(inScene.code == 5, qPrintable(inScene.errors));
        QVERIFY2(inScene.errors.contains("node 'ball' (Mesh File)") && inScene.errors.contains("none.obj"),
                 qPrintable(inScene.errors));
        const ProgramResult onFlag =
            runProgram({"sim", "mesh.sastrugi", "--set", "ball.file=other.obj"}, m_folder.path());
        QVERIFY2(onFlag.code == 5, qPrintable(onFlag.errors));
        QVERIFY2(onFlag.errors.contains("'other.obj'"), qPrintable(onFlag.errors));

        // A flat one, with area and without: neither can be filled.
        writeFile(m_folder.filePath("flat.obj"), "v 0 0 0\nv 1 0 0\nv 1 1 0\nf 1 2 3\n");
        writeFile(m_folder.filePath("line.obj"), "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n");
        for (const QString mesh : {"flat.obj", "line.obj"})
            for (const QString command : {"sim", "check"}) {
                writeFile(m_folder.filePath("flat.sastrugi"), QString(withMesh).replace("none.obj", mesh));
                QCOMPARE(runProgram({command, "flat.sastrugi"}, m_folder.path()).code, 3);
                QCOMPARE(runProgram({command, "mesh.sastrugi", "--set", "ball.file=" + mesh}, m_folder.path()).code, 2);
            }
    }

    void jsonLinesEndWithTheFailure()
    {
        const ProgramResult result = runProgram({"sim", "none.sastrugi", "--progress", "jsonl"}, m_folder.path());
        QCOMPARE(result.code, 3);
        const QJsonObject last = result.lines().last();
        QCOMPARE(last["type"].toString(), QString("end"));
        QCOMPARE(last["status"].toString(), QString("failed"));
        QCOMPARE(last["code"].toInt(), 3);
    }
};

SASTRUGI_TEST(FailureTest)
#include "FailureTest.moc"
