// Meshes of PLY files, as programs write them and as nobody should.
#include "tests/TestCase.h" // first: moc of Qt 6.4 fails to read <compare> before it

#include "engine/core/Error.h"
#include "engine/io/MeshReader.h"

#include <QTemporaryDir>

#include <fstream>
#include <string>

using namespace sastrugi;
using namespace sastrugi::test;

namespace
{

using Triangles = std::vector<std::array<std::uint32_t, 3>>;

const std::string squarePlaces = "0 0 0\n1 0 0\n1 1 0\n0 1 0\n";
const std::string plyVertices = "element vertex 4\nproperty float x\nproperty float y\nproperty float z\n";
const std::string plyFaces = "element face 1\nproperty list uchar int vertex_indices\n";

std::string plyText(const std::string& elements, const std::string& values)
{
    return "ply\nformat ascii 1.0\ncomment by hand\n" + elements + "end_header\n" + values;
}

class PlyMeshTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    AnimatedModel read(const std::string& content) const
    {
        const std::filesystem::path path = m_folder.filePath("a.PLY").toStdString();
        std::ofstream(path, std::ios::binary) << content;
        return readMeshFile(path, 60).model;
    }
    QString refusal(const std::string& content) const
    {
        try {
            read(content);
            return "accepted";
        } catch (const Error& error) {
            return error.kind() == ErrorKind::Scene ? QString(error.what()) : "another kind of error";
        }
    }

private Q_SLOTS:
    void initTestCase() { qputenv("SASTRUGI_IMPORT", SASTRUGI_BINARY_DIR "/sastrugi-import"); }

    void facesOfAnySizeBecomeTriangles()
    {
        const AnimatedModel quad = read(plyText(plyVertices + plyFaces, squarePlaces + "4 0 1 2 3\n"));
        QCOMPARE(quad.points.size(), 4u);
        QCOMPARE(quad.points[2], Vector3(1, 1, 0));
        QCOMPARE(quad.triangles.size(), 2u);
        for (const auto& [a, b, c] : quad.triangles) // all face the same side as the square
            QVERIFY((quad.points[b] - quad.points[a]).cross(quad.points[c] - quad.points[a]).z() > 0.5);
    }

    void aQuadrangleThatMovesKeepsItsTriangles()
    {
        // Bent along either diagonal; a vertex that goes inwards asks for the one through it.
        for (const char* places :
             {"0 0 0\n1 0 0.3\n1 1 0\n0 1 0.3\n", "0 0 0.3\n1 0 0\n1 1 0.3\n0 1 0\n", "0 0 0\n3 0 0.1\n1 1 0\n0 1 2\n"})
            QCOMPARE(read(plyText(plyVertices + plyFaces, std::string(places) + "4 0 1 2 3\n")).triangles,
                     (Triangles{{0, 1, 2}, {0, 2, 3}}));
        const AnimatedModel arrow =
            read(plyText(plyVertices + plyFaces, "0 0 0\n1 0 0\n0.2 0.2 0\n0 1 0\n4 1 2 3 0\n"));
        QCOMPARE(arrow.triangles.size(), 2u);
        for (const auto& [a, b, c] : arrow.triangles)
            QVERIFY((arrow.points[b] - arrow.points[a]).cross(arrow.points[c] - arrow.points[a]).z() > 0.1);
    }

    void indicesHaveTwoNamesAndOthersBesides()
    {
        // A face with a colour before its corners and texture coordinates behind them, and lines of another element.
        const std::string others = "element face 1\nproperty uchar red\nproperty list uchar uint vertex_index\n"
                                   "property list uchar float texcoord\n";
        const AnimatedModel model =
            read(plyText("element edge 1\nproperty int a\nproperty int b\n" + plyVertices + others,
                         "0 1\n" + squarePlaces + "255 3 0 1 2 6 0 0 1 0 1 1\n"));
        QCOMPARE(model.triangles, (Triangles{{0, 1, 2}}));
    }

    void stripsTurnEverySecondTriangleAndEndAtMinusOne()
    {
        const std::string strips = "element tristrips 1\nproperty list int int vertex_indices\n";
        const AnimatedModel model = read(plyText(plyVertices + strips, squarePlaces + "9 0 1 3 2 -1 1 2 3 -1\n"));
        QCOMPARE(model.triangles, (Triangles{{0, 1, 3}, {1, 2, 3}, {1, 2, 3}}));
    }

