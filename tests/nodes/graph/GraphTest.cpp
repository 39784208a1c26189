#include "nodes/graph/Graph.h"

#include "nodes/graph/NodeName.h"
#include "tests/TestCase.h"
#include "tests/nodes/randomEdit.h"

#include <random>
#include <set>

using namespace sastrugi;
using namespace sastrugi::test;

class GraphTest : public QObject
{
    Q_OBJECT

private:
    static void isWellFormed(const Graph& graph)
    {
        std::set<std::string> names;
        for (const Node& node : graph.nodes()) {
            QVERIFY(names.insert(node.name).second);
            for (const auto& [key, value] : node.values) {
                const ParameterEntry* entry = graph.typeOf(node)->parameters.find(key);
                QVERIFY(entry && value != entry->defaultValue);
                checkParameter(entry->info, value);
            }
        }
        QVERIFY(names.contains("scene"));
        std::vector<std::string> order = graph.order();
        QCOMPARE(order.size(), graph.nodes().size());
        const auto place = [&](const std::string& name) { return std::find(order.begin(), order.end(), name); };
        for (const Link& link : graph.links()) {
            QVERIFY(names.contains(link.fromNode) && names.contains(link.toNode));
            QVERIFY(place(link.fromNode) < place(link.toNode));
        }
    }

    static void refuses(const std::function<void()>& edit, const char* named)
    {
        try {
            edit();
            QFAIL("accepted");
        } catch (const Error& error) {
            QCOMPARE(error.kind(), ErrorKind::Scene);
            QVERIFY2(QString::fromUtf8(error.what()).contains(QString::fromUtf8(named)), error.what());
        }
    }

private Q_SLOTS:
    void aNewGraphHasItsSceneNode()
    {
        Graph graph(allNodes());
        QCOMPARE(graph.nodes().size(), std::size_t{1});
        QCOMPARE(graph.nodes().front().name, std::string("scene"));
        refuses([&] { graph.remove("scene"); }, "reserved");
        refuses([&] { graph.rename("scene", "world"); }, "reserved");
        refuses([&] { graph.add("scene"); }, "reserved");
    }

    void namesAreMadeUnique()
    {
        Graph graph(allNodes());
        QCOMPARE(graph.add("geometry.box"), std::string("box"));
        QCOMPARE(graph.add("geometry.box"), std::string("box2"));
        QCOMPARE(graph.add("geometry.box", "\u0434\u043e\u043c"), std::string("\u0434\u043e\u043c"));
        refuses([&] { graph.rename("box", "box2"); }, "already");
        refuses([&] { graph.rename("box", "a=b"); }, "'='");
        refuses([&] { graph.rename("bax", "c"); }, "did you mean 'box'");
    }

    void linksThatDoNotFitAreRefusedWithTheReason()
    {
        Graph graph = sampleGraph();
        refuses([&] { graph.connect({"ball", "mesh", "fill", "region"}); }, "already linked");
        refuses([&] { graph.connect({"plane", "mesh", "fill", "region"}); }, "already taken by ball.mesh");
        refuses([&] { graph.connect({"ball", "mesh", "sph", "emitters"}); }, "gives a Mesh");
        refuses([&] { graph.connect({"ball", "mash", "sph", "emitters"}); }, "no output 'mash'");
        refuses([&] { graph.connect({"fill", "emitter", "sph", "emitter"}); }, "no input 'emitter'");
        refuses([&] { graph.connect({"nobody", "emitter", "sph", "emitters"}); }, "no node 'nobody'");
        graph.add("geometry.transform", "a");
        graph.add("geometry.transform", "b");
        graph.connect({"a", "mesh", "b", "mesh"});
        refuses([&] { graph.connect({"b", "mesh", "a", "mesh"}); }, "cycle");
        refuses([&] { graph.connect({"a", "mesh", "a", "mesh"}); }, "cycle");
    }

    void anInputForManyTakesMany()
    {
        Graph graph = sampleGraph();
        graph.add("emitter.fill", "fill2");
        graph.connect({"fill2", "emitter", "sph", "emitters"});
        QCOMPARE(graph.linksInto("sph", "emitters").size(), std::size_t{2});
    }

    void valuesThatDoNotFitAreRefused()
    {
        Graph graph = sampleGraph();
        refuses([&] { graph.setValue("snow", "density", -1.0); }, "node 'snow' (Snow)");
        refuses([&] { graph.setValue("snow", "densty", 100.0); }, "did you mean 'density'");
        refuses([&] { graph.setValue("snow", "density", true); }, "not a switch");
        graph.setValue("snow", "density", 100.0);
        QCOMPARE(std::get<double>(graph.value("snow", "density")), 100.0);
        graph.setValue("snow", "density", 400.0); // the default is not held
        QVERIFY(graph.node("snow").values.empty());
    }

