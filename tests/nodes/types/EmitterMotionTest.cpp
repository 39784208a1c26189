// Emitters that move, in a graph: keys and what carries them reach the scene, in that order, and mistakes are named.
#include "nodes/graph/Evaluator.h"
#include "tests/TestCase.h"
#include "tests/nodes/sampleGraph.h"

#include <Eigen/Geometry>

#include <cmath>

using namespace sastrugi;
using namespace sastrugi::test;

namespace
{

std::shared_ptr<const Scene> evaluatedScene(const Graph& graph, const Log& log = {})
{
    return std::get<std::shared_ptr<const Scene>>(Evaluator("/", log).evaluate(graph, "sph")[0]);
}

/// The sample graph, with a nozzle -> drive -> sph besides.
Graph blowerGraph()
{
    Graph graph = sampleGraph();
    graph.add("emitter.nozzle", "jet");
    graph.add("motion.emitterKeyFrames", "drive");
    graph.connect({"snow", "material", "jet", "material"});
    graph.connect({"jet", "emitter", "drive", "emitter"});
    graph.connect({"drive", "emitter", "sph", "emitters"});
    graph.setValue("drive", "keys", Text{"0; 0 0 0\n2; 4, 0, 0; 0, 0, 90 deg"});
    graph.setValue("drive", "interpolation", ChoiceName{"linear"});
    return graph;
}

/// The same on a turntable.
Graph carriedBlower()
{
    Graph graph = blowerGraph();
    graph.add("motion.steady", "table");
    graph.disconnect({"floor", "boundary", "sph", "boundaries"});
    graph.connect({"floor", "boundary", "table", "boundary"});
    graph.connect({"table", "boundary", "sph", "boundaries"});
    graph.connect({"table", "boundary", "drive", "parent"});
    graph.setValue("table", "angularVelocity", Vector3(0, 0, 3));
    return graph;
}

void verifyRefused(const Graph& graph, const char* words)
{
    try {
        evaluatedScene(graph);
        QFAIL("accepted");
    } catch (const NodeError& error) {
        QCOMPARE(error.node(), std::string("drive"));
        QVERIFY2(QString::fromUtf8(error.what()).contains(words), error.what());
    }
}

} // namespace

class EmitterMotionTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keysReachTheScene()
    {
        const auto scene = evaluatedScene(blowerGraph());
        QCOMPARE(scene->inflows.size(), std::size_t{1});
        const InflowEmitter& jet = scene->inflows[0];
        QCOMPARE(jet.name, std::string("jet")); // messages name what the user made
        const Eigen::AngleAxisd turn(std::atan(1.0), Vector3::UnitZ());
        QVERIFY((jet.motion.poseAt(1)({1, 0, 0}) - (turn * Vector3(1, 0, 0) + Vector3(2, 0, 0))).norm() < 1e-12);
        QVERIFY((jet.boundsAt(2).centre() - Vector3(4, 0, 1)).norm() < 1e-9);
    }

    void twoInARowActOneAfterTheOther()
    {
        Graph graph = blowerGraph();
        graph.add("motion.emitterKeyFrames", "lift");
        graph.disconnect({"drive", "emitter", "sph", "emitters"});
        graph.connect({"drive", "emitter", "lift", "emitter"});
        graph.connect({"lift", "emitter", "sph", "emitters"});
        graph.setValue("lift", "keys", Text{"0; 0 0 3; 0, 90 deg, 0"});
        // Turned about z and driven, and all of that about y and lifted.
        const Vector3 place = evaluatedScene(graph)->inflows[0].motion.poseAt(2)({1, 0, 0});
        QVERIFY((place - Vector3(0, 1, -1)).norm() < 1e-12);
    }

    void aParentCarriesIt()
    {
        const auto own = evaluatedScene(blowerGraph()), carried = evaluatedScene(carriedBlower());
        for (const double time : {0.0, 0.7, 2.0, 5.0}) {
            const Eigen::AngleAxisd table(3 * time, Vector3::UnitZ());
            const Vector3 expected = table * own->inflows[0].motion.poseAt(time)({1, 2, 3});
            QVERIFY((carried->inflows[0].motion.poseAt(time)({1, 2, 3}) - expected).norm() < 1e-12);
        }
        QVERIFY(carried->boundaries[0].motion.poseAt(1)({1, 0, 0}).y() > 0.1); // and turns itself
    }

    void whatACarrierDoesOfItselfIsWarnedOf()
    {
        Graph graph = carriedBlower();
        graph.add("motion.load", "load");
        graph.disconnect({"table", "boundary", "drive", "parent"});
        graph.connect({"table", "boundary", "load", "boundary"});
        graph.connect({"load", "boundary", "drive", "parent"});
        QStringList codes;
        evaluatedScene(graph, [&](const LogMessage& message) {
            if (message.node == "drive")
                codes += QString::fromStdString(message.code);
        });
        QCOMPARE(codes, QStringList{"motion.load"});
    }

    void theMotionIsPartOfTheScenesIdentity()
    {
        Graph graph = blowerGraph();
        const Hash moving = evaluatedScene(graph)->contentHash();
        graph.setValue("drive", "keys", Text{"0; 0 0 0\n2; 4, 0, 1 mm; 0, 0, 90 deg"});
        QVERIFY(evaluatedScene(graph)->contentHash() != moving);
        Graph still = blowerGraph();
        still.disconnect({"drive", "emitter", "sph", "emitters"});
        still.connect({"jet", "emitter", "sph", "emitters"});
        QVERIFY(evaluatedScene(still)->contentHash() != moving);
        QVERIFY(evaluatedScene(still)->inflows[0].motion.isStill());
    }

    void whatIsThereAtTheStartOnlyIsRefused()
    {
        Graph graph = blowerGraph();
        graph.disconnect({"jet", "emitter", "drive", "emitter"});
        graph.connect({"fill", "emitter", "drive", "emitter"});
        verifyRefused(graph, "'fill' is snow that is there at the start only");
    }

    void mistakesInKeysNameTheNode()
    {
        Graph graph = blowerGraph();
        graph.setValue("drive", "keys", Text{"1; 0 0 0\n1; 0 0 1"});
        verifyRefused(graph, "not later");
        graph.setValue("drive", "keys", Text{});
        verifyRefused(graph, "at least one");
    }
};

SASTRUGI_TEST(EmitterMotionTest)
#include "EmitterMotionTest.moc"
