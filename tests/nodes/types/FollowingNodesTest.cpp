// Which nodes follow a hand, what they move, and how they come to be.
#include "nodes/types/followingNodes.h"
#include "nodes/document/SceneDocument.h"
#include "nodes/graph/Evaluator.h"
#include "nodes/types/allNodes.h"
#include "tests/TestCase.h"
#include "tests/app/cli/liveScene.h"

using namespace sastrugi;
using namespace sastrugi::test;

class FollowingNodesTest : public QObject
{
    Q_OBJECT

    Graph graph() { return readDocument(liveScene().toStdString(), {}, allNodes()).graph; }

private Q_SLOTS:
    void theyAreFoundWithWhatTheyMove()
    {
        Graph graph = this->graph();
        std::vector<std::string> names = followingNodes(graph, "dem");
        std::ranges::sort(names);
        QVERIFY(names == (std::vector<std::string>{"push", "swing"}));
        QCOMPARE(QString::fromStdString(followedNode(graph, "push")), "paddle");
        QCOMPARE(QString::fromStdString(followedNode(graph, "swing")), "jet");
        graph.setBypassed("push", true);
        QVERIFY(followingNodes(graph, "dem") == std::vector<std::string>{"swing"});
    }

    void whatStoodStillFollows()
    {
        Graph graph = this->graph();
        QCOMPARE(letFollow(graph, "paddle"), "push"); // it does already
        QCOMPARE(letFollow(graph, "push"), "push");
        QVERIFY(graph == this->graph());
        const std::string name = letFollow(graph, "floor");
        QCOMPARE(QString::fromStdString(followedNode(graph, name)), "floor");
        QVERIFY(graph.linksFrom("floor").size() == 1 && graph.linksFrom(name).size() == 1);
        QCOMPARE(graph.linksFrom(name).front().toNode, "dem");
        QVERIFY_THROWS_EXCEPTION(Error, letFollow(graph, "snow"));
    }

    void recordedKeysAreItsMotion()
    {
        Graph graph = this->graph();
        setRecordedKeys(graph, "push", {{0, {0, 0, 0}}, {1, {0.5, 0, 0}}});
        const auto boundary = Evaluator({}).evaluate<Boundary>(graph, "push");
        QVERIFY((boundary->motion.poseAt(0.5).translation - Vector3(0.25, 0, 0)).norm() < 1e-12);
    }

    /// What the evaluation of a live run gives is moved by what is appended afterwards.
    void aLiveEvaluationFollows()
    {
        LiveMotions live;
        live["push"];
        Evaluator evaluator({});
        evaluator.setLive(live);
        const auto scene = evaluator.evaluate<Scene>(graph(), "dem");
        QVERIFY(live["push"].has_value());
        live["push"]->append(motionKey({1, {2, 0, 0}}));
        const auto paddle = std::ranges::find(scene->boundaries, std::string("paddle"), &Boundary::name);
        QVERIFY(paddle != scene->boundaries.end());
        QVERIFY((paddle->motion.poseAt(0.5).translation - Vector3(1, 0, 0)).norm() < 1e-12);
    }
};

SASTRUGI_TEST(FollowingNodesTest)
#include "FollowingNodesTest.moc"
