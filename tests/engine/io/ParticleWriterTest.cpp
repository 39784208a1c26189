#include "tests/TestCase.h" // first: moc of Qt 6.4 fails to read <compare> before it

#include "engine/core/Error.h"
#include "engine/io/ParticleWriter.h"
#include "tests/engine/io/sampleFrame.h"

#include <QRegularExpression>
#include <QTemporaryDir>

#include <nlohmann/json.hpp>

#if __has_include(<vtkXMLPolyDataReader.h>) // where the build gives the test VTK
#include <vtkCellArray.h>
#include <vtkDataArray.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPolyData.h>
#include <vtkXMLPolyDataReader.h>
#define SASTRUGI_TEST_HAS_VTK
#endif

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

using namespace sastrugi;
using namespace sastrugi::test;

namespace
{

/// Every scalar of a binary PLY of vertices, by property.
struct PlyFile {
    std::map<std::string, std::string> types;
    std::map<std::string, std::vector<double>> values;
    std::size_t count = 0;
    bool endsWhereItShould = false;
};

PlyFile readPly(const std::filesystem::path& path)
{
    const std::string text = readText(path);
    PlyFile ply;
    std::vector<std::string> names;
    const std::size_t end = text.find("end_header\n") + 11;
    std::istringstream header(text.substr(0, end));
    for (std::string line; std::getline(header, line);) {
        std::istringstream words(line);
        std::string word, type, name;
        words >> word >> type >> name;
        if (word == "element")
            ply.count = std::stoul(name);
        if (word == "property") {
            names.push_back(name);
            ply.types[name] = type;
        }
    }
    const char* data = text.data() + end;
    const auto take = [&]<class T>(T value) {
        std::memcpy(&value, data, sizeof value);
        data += sizeof value;
        return double(value);
    };
    for (std::size_t i = 0; i < ply.count; ++i)
        for (const std::string& name : names) {
            const std::string& type = ply.types[name];
            ply.values[name].push_back(type == "float"    ? take(float())
                                       : type == "double" ? take(double())
                                       : type == "int"    ? take(std::int32_t())
                                                          : take(std::uint8_t()));
        }
    ply.endsWhereItShould = data == text.data() + text.size();
    return ply;
}

/// The disk is full after some bytes.
class FullDisk : public FileLayer
{
protected:
    std::ptrdiff_t writeSome(int, std::span<const std::byte>) override
    {
        errno = ENOSPC;
        return -1;
    }
};

ParticleWriter writerOf(std::string_view format, const FrameNames& names, FileLayer& files)
{
    return ParticleWriter(*findParticleFormat(format), names, {}, files);
}

} // namespace

class ParticleWriterTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_temporary;
    std::filesystem::path m_folder;
    int m_count = 0;
    FileLayer m_files;

    FrameNames names(const std::string& pattern, const std::string& ending, std::int64_t frames = 2) const
    {
        return FrameNames((m_folder / pattern).string(), ending, frames);
    }

