#include "nodes/graph/GraphEdits.h"

#include "nodes/graph/arrangeNodes.h"
#include "tests/TestCase.h"
#include "tests/nodes/sampleGraph.h"

using namespace sastrugi;
using namespace sastrugi::test;

class GraphEditsTest : public QObject
{
    Q_OBJECT

private:
    static bool hasLink(const Graph& graph, const Link& link)
    {
        return std::find(graph.links().begin(), graph.links().end(), link) != graph.links().end();
    }

private Q_SLOTS:
    void aLinkReplacesTheOneThatHoldsTheInput()
    {
        Graph graph = sampleGraph();
        graph.add("geometry.box", "box");
        const Link link{"box", "mesh", "fill", "region"};
        QVERIFY(!graph.whyNot(link).empty());
        QVERIFY(whyNotReplacing(graph, link).empty());
        connectReplacing(graph, link);
        QCOMPARE(graph.linksInto("fill", "region"), std::vector<Link>{link});
        QVERIFY(!whyNotReplacing(graph, {"box", "mesh", "fill", "material"}).empty());
        const Graph before = graph;
        QVERIFY_EXCEPTION_THROWN(connectReplacing(graph, {"snow", "material", "fill", "region"}), Error);
        QVERIFY(graph == before);
    }

    void nodesFitIntoLinksOfTheirType()
    {
        Graph graph = sampleGraph();
        graph.add("geometry.transform", "turn");
        const Link link{"ball", "mesh", "fill", "region"};
        const auto ports = spliceFor(graph, "turn", link);
        QVERIFY(ports.has_value());
        QVERIFY(!spliceFor(graph, "turn", {"snow", "material", "fill", "material"}));
        QVERIFY(!spliceFor(graph, "plane", link)); // it has no input
        splice(graph, "turn", link, *ports);
        QVERIFY(!hasLink(graph, link));
        QVERIFY(hasLink(graph, {"ball", "mesh", "turn", "mesh"}) && hasLink(graph, {"turn", "mesh", "fill", "region"}));
        QVERIFY(!spliceFor(graph, "turn", {"turn", "mesh", "fill", "region"}));
    }

    void dissolvedNodesLeaveABridge()
    {
        Graph graph = sampleGraph();
        const Link link{"ball", "mesh", "fill", "region"};
        graph.add("geometry.transform", "a");
        graph.add("geometry.transform", "b");
        splice(graph, "a", link, {"mesh", "mesh"});
        splice(graph, "b", {"a", "mesh", "fill", "region"}, {"mesh", "mesh"});
        dissolveNodes(graph, {"a", "b", "scene"});
        QVERIFY(graph == [] {
            Graph expected = sampleGraph();
            expected.disconnect({"ball", "mesh", "fill", "region"});
            expected.connect({"ball", "mesh", "fill", "region"});
            return expected;
        }());
        dissolveNodes(graph, {"fill"}); // its inputs are of other types than its output
        QVERIFY(graph.linksInto("sph", "emitters").empty());
    }

    void aRerouteGoesIntoALink()
    {
        Graph graph = sampleGraph();
        const std::string dot = insertReroute(graph, {"ball", "mesh", "fill", "region"}, 5, 6);
        QCOMPARE(graph.node(dot).x, 5.0);
        QCOMPARE(graph.sourcesInto("fill", "region").front().fromNode, std::string("ball"));
    }

    void firstFittingPortsAreLinked()
    {
        Graph graph = sampleGraph();
        graph.add("emitter.fill", "other");
        QCOMPARE(fittingLink(graph, "ball", "other"), (Link{"ball", "mesh", "other", "region"}));
        QCOMPARE(fittingLink(graph, "other", "sph"), (Link{"other", "emitter", "sph", "emitters"}));
        QVERIFY(!fittingLink(graph, "ball", "sph"));
        QVERIFY(!fittingLink(graph, "sph", "ball"));
    }

    void arrangedNodesDoNotOverlapAndLeadToTheRight()
    {
        Graph graph = sampleGraph();
        std::vector<std::string> names;
        for (const Node& node : graph.nodes())
            if (node.name != "scene")
                names.push_back(node.name);
        const auto sizeOf = [](const std::string&) { return NodeSize{150, 70}; };
        arrangeNodes(graph, names, sizeOf);
        for (const Link& link : graph.links())
            QVERIFY(graph.node(link.fromNode).x + 150 < graph.node(link.toNode).x);
        for (const std::string& a : names)
            for (const std::string& b : names)
                QVERIFY(a == b || std::abs(graph.node(a).x - graph.node(b).x) >= 150 ||
                        std::abs(graph.node(a).y - graph.node(b).y) >= 70);
        const Graph arranged = graph;
        arrangeNodes(graph, names, sizeOf);
        QVERIFY(graph == arranged);
    }
};

SASTRUGI_TEST(GraphEditsTest)
#include "GraphEditsTest.moc"