    void copiesShareWhatAnEditLeavesAlone()
    {
        Graph graph = sampleGraph();
        const Graph before = graph;
        graph.setValue("ball", "radius", 0.3);
        for (std::size_t i = 0; i < graph.nodes().size(); ++i)
            QCOMPARE(&graph.nodes()[i] == &before.nodes()[i], graph.nodes()[i].name != "ball");
        const Graph after = graph;
        graph.setValue("ball", "radius", 0.3); // nothing changes
        QCOMPARE(&graph.node("ball"), &after.node("ball"));
    }

    void reroutesTakeTheTypeOfWhatTheyJoin()
    {
        Graph graph = sampleGraph();
        graph.add("layout.reroute", "a");
        graph.add("layout.reroute", "b");
        QVERIFY(!graph.typeOfOutput("a", "out"));
        graph.connect({"a", "out", "b", "in"});
        QVERIFY(!graph.typeOfInput("a", "in"));
        graph.disconnect({"ball", "mesh", "fill", "region"});
        graph.connect({"b", "out", "fill", "region"});
        QCOMPARE(graph.typeOfInput("a", "in").value(), PortType::Mesh);
        refuses([&] { graph.connect({"snow", "material", "a", "in"}); }, "gives a Material");
        graph.connect({"ball", "mesh", "a", "in"});
        QCOMPARE(graph.sourcesInto("fill", "region"), (std::vector<Link>{{"ball", "mesh", "fill", "region"}}));
        refuses([&] { graph.connect({"a", "out", "fill", "material"}); }, "takes a Material");
        refuses([&] { graph.connect({"b", "out", "a", "in"}); }, "already taken");
    }

    void bypassedNodesAreSkipped()
    {
        Graph graph = sampleGraph();
        graph.add("geometry.transform", "turn");
        graph.disconnect({"ball", "mesh", "fill", "region"});
        graph.connect({"ball", "mesh", "turn", "mesh"});
        graph.connect({"turn", "mesh", "fill", "region"});
        QCOMPARE(graph.sourcesInto("fill", "region").front().fromNode, std::string("turn"));
        graph.setBypassed("turn", true);
        QCOMPARE(graph.sourcesInto("fill", "region").front().fromNode, std::string("ball"));
        graph.setBypassed("ball", true); // it has nothing to hand on
        QVERIFY(graph.sourcesInto("fill", "region").empty());
        refuses([&] { graph.setBypassed("scene", true); }, "reserved");
    }

    void renamingAndRemovingTakeTheLinksAlong()
    {
        Graph graph = sampleGraph();
        graph.rename("fill", "snow ball");
        QCOMPARE(graph.linksFrom("snow ball").size(), std::size_t{1});
        QCOMPARE(graph.linksInto("snow ball").size(), std::size_t{2});
        isWellFormed(graph);
        graph.remove("snow ball");
        QCOMPARE(graph.links().size(), std::size_t{2});
        isWellFormed(graph);
    }

    void randomEditsKeepTheGraphWellFormedAndCopiesUndoThem()
    {
        for (unsigned seed = 0; seed < 20; ++seed) {
            std::mt19937 random(seed);
            const auto pick = [&](std::size_t count) { return static_cast<std::size_t>(random() % count); };
            Graph graph(allNodes());
            std::vector<Graph> history = {graph};
            for (int edit = 0; edit < 120; ++edit) {
                try {
                    randomEdit(graph, pick);
                } catch (const Error& error) {
                    QCOMPARE(error.kind(), ErrorKind::Scene);
                    QVERIFY(graph == history.back()); // a refused edit changes nothing
                }
                isWellFormed(graph);
                history.push_back(graph);
            }
        }
    }

    void slugsAreSafeAndDifferent()
    {
        QCOMPARE(fileSlug("mesh_1-a"), std::string("mesh_1-a"));
        std::set<std::string> slugs;
        const std::string names[] = {"",    "a/b", "a b", "a:b", "\u0441\u043d\u0435\u0433",
                                     "..",  ".",   "-",   "con", std::string(199, 'x'),
                                     "a&b", "a;b"};
        for (const std::string& name : names) {
            const std::string slug = fileSlug(name);
            QVERIFY(!slug.empty() && slug.size() <= 48);
            QVERIFY(slug.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") ==
                    std::string::npos);
            QVERIFY(slugs.insert(slug).second);
        }
    }

    void namesAreUtf8WithoutWhatTheCommandLineNeeds()
    {
        for (const char* good : {"mesh", "my mesh", "\u0441\u043d\u0435\u0433", "a.b", "\u2744"})
            QVERIFY2(whyNotNodeName(good).empty(), good);
        for (const char* bad : {"", " a", "a ", "a=b", "a,b", "a\nb", "\xff", "\xe2\x9d"})
            QVERIFY2(!whyNotNodeName(bad).empty(), bad);
    }
};

SASTRUGI_TEST(GraphTest)
#include "GraphTest.moc"
