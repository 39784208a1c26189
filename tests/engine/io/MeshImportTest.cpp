#include "tests/TestCase.h" // first: moc of Qt 6.4 fails to read <compare> before it
#include "tests/engine/io/wildMeshes.h"

#include "engine/core/Error.h"
#include "engine/geometry/LatticeFill.h"
#include "engine/geometry/MeshTopology.h"
#include "engine/geometry/WindingNumber.h"
#include "engine/io/MeshImport.h"

#include <QElapsedTimer>
#include <QTemporaryDir>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

using namespace sastrugi;
using namespace sastrugi::test;

namespace
{

const std::string tetrahedron = "v 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 3\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

/// The volume with each hole closed by a fan around the middle of its rim: sum over rim edges of tetrahedra.
double cappedVolume(const TriangleMesh& mesh)
{
    double volume = mesh.signedVolume();
    const Vector3 reference = mesh.points[mesh.triangles[0][0]];
    const auto welded = weldedIndices(mesh);
    std::vector<std::array<std::uint32_t, 2>> rim;
    forEachEdge(sortedEdges(mesh, welded), [&](std::span<const TriangleEdge> sides) {
        if (sides.size() == 1)
            rim.push_back(sides[0].isForward ? std::array{sides[0].high, sides[0].low}
                                             : std::array{sides[0].low, sides[0].high});
    });
    while (!rim.empty()) {
        std::vector<std::array<std::uint32_t, 2>> loop = {rim.back()};
        rim.pop_back();
        for (std::size_t i = 0; i < rim.size();) {
            if (rim[i][0] == loop.back()[1]) {
                loop.push_back(rim[i]);
                rim.erase(rim.begin() + static_cast<std::ptrdiff_t>(i));
                i = 0;
            } else
                ++i;
        }
        Vector3 middle = Vector3::Zero();
        for (const auto& edge : loop)
            middle += mesh.points[edge[0]] / double(loop.size());
        for (const auto& [from, to] : loop)
            volume += (middle - reference).dot((mesh.points[from] - reference).cross(mesh.points[to] - reference)) / 6;
    }
    return volume;
}

} // namespace

class MeshImportTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    std::filesystem::path write(const std::string& name, const std::string& text)
    {
        const std::filesystem::path path = std::filesystem::path(m_folder.path().toStdString()) / name;
        std::ofstream(path, std::ios::binary) << text;
        return path;
    }

    /// The sentence of the error, or an empty string when the file is read.
    static std::string failure(const std::filesystem::path& path, const MeshImportOptions& options = {})
    {
        try {
            importMesh(path, options);
            return {};
        } catch (const Error& error) {
            return error.kind() == ErrorKind::Scene ? error.what() : std::string("wrong kind: ") + error.what();
        }
    }

