// Terrain, Merge and Wind File in a graph.
#include "nodes/graph/Evaluator.h"
#include "tests/TestCase.h"
#include "tests/nodes/sampleGraph.h"

#include <QFile>
#include <QTemporaryDir>

using namespace sastrugi;
using namespace sastrugi::test;

namespace
{

const std::string folder = SASTRUGI_SOURCE_DIR "/tests/nodes/types/";

MovingMesh meshOf(const Graph& graph, const std::string& node)
{
    return std::get<MovingMesh>(Evaluator("/").evaluate(graph, node)[0]);
}

} // namespace

class InputNodesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aPictureIsTheGround()
    {
        Graph graph(allNodes());
        graph.add("geometry.terrain", "ground");
        graph.setValue("ground", "source", ChoiceName{"picture"});
        graph.setValue("ground", "file", FilePath{folder + "heights.png"});
        graph.setValue("ground", "sizeX", 8.0);
        graph.setValue("ground", "lowest", -1.0);
        graph.setValue("ground", "highest", 4.0);
        graph.setValue("ground", "centre", Vector3(100, 0, 10));
        const MovingMesh ground = meshOf(graph, "ground");
        QCOMPARE(ground->points.size(), std::size_t{15});
        QVERIFY((ground->points[0] - Vector3(96, -2, 9)).norm() < 1e-12); // below left: black
        QVERIFY((ground->points[3] - Vector3(102, -2, 12)).norm() < 1e-12);
        QVERIFY((ground->points[10] - Vector3(96, 2, 14)).norm() < 1e-12); // above left: white
        graph.setValue("ground", "pointDistance", 1.0);
        QCOMPARE(meshOf(graph, "ground")->points.size(), std::size_t{9 * 5});
        graph.setValue("ground", "values", ChoiceName{"metres"});
        QCOMPARE(meshOf(graph, "ground")->bounds().maximum.z(), 10 + 65535.0);
        graph.setValue("ground", "file", FilePath{folder + "keys.csv"});
        QVERIFY_THROWS_EXCEPTION(NodeError, meshOf(graph, "ground"));
        graph.setValue("ground", "highest", -2.0);
        QVERIFY_THROWS_EXCEPTION(NodeError, meshOf(graph, "ground"));
    }

    void noiseIsAGroundOfItsSize()
    {
        Graph graph(allNodes());
        graph.add("geometry.terrain", "ground");
        graph.setValue("ground", "sizeY", 20.0);
        graph.setValue("ground", "baseThickness", 0.5);
        const Bounds bounds = meshOf(graph, "ground")->bounds();
        QVERIFY((bounds.size().head<2>() - Eigen::Vector2d(10, 20)).norm() < 1e-12);
        QVERIFY(bounds.maximum.z() < 2 && bounds.minimum.z() > -0.5);
        QVERIFY(meshOf(graph, "ground")->signedVolume() > 10 * 20 * 0.5);
    }

    void mergedMeshesKeepTheirMotion()
    {
        Graph graph(allNodes());
        graph.add("geometry.box", "a");
        graph.add("geometry.sphere", "b");
        graph.add("geometry.merge", "both");
        graph.connect({"a", "mesh", "both", "meshes"});
        QVERIFY(meshOf(graph, "both")->contentHash() == meshOf(graph, "a")->contentHash());
        graph.connect({"b", "mesh", "both", "meshes"});
        const MovingMesh both = meshOf(graph, "both");
        QCOMPARE(both->triangles.size(), meshOf(graph, "a")->triangles.size() + meshOf(graph, "b")->triangles.size());
        QVERIFY(!both.deformation);
    }

    void windOfAFileReachesTheScene()
    {
        QTemporaryDir files;
        const QString path = files.filePath("flow.vti"), other = files.filePath("other.vti");
        QVERIFY(QFile::copy(QString::fromStdString(folder + "flow.vti"), path) && QFile::copy(path, other));
        Graph graph = sampleGraph();
        graph.add("field.windFile", "flow");
        graph.setValue("flow", "file", FilePath{path.toStdString()});
        graph.connect({"flow", "field", "sph", "wind"});
        const auto sceneOf = [&] {
            return std::get<std::shared_ptr<const Scene>>(Evaluator("/").evaluate(graph, "sph")[0]);
        };
        const auto scene = sceneOf();
        const Float4 place{0, 0.5f, 1, 0};
        Float4 velocity;
        scene->wind->sample({{&place, 1}, Vector3::Zero()}, 0, {&velocity, 1});
        QVERIFY(std::abs(velocity.x - 5.5f) < 1e-6f && std::abs(velocity.y - 0.75f) < 1e-6f &&
                std::abs(velocity.z - 0.25f) < 1e-6f);
        // What counts is what is in the file, and not where it is.
        const Hash hash = scene->contentHash(), nodeHash = Evaluator("/").hash(graph, "flow");
        graph.setValue("flow", "file", FilePath{other.toStdString()});
        QVERIFY(sceneOf()->contentHash() == hash && Evaluator("/").hash(graph, "flow") == nodeHash);
        QFile file(other);
        QVERIFY(file.open(QIODevice::ReadWrite));
        QByteArray content = file.readAll();
        content.replace("6 1 0.5", "6 1 0.75");
        file.resize(0);
        file.seek(0);
        file.write(content);
        file.close();
        QVERIFY(sceneOf()->contentHash() != hash && Evaluator("/").hash(graph, "flow") != nodeHash);
        graph.setValue("flow", "array", Text{"velocity"});
        try {
            sceneOf();
            QFAIL("accepted");
        } catch (const NodeError& error) {
            QVERIFY2(error.node() == "flow" && QString::fromUtf8(error.what()).contains("it has U"), error.what());
        }
    }
};

SASTRUGI_TEST(InputNodesTest)
#include "InputNodesTest.moc"
