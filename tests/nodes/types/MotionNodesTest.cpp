// Motions in a graph: they reach the scene, act in their order, and name their mistakes.
#include "nodes/graph/Evaluator.h"
#include "tests/TestCase.h"
#include "tests/nodes/sampleGraph.h"

using namespace sastrugi;
using namespace sastrugi::test;

namespace
{

std::shared_ptr<const Scene> sceneOf(const Graph& graph)
{
    return std::get<std::shared_ptr<const Scene>>(Evaluator("/").evaluate(graph, "sph")[0]);
}

/// floor -> spin -> keys -> sph
Graph movingGraph()
{
    Graph graph = sampleGraph();
    graph.add("motion.steady", "spin");
    graph.add("motion.keyFrames", "keys");
    graph.disconnect({"floor", "boundary", "sph", "boundaries"});
    graph.connect({"floor", "boundary", "spin", "boundary"});
    graph.connect({"spin", "boundary", "keys", "boundary"});
    graph.connect({"keys", "boundary", "sph", "boundaries"});
    graph.setValue("spin", "angularVelocity", Vector3(0, 0, 2));
    graph.setValue("keys", "keys", Text{"1; 0 0 0\n2; 0, 0, 50 cm; 0, 90 deg, 0"});
    return graph;
}

} // namespace

class MotionNodesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void motionsReachTheSceneInTheirOrder()
    {
        QVERIFY(sceneOf(sampleGraph())->boundaries[0].motion.isStill());
        const auto scene = sceneOf(movingGraph());
        const Boundary& floor = scene->boundaries[0];
        QCOMPARE(floor.name, std::string("floor"));
        const RigidMotion& motion = floor.motion;
        QVERIFY((motion.poseAt(0.5)({1, 0, 0}) - Vector3(std::cos(1), std::sin(1), 0)).norm() < 1e-12);
        QVERIFY((motion.poseAt(3)({1, 0, 0}) - Vector3(0, std::sin(6), 0.5 - std::cos(6))).norm() < 1e-12);
        const Bounds bounds = meshAt(floor, 3)->bounds();
        QVERIFY(bounds.size().x() < 1e-9 && bounds.size().z() > 1);
        QVERIFY(meshAt(floor, 0.7)->bounds().size().z() < 1e-9);
    }

    void aMotionIsPartOfTheScenesIdentity()
    {
        Graph graph = movingGraph();
        const Hash moving = sceneOf(graph)->contentHash();
        QVERIFY(moving != sceneOf(sampleGraph())->contentHash());
        graph.setValue("spin", "start", 0.25);
        QVERIFY(moving != sceneOf(graph)->contentHash());
    }

    void mistakesNameTheNode()
    {
        const auto refuses = [](const char* node, const char* key, const ParameterValue& value, const char* words) {
            Graph graph = movingGraph();
            graph.setValue("spin", "duration", 1.0);
            graph.setValue(node, key, value);
            try {
                sceneOf(graph);
                QFAIL("accepted");
            } catch (const NodeError& error) {
                QCOMPARE(error.node(), std::string(node));
                QVERIFY2(QString::fromUtf8(error.what()).contains(words), error.what());
            }
        };
        refuses("spin", "rampTime", 0.75, "rampTime");
        refuses("keys", "keys", Text{"0; 0 0 0\n1; up"}, "line 2");
        refuses("keys", "keys", Text{"1; 0 0 0\n1; 0 0 1"}, "not later");
        refuses("keys", "keys", Text{}, "at least one");
    }
};

SASTRUGI_TEST(MotionNodesTest)
#include "MotionNodesTest.moc"
