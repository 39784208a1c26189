// Every format of meshes read back by a reader that knows the format and not the writer, every value compared.
#include "tests/TestCase.h" // first: moc of Qt 6.4 fails to read <compare> before it

#include "engine/core/Error.h"
#include "engine/core/Parallel.h"
#include "engine/geometry/Primitives.h"
#include "engine/io/MeshImport.h"
#include "engine/io/MeshWriter.h"
#include "tests/engine/io/UsdaReader.h"
#include "tests/engine/io/sampleFrame.h"

#include <QTemporaryDir>

#include <nlohmann/json.hpp>
#include <vtkCellArray.h>
#include <vtkDataArray.h>
#include <vtkFieldData.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPolyData.h>
#include <vtkXMLPolyDataReader.h>

#include <algorithm>
#include <cstring>

using namespace sastrugi;
using namespace sastrugi::test;
using Json = nlohmann::json;

namespace
{

/// Of more points than a block of a parallel loop; `number` decides on the topology.
AttributedMesh makeMesh(std::int64_t number)
{
    AttributedMesh mesh;
    mesh.mesh = makeSphere(0.7, {10, 20, 30}, number % 2 ? 2 : 3);
    mesh.attributes = Attributes(mesh.mesh.points.size());
    const auto velocity = mesh.attributes.add<float>("velocity", 3), density = mesh.attributes.add<float>("density");
    for (std::size_t i = 0; i < density.size(); ++i) {
        density[i] = 300 + 0.25f * float(i);
        for (std::size_t axis = 0; axis < 3; ++axis)
            velocity[3 * i + axis] = float(axis) - 0.5f * float(i);
    }
    return mesh;
}

/// Where a point is, in the axes and the unit of the file; vectors without `scale` of lengths.
std::array<float, 3> turned(const Vector3& v, const MeshExportSettings& settings)
{
    const Vector3f scaled = (v / settings.metresPerUnit).cast<float>();
    return settings.upAxis == UpAxis::Z ? std::array<float, 3>{scaled.x(), scaled.y(), scaled.z()}
                                        : std::array<float, 3>{scaled.x(), scaled.z(), -scaled.y()};
}

/// The same to single precision: the writer turns differences to the middle into single precision first.
bool same(const std::array<float, 3>& a, const std::array<float, 3>& b)
{
    for (std::size_t axis = 0; axis < 3; ++axis)
        if (std::abs(a[axis] - b[axis]) > 3e-7f * std::max(1.0f, std::abs(b[axis])))
            return false;
    return true;
}

template <class T>
T take(const std::string& bytes, std::size_t& at)
{
    T value;
    if (at + sizeof value > bytes.size())
        throw std::runtime_error("the file ends early");
    std::memcpy(&value, bytes.data() + at, sizeof value);
    at += sizeof value;
    return value;
}

} // namespace

class MeshFormatsTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_temporary;
    std::filesystem::path m_folder;
    int m_count = 0;
    FileLayer m_files;

    std::filesystem::path write(std::string_view format, const MeshExportSettings& settings, std::int64_t number = 12,
                                bool isEmpty = false)
    {
        const MeshFormat& found = *findMeshFormat(format);
        const MeshSource source = {{}, [isEmpty](const Frame& frame, const std::stop_token&) {
                                       return isEmpty ? AttributedMesh() : makeMesh(frame.number);
                                   }};
        Frame frame;
        frame.number = number;
        frame.time = double(number - 1) / 24;
        return MeshWriter(found, FrameNames((m_folder / "snow.####").string(), found.ending, 2), settings, source,
                          m_files)
            .write(frame);
    }

    static void addSettings()
    {
        QTest::addColumn<bool>("isOther");
        QTest::newRow("metres, Z up") << false;
        QTest::newRow("centimetres, Y up") << true;
    }
    static MeshExportSettings settings()
    {
        QFETCH(bool, isOther);
        MeshExportSettings settings;
        if (isOther) {
            settings.metresPerUnit = 0.01;
            settings.upAxis = UpAxis::Y;
            settings.framesPerSecond = 25;
            settings.numberOffset = 1000;
        }
        return settings;
    }

    /// Velocity of point i in the file.
    static std::array<float, 3> velocityOf(std::size_t i, const MeshExportSettings& settings)
    {
        return turned(Vector3(0, 1, 2) - Vector3::Constant(0.5 * double(i)), settings);
    }

