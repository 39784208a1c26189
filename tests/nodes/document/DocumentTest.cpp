#include "nodes/document/SceneDocument.h"

#include "engine/core/File.h"
#include "nodes/document/Setting.h"
#include "tests/TestCase.h"
#include "tests/nodes/sampleGraph.h"

#include <QTemporaryDir>

using namespace sastrugi;
using namespace sastrugi::test;

namespace
{

/// What a future version, or another program, may have written: every kind of thing this program does not know.
const char* const foreignScene = R"({
  "format": "sastrugi",
  "version": 1,
  "nodes": [
    {
      "name": "scene",
      "type": "scene",
      "parameters": {
        "lastFrame": 12,
        "moonPhase": {"name": "new",   "values": [1.50, 1e400000000000, 12345678901234567890123]}
      }
    },
    {
      "name": "gust",
      "type": "fields.gust",
      "position": [10, 20],
      "parameters": {
        "strength": 1.0,
        "curve": [[0, 1.00],
                  [1, 2e0]]
      },
      "muted": true
    },
    {
      "name": "snow",
      "type": "material.snow",
      "parameters": {
        "density": "100 parsec",
        "youngModulus": 1e5
      }
    },
    {
      "name": "sph",
      "type": "solver.sph"
    }
  ],
  "links": [
    {"from": ["snow", "material"], "to": ["sph", "emitters"]}
  ],
  "notes": "keep me \u00e9"
}
)";

QString sceneWith(const QString& nodes, const QString& links = "")
{
    return QString(R"({"format": "sastrugi", "version": 1, "nodes": [%1], "links": [%2]})").arg(nodes, links);
}

std::filesystem::path pathIn(const QTemporaryDir& folder, const char* name)
{
    return std::filesystem::path(folder.path().toStdString()) / std::filesystem::path(name);
}

} // namespace

class DocumentTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aGraphSurvivesAFile()
    {
        SceneDocument document(allNodes());
        document.graph = sampleGraph();
        document.graph.rename("ball", "\u0448\u0430\u0440 \"1\"");
        document.graph.move("snow", -120.5, 40);
        document.graph.setValue("snow", "density", 100.1 + 0.2);
        document.graph.setValue("scene", "gravity", Vector3(0, 0, -1.62));
        const std::string text = writeDocument(document);
        const SceneDocument read = readDocument(text, {}, allNodes());
        QVERIFY(read.graph == document.graph);
        QCOMPARE(writeDocument(read), text);
        QVERIFY(findProblems(read).empty());
    }

    void quantitiesMayBeTypedWithUnits()
    {
        const QString text = sceneWith(
            R"({"name": "s", "type": "geometry.sphere", "parameters": {"radius": "2 cm", "centre": ["1 cm", 0, "1 in"]}})");
        const SceneDocument read = readDocument(text.toStdString(), {}, allNodes());
        QVERIFY(findProblems(read).empty());
        QCOMPARE(std::get<double>(read.graph.value("s", "radius")), 0.02);
        QCOMPARE(std::get<Vector3>(read.graph.value("s", "centre")), Vector3(0.01, 0, 0.0254));
        QVERIFY(QString::fromStdString(writeDocument(read)).contains("\"radius\": 0.02"));
    }

    void whatIsUnknownIsKeptByteForByte()
    {
        // Numbers that no double holds are JSON; the check of the text must not stumble over them.
        const std::string text =
            QString(foreignScene).replace("1e400000000000", "0.1000000000000000000001").toStdString();
        const SceneDocument read = readDocument(text, {}, allNodes());
        QCOMPARE(QString::fromStdString(writeDocument(read)), QString::fromStdString(text));
        QStringList sentences;
        for (const Problem& problem : findProblems(read))
            sentences.append(QString::fromStdString(problem.text));
        const QString all = sentences.join("\n");
        for (const char* expected :
             {"unknown member 'notes'", "unknown parameter 'moonPhase'", "node 'gust': unknown node type 'fields.gust'",
              "'parsec' is not a known unit", "did you mean 'youngsModulus'", "gives a Material"})
            QVERIFY2(all.contains(expected), qPrintable(all));
        QCOMPARE(sentences.size(), 6);
        try {
            requireNoProblems(read);
            QFAIL("accepted");
        } catch (const Error& error) {
            QCOMPARE(error.kind(), ErrorKind::Scene);
        }
    }

    void aPlaceholderIsEditedLikeANode()
    {
        const std::string text = QString(foreignScene).replace("1e400000000000", "1").toStdString();
        SceneDocument read = readDocument(text, {}, allNodes());
        read.graph.rename("gust", "wind");
        read.graph.move("wind", 1, 2);
        const SceneDocument again = readDocument(writeDocument(read), {}, allNodes());
        QVERIFY(again.graph == read.graph);
        QCOMPARE(again.graph.node("wind").rawParameters.size(), std::size_t{2});
    }

    void mistakesAreNamedWithFileAndLine_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("named");
        const auto row = [](const char* name, const QString& text, const char* named) {
            QTest::newRow(name) << text << named;
        };
        row("empty", "", "line 1, column 1");
        row("syntax", "{\n  \"format\": \"sastrugi\",\n  \"version\": 1,,\n}", "a.sastrugi, line 3, column 16");
        row("cut off", R"({"format": "sastrugi", "nodes": [)", "not JSON");
        row("too large", "{\n  \"version\": 1e999\n}", "a.sastrugi, line 2: the number 1e999 is too large");
        row("not UTF-8", QString(), "line 1");
        row("not a scene", "[1, 2]", "not a Sastrugi scene");
        row("other format", R"({"format": "obj"})", "not a Sastrugi scene");
        row("no version", R"({"format": "sastrugi"})", "'version'");
        row("twice", R"({"format": "sastrugi", "format": "sastrugi", "version": 1})", "named twice");
        row("nodes", R"({"format": "sastrugi", "version": 1, "nodes": {}})", "'nodes' is not a list");
        row("no name", sceneWith(R"({"type": "geometry.box"})"), "no 'name'");
        row("no type", sceneWith(R"({"name": "a"})"), "node 'a' has no 'type'");
        row("bad name", sceneWith(R"({"name": "a=b", "type": "geometry.box"})"), "cannot be called");
        row("two nodes", sceneWith(R"({"name": "a", "type": "x.y"}, {"name": "a", "type": "x.y"})"), "two nodes 'a'");
        row("position", sceneWith(R"({"name": "a", "type": "x.y", "position": [1]})"), "'position' of node 'a'");
        row("scene type", sceneWith(R"({"name": "scene", "type": "geometry.box"})"), "belong together");
        row("link", sceneWith("", R"({"from": "a", "to": "b"})"), "a link is");
        row("deep", QString("[").repeated(300) + QString("]").repeated(300), "deep");
    }

    void mistakesAreNamedWithFileAndLine()
    {
        QFETCH(QString, text);
        QFETCH(QString, named);
        try {
            readDocument(text.isNull() ? "{\"\xff\": 1}" : text.toStdString(), "/some/a.sastrugi", allNodes());
            QFAIL("accepted");
        } catch (const Error& error) {
            QCOMPARE(error.kind(), ErrorKind::Scene);
            const QString what = QString::fromUtf8(error.what());
            QVERIFY2(what.startsWith("/some/a.sastrugi") && what.contains(named), error.what());
        }
    }

    void aNewerFileIsReadButNotOverwritten()
    {
        QTemporaryDir folder;
        const std::filesystem::path file = pathIn(folder, "new.sastrugi"), copy = pathIn(folder, "copy.sastrugi");
        FileLayer().writeAtomically(file, sceneWith("").replace("\"version\": 1", "\"version\": 2").toStdString());
        SceneDocument document = loadDocument(file, allNodes());
        QVERIFY(document.isNewer());
        QVERIFY(QString::fromStdString(findProblems(document).front().text).contains("newer Sastrugi"));
        QVERIFY_EXCEPTION_THROWN(saveDocument(document, file), Error);
        saveDocument(document, copy);
        QVERIFY(!loadDocument(copy, allNodes()).isNewer());
    }

    void savingKeepsABackup()
    {
        QTemporaryDir folder;
        const std::filesystem::path file = pathIn(folder, "\u0441\u043d\u0435\u0433 1.sastrugi");
        SceneDocument document(allNodes());
        saveDocument(document, file);
        const std::string first = FileLayer().readText(file);
        document.graph = sampleGraph();
        saveDocument(document, file);
        saveDocument(document, file);
        document.graph.setValue("scene", "lastFrame", std::int64_t{9});
        const std::string second = FileLayer().readText(file);
        saveDocument(document, file);
        QCOMPARE(FileLayer().readText(std::filesystem::path(file) += ".backup"), second);
        QVERIFY(first != second);
        QVERIFY(loadDocument(file, allNodes()).graph == document.graph);
    }

    void relativePathsFollowTheFile()
    {
        QTemporaryDir folder;
        std::filesystem::create_directories(pathIn(folder, "scenes/other"));
        SceneDocument document(allNodes());
        document.graph.add("geometry.meshFile", "mesh");
        document.graph.setValue("mesh", "file", FilePath{"../meshes/bunny.obj"});
        saveDocument(document, pathIn(folder, "scenes/a.sastrugi")); // new: its paths are taken as they are
        QCOMPARE(std::get<FilePath>(document.graph.value("mesh", "file")).text, std::string("../meshes/bunny.obj"));
        saveDocument(document, pathIn(folder, "scenes/other/a.sastrugi"));
        QCOMPARE(std::get<FilePath>(document.graph.value("mesh", "file")).text, std::string("../../meshes/bunny.obj"));
    }

    void settingsAreApplied()
    {
        Graph graph = sampleGraph();
        graph.add("geometry.meshFile", "a.b");
        applySetting(graph, "snow.youngsModulus=2e5", "/work");
        QCOMPARE(std::get<double>(graph.value("snow", "youngsModulus")), 2e5);
        applySetting(graph, "scene.gravity=0, 0, -1.62", "/work");
        QCOMPARE(std::get<Vector3>(graph.value("scene", "gravity")), Vector3(0, 0, -1.62));
        applySetting(graph, "a.b.file=x=1.obj", "/some/where");
        QCOMPARE(std::get<FilePath>(graph.value("a.b", "file")).text, std::string("/some/where/x=1.obj"));
        applySetting(graph, "a.b.file=/x.obj", "/some/where");
        QCOMPARE(std::get<FilePath>(graph.value("a.b", "file")).text, std::string("/x.obj"));
    }

    void settingsAreRefusedWithTheNearestName_data()
    {
        QTest::addColumn<QString>("setting");
        QTest::addColumn<QString>("named");
        QTest::newRow("form") << "snow"
                              << "node.parameter=value";
        QTest::newRow("no parameter") << "snow=3"
                                      << "node.parameter=value";
        QTest::newRow("node") << "snwo.density=3"
                              << "did you mean 'snow'";
        QTest::newRow("parameter") << "snow.densty=3"
                                   << "did you mean 'density'";
        QTest::newRow("unit") << "snow.density=3 m"
                              << "does not fit";
        QTest::newRow("range") << "snow.density=3"
                               << "allowed is 20 to 917";
        QTest::newRow("number") << "snow.density=white"
                                << "not a number";
    }

    void settingsAreRefusedWithTheNearestName()
    {
        QFETCH(QString, setting);
        QFETCH(QString, named);
        Graph graph = sampleGraph();
        try {
            applySetting(graph, setting.toStdString(), "/");
            QFAIL("accepted");
        } catch (const Error& error) {
            QCOMPARE(error.kind(), ErrorKind::Usage);
            const QString what = QString::fromUtf8(error.what());
            QVERIFY2(what.contains(named) && what.contains(setting), error.what());
        }
        QVERIFY(graph == sampleGraph());
    }
};

SASTRUGI_TEST(DocumentTest)
#include "DocumentTest.moc"
