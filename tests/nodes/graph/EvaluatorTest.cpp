#include "nodes/graph/Evaluator.h"

#include "tests/TestCase.h"
#include "tests/nodes/sampleGraph.h"

#include <QTemporaryDir>

#include <fstream>

using namespace sastrugi;
using namespace sastrugi::test;

class EvaluatorTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aSolverGathersTheScene()
    {
        Graph graph = sampleGraph();
        graph.setValue("scene", "gravity", Vector3(0, 0, -1.62));
        graph.setValue("fill", "velocity", Vector3(1, 2, 3));
        graph.setValue("floor", "viscousFriction", 0.25);
        graph.setValue("snow", "density", 120.0);
        Evaluator evaluator("/");
        const auto scene = evaluator.evaluate<Scene>(graph, "sph");
        QCOMPARE(scene->solverNode, std::string("sph"));
        QCOMPARE(scene->settings.gravity.z(), -1.62);
        QCOMPARE(scene->emitters.size(), std::size_t{1});
        QCOMPARE(scene->emitters[0].name, std::string("fill"));
        QCOMPARE(scene->emitters[0].velocity, Vector3(1, 2, 3));
        QCOMPARE(std::get<SnowMaterial>(scene->emitters[0].material).density, 120.0);
        QCOMPARE(scene->boundaries.size(), std::size_t{1});
        QCOMPARE(scene->boundaries[0].name, std::string("floor"));
        QCOMPARE(scene->boundaries[0].surface.viscousFriction, 0.25);
        QVERIFY(!scene->boundaries[0].mesh->triangles.empty());
    }

    void equalContentIsEvaluatedOnce()
    {
        Graph graph = sampleGraph();
        Evaluator evaluator("/");
        const auto first = evaluator.evaluate<TriangleMesh>(graph, "ball");
        QVERIFY(evaluator.evaluate<TriangleMesh>(graph, "ball") == first);
        graph.setValue("ball", "radius", 0.25);
        QVERIFY(evaluator.evaluate<TriangleMesh>(graph, "ball") != first);
        graph.resetValue("ball", "radius");
        QVERIFY(evaluator.evaluate<TriangleMesh>(graph, "ball") == first); // undo finds it again
    }

    void onlyWhatDependsOnAChangeChangesItsHash()
    {
        Graph graph = sampleGraph();
        const Evaluator evaluator("/");
        const auto hashes = [&] {
            std::map<std::string, Hash> of;
            for (const Node& node : graph.nodes())
                of[node.name] = evaluator.hash(graph, node.name);
            return of;
        };
        const auto before = hashes();
        graph.setValue("ball", "radius", 0.25);
        const auto after = hashes();
        for (const auto& [name, hash] : after)
            QCOMPARE(hash != before.at(name), name == "ball" || name == "fill" || name == "sph");
        graph.move("ball", 10, 20); // where it is drawn does not matter
        QVERIFY(hashes() == after);
    }

    void bypassedNodesAndReroutesHandOn()
    {
        Graph graph = sampleGraph();
        graph.add("geometry.transform", "turn");
        graph.add("layout.reroute", "dot");
        graph.setValue("turn", "translation", Vector3(1, 0, 0));
        graph.connect({"ball", "mesh", "turn", "mesh"});
        graph.connect({"turn", "mesh", "dot", "in"});
        Evaluator evaluator("/");
        const auto mesh = [&](std::string_view node) { return evaluator.evaluate<TriangleMesh>(graph, node); };
        const auto ball = mesh("ball");
        QCOMPARE(mesh("dot"), mesh("turn"));
        QVERIFY(mesh("turn") != ball);
        const Hash before = evaluator.hash(graph, "dot");
        graph.setBypassed("turn", true);
        QVERIFY(evaluator.hash(graph, "dot") != before);
        QCOMPARE(mesh("dot"), ball);
        QCOMPARE(mesh("turn"), ball);
        graph.setBypassed("ball", true);
        QVERIFY_EXCEPTION_THROWN(mesh("dot"), NodeError);
        graph.setBypassed("ball", false);
        graph.setBypassed("turn", false);
        QVERIFY(evaluator.hash(graph, "dot") == before);
    }

    void theBytesOfAFileBelongToTheHash()
    {
        QTemporaryDir folder;
        const std::filesystem::path directory = folder.path().toStdString();
        Graph graph(allNodes());
        graph.add("geometry.meshFile", "mesh");
        graph.setValue("mesh", "file", FilePath{"a.obj"});
        const Evaluator evaluator(directory);
        const Hash missing = evaluator.hash(graph, "mesh");
        std::ofstream(directory / "a.obj") << "v 0 0 0\n";
        const Hash first = evaluator.hash(graph, "mesh");
        std::ofstream(directory / "a.obj") << "v 0 0 1\n";
        const Hash second = evaluator.hash(graph, "mesh");
        std::ofstream(directory / "a.obj") << "v 0 0 0\n";
        QVERIFY(missing != first);
        QVERIFY(first != second);
        QVERIFY(first == evaluator.hash(graph, "mesh"));
    }

    void errorsNameTheNode()
    {
        Graph graph = sampleGraph();
        graph.disconnect({"snow", "material", "fill", "material"});
        try {
            Evaluator("/").evaluate(graph, "sph");
            QFAIL("accepted");
        } catch (const NodeError& error) {
            QCOMPARE(error.node(), std::string("fill"));
            QVERIFY2(QString::fromUtf8(error.what()).startsWith("node 'fill' (Fill Emitter): "), error.what());
            QVERIFY2(QString::fromUtf8(error.what()).contains("'material'"), error.what());
        }
    }

    void valuesThatDoNotFitTogetherNameTheNode()
    {
        Graph graph = sampleGraph();
        graph.setValue("scene", "firstFrame", std::int64_t{100});
        QVERIFY_EXCEPTION_THROWN(Evaluator("/").evaluate(graph, "scene"), NodeError);
    }

    void aStopEndsTheEvaluation()
    {
        std::stop_source source;
        source.request_stop();
        try {
            Evaluator("/").evaluate(sampleGraph(), "sph", source.get_token());
            QFAIL("went on");
        } catch (const Error& error) {
            QCOMPARE(error.kind(), ErrorKind::Interrupted);
        }
    }

    void resultsDoNotPileUp()
    {
        Graph graph = sampleGraph();
        Evaluator evaluator("/");
        for (int i = 1; i < 1000; ++i) {
            graph.setValue("plane", "sizeX", 0.1 * i);
            evaluator.evaluate(graph, "plane");
        }
        QVERIFY(evaluator.heldResults() <= 256);
    }
};

SASTRUGI_TEST(EvaluatorTest)
#include "EvaluatorTest.moc"