private Q_SLOTS:
    void init() { m_folder = std::filesystem::path(m_temporary.path().toStdString()) / std::to_string(m_count++); }

    void patternsNameFrames_data()
    {
        QTest::addColumn<QString>("pattern");
        QTest::addColumn<qlonglong>("frame");
        QTest::addColumn<QString>("name");
        const auto row = [](const char* pattern, qlonglong frame, const char* name) {
            QTest::newRow(qPrintable(QString("%1 %2").arg(pattern).arg(frame)))
                << QString(pattern) << frame << QString(name);
        };
        row("snow.####.ply", 7, "snow.0007.ply");
        row("snow.####", 7, "snow.0007.ply");
        row("snow.##.ply", 123, "snow.123.ply");
        row("out/snow_$F4.ply", 12, "out/snow_0012.ply");
        row("snow.$F.ply", 12, "snow.0012.ply");
        row("snow.%05d.ply", 12, "snow.00012.ply");
        row("snow.%d.ply", 12, "snow.0012.ply");
        row("snow.{frame:03}.ply", 12, "snow.012.ply");
        row("snow.{frame}", 12345, "snow.12345.ply");
        row("снег ####.ply", 0, "снег 0000.ply");
        row("still.ply", 3, "still.ply");
        row("snow.${F4}.ply", 12, "snow.0012.ply");
        row("snow.${F}", 12, "snow.0012.ply");
        row("SNOW.####.PLY", 7, "SNOW.0007.PLY");
        row("ply", 3, "ply.ply");
    }

    void patternsNameFrames()
    {
        QFETCH(QString, pattern);
        QFETCH(qlonglong, frame);
        QFETCH(QString, name);
        QCOMPARE(QString::fromStdString(FrameNames(pattern.toStdString(), ".ply", 1).of(frame).string()), name);
    }

    void filesThatDifferInMoreThanTheNumberAreNotOneSeries()
    {
        const auto baseOf = [](const char* pattern) { return FrameNames(pattern, ".ply", 2).base(); };
        QCOMPARE(baseOf("a/snow.####.ply"), std::string("snow"));
        QCOMPARE(baseOf("h_####_a.ply"), std::string("h_a"));
        QVERIFY(baseOf("h_####_a.ply") != baseOf("h_####_b.ply"));
        QCOMPARE(baseOf("####.ply"), std::string("frames"));
    }

    void badPatternsAreRefused()
    {
        QVERIFY_THROWS_EXCEPTION(Error, FrameNames("snow.ply", ".ply", 2));
        QVERIFY_THROWS_EXCEPTION(Error, FrameNames("", ".ply", 1));
        QVERIFY_THROWS_EXCEPTION(Error, FrameNames("folder/", ".ply", 1));
        QVERIFY_THROWS_EXCEPTION(Error, FrameNames("####/snow.ply", ".ply", 2));
        QVERIFY_THROWS_EXCEPTION(Error, FrameNames("##snow.##.ply", ".ply", 2));
        QVERIFY_THROWS_EXCEPTION(Error, FrameNames("snow.####.ply", ".ply", 2).of(-1));
    }

    void plyReadsBack()
    {
        const Frame frame = makeFrame(12, 1000, {1, 2, 3});
        const auto path = writerOf("ply", names("a/b/snow.####", ".ply"), m_files).write(frame);
        QCOMPARE(path.filename().string(), std::string("snow.0012.ply"));
        PlyFile ply = readPly(path);
        QCOMPARE(ply.count, 1000u);
        QVERIFY(ply.endsWhereItShould);
        for (const char* forbidden : {"u", "v", "w", "s", "t"})
            QVERIFY(!ply.values.contains(forbidden));
        QCOMPARE(ply.types["id"], std::string("int"));
        QCOMPARE(ply.types["x"], std::string("float"));
        for (const std::size_t i : {0u, 17u, 999u}) {
            QCOMPARE(ply.values["x"][i], double(i) + 1);
            QCOMPARE(ply.values["z"][i], double(i) + 0.5 + 3);
            QCOMPARE(ply.values["vy"][i], -double(i) + 1);
            QCOMPARE(ply.values["id"][i], 3.0 * double(i));
            QCOMPARE(ply.values["radius"][i], 0.5);
            QCOMPARE(ply.values["s_"][i], 0.25 * double(i));
            QCOMPARE(ply.values["material"][i], double(i % 3));
            QCOMPARE(ply.values["born"][i], 7.0 * double(i));
        }
    }

    void farFromTheOriginPlyIsDouble()
    {
        const auto path =
            writerOf("ply", names("far.ply", ".ply", 1), m_files).write(makeFrame(1, 10, {5e5, 4e6, 100}));
        PlyFile ply = readPly(path);
        QCOMPARE(ply.types["y"], std::string("double"));
        QCOMPARE(ply.values["y"][3], 4e6 + 3.25);
        QVERIFY(ply.endsWhereItShould);
    }

    void emptyFrameIsAFile()
    {
        QCOMPARE(readPly(writerOf("ply", names("e.####", ".ply"), m_files).write(makeFrame(1, 0))).count, 0u);
        QVERIFY(std::filesystem::exists(writerOf("vtp", names("e.####", ".vtp"), m_files).write(makeFrame(1, 0))));
    }

    void vtpReadsBackWithVtk()
    {
#ifndef SASTRUGI_TEST_HAS_VTK
        QSKIP("This test is built without VTK.");
#else
        for (const Vector3& origin : {Vector3(0, 0, 0), Vector3(5e5, 4e6, 100)}) {
            const auto path = writerOf("vtp", names("snow.####.vtp", ".vtp"), m_files).write(makeFrame(3, 500, origin));
            vtkNew<vtkXMLPolyDataReader> reader;
            reader->SetFileName(path.string().c_str());
            reader->Update();
            vtkPolyData* data = reader->GetOutput();
            QCOMPARE(data->GetNumberOfPoints(), vtkIdType(500));
            QCOMPARE(data->GetNumberOfVerts(), vtkIdType(500));
            QCOMPARE(data->GetPoint(17)[1], origin.y() + 17.25);
            vtkDataArray* velocity = data->GetPointData()->GetArray("velocity");
            QVERIFY(velocity);
            QCOMPARE(velocity->GetNumberOfComponents(), 3);
            QCOMPARE(velocity->GetComponent(17, 2), -15.0);
            QCOMPARE(data->GetPointData()->GetArray("id")->GetComponent(17, 0), 51.0);
            QCOMPARE(data->GetPointData()->GetArray("material")->GetComponent(17, 0), 2.0);
            QCOMPARE(data->GetPointData()->GetArray("born")->GetComponent(17, 0), 119.0);
            QVERIFY(!data->GetPointData()->GetArray("position"));
        }
#endif
    }

    /// Every value of a frame as large as those that are exported in earnest.
    void aMillionParticlesReadBackEqual()
    {
        constexpr std::size_t count = 1000000;
        const Frame frame = makeFrame(2, count);
        const std::string ply = readText(writerOf("ply", names("m.####", ".ply"), m_files).write(frame));
        constexpr std::size_t stride = 3 * 4 + 3 * 4 + 4 + 4 + 4 + 1 + 8;
        const char* vertex = ply.data() + ply.find("end_header\n") + 11;
        QCOMPARE(std::size_t(ply.data() + ply.size() - vertex), stride * count);
        const auto bytesOf = [&](const char* name) {
            return reinterpret_cast<const char*>(frame.particles.find(name)->bytes.data());
        };
        bool isEqual = true;
        for (std::size_t i = 0; i < count; ++i, vertex += stride) {
            const double born = 7.0 * double(i);
            isEqual = isEqual && std::memcmp(vertex, bytesOf("position") + 12 * i, 12) == 0 &&
                      std::memcmp(vertex + 12, bytesOf("velocity") + 12 * i, 12) == 0 &&
                      std::memcmp(vertex + 24, bytesOf("id") + 4 * i, 4) == 0 &&
                      std::memcmp(vertex + 28, bytesOf("radius") + 4 * i, 4) == 0 &&
                      std::memcmp(vertex + 32, bytesOf("s") + 4 * i, 4) == 0 &&
                      std::memcmp(vertex + 36, bytesOf("material") + i, 1) == 0 &&
                      std::memcmp(vertex + 37, &born, 8) == 0;
        }
        QVERIFY(isEqual);
#ifdef SASTRUGI_TEST_HAS_VTK
        vtkNew<vtkXMLPolyDataReader> reader;
        const auto vtp = writerOf("vtp", names("m.####", ".vtp"), m_files).write(frame);
        reader->SetFileName(vtp.string().c_str());
        reader->Update();
        vtkPolyData* data = reader->GetOutput();
        QCOMPARE(data->GetNumberOfVerts(), vtkIdType(count));
        const auto isSame = [&](vtkDataArray* array, const char* name, std::size_t size) {
            return array && std::size_t(array->GetDataSize() * array->GetDataTypeSize()) == size * count &&
                   std::memcmp(array->GetVoidPointer(0), bytesOf(name), size * count) == 0;
        };
        QVERIFY(isSame(data->GetPoints()->GetData(), "position", 12));
        for (const auto& [name, size] : {std::pair{"velocity", 12}, {"radius", 4}, {"s", 4}, {"material", 1}, {
                                             "born",
                                             8
                                         }})
            QVERIFY2(isSame(data->GetPointData()->GetArray(name), name, std::size_t(size)), name);
        vtkDataArray* id = data->GetPointData()->GetArray("id");
        QCOMPARE(id->GetDataTypeSize(), 8);
        for (std::size_t i = 0; i < count; i += 999)
            QCOMPARE(id->GetComponent(vtkIdType(i), 0), 3.0 * double(i));
#endif
    }

    void indicesListWhatIsThereInTwoGoes()
    {
        for (const std::int64_t first : {3, 1}) {
            ParticleWriter writer = writerOf("vtp", names("snow & ice.####", ".vtp"), m_files);
            for (std::int64_t frame = first; frame < first + 3; ++frame)
                writer.write(makeFrame(frame, 5));
        }
        std::filesystem::remove(m_folder / "snow & ice.0002.vtp");
        std::ofstream(m_folder / "snow & ice.0099.vtp") << "of somebody else";
        writerOf("vtp", names("snow & ice.####", ".vtp"), m_files).write(makeFrame(6, 5));

        const auto series = nlohmann::json::parse(readText(m_folder / "snow & ice.vtp.series"));
        QCOMPARE(series["file-series-version"].get<std::string>(), std::string("1.0"));
        std::vector<int> frames;
        for (const auto& file : series["files"]) {
            const int frame = std::stoi(file["name"].get<std::string>().substr(11, 4));
            frames.push_back(frame);
            QCOMPARE(file["time"].get<double>(), double(frame - 1) / 24);
        }
        QCOMPARE(frames, (std::vector<int>{1, 3, 4, 5, 6}));

        const std::string pvd = readText(m_folder / "snow & ice.pvd");
        QCOMPARE(QString::fromStdString(pvd).count("<DataSet timestep="), 5);
        QVERIFY(pvd.find("timestep=\"0.125\" part=\"0\" file=\"snow &amp; ice.0004.vtp\"") != std::string::npos);
    }

    /// A second export with other values under the same names: what is left of the first is not taken for its own.
    void indicesListFilesOfOneExport()
    {
        ParticleExportSettings centimetres, other;
        centimetres.metresPerUnit = 0.01;
        other.source = "another node";
        const auto write = [&](const char* format, const ParticleExportSettings& settings, std::int64_t first) {
            ParticleWriter writer(*findParticleFormat(format),
                                  names("a.####", std::string(findParticleFormat(format)->ending)), settings, m_files);
            for (std::int64_t frame = first; frame < first + 3; ++frame)
                writer.write(makeFrame(frame, 5));
        };
        const auto listed = [&](const char* index) {
            std::vector<int> numbers;
            const QString text = QString::fromStdString(readText(m_folder / index));
            static const QRegularExpression name("(?:file=\"|@\\./)a\\.(\\d+)\\.");
            for (const QRegularExpressionMatch& match : name.globalMatch(text))
                if (const int number = match.captured(1).toInt(); std::ranges::find(numbers, number) == numbers.end())
                    numbers.push_back(number);
            std::ranges::sort(numbers);
            return numbers;
        };
        for (const auto& [format, index] : {std::pair{"vtp", "a.pvd"}, {"usda", "a.usda"}}) {
            write(format, {}, 1);
            QCOMPARE(listed(index), (std::vector{1, 2, 3}));
            write(format, centimetres, 3);
            QCOMPARE(listed(index), (std::vector{3, 4, 5}));
            write(format, other, 2);
            QCOMPARE(listed(index), (std::vector{2, 3, 4}));
            write(format, centimetres, 6); // what is left of the second joins
            QCOMPARE(listed(index), (std::vector{5, 6, 7, 8}));
        }
    }

    void damagedIndexIsReplaced()
    {
        std::filesystem::create_directories(m_folder);
        std::ofstream(m_folder / "snow.vtp.series") << "{ not json";
        writerOf("vtp", names("snow.####", ".vtp"), m_files).write(makeFrame(1, 5));
        QCOMPARE(nlohmann::json::parse(readText(m_folder / "snow.vtp.series"))["files"].size(), 1u);
    }

    void fullDiskLeavesNothingBehind()
    {
        FullDisk disk;
        try {
            writerOf("ply", names("snow.####", ".ply"), disk).write(makeFrame(1, 100));
            QFAIL("written");
        } catch (const Error& error) {
            QCOMPARE(error.kind(), ErrorKind::InputOutput);
            QVERIFY2(QString(error.what()).contains("snow.0001.ply"), error.what());
        }
        QVERIFY(std::filesystem::is_empty(m_folder));
    }

    void frameWithoutVelocityIsRefused()
    {
        Frame frame;
        frame.particles = Attributes(1);
        frame.particles.add<float>("position", 3);
        QVERIFY_THROWS_EXCEPTION(Error, writerOf("ply", names("snow.####", ".ply"), m_files).write(frame));
        QVERIFY_THROWS_EXCEPTION(Error, writerOf("vtp", names("snow.####", ".vtp"), m_files).write(frame));
    }
};

SASTRUGI_TEST(ParticleWriterTest)
#include "ParticleWriterTest.moc"