private Q_SLOTS:
    void initTestCase() { qputenv("SASTRUGI_IMPORT", SASTRUGI_BINARY_DIR "/sastrugi-import"); }

    void theReaderSaysItsVersion() { QVERIFY2(meshReaderVersion().starts_with("5."), meshReaderVersion().c_str()); }

    void meshIsReadWithPathsOfAnyKind()
    {
        for (const std::string name : {"plain.obj", "with space & 'quotes'.obj", "снег на склоне.obj", "-o.OBJ"}) {
            const ImportedMesh imported = importMesh(write(name, tetrahedron));
            QCOMPARE(imported.mesh().points.size(), 4u);
            QCOMPARE(imported.mesh().triangles.size(), 4u);
            QVERIFY(imported.report.isClosed);
            QVERIFY(std::abs(imported.mesh().signedVolume() - 1) < 1e-6);
            QCOMPARE(std::ranges::count(imported.messages, LogLevel::Warning, &LogMessage::level), 0);
        }
    }

    void unitAxisAndSizeAreChosenByTheCaller()
    {
        const auto path = write("tetrahedron.obj", tetrahedron);
        const auto sizeWith = [&](UpAxis axis, double unit, double size) {
            return importMesh(path, {.unit = unit, .upAxis = axis, .size = size}).mesh();
        };
        QVERIFY((sizeWith(UpAxis::Z, 0.01, 0).bounds().size() - Vector3(0.01, 0.02, 0.03)).norm() < 1e-9);
        QVERIFY((sizeWith(UpAxis::Y, 1, 0).bounds().size() - Vector3(1, 3, 2)).norm() < 1e-6);
        QVERIFY((sizeWith(UpAxis::X, 1, 0).bounds().size() - Vector3(2, 3, 1)).norm() < 1e-6);
        QVERIFY((sizeWith(UpAxis::Z, 100, 0.6).bounds().size() - Vector3(0.2, 0.4, 0.6)).norm() < 1e-6);
        for (const UpAxis axis : {UpAxis::X, UpAxis::Y, UpAxis::Z})
            QVERIFY(std::abs(sizeWith(axis, 1, 0).signedVolume() - 1) < 1e-6); // turned, never mirrored
        QVERIFY(QString::fromStdString(failure(path, {.unit = 0})).contains("unit"));
    }

    void numbersOfObjMayBeginWithTheirPoint()
    {
        const auto path = write("points.obj", "v 0 0 .25\nv 1 -.5 0\nv .5e0\t1 +.125\n# .5 is a half\nf 1 2 3\n");
        const TriangleMesh mesh = importMesh(path, {.upAxis = UpAxis::Z}).mesh();
        QCOMPARE(mesh.points.size(), std::size_t(3));
        QVERIFY((mesh.bounds().minimum - Vector3(0, -0.5, 0)).norm() < 1e-7);
        QVERIFY((mesh.bounds().maximum - Vector3(1, 1, 0.25)).norm() < 1e-7);
        QVERIFY((mesh.points[2] - Vector3(0.5, 1, 0.125)).norm() < 1e-7);
    }

    void colladaKeepsTheNumbersOfTheFile()
    {
        const std::string text =
            "<?xml version='1.0'?>\n"
            "<COLLADA xmlns='http://www.collada.org/2005/11/COLLADASchema' version='1.4.1'>\n"
            "<asset><unit name='centimeter' meter='0.01'/><up_axis>Z_UP</up_axis></asset>\n"
            "<library_geometries><geometry id='g'><mesh>\n"
            "<source id='p'><float_array id='pa' count='9'>0 0 0 100 0 0 0 200 50</float_array>\n"
            "<technique_common><accessor source='#pa' count='3' stride='3'><param name='X' type='float'/><param "
            "name='Y' type='float'/><param name='Z' type='float'/></accessor></technique_common></source>\n"
            "<vertices id='v'><input semantic='POSITION' source='#p'/></vertices>\n"
            "<triangles count='1'><input semantic='VERTEX' source='#v' offset='0'/><p>0 1 2</p></triangles>\n"
            "</mesh></geometry></library_geometries>\n"
            "<library_visual_scenes><visual_scene id='s'><node id='n'><instance_geometry "
            "url='#g'/></node></visual_scene></library_visual_scenes>\n"
            "<scene><instance_visual_scene url='#s'/></scene></COLLADA>\n";
        const ImportedMesh imported = importMesh(write("centimetres.dae", text), {.unit = 0.01});
        QVERIFY((imported.mesh().bounds().size() - Vector3(1, 2, 0.5)).norm() < 1e-6);
        QCOMPARE(imported.facts.note, std::string("up axis Z, unit 0.01 m"));
    }

    void defectsAreReported()
    {
        const ImportedMesh open = importMesh(write(
            "open.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 9 9 9\nf 1 2 3\nf 1 3 4\nf 1 1 2\nf 1 2 2\nl 1 3\n"));
        QCOMPARE(open.mesh().triangles.size(), 2u);
        QCOMPARE(open.mesh().points.size(), 4u);
        QCOMPARE(open.repair.degenerateTriangles, 2u);
        QCOMPARE(open.report.boundaryEdges, 4u);
        QCOMPARE(open.report.holes, 1u);
        std::vector<std::string> codes;
        for (const LogMessage& message : open.messages)
            codes.push_back(message.code);
        QVERIFY(std::find(codes.begin(), codes.end(), "mesh.open") != codes.end());
        QVERIFY(std::find(codes.begin(), codes.end(), "mesh.degenerate") != codes.end());
    }

    /// Whatever its first corner is.
    void concaveFacesAreNotLeft()
    {
        const std::array<const char*, 6> corners = {"0 0", "2 0", "2 1", "1 1", "1 2", "0 2"};
        for (const char* format : {"obj", "off"})
            for (std::size_t first = 0; first < 6; ++first) {
                std::string vertices, face;
                for (std::size_t i = 0; i < 6; ++i) {
                    vertices +=
                        std::string(*format == 'o' && format[1] == 'b' ? "v " : "") + corners[(first + i) % 6] + " 0\n";
                    face += fmt::format(" {}", format[1] == 'b' ? i + 1 : i);
                }
                const ImportedMesh shape = importMesh(write(
                    std::string("l.") + format,
                    format[1] == 'b' ? vertices + "f" + face + "\n" : "OFF\n6 1 0\n" + vertices + "6" + face + "\n"));
                double area = 0;
                for (const auto& [a, b, c] : shape.mesh().triangles) {
                    const auto& points = shape.mesh().points;
                    area += 0.5 * (points[b] - points[a]).cross(points[c] - points[a]).norm();
                }
                QVERIFY2(std::abs(area - 3) < 1e-9, qPrintable(QString("%1 %2 %3").arg(format).arg(first).arg(area)));
            }
    }

    void uselessFilesAreRefusedWithASentence_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("empty") << "empty.obj" << QByteArray() << "is empty";
        QTest::newRow("unknown ending") << "mesh.docx" << QByteArray("hello") << "ending '.docx'";
        QTest::newRow("no ending") << "mesh" << QByteArray("hello") << "ending ''";
        QTest::newRow("points only") << "points.obj" << QByteArray("v 0 0 0\nv 1 0 0\nv 1 1 0\n") << "no faces";
        QTest::newRow("lines only") << "lines.obj" << QByteArray("v 0 0 0\nv 1 0 0\nl 1 2\n") << "only lines";
        QTest::newRow("no area") << "flat.obj" << QByteArray("v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n") << "without area";
        QTest::newRow("not finite") << "nan.obj" << QByteArray("v 0 0 0\nv nan 0 0\nv 0 1 0\nf 1 2 3\n")
                                    << "not finite";
        QTest::newRow("index") << "index.obj" << QByteArray("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n")
                               << "index.obj' cannot be read";
        QTest::newRow("ten corners")
            << "ten.off"
            << QByteArray("OFF\n10 1 0\n0 0 0\n1 0 0\n2 0 0\n3 0 0\n4 1 0\n4 2 0\n3 3 0\n2 3 0\n1 3 0\n0 2 0\n"
                          "10 0 1 2 3 4 5 6 7 8 9\n")
            << "ten or more";
        QTest::newRow("UTF-16") << "wide.obj"
                                << QByteArray("\xff\xfev\0 \0"
                                              "0\0",
                                              9)
                                << "UTF-16";
        QTest::newRow("UTF-16 without mark") << "wide.obj"
                                             << QByteArray("\0v\0 \0"
                                                           "0",
                                                           6)
                                             << "UTF-16";
    }

    void uselessFilesAreRefusedWithASentence()
    {
        QFETCH(QString, name);
        QFETCH(QByteArray, content);
        QFETCH(QString, sentence);
        const auto path = write(name.toStdString(), content.toStdString());
        const QString text = QString::fromStdString(failure(path));
        QVERIFY2(text.contains(sentence) && text.contains(name), qPrintable(text));
    }

    void whatIsNoFileIsRefused()
    {
        const std::filesystem::path folder = m_folder.path().toStdString();
        QVERIFY(QString::fromStdString(failure(folder / "missing.obj")).contains("does not exist"));
        QVERIFY(QString::fromStdString(failure(folder)).contains("is a folder"));
        QVERIFY_THROWS_EXCEPTION(Error, fileHash(folder / "missing.obj"));
    }

    void slowReaderIsKilledAtTheLimitAndOnStop()
    {
        const auto script = write("slow.sh", "#!/bin/sh\nexec sleep 100\n");
        std::filesystem::permissions(script, std::filesystem::perms::owner_all);
        qputenv("SASTRUGI_IMPORT", script.string().c_str());
        const auto path = write("tetrahedron.obj", tetrahedron);
        QVERIFY(QString::fromStdString(failure(path, {.timeLimit = 0.1})).contains("longer than 0.1 s"));
        std::stop_source stop;
        stop.request_stop();
        QVERIFY_THROWS_EXCEPTION(Error, importMesh(path, {}, stop.get_token()));
        qputenv("SASTRUGI_IMPORT", "/nonexistent");
        QVERIFY_THROWS_EXCEPTION(Error, importMesh(path));
        initTestCase();
    }

    void hashIsThatOfTheBytes()
    {
        const auto one = write("one.obj", tetrahedron), two = write("two.obj", tetrahedron);
        QVERIFY(fileHash(one) == fileHash(two));
        QVERIFY(fileHash(one) != fileHash(write("two.obj", tetrahedron + "\n")));
    }

    void awkwardFilesHaveTheirOutcome_data()
    {
        QTest::addColumn<QString>("outcome"); // empty: it loads
        const auto row = [](const char* name, const char* outcome) { QTest::newRow(name) << QString(outcome); };
        row("FBX_cubes_with_outofrange_float.fbx", "");
        row("FBX_global_settings.fbx", "");
        row("OBJ_box_UTF16BE.obj", "UTF-16");
        row("OBJ_concave_polygon.obj", "");
        row("OBJ_number_formats.obj", "1 triangle, all without area");
        row("OBJ_point_cloud.obj", "3 points but no faces");
        row("OBJ_space_in_material_name.obj", "");
        row("OBJ_testline.obj", "only lines");
        row("OFF_invalid.off", "faces of no corners");
        row("PLY_cube_binary.ply", "");
        row("PLY_points.ply", "4 points but no faces");
        row("STL_sphereWithHole.stl", "");
        row("STL_triangle.stl", "");
        row("STL_triangle_with_empty_solid.stl", "");
        row("STL_triangle_with_two_solids.stl", "");
        row("glTF2_BoxBadNormals-glTF-Binary_BoxBadNormals.glb", "");
        row("glTF2_BoxWithInfinites-glTF-Binary_BoxWithInfinites.glb", "not finite");
        row("glTF2_RecursiveNodes_RecursiveNodes.gltf", "recursive reference");
        row("glTF2_TestNoRootNode_NoScene.gltf", "No scene");
        row("invalid_OutOfMemory.off", "more than 2 GiB");
        row("invalid_crash-30d6d0f7c529b3b66b4131700b7a4580cd7082df.ply", "its header has no end");
        row("invalid_empty.obj", "is empty");
        row("invalid_empty.ply", "is empty");
        row("invalid_malformed.obj", "Invalid face index");
        row("invalid_malformed2.obj", "");
    }

    void awkwardFilesHaveTheirOutcome()
    {
        QFETCH(QString, outcome);
        if (wildMeshes().empty())
            QSKIP("SASTRUGI_TEST_MESHES does not name the folder of test meshes.");
        const auto path = wildMeshes() / "awkward" / QTest::currentDataTag();
        QElapsedTimer timer;
        timer.start();
        const std::string sentence = failure(path);
        QVERIFY(timer.elapsed() < 20000);
        QVERIFY2(sentence.empty() == outcome.isEmpty() && QString::fromStdString(sentence).contains(outcome),
                 sentence.c_str());
    }

    void cleanAndAnimatedFilesLoad()
    {
        if (wildMeshes().empty())
            QSKIP("SASTRUGI_TEST_MESHES does not name the folder of test meshes.");
        for (const char* folder : {"clean", "animated"})
            for (const auto& entry : std::filesystem::directory_iterator(wildMeshes() / folder)) {
                const std::string sentence = failure(entry.path());
                QVERIFY2(sentence.empty(), sentence.c_str());
            }
    }

    void bunnyIsFilledThoughItIsOpen()
    {
        if (wildMeshes().empty())
            QSKIP("SASTRUGI_TEST_MESHES does not name the folder of test meshes.");
        const ImportedMesh bunny =
            importMesh(wildMeshes() / "clean" / "stanford-bunny.obj", {.upAxis = UpAxis::Y, .size = 0.6});
        QVERIFY(!bunny.report.isClosed);
        const double expected = cappedVolume(bunny.mesh()), spacing = std::cbrt(expected / 30000);
        const auto points = fillLattice(bunny.mesh(), spacing);
        const double volume = double(points.size()) * std::pow(spacing, 3);
        QVERIFY2(std::abs(volume / expected - 1) < 0.02, qPrintable(QString::number(volume / expected)));
    }
};

SASTRUGI_TEST(MeshImportTest)
#include "MeshImportTest.moc"
