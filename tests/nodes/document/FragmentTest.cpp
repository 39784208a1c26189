#include "nodes/document/Fragment.h"

#include "tests/TestCase.h"
#include "tests/nodes/sampleGraph.h"

using namespace sastrugi;
using namespace sastrugi::test;

class FragmentTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aPasteIsACopyUnderFreeNames()
    {
        Graph graph = sampleGraph();
        graph.setValue("ball", "radius", 0.3);
        graph.setBypassed("snow", true);
        graph.setShown("ball", true);
        graph.move("ball", 10, 20);
        const std::string text = writeFragment(graph, {"ball", "snow", "fill", "scene"});
        const std::vector<std::string> names = pasteFragment(graph, text, {.x = 100, .y = 200});
        QCOMPARE(names, (std::vector<std::string>{"ball2", "snow2", "fill2"}));
        QCOMPARE(std::get<double>(graph.value("ball2", "radius")), 0.3);
        QCOMPARE(graph.node("ball2").x, 110.0);
        QCOMPARE(graph.node("ball2").y, 220.0);
        QVERIFY(graph.node("snow2").isBypassed && graph.node("ball2").isShown);
        QCOMPARE(graph.linksInto("fill2").size(), std::size_t{2});
        QVERIFY(graph.linksFrom("fill2").empty());
    }

    void inputsFromOutsideAreKeptOnWish()
    {
        Graph graph = sampleGraph();
        const std::string text = writeFragment(graph, {"fill", "sph"});
        QCOMPARE(pasteFragment(graph, text).size(), std::size_t{2});
        QVERIFY(graph.linksInto("fill2").empty());
        QCOMPARE(graph.linksInto("sph2").size(), std::size_t{1});
        QVERIFY(graph.brokenLinks().empty());
        pasteFragment(graph, text, {.keepsInputs = true});
        QCOMPARE(graph.linksInto("fill3").size(), std::size_t{2});
        QCOMPARE(graph.linksInto("sph3").size(), std::size_t{2});
        Graph other(allNodes());
        pasteFragment(other, text, {.keepsInputs = true}); // nothing of that name there
        QVERIFY(other.linksInto("fill").empty() && other.brokenLinks().empty());
    }

    void unknownTypesBecomePlaceholders()
    {
        const std::string text = R"({"format": "sastrugi", "version": 1, "nodes": [
            {"name": "x", "type": "solver.quantum", "parameters": {"spin": "1/2"}},
            {"name": "y", "type": "solver.quantum"}],
            "links": [{"from": ["x", "out"], "to": ["y", "in"]}]})";
        Graph graph = sampleGraph();
        QCOMPARE(pasteFragment(graph, text).size(), std::size_t{2});
        QCOMPARE(graph.node("x").rawParameters.front().json, std::string("\"1/2\""));
        QCOMPARE(graph.linksFrom("x").size(), std::size_t{1});
    }

    void whatIsNoSceneIsRefused()
    {
        Graph graph = sampleGraph();
        const Graph before = graph;
        for (const char* text : {"", "hello", "{}", "[1, 2]", "{\"format\": \"sastrugi\"}"})
            QVERIFY_EXCEPTION_THROWN(pasteFragment(graph, text), Error);
        QVERIFY(graph == before);
    }

    void theCornerIsTheUpperLeft()
    {
        Graph graph = sampleGraph();
        graph.move("ball", -10, 50);
        graph.move("snow", 30, -20);
        const FragmentCorner corner = fragmentCorner(writeFragment(graph, {"ball", "snow"}), allNodes());
        QCOMPARE(corner.x, -10.0);
        QCOMPARE(corner.y, -20.0);
    }
};

SASTRUGI_TEST(FragmentTest)
#include "FragmentTest.moc"
