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

    void openMeshesBecomeThinShells()
    {
        QTemporaryDir files;
        for (const auto& [number, height] : {std::pair{1, 0}, {2, 1}}) {
            QFile file(files.filePath(QString("sheet.%1.obj").arg(number, 4, 10, QChar('0'))));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(QString("v 0 0 %1\nv 1 0 %1\nv 1 1 %1\nv 0 1 %1\nf 1 2 3\nf 1 4 3\n").arg(height).toUtf8());
        }
        const auto fileOf = [&](const char* name) { return FilePath{files.filePath(name).toStdString()}; };
        Graph graph(allNodes());
        graph.add("geometry.meshFile", "sheet");
        graph.add("geometry.meshSequence", "rising");
        graph.setValue("sheet", "file", fileOf("sheet.0001.obj"));
        graph.setValue("rising", "file", fileOf("sheet.####.obj"));
        for (const char* node : {"sheet", "rising"}) {
            graph.setValue(node, "holes", ChoiceName{"thinShell"});
            graph.setValue(node, "thickness", 0.2);
            std::string codes;
            Evaluator evaluator("/", [&](const LogMessage& message) { codes += message.code + " "; });
            const MovingMesh mesh = std::get<MovingMesh>(evaluator.evaluate(graph, node)[0]);
            QVERIFY(std::abs(mesh->signedVolume() - 0.2) < 1e-6); // one of its triangles was turned round
            QVERIFY2(codes.find("mesh.shell") != codes.npos && codes.find("mesh.open") == codes.npos, codes.c_str());
            QCOMPARE(mesh.deformation != nullptr, std::string(node) == "rising");
            if (mesh.deformation) {
                const std::vector<Vector3> later = mesh.deformation->pointsAt(1);
                QCOMPARE(later.size(), mesh->points.size());
                for (std::size_t i = 0; i < later.size(); ++i)
                    QVERIFY((later[i] - mesh->points[i] - Vector3(0, 0, 1)).norm() < 1e-6);
            }
        }
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
