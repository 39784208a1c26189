// Every format read back by a reader that knows the format and not the writer, every value compared.
#include "tests/TestCase.h" // first: moc of Qt 6.4 fails to read <compare> before it

#include "engine/core/Error.h"
#include "engine/core/Parallel.h"
#include "engine/io/ParticleWriter.h"
#include "tests/engine/io/BgeoReader.h"
#include "tests/engine/io/NpzReader.h"
#include "tests/engine/io/UsdaReader.h"
#include "tests/engine/io/sampleFrame.h"

#include <QTemporaryDir>

using namespace sastrugi;
using namespace sastrugi::test;

namespace
{

/// Centimetres, Y up, 25 frames per second: nothing is at its default.
ParticleExportSettings otherSettings()
{
    ParticleExportSettings settings;
    settings.metresPerUnit = 0.01;
    settings.upAxis = UpAxis::Y;
    settings.framesPerSecond = 25;
    settings.numberOffset = 1000;
    return settings;
}

/// What the sample frame has at particle i, in the axes and the unit of the file.
struct Expected {
    std::array<double, 3> position, velocity;
    double radius, odd, material, born, id;
};

Expected expected(std::size_t i, const ParticleExportSettings& settings, const Vector3& origin = Vector3::Zero())
{
    const auto number = static_cast<double>(i);
    const double scale = 1 / settings.metresPerUnit;
    Expected result{{}, {}, 0.5 * scale, 0.25 * number, static_cast<double>(i % 3), 7 * number, 3 * number};
    std::array<double, 3> position, velocity;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        position[axis] = scale * (origin[Eigen::Index(axis)] + number + 0.25 * double(axis));
        velocity[axis] = scale * (-number + double(axis));
    }
    const auto turn = [&](std::array<double, 3> v) {
        return settings.upAxis == UpAxis::Z ? v : std::array<double, 3>{v[0], v[2], -v[1]};
    };
    result.position = turn(position);
    result.velocity = turn(velocity);
    return result;
}

/// Equal as float: what the formats hold.
bool same(double value, double wanted) { return static_cast<float>(value) == static_cast<float>(wanted); }

constexpr std::size_t count = 700; // more than a block of a parallel loop

} // namespace

class ParticleFormatsTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_temporary;
    std::filesystem::path m_folder;
    int m_count = 0;
    FileLayer m_files;

    FrameNames names(const std::string& pattern, std::string_view ending, std::int64_t frames = 2) const
    {
        return FrameNames((m_folder / pattern).string(), ending, frames);
    }

    std::filesystem::path write(std::string_view format, const ParticleExportSettings& settings,
                                std::size_t particles = count, std::int64_t number = 12)
    {
        const ParticleFormat& found = *findParticleFormat(format);
        return ParticleWriter(found, names("snow.####", found.ending), settings, m_files)
            .write(makeFrame(number, particles));
    }

    /// Rows of numbers behind `header` lines.
    static std::vector<std::vector<double>> rowsOf(const std::string& text, int header)
    {
        std::istringstream lines(text);
        std::string line;
        std::vector<std::vector<double>> rows;
        for (int number = 0; std::getline(lines, line); ++number) {
            if (number < header)
                continue;
            std::ranges::replace(line, ',', ' ');
            std::istringstream words(line);
            std::vector<double>& row = rows.emplace_back();
            for (std::string word; words >> word;)
                row.push_back(std::stod(word));
        }
        return rows;
    }

    static void addSettings()
    {
        QTest::addColumn<bool>("isOther");
        QTest::newRow("metres, Z up") << false;
        QTest::newRow("centimetres, Y up") << true;
    }
    static ParticleExportSettings settings()
    {
        QFETCH(bool, isOther);
        return isOther ? otherSettings() : ParticleExportSettings{};
    }