    void eitherByteOrderIsRead()
    {
        const std::string elements =
            "element vertex 3\nproperty short x\nproperty short y\nproperty short z\n" + plyFaces;
        const auto file = [&](const std::string& order, const std::string& body) {
            return "ply\r\nformat " + order + " 1.0\r\n" + elements + "end_header\n" + body;
        };
        const std::string big("\0\0\0\0\0\0\0\1\0\0\0\0\0\0\1\2\0\0\3\0\0\0\0\0\0\0\1\0\0\0\2", 31),
            little("\0\0\0\0\0\0\1\0\0\0\0\0\0\0\2\1\0\0\3\0\0\0\0\1\0\0\0\2\0\0\0", 31);
        for (const auto& [order, body] : {std::pair{"binary_big_endian", big}, {"binary_little_endian", little}}) {
            const AnimatedModel model = read(file(order, body));
            QCOMPARE(model.points[2], Vector3(0, 258, 0));
            QCOMPARE(model.triangles, (Triangles{{0, 1, 2}}));
        }
    }

    void whatIsBrokenIsRefused_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char* name, const std::string& content, const char* sentence) {
            QTest::newRow(name) << QByteArray::fromStdString(content) << sentence;
        };
        row("corner beyond", plyText(plyVertices + plyFaces, squarePlaces + "3 0 1 4\n"),
            "1 face with points which it does not have");
        row("corner below", plyText(plyVertices + plyFaces, squarePlaces + "3 0 1 -1\n"), "1 face with points");
        row("short list", plyText(plyVertices + plyFaces, squarePlaces + "3 0 1\n"),
            "face 0 has no number for 'vertex_indices'");
        row("long list", plyText(plyVertices + plyFaces, squarePlaces + "250 0 1 2\n"), "announced with 250 numbers");
        row("longer line", plyText(plyVertices + plyFaces, squarePlaces + "3 0 1 2 3\n"), "face 0 has more numbers");
        row("missing vertex", plyText(plyVertices + plyFaces, "0 0 0\n1 0 0\n1 1 0\n3 0 1 2\n"),
            "vertex 3 has more numbers");
        row("more lines", plyText(plyVertices + plyFaces, squarePlaces + "3 0 1 2\n3 0 2 3\n"), "more behind the last");
        row("negative list",
            plyText(plyVertices + "element face 1\nproperty list char int vertex_indices\n", squarePlaces + "-3 0"),
            "announced with -3 numbers");
        row("missing face", plyText(plyVertices + plyFaces, squarePlaces), "face 0 has no number for 'vertex_indices'");
        row("word", plyText(plyVertices + plyFaces, "0 0 zero\n" + squarePlaces), "vertex 0 has no number for 'z'");
        row("no faces", plyText(plyVertices, squarePlaces), "4 points but no faces");
        row("no z", plyText("element vertex 1\nproperty float x\nproperty float y\n" + plyFaces, "0 0\n3 0 0 0\n"),
            "no x, y");
        row("list as place",
            plyText("element vertex 1\nproperty list uchar float x\nproperty float y\nproperty float z\n", "1 0 0 0\n"),
            "no x, y");
        row("no vertices", plyText(plyFaces, "3 0 1 2\n"), "no vertices");
        row("no end", "ply\nformat ascii 1.0\n" + plyVertices, "no end");
        row("no format", "ply\n" + plyVertices + "end_header\n" + squarePlaces, "no format");
        row("other format", "ply\nformat binary 1.0\n" + plyVertices + "end_header\n", "line 2");
        row("other type", plyText("element vertex 1\nproperty half x\n", "0\n"), "line 5");
        row("other word", plyText(plyVertices + "elements face 1\n", squarePlaces), "line 8");
        row("no property", plyText("property float x\n", ""), "of no element");
        row("OBJ", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "begin with 'ply'");
        row("many faces",
            plyText(plyVertices + "element face 18446744073709551615\nproperty list uchar int vertex_indices\n",
                    squarePlaces + "3 0 1 2\n"),
            "announces 18446744073709551615");
    }

    void whatIsBrokenIsRefused()
    {
        QFETCH(QByteArray, content);
        QFETCH(QString, sentence);
        const QString found = refusal(content.toStdString());
        QVERIFY2(found.contains(sentence) && found.contains("a.PLY"), qPrintable(found));
    }

    void elementsWithoutPropertiesTakeNoTime()
    {
        const AnimatedModel model = read(
            plyText("element nothing 18446744073709551615\n" + plyVertices + plyFaces, squarePlaces + "3 0 1 2\n"));
        QCOMPARE(model.triangles.size(), 1u);
    }
};

} // namespace

SASTRUGI_TEST(PlyMeshTest)
#include "PlyMeshTest.moc"
