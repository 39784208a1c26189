#include "nodes/graph/GraphChange.h"

#include "tests/TestCase.h"
#include "tests/nodes/sampleGraph.h"

using namespace sastrugi;
using namespace sastrugi::test;

class GraphChangeTest : public QObject
{
    Q_OBJECT

private:
    using Names = std::vector<std::string>;
    using NameSet = std::set<std::string>;

    static NameSet affectedBy(const std::function<void(Graph&)>& edit)
    {
        const Graph before = sampleGraph();
        Graph after = before;
        edit(after);
        return affectedNodes(changeBetween(before, after), before, after);
    }

private Q_SLOTS:
    void namesWhatDiffers()
    {
        const Graph before = sampleGraph();
        QVERIFY(changeBetween(before, before).isEmpty());
        QVERIFY(changeBetween(before, sampleGraph()).isEmpty()); // equal, though nothing is shared
        Graph after = before;
        after.move("snow", 1, 2);
        after.setValue("ball", "radius", 0.3);
        after.add("geometry.box", "box");
        after.remove("floor");
        const GraphChange change = changeBetween(before, after);
        QCOMPARE(change.added, Names{"box"});
        QCOMPARE(change.removed, Names{"floor"});
        QCOMPARE(change.changed, Names{"ball"});
        QCOMPARE(change.moved, Names{"snow"});
        QVERIFY(change.addedLinks.empty());
        QCOMPARE(change.removedLinks.size(), std::size_t{2});
    }

    void affectedIsWhatDependsOnIt()
    {
        QCOMPARE(affectedBy([](Graph& graph) { graph.setValue("ball", "radius", 0.3); }),
                 (NameSet{"ball", "fill", "sph"}));
        QCOMPARE(affectedBy([](Graph& graph) { graph.setBypassed("floor", true); }), (NameSet{"floor", "sph"}));
        QCOMPARE(affectedBy([](Graph& graph) {
                     graph.disconnect({"snow", "material", "fill", "material"});
                 }),
                 (NameSet{"fill", "sph"}));
        QCOMPARE(affectedBy([](Graph& graph) { graph.remove("plane"); }), (NameSet{"floor", "sph"}));
        QCOMPARE(affectedBy([](Graph& graph) { graph.setValue("scene", "seed", std::int64_t{7}); }),
                 (NameSet{"scene", "sph"}));
    }

    void placesAndEyesAffectNothing()
    {
        QCOMPARE(affectedBy([](Graph& graph) { graph.move("ball", 5, 5); }), NameSet{});
        QCOMPARE(affectedBy([](Graph& graph) { graph.setShown("ball", true); }), NameSet{});
    }

    void aRenamedNodeIsFollowed()
    {
        const Graph before = sampleGraph();
        Graph after = before;
        after.rename("fill", "other");
        QCOMPARE(nameAfter(before, after, "fill"), std::string("other"));
        QCOMPARE(nameAfter(after, before, "other"), std::string("fill"));
        QCOMPARE(nameAfter(before, after, "ball"), std::string("ball"));
        after.remove("other");
        QCOMPARE(nameAfter(before, after, "fill"), std::string());
    }
};

SASTRUGI_TEST(GraphChangeTest)
#include "GraphChangeTest.moc"