private Q_SLOTS:
    void init() { m_folder = std::filesystem::path(m_temporary.path().toStdString()) / std::to_string(m_count++); }

    void ply_data() { addSettings(); }
    void ply()
    {
        const MeshExportSettings given = settings();
        const TriangleMesh mesh = makeMesh(12).mesh;
        const std::string binary = readText(write("ply", given)), text = readText(write("plyAscii", given));
        const std::size_t end = binary.find("end_header\n") + 11;
        const std::string header = binary.substr(0, end);
        QVERIFY(header.starts_with("ply\nformat binary_little_endian 1.0\n"));
        const std::string properties =
            fmt::format("element vertex {}\nproperty float x\nproperty float y\nproperty float z\nproperty float "
                        "vx\nproperty float "
                        "vy\nproperty float vz\nproperty float density\nelement face {}\nproperty list uchar int "
                        "vertex_indices\nend_header\n",
                        mesh.points.size(), mesh.triangles.size());
        QVERIFY2(header.ends_with(properties), header.c_str());
        QVERIFY(text.starts_with("ply\nformat ascii 1.0\n"));
        std::istringstream words(text.substr(text.find("end_header\n") + 11));
        const auto word = [&] {
            std::string next;
            words >> next;
            return next;
        };
        std::size_t at = end;
        for (std::size_t i = 0; i < mesh.points.size(); ++i) {
            std::array<float, 7> row, read;
            for (std::size_t k = 0; k < 7; ++k) {
                row[k] = take<float>(binary, at);
                read[k] = std::stof(word());
            }
            QCOMPARE(read, row); // text is exact
            QVERIFY(same({row[0], row[1], row[2]}, turned(mesh.points[i], given)));
            QVERIFY(same({row[3], row[4], row[5]}, velocityOf(i, given)));
            QCOMPARE(row[6], 300 + 0.25f * float(i));
        }
        for (const auto& triangle : mesh.triangles) {
            QCOMPARE(take<std::uint8_t>(binary, at), std::uint8_t(3));
            QCOMPARE(word(), std::string("3"));
            for (const std::uint32_t corner : triangle) {
                QCOMPARE(take<std::int32_t>(binary, at), std::int32_t(corner));
                QCOMPARE(std::stoul(word()), corner);
            }
        }
        QCOMPARE(at, binary.size());
        QVERIFY(word().empty());
    }

    void obj_data() { addSettings(); }
    void obj()
    {
        const MeshExportSettings given = settings();
        const TriangleMesh mesh = makeMesh(12).mesh;
        std::istringstream lines(readText(write("obj", given)));
        std::size_t points = 0, triangles = 0;
        for (std::string line; std::getline(lines, line);) {
            std::istringstream words(line);
            std::string key;
            words >> key;
            if (key == "v") {
                std::array<float, 3> place{};
                words >> place[0] >> place[1] >> place[2];
                QVERIFY(same(place, turned(mesh.points.at(points++), given)));
            } else if (key == "f") {
                std::array<std::uint32_t, 3> corners{};
                words >> corners[0] >> corners[1] >> corners[2];
                for (std::uint32_t& corner : corners)
                    --corner; // OBJ counts from one
                QCOMPARE(corners, mesh.triangles.at(triangles++));
            } else
                QVERIFY2(key == "#" || key == "o" || key == "s", line.c_str());
        }
        QCOMPARE(points, mesh.points.size());
        QCOMPARE(triangles, mesh.triangles.size());
        QVERIFY(!findMeshFormat("obj")->cannot.empty());
    }

    void stl_data() { addSettings(); }
    void stl()
    {
        const MeshExportSettings given = settings();
        const TriangleMesh mesh = makeMesh(12).mesh;
        const std::string bytes = readText(write("stl", given));
        QVERIFY(!bytes.starts_with("solid"));
        QCOMPARE(bytes.size(), 84 + 50 * mesh.triangles.size());
        std::size_t at = 80;
        QCOMPARE(take<std::uint32_t>(bytes, at), std::uint32_t(mesh.triangles.size()));
        const Vector3 centre(10, 20, 30);
        for (const auto& triangle : mesh.triangles) {
            const auto normal = take<std::array<float, 3>>(bytes, at);
            Vector3 middle(0, 0, 0);
            for (const std::uint32_t corner : triangle) {
                QVERIFY(same(take<std::array<float, 3>>(bytes, at), turned(mesh.points[corner], given)));
                middle += mesh.points[corner] / 3;
            }
            // Outward, and of length one.
            const auto outward = turned((middle - centre).normalized() * given.metresPerUnit, given);
            const float along = normal[0] * outward[0] + normal[1] * outward[1] + normal[2] * outward[2];
            QVERIFY2(along > 0.99f && along < 1.0001f, qPrintable(QString::number(double(along))));
            QCOMPARE(take<std::uint16_t>(bytes, at), std::uint16_t(0));
        }
    }

    /// glTF 2.0: chunks, accessors in their views, bounds, unit normals; always metres, Y up.
    void glb()
    {
        MeshExportSettings given;
        const TriangleMesh mesh = makeMesh(12).mesh;
        const std::string bytes = readText(write("glb", given));
        std::size_t at = 0;
        QCOMPARE(take<std::uint32_t>(bytes, at), 0x46546c67u);
        QCOMPARE(take<std::uint32_t>(bytes, at), 2u);
        QCOMPARE(take<std::uint32_t>(bytes, at), std::uint32_t(bytes.size()));
        const auto length = take<std::uint32_t>(bytes, at);
        QCOMPARE(take<std::uint32_t>(bytes, at), 0x4e4f534au);
        QCOMPARE(length % 4, 0u);
        const Json json = Json::parse(bytes.substr(at, length));
        at += length;
        const auto size = take<std::uint32_t>(bytes, at);
        QCOMPARE(take<std::uint32_t>(bytes, at), 0x004e4942u);
        QCOMPARE(at + size, bytes.size());
        QCOMPARE(json["buffers"][0]["byteLength"].get<std::uint32_t>(), size);
        QCOMPARE(json["asset"]["version"].get<std::string>(), std::string("2.0"));
        const Json primitive =
            json["meshes"][json["nodes"][json["scenes"][0]["nodes"][0].get<int>()]["mesh"].get<int>()]["primitives"][0];
        const auto dataOf = [&](const Json& number, const char* type, int component) {
            const Json& accessor = json["accessors"].at(number.get<std::size_t>());
            const Json& view = json["bufferViews"].at(accessor["bufferView"].get<std::size_t>());
            if (accessor["type"] != type || accessor["componentType"] != component ||
                view["byteOffset"].get<std::size_t>() % 4 != 0)
                throw std::runtime_error("an accessor is of another kind");
            return bytes.substr(at + view["byteOffset"].get<std::size_t>(), view["byteLength"].get<std::size_t>());
        };
        given.upAxis = UpAxis::Y;
        const std::string points = dataOf(primitive["attributes"]["POSITION"], "VEC3", 5126),
                          normals = dataOf(primitive["attributes"]["NORMAL"], "VEC3", 5126),
                          densities = dataOf(primitive["attributes"]["_DENSITY"], "SCALAR", 5126),
                          corners = dataOf(primitive["indices"], "SCALAR", 5125);
        QVERIFY(!primitive["attributes"].contains("_VELOCITY"));
        QVERIFY(findMeshFormat("glb")->cannot.find("velocities") != std::string_view::npos);
        std::array<float, 3> low = {1e9f, 1e9f, 1e9f}, high = {-1e9f, -1e9f, -1e9f};
        std::size_t p = 0, n = 0, d = 0, c = 0;
        for (std::size_t i = 0; i < mesh.points.size(); ++i) {
            const auto place = take<std::array<float, 3>>(points, p), normal = take<std::array<float, 3>>(normals, n);
            QVERIFY(same(place, turned(mesh.points[i], given)));
            const auto outward = turned((mesh.points[i] - Vector3(10, 20, 30)).normalized(), given);
            QVERIFY(normal[0] * outward[0] + normal[1] * outward[1] + normal[2] * outward[2] > 0.99f);
            QCOMPARE(take<float>(densities, d), 300 + 0.25f * float(i));
            for (std::size_t axis = 0; axis < 3; ++axis) {
                low[axis] = std::min(low[axis], place[axis]);
                high[axis] = std::max(high[axis], place[axis]);
            }
        }
        const Json& accessor = json["accessors"].at(primitive["attributes"]["POSITION"].get<std::size_t>());
        QCOMPARE((accessor["min"].get<std::array<float, 3>>()), low);
        QCOMPARE((accessor["max"].get<std::array<float, 3>>()), high);
        for (const auto& triangle : mesh.triangles)
            QCOMPARE((take<std::array<std::uint32_t, 3>>(corners, c)), triangle);
        given.metresPerUnit = 0.01;
        QVERIFY_EXCEPTION_THROWN(write("glb", given), Error);
    }

    void vtp_data() { addSettings(); }
    void vtp()
    {
        const MeshExportSettings given = settings();
        const TriangleMesh mesh = makeMesh(12).mesh;
        const std::filesystem::path path = write("vtp", given);
        vtkNew<vtkXMLPolyDataReader> reader;
        reader->SetFileName(path.c_str());
        reader->Update();
        QCOMPARE(reader->GetErrorCode(), 0ul);
        vtkPolyData& data = *reader->GetOutput();
        QCOMPARE(std::size_t(data.GetNumberOfPoints()), mesh.points.size());
        QCOMPARE(std::size_t(data.GetNumberOfPolys()), mesh.triangles.size());
        QCOMPARE(data.GetNumberOfVerts(), vtkIdType(0));
        QCOMPARE(data.GetFieldData()->GetArray("TimeValue")->GetTuple1(0), 11.0 / 24);
        vtkDataArray* velocity = data.GetPointData()->GetArray("velocity");
        vtkDataArray* density = data.GetPointData()->GetArray("density");
        QVERIFY(velocity && density);
        for (std::size_t i = 0; i < mesh.points.size(); ++i) {
            const auto id = vtkIdType(i);
            const double* place = data.GetPoint(id);
            QVERIFY(same({float(place[0]), float(place[1]), float(place[2])}, turned(mesh.points[i], given)));
            const double* v = velocity->GetTuple3(id);
            QVERIFY(same({float(v[0]), float(v[1]), float(v[2])}, velocityOf(i, given)));
            QCOMPARE(float(density->GetTuple1(id)), 300 + 0.25f * float(i));
        }
        for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
            vtkNew<vtkIdList> ids;
            data.GetPolys()->GetCellAtId(vtkIdType(i), ids);
            QCOMPARE(ids->GetNumberOfIds(), vtkIdType(3));
            for (vtkIdType k = 0; k < 3; ++k)
                QCOMPARE(std::uint32_t(ids->GetId(k)), mesh.triangles[i][std::size_t(k)]);
        }
        QVERIFY(std::filesystem::exists(m_folder / "snow.pvd"));
    }

    /// By the importer: the unit and the axis are given, and USD says them itself.
    void importersReadThemBack_data()
    {
        QTest::addColumn<QString>("format");
        QTest::addColumn<bool>("isOther");
        for (const MeshFormat& format : meshFormats())
            for (const bool isOther : {false, true})
                if (!format.isAlwaysYUpInMetres || !isOther)
                    QTest::addRow("%s, %s", std::string(format.name).c_str(), isOther ? "centimetres, Y up" : "metres")
                        << QString::fromUtf8(format.name.data(), qsizetype(format.name.size())) << isOther;
    }
    void importersReadThemBack()
    {
        QFETCH(QString, format);
        const MeshExportSettings given = settings();
        const MeshFormat& written = *findMeshFormat(format.toStdString());
        const TriangleMesh mesh = makeMesh(12).mesh;
        MeshImportOptions options;
        options.unit = given.metresPerUnit;
        options.upAxis = written.isAlwaysYUpInMetres ? UpAxis::Y : given.upAxis;
        if (written.name == "usda") {
            options.unit = std::nullopt;
            options.upAxis = std::nullopt;
        }
        const TriangleMesh read = *importMesh(write(written.name, given), options).moving.mesh;
        QCOMPARE(read.triangles.size(), mesh.triangles.size());
        QCOMPARE(read.points.size(), mesh.points.size());
        const double precision = 5e-6; // single, at 37 m
        for (const Vector3& point : mesh.points)
            QVERIFY(std::ranges::any_of(read.points, [&](const Vector3& p) { return (p - point).norm() < precision; }));
        const double volume = inspectMesh(mesh).volume;
        QVERIFY(volume > 1 && std::abs(inspectMesh(read).volume / volume - 1) < 1e-5); // and it faces outwards
    }

    void usda_data() { addSettings(); }
    /// Two frames with different topologies, and the stage over them.
    void usda()
    {
        const MeshExportSettings given = settings();
        for (const std::int64_t number : {12, 13}) {
            const TriangleMesh mesh = makeMesh(number).mesh;
            const UsdLayer layer = UsdaReader(readText(write("usda", given, number))).read();
            const double code = double(number + given.numberOffset);
            QCOMPARE(layer.metadata.at("upAxis").text, std::string(given.upAxis == UpAxis::Y ? "Y" : "Z"));
            QCOMPARE(layer.metadata.at("metersPerUnit").number, given.metresPerUnit);
            QCOMPARE(layer.metadata.at("timeCodesPerSecond").number, given.framesPerSecond);
            QCOMPARE(layer.metadata.at("startTimeCode").number, code);
            const UsdPrim& prim = layer.prims.at(0).children.at(0);
            QCOMPARE(prim.type, std::string("Mesh"));
            QCOMPARE(prim.name, std::string("surface"));
            QCOMPARE(prim.attributes.at("subdivisionScheme").value.text, std::string("none"));
            const auto samplesOf = [&](const char* name, const char* type) {
                const UsdAttribute& attribute = prim.attributes.at(name);
                if (attribute.type != type || attribute.samples.size() != 1)
                    throw std::runtime_error(std::string("another type or other times: ") + name);
                return attribute.samples.at(code).items;
            };
            const auto counts = samplesOf("faceVertexCounts", "int[]"),
                       corners = samplesOf("faceVertexIndices", "int[]"), points = samplesOf("points", "point3f[]"),
                       velocities = samplesOf("velocities", "vector3f[]"),
                       densities = samplesOf("primvars:density", "float[]"), extent = samplesOf("extent", "float3[]");
            QCOMPARE(counts.size(), mesh.triangles.size());
            QCOMPARE(corners.size(), 3 * mesh.triangles.size());
            QCOMPARE(points.size(), mesh.points.size());
            QCOMPARE(velocities.size(), mesh.points.size());
            const auto row = [](const UsdValue& value) {
                return std::array<float, 3>{float(value.items.at(0).number), float(value.items.at(1).number),
                                            float(value.items.at(2).number)};
            };
            std::array<float, 3> low = {1e9f, 1e9f, 1e9f};
            for (std::size_t i = 0; i < mesh.points.size(); ++i) {
                QVERIFY(same(row(points[i]), turned(mesh.points[i], given)));
                QVERIFY(same(row(velocities[i]), velocityOf(i, given)));
                QCOMPARE(float(densities[i].number), 300 + 0.25f * float(i));
                for (std::size_t axis = 0; axis < 3; ++axis)
                    low[axis] = std::min(low[axis], row(points[i])[axis]);
            }
            QCOMPARE(row(extent.at(0)), low);
            for (std::size_t i = 0; i < corners.size(); ++i)
                QCOMPARE(std::uint32_t(corners[i].number), mesh.triangles[i / 3][i % 3]);
            for (const UsdValue& count : counts)
                QCOMPARE(count.number, 3.0);
        }
        const UsdLayer stage = UsdaReader(readText(m_folder / "snow.usda")).read();
        const UsdPrim& prim = stage.prims.at(0).children.at(0);
        QCOMPARE(prim.type, std::string("Mesh"));
        QCOMPARE(prim.metadata.at("prepend references").primPath, std::string("/snow/surface"));
    }

    /// What we write we read, where we read such files.
    void isReadBackByOurImporter_data()
    {
        QTest::addColumn<QString>("format");
        for (const char* format : {"ply", "plyAscii", "obj", "stl", "glb"})
            QTest::newRow(format) << format;
    }
    void isReadBackByOurImporter()
    {
        QFETCH(QString, format);
        const TriangleMesh mesh = makeMesh(12).mesh;
        MeshImportOptions options;
        if (format == "glb")
            options.upAxis = UpAxis::Y;
        const TriangleMesh read = importMesh(write(format.toStdString(), {}), options, {}).mesh();
        QCOMPARE(read.triangles.size(), mesh.triangles.size());
        QVERIFY((read.bounds().minimum - mesh.bounds().minimum).norm() < 1e-5);
        QVERIFY((read.bounds().maximum - mesh.bounds().maximum).norm() < 1e-5);
        QVERIFY(std::abs(read.signedVolume() / mesh.signedVolume() - 1) < 1e-4);
    }

    /// Snow that is not there yet is an empty mesh, not a damaged file.
    void emptyMeshesAreWritten()
    {
        for (const MeshFormat& format : meshFormats())
            QVERIFY(!readText(write(format.name, {}, 12, true)).empty());
        vtkNew<vtkXMLPolyDataReader> reader;
        reader->SetFileName((m_folder / "snow.0012.vtp").c_str());
        reader->Update();
        QCOMPARE(reader->GetErrorCode(), 0ul);
        QCOMPARE(reader->GetOutput()->GetNumberOfPoints(), vtkIdType(0));
        const UsdLayer layer = UsdaReader(readText(m_folder / "snow.0012.usda")).read();
        QVERIFY(layer.prims.at(0).children.at(0).attributes.at("points").samples.at(12).items.empty());
    }

    void threadsDoNotMatter()
    {
        for (const MeshFormat& format : meshFormats()) {
            std::string first;
            for (const int threads : {1, 3}) {
                const ThreadScope scope(threads);
                const std::string bytes = readText(write(format.name, {}));
                QVERIFY(first.empty() || bytes == first);
                first = bytes;
            }
        }
    }
};

SASTRUGI_TEST(MeshFormatsTest)
#include "MeshFormatsTest.moc"
