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

/// floor -> path -> parent <- spin <- carrier, and both to sph; the path is on the floor.
Graph carriedGraph()
{
    Graph graph = sampleGraph();
    graph.add("motion.path", "path");
    graph.add("sampling.boundarySampler", "carrier");
    graph.add("motion.steady", "spin");
    graph.add("motion.parent", "parent");
    graph.disconnect({"floor", "boundary", "sph", "boundaries"});
    graph.connect({"floor", "boundary", "path", "boundary"});
    graph.connect({"plane", "mesh", "carrier", "mesh"});
    graph.connect({"carrier", "boundary", "spin", "boundary"});
    graph.connect({"path", "boundary", "parent", "boundary"});
    graph.connect({"spin", "boundary", "parent", "parent"});
    graph.connect({"parent", "boundary", "sph", "boundaries"});
    graph.connect({"spin", "boundary", "sph", "boundaries"});
    graph.setValue("spin", "angularVelocity", Vector3(0, 0, 2));
    graph.setValue("path", "x", Text{"0.5 * (frame - 1) / fps"});
    graph.setValue("path", "y", Text{"0; 0\n1 s; 20 cm; linear\n3 s; 40 cm"});
    graph.setValue("path", "z", Text{"10 cm"});
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

    void functionsOfTimeMoveAndAreCarried()
    {
        const auto scene = sceneOf(carriedGraph());
        for (const Boundary& boundary : scene->boundaries) {
            const bool isCarried = boundary.name == "floor";
            for (const double time : {0.0, 1.0, 2.0, 7.0}) {
                const Eigen::AngleAxisd spin(2 * time, Vector3::UnitZ());
                Vector3 place(1, 0, 0);
                if (isCarried) // its own way is within what carries it
                    place += Vector3(0.5 * time, time <= 1 ? 0.2 * time : time < 3 ? 0.1 + 0.1 * time : 0.4, 0.1);
                QVERIFY((boundary.motion.poseAt(time)({1, 0, 0}) - spin * place).norm() < 1e-12);
            }
        }
        Graph graph = carriedGraph();
        graph.setValue(Graph::sceneNode, "framesPerSecond", 30.0);
        const auto other = sceneOf(graph);
        QVERIFY(other->contentHash() != scene->contentHash());
    }

    /// A mesh with the same functions makes the same obstacle; in what Merge makes of it, it moves beside what stands.
    void meshesMoveAsTheirObstaclesWould()
    {
        Graph graph = sampleGraph();
        graph.add("geometry.animated", "animated");
        graph.disconnect({"plane", "mesh", "floor", "mesh"});
        graph.connect({"plane", "mesh", "animated", "mesh"});
        graph.connect({"animated", "mesh", "floor", "mesh"});
        graph.setValue("animated", "x", Text{"0; 0\n1 s; 20 cm; linear\n3 s; 40 cm"});
        graph.setValue("animated", "rotationZ", Text{"2 * t"});
        const auto scene = sceneOf(graph), still = sceneOf(sampleGraph());
        const Boundary& floor = scene->boundaries[0];
        QVERIFY(!floor.deformation && floor.mesh->points == still->boundaries[0].mesh->points);
        const Vector3 place = floor.motion.poseAt(2)({1, 0, 0});
        QVERIFY((place - Vector3(0.3 + std::cos(4), std::sin(4), 0)).norm() < 1e-12);

        graph.add("geometry.box", "box");
        graph.add("geometry.merge", "both");
        graph.disconnect({"animated", "mesh", "floor", "mesh"});
        graph.connect({"animated", "mesh", "both", "meshes"});
        graph.connect({"box", "mesh", "both", "meshes"});
        graph.connect({"both", "mesh", "floor", "mesh"});
        const Boundary both = sceneOf(graph)->boundaries[0];
        QVERIFY(both.deformation && both.motion.isStill());
        const std::vector<Vector3> before = both.deformation->pointsAt(0), after = both.deformation->pointsAt(2);
        for (std::size_t i = 0; i < before.size(); ++i) {
            const bool isOfPlane = i < floor.mesh->points.size();
            const Vector3 expected = isOfPlane ? floor.motion.poseAt(2)(floor.mesh->points[i]) : before[i];
            QVERIFY((after[i] - expected).norm() < 1e-12);
        }

        graph.setValue("animated", "x", Text{"1 / (t - 0.1)"});
        try {
            sceneOf(graph);
            QFAIL("accepted");
        } catch (const NodeError& error) {
            QCOMPARE(error.node(), std::string("animated"));
        }
    }

    void aTableGivesTheKeys()
    {
        Graph graph = carriedGraph();
        graph.setValue("path", "interpolation", ChoiceName{"linear"});
        graph.setValue("path", "file", FilePath{SASTRUGI_SOURCE_DIR "/tests/nodes/types/keys.csv"});
        graph.setValue("spin", "angularVelocity", Vector3(0, 0, 0));
        const auto scene = sceneOf(graph);
        const auto& boundaries = scene->boundaries;
        const auto floor = std::find_if(boundaries.begin(), boundaries.end(),
                                        [](const Boundary& boundary) { return boundary.name == "floor"; });
        QVERIFY(floor != boundaries.end());
        // z and the turn are those of the table, x and y those of the node.
        const Vector3 place = floor->motion.poseAt(1)({1, 0, 0});
        QVERIFY((place - Vector3(0.5 + std::cos(0.75), 0.2 + std::sin(0.75), 0.5)).norm() < 1e-12);
    }

    void functionsOfTimeNameTheirMistakes()
    {
        const auto refuses = [](const char* key, const ParameterValue& value, const char* words) {
            Graph graph = carriedGraph();
            graph.setValue("path", key, value);
            try {
                sceneOf(graph);
                QFAIL("accepted");
            } catch (const NodeError& error) {
                QCOMPARE(error.node(), std::string("path"));
                QVERIFY2(QString::fromUtf8(error.what()).contains(words), error.what());
            }
        };
        refuses("z", Text{"2 * tt"}, "parameter 'z': the expression '2 * tt' is wrong at character 5");
        refuses("rotationY", Text{"0; 0\n1; up"}, "parameter 'rotationY': line 2 of the keys");
        refuses("x", Text{"0; 0; step\n1; 1"}, "jumps");
        refuses("after", ChoiceName{"loop"}, "jumps");
        refuses("file", FilePath{SASTRUGI_SOURCE_DIR "/tests/nodes/types/particles.csv"}, "time");
        refuses("file", FilePath{"nowhere.csv"}, "nowhere.csv");
        // At a time that no frame and no eighth of one has, and from a time on.
        refuses("x", Text{"1 / (t - 0.1)"}, "'x' of a motion: the expression '1 / (t - 0.1)' is not finite at 0.1 s");
        refuses("rotationZ", Text{"sqrt(0.25 - t)"}, "'rotationZ' of a motion: the expression 'sqrt(0.25 - t)' is not");
        refuses("y", Text{"clamp(t, 1, 0)"}, "lower limit 1, which is above its upper one, 0");
        refuses("y", Text{"clamp(t, t, 0.5)"}, "lower limit 0.501, which is above its upper one, 0.5");
    }

    void onlyTheFramesOfTheSceneCount()
    {
        Graph graph = carriedGraph();
        graph.setValue("path", "x", Text{"1 / (t - 3)"});
        graph.setValue(Graph::sceneNode, "lastFrame", std::int64_t{20});
        QVERIFY(sceneOf(graph));
        graph.setValue(Graph::sceneNode, "lastFrame", std::int64_t{100});
        QVERIFY_THROWS_EXCEPTION(NodeError, sceneOf(graph));
    }

    void nothingCarriesItself()
    {
        Graph graph = carriedGraph();
        graph.disconnect({"spin", "boundary", "parent", "parent"});
        graph.connect({"path", "boundary", "parent", "parent"});
        try {
            sceneOf(graph);
            QFAIL("accepted");
        } catch (const NodeError& error) {
            QCOMPARE(error.node(), std::string("parent"));
            QVERIFY2(QString::fromUtf8(error.what()).contains("'floor' is linked to both inputs"), error.what());
        }
    }
};

SASTRUGI_TEST(MotionNodesTest)
#include "MotionNodesTest.moc"