private Q_SLOTS:
    void init() { m_folder = std::filesystem::path(m_temporary.path().toStdString()) / std::to_string(m_count++); }

    void bgeo_data() { addSettings(); }
    void bgeo()
    {
        ParticleExportSettings given = settings();
        given.names = AttributeNames::Houdini;
        const std::string bytes = readText(write("bhclassic", given));
        BgeoFile file;
        try {
            file = readBgeo(bytes);
        } catch (const std::exception& error) {
            QFAIL(error.what());
        }
        QCOMPARE(file.version, 5);
        QCOMPARE(file.points, int(count));
        QVERIFY(file.pointGroups == 0 && file.primitiveGroups == 0 && file.vertexAttributes == 0 &&
                file.primitiveAttributes == 0);
        std::vector<std::string> attributes;
        for (const BgeoAttribute& attribute : file.attributes) {
            attributes.push_back(attribute.name);
            QVERIFY(attribute.defaults == std::vector<std::int32_t>(attribute.size, 0));
        }
        QCOMPARE(attributes, (std::vector<std::string>{"v", "id", "pscale", "s", "material", "born"}));
        QCOMPARE(file.named("v").type, 5);
        QCOMPARE(int(file.named("v").size), 3);
        QCOMPARE(file.named("id").type, 1);
        QCOMPARE(file.named("material").type, 1);
        QCOMPARE(file.named("pscale").type, 0);
        for (std::size_t i = 0; i < count; ++i) {
            const Expected wanted = expected(i, given);
            for (std::size_t axis = 0; axis < 3; ++axis) {
                QVERIFY(same(file.positions[i][axis], wanted.position[axis]));
                QVERIFY(same(file.named("v").floats[i][axis], wanted.velocity[axis]));
            }
            QCOMPARE(file.positions[i][3], 1.0f);
            QCOMPARE(double(file.named("id").integers[i][0]), wanted.id);
            QVERIFY(same(file.named("pscale").floats[i][0], wanted.radius));
            QCOMPARE(double(file.named("s").floats[i][0]), wanted.odd);
            QCOMPARE(double(file.named("material").integers[i][0]), wanted.material);
            QCOMPARE(double(file.named("born").floats[i][0]), wanted.born);
        }
        // The other ending has the same bytes.
        QCOMPARE(readText(write("bgeo", given)), bytes);
    }

    void bgeoByteForByte()
    {
        ParticleExportSettings given;
        given.names = AttributeNames::Houdini;
        given.attributes = "id velocity";
        Frame frame = makeFrame(1, 1);
        frame.particles = Attributes(1);
        frame.particles.add<std::uint32_t>("id")[0] = 258;
        const auto position = frame.particles.add<float>("position", 3),
                   velocity = frame.particles.add<float>("velocity", 3);
        position[0] = 1, position[1] = -2, position[2] = 0;
        velocity[0] = velocity[1] = velocity[2] = 0.5f;
        const auto path =
            ParticleWriter(*findParticleFormat("bhclassic"), names("a", ".bhclassic", 1), given, m_files).write(frame);
        const QByteArray wanted = QByteArray::fromHex("4267656f 56"
                                                      "00000005 00000001 00000000 00000000 00000000"
                                                      "00000002 00000000 00000000 00000000"
                                                      "0001 76 0003 00000005 00000000 00000000 00000000"
                                                      "0002 6964 0001 00000001 00000000"
                                                      "3f800000 c0000000 00000000 3f800000"
                                                      "3f000000 3f000000 3f000000"
                                                      "00000102"
                                                      "00ff");
        QCOMPARE(QByteArray::fromStdString(readText(path)).toHex(' '), wanted.toHex(' '));
    }

    void usda_data() { addSettings(); }
    void usda()
    {
        const ParticleExportSettings given = settings();
        const std::int64_t number = 12 + given.numberOffset;
        const auto path = write("usda", given);
        QCOMPARE(path.filename().string(), fmt::format("snow.{:04}.usda", number));
        UsdLayer layer;
        try {
            layer = UsdaReader(readText(path)).read();
        } catch (const std::exception& error) {
            QFAIL(error.what());
        }
        compareMetadata(layer.metadata, given, number, number);
        QCOMPARE(layer.prims.size(), 1u);
        QCOMPARE(layer.prims[0].type + " " + layer.prims[0].name, std::string("Xform snow"));
        QCOMPARE(layer.prims[0].children.size(), 1u);
        UsdPrim& points = layer.prims[0].children[0];
        QCOMPARE(points.type + " " + points.name, std::string("Points particles"));
        const std::map<std::string, std::string> types = {
            {"points", "point3f[]"},       {"velocities", "vector3f[]"}, {"ids", "int64[]"},
            {"widths", "float[]"},         {"primvars:s", "float[]"},    {"primvars:material", "int[]"},
            {"primvars:born", "uint64[]"}, {"extent", "float3[]"}};
        QCOMPARE(points.attributes.size(), types.size());
        for (auto& [name, attribute] : points.attributes) {
            QCOMPARE(attribute.type, types.at(name));
            QCOMPARE(attribute.samples.size(), 1u); // of all at the same time: velocities count only then
            QCOMPARE(attribute.samples.begin()->first, double(number));
            const bool isVertex = name == "widths" || name.starts_with("primvars:");
            QCOMPARE(attribute.metadata.size(), isVertex ? 1u : 0u);
            if (isVertex)
                QCOMPARE(attribute.metadata["interpolation"].text, std::string("vertex"));
            if (name != "extent")
                QCOMPARE(attribute.samples.begin()->second.items.size(), count);
        }
        const auto& item = [&](const std::string& name, std::size_t i) -> const UsdValue& {
            return points.attributes[name].samples.begin()->second.items[i];
        };
        std::array<double, 3> low, high;
        low.fill(1e30);
        high.fill(-1e30);
        for (std::size_t i = 0; i < count; ++i) {
            const Expected wanted = expected(i, given);
            for (std::size_t axis = 0; axis < 3; ++axis) {
                QVERIFY(same(item("points", i).items[axis].number, wanted.position[axis]));
                QVERIFY(same(item("velocities", i).items[axis].number, wanted.velocity[axis]));
                low[axis] = std::min(low[axis], wanted.position[axis] - wanted.radius);
                high[axis] = std::max(high[axis], wanted.position[axis] + wanted.radius);
            }
            QVERIFY(same(item("widths", i).number, 2 * wanted.radius));
            QCOMPARE(item("ids", i).number, wanted.id);
            QVERIFY(same(item("primvars:s", i).number, wanted.odd));
            QCOMPARE(item("primvars:material", i).number, wanted.material);
            QCOMPARE(item("primvars:born", i).number, wanted.born);
        }
        for (std::size_t axis = 0; axis < 3; ++axis) {
            QVERIFY(same(item("extent", 0).items[axis].number, low[axis]));
            QVERIFY(same(item("extent", 1).items[axis].number, high[axis]));
        }
    }

    static void compareMetadata(std::map<std::string, UsdValue>& metadata, const ParticleExportSettings& given,
                                std::int64_t first, std::int64_t last)
    {
        QCOMPARE(metadata.size(), 8u);
        QCOMPARE(metadata["defaultPrim"].text, std::string("snow"));
        QVERIFY(metadata["doc"].text.starts_with("Sastrugi"));
        QCOMPARE(metadata["upAxis"].text, std::string(given.upAxis == UpAxis::Z ? "Z" : "Y"));
        QCOMPARE(metadata["metersPerUnit"].number, given.metresPerUnit);
        QCOMPARE(metadata["timeCodesPerSecond"].number, given.framesPerSecond);
        QCOMPARE(metadata["framesPerSecond"].number, given.framesPerSecond);
        QCOMPARE(metadata["startTimeCode"].number, double(first));
        QCOMPARE(metadata["endTimeCode"].number, double(last));
    }

    void usdStagePlaysItsFilesAsClips()
    {
        const ParticleExportSettings given = otherSettings();
        for (const std::int64_t frame : {7, 5, 6, 9})
            write("usda", given, 3, frame);
        UsdLayer layer = UsdaReader(readText(m_folder / "snow.usda")).read();
        compareMetadata(layer.metadata, given, 1005, 1009);
        UsdPrim& points = layer.prims.at(0).children.at(0);
        QCOMPARE(points.metadata.size(), 2u);
        QCOMPARE(points.metadata["prepend references"].text, std::string("./snow.1005.usda"));
        QCOMPARE(points.metadata["prepend references"].primPath, std::string("/snow/particles"));
        auto& clips = points.metadata["clips"].entries["dictionary default"].entries;
        QCOMPARE(clips.size(), 5u);
        QCOMPARE(clips["string primPath"].text, std::string("/snow/particles"));
        QCOMPARE(clips["asset manifestAssetPath"].text, std::string("./snow.1005.usda"));
        const auto& assets = clips["asset[] assetPaths"].items;
        const auto& active = clips["double2[] active"].items;
        const std::vector<int> numbers = {1005, 1006, 1007, 1009};
        QCOMPARE(assets.size(), numbers.size());
        QCOMPARE(active.size(), numbers.size());
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            QCOMPARE(assets[i].text, fmt::format("./snow.{}.usda", numbers[i]));
            QVERIFY(std::filesystem::exists(m_folder / assets[i].text));
            QCOMPARE(active[i].items[0].number, double(numbers[i]));
            QCOMPARE(active[i].items[1].number, double(i));
        }
        // Clip time is stage time.
        const auto& times = clips["double2[] times"].items;
        QCOMPARE(times.size(), 2u);
        for (const UsdValue& pair : times)
            QCOMPARE(pair.items[0].number, pair.items[1].number);
        QCOMPARE(times[0].items[0].number, 1005.0);
        QCOMPARE(times[1].items[0].number, 1009.0);
    }

    /// Before the first flake falls.
    void npzWithoutParticles()
    {
        try {
            auto arrays = readNpz(readText(write("npz", {}, 0)));
            QCOMPARE(arrays["position"].shape, std::string("(0, 3)"));
            QCOMPARE(arrays["id"].shape, std::string("(0,)"));
            QCOMPARE(arrays["frame"].at<std::int64_t>(0), 12);
        } catch (const std::exception& error) {
            QFAIL(error.what());
        }
    }

    void npz_data() { addSettings(); }
    void npz()
    {
        const ParticleExportSettings given = settings();
        std::map<std::string, NumpyArray> arrays;
        try {
            arrays = readNpz(readText(write("npz", given)));
        } catch (const std::exception& error) {
            QFAIL(error.what());
        }
        const std::map<std::string, std::pair<std::string, std::string>> wanted = {
            {"position", {"<f4", "(700, 3)"}}, {"velocity", {"<f4", "(700, 3)"}}, {"id", {"<i8", "(700,)"}},
            {"radius", {"<f4", "(700,)"}},     {"s", {"<f4", "(700,)"}},          {"material", {"|u1", "(700,)"}},
            {"born", {"<u8", "(700,)"}},       {"frame", {"<i8", "()"}},          {"time", {"<f8", "()"}},
            {"metresPerUnit", {"<f8", "()"}}};
        QCOMPARE(arrays.size(), wanted.size());
        for (const auto& [name, typeAndShape] : wanted) {
            QCOMPARE(arrays[name].type, typeAndShape.first);
            QCOMPARE(arrays[name].shape, typeAndShape.second);
        }
        QCOMPARE(arrays["frame"].at<std::int64_t>(0), 12 + given.numberOffset);
        QCOMPARE(arrays["time"].at<double>(0), 11.0 / 24);
        QCOMPARE(arrays["metresPerUnit"].at<double>(0), given.metresPerUnit);
        QCOMPARE(arrays["position"].data.size(), count * 12);
        for (std::size_t i = 0; i < count; ++i) {
            const Expected particle = expected(i, given);
            for (std::size_t axis = 0; axis < 3; ++axis) {
                QVERIFY(same(arrays["position"].at<float>(3 * i + axis), particle.position[axis]));
                QVERIFY(same(arrays["velocity"].at<float>(3 * i + axis), particle.velocity[axis]));
            }
            QCOMPARE(double(arrays["id"].at<std::int64_t>(i)), particle.id);
            QVERIFY(same(arrays["radius"].at<float>(i), particle.radius));
            QCOMPARE(double(arrays["s"].at<float>(i)), particle.odd);
            QCOMPARE(double(arrays["material"].at<std::uint8_t>(i)), particle.material);
            QCOMPARE(double(arrays["born"].at<std::uint64_t>(i)), particle.born);
        }
    }

    void text_data()
    {
        QTest::addColumn<QString>("format");
        QTest::addColumn<bool>("isOther");
        for (const char* format : {"csv", "xyz", "plyAscii"})
            for (const bool isOther : {false, true})
                QTest::addRow("%s %s", format, isOther ? "centimetres, Y up" : "metres, Z up") << format << isOther;
    }
    void text()
    {
        QFETCH(QString, format);
        const ParticleExportSettings given = settings();
        const std::string content = readText(write(format.toStdString(), given));
        int header = 0;
        if (format == "csv") {
            header = 1;
            QCOMPARE(content.substr(0, content.find('\n')), std::string("x,y,z,vx,vy,vz,id,radius,s,material,born"));
        } else if (format == "plyAscii") {
            const std::string head = content.substr(0, content.find("end_header\n") + 11);
            header = int(std::ranges::count(head, '\n'));
            QVERIFY(head.starts_with("ply\nformat ascii 1.0\ncomment "));
            const std::string units = given.upAxis == UpAxis::Z ? "metres, Z up\n" : "1 unit is 0.01 m, Y up\n";
            QVERIFY2(head.find(units) != std::string::npos, head.c_str());
            QVERIFY2(head.ends_with("element vertex 700\nproperty float x\nproperty float y\nproperty float z\n"
                                    "property float vx\nproperty float vy\nproperty float vz\nproperty int id\n"
                                    "property float radius\nproperty float s_\nproperty uchar material\n"
                                    "property double born\nend_header\n"),
                     head.c_str());
        }
        const auto rows = rowsOf(content, header);
        QCOMPARE(rows.size(), count);
        for (std::size_t i = 0; i < count; ++i) {
            const Expected wanted = expected(i, given);
            std::vector<double> values(wanted.position.begin(), wanted.position.end());
            if (format != "xyz") {
                values.insert(values.end(), wanted.velocity.begin(), wanted.velocity.end());
                values.insert(values.end(), {wanted.id, wanted.radius, wanted.odd, wanted.material, wanted.born});
            }
            QCOMPARE(rows[i].size(), values.size());
            for (std::size_t k = 0; k < values.size(); ++k)
                QVERIFY(same(rows[i][k], values[k]));
        }
    }

    void everyFormat_data()
    {
        QTest::addColumn<QString>("format");
        for (const ParticleFormat& format : particleFormats())
            QTest::newRow(format.name.data()) << QString::fromUtf8(format.name.data());
    }

    /// No particles, one frame beyond 9999, decimals in the name: a whole file each, of the predicted size.
    void everyFormat()
    {
        QFETCH(QString, format);
        const ParticleFormat& found = *findParticleFormat(format.toStdString());
        write(found.name, {}, 0);
        QCOMPARE(write(found.name, {}, 5, 10000).filename().string(), "snow.10000" + std::string(found.ending));
        ParticleWriter dotted(found, names("drop_0.5.####", found.ending), {}, m_files);
        const Frame frame = makeFrame(3, 50000);
        const auto path = dotted.write(frame);
        QCOMPARE(path.filename().string(), "drop_0.5.0003" + std::string(found.ending));
        const auto bytes = static_cast<double>(std::filesystem::file_size(path));
        const double predicted = dotted.predictedBytes(frame);
        QVERIFY2(std::abs(predicted - bytes) < 0.15 * bytes, qPrintable(QString("%1 %2").arg(predicted).arg(bytes)));
        QCOMPARE(FrameNames((m_folder / "drop_0.5").string(), found.ending, 1).of(3).filename().string(),
                 "drop_0.5" + std::string(found.ending));
        // The same for any number of threads.
        const std::string before = readText(path);
        const ThreadScope threads(3);
        QVERIFY(readText(dotted.write(frame)) == before);
    }

    void aChoiceOfAttributesIsKept()
    {
        ParticleExportSettings given;
        given.attributes = "material,  velocity";
        const std::string csv = readText(write("csv", given));
        QCOMPARE(csv.substr(0, csv.find('\n')), std::string("x,y,z,vx,vy,vz,material"));
        given.attributes = "velocity, materal";
        try {
            write("csv", given);
            QFAIL("written");
        } catch (const Error& error) {
            QVERIFY2(QString(error.what()).contains("'materal' (did you mean 'material'?)"), error.what());
        }
    }

    void idsThatDoNotFitAreRefusedAndNamed()
    {
        Frame frame = makeFrame(1, 2);
        const auto array = frame.particles.find("id");
        const std::uint32_t large = 3000000000U;
        std::memcpy(const_cast<std::byte*>(array->bytes.data()) + 4, &large, 4);
        for (const ParticleFormat& format : particleFormats()) {
            ParticleWriter writer(format, names("ids.####", format.ending), {}, m_files);
            if (format.needs.wideIds) {
                writer.write(frame);
                continue;
            }
            try {
                writer.write(frame);
                QFAIL("written");
            } catch (const Error& error) {
                const QString text = error.what();
                QVERIFY2(text.contains("3000000000") && text.contains("ids.0001"), error.what());
            }
        }
        QCOMPARE(readNpz(readText(m_folder / "ids.0001.npz"))["id"].at<std::int64_t>(1), std::int64_t(large));
        QVERIFY(!std::filesystem::exists(m_folder / "ids.0001.ply"));
    }

    void onlyXyzLosesVelocitiesAndSaysSo()
    {
        for (const ParticleFormat& format : particleFormats())
            QCOMPARE(format.cannot.find("no velocities") != std::string_view::npos, format.name == "xyz");
    }

    void whatIsThereAndValidIsLeftAlone()
    {
        const ParticleFormat& ply = *findParticleFormat("ply");
        const Frame frame = makeFrame(4, 100);
        const Hash content = frame.contentHash();
        const auto path = ParticleWriter(ply, names("a.####", ".ply"), {}, m_files).write(frame, content);
        const auto isThere = [&](const ParticleExportSettings& settings, const Hash& hash) {
            return ParticleWriter(ply, names("a.####", ".ply"), settings, m_files).isThere(4, hash);
        };
        QVERIFY(isThere({}, content));
        QVERIFY(!isThere(otherSettings(), content));
        QVERIFY(!isThere({}, Hash{1, 2}));
        QVERIFY(
            !ParticleWriter(*findParticleFormat("plyAscii"), names("a.####", ".ply"), {}, m_files).isThere(4, content));
        std::fstream(path, std::ios::in | std::ios::out | std::ios::binary).seekp(600).put('?');
        QVERIFY(!isThere({}, content));
        ParticleWriter(ply, names("a.####", ".ply"), {}, m_files).write(frame, content);
        QVERIFY(isThere({}, content));
        std::filesystem::resize_file(path, 300);
        QVERIFY(!isThere({}, content));
        std::filesystem::remove(path);
        QVERIFY(!isThere({}, content));
    }

    void aStoppedExportLeavesNothing()
    {
        std::stop_source stop;
        stop.request_stop();
        for (const ParticleFormat& format : particleFormats()) {
            ParticleWriter writer(format, names("stopped.####", format.ending), {}, m_files);
            try {
                writer.write(makeFrame(1, 1000), {}, stop.get_token());
                QFAIL("written");
            } catch (const Error& error) {
                QCOMPARE(error.kind(), ErrorKind::Interrupted);
            }
        }
        QVERIFY(!std::filesystem::exists(m_folder));
    }
};

SASTRUGI_TEST(ParticleFormatsTest)
#include "ParticleFormatsTest.moc"
