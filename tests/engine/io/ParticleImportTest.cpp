// Particles from files: what our own exports have written comes back, and what others write is understood or refused.
#include "tests/TestCase.h" // first: moc of Qt 6.4 fails to read <compare> before it

#include "engine/core/Error.h"
#include "engine/core/File.h"
#include "engine/io/ParticleFormat.h"
#include "engine/io/ParticleImport.h"
#include "engine/io/PointTable.h"
#include "tests/engine/io/sampleFrame.h"

#include <QTemporaryDir>

#include <cmath>
#include <filesystem>
#include <fstream>

using namespace sastrugi;
using namespace sastrugi::test;

class ParticleImportTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    std::filesystem::path write(const std::string& name, const std::string& text)
    {
        const std::filesystem::path path = std::filesystem::path(m_folder.path().toStdString()) / name;
        std::ofstream(path, std::ios::binary) << text;
        return path;
    }

    QString failure(const std::string& name, const std::string& text, const ParticleImportOptions& options = {})
    {
        try {
            importParticles(write(name, text), options);
            return {};
        } catch (const Error& error) {
            return error.kind() == ErrorKind::Scene ? QString::fromUtf8(error.what()) : QString("wrong kind");
        }
    }

private Q_SLOTS:
    void whatIsNotUsedIsSaid()
    {
        const ImportedParticles hot =
            importParticles(write("hot.csv", "x,y,z,temperature,radius\n1,2,3,270,0.1\n"), {});
        QCOMPARE(hot.messages.size(), std::size_t{2});
        QVERIFY(hot.messages[1].level == LogLevel::Warning && hot.messages[1].text.starts_with("radius of"));
        QCOMPARE(importParticles(write("plain.csv", "x,y,z\n1,2,3\n"), {}).messages.size(), std::size_t{1});
    }

    void temperaturesAreFoundByName()
    {
        const auto file = write("hot.csv", "x,y,z,temperature,old,id\n1,2,3,270,271,2\n4,5,6,250.5,251,1\n");
        ParticleImportOptions options;
        QVERIFY((importParticles(file, options).particles.temperatures == std::vector<float>{250.5f, 270}));
        options.temperature = "old";
        QVERIFY((importParticles(file, options).particles.temperatures == std::vector<float>{251, 271}));
        options.temperature = "-";
        QVERIFY(importParticles(file, options).particles.temperatures.empty());
        options.temperature = "heat";
        QVERIFY(failure("hot.csv", "x,y,z\n1,2,3\n", options).contains("no 'heat'"));
        for (const char* wrong : {"-5", "0", "nan", "2001"})
            QVERIFY(failure("cold.csv", std::string("x,y,z,temperature\n1,2,3,") + wrong + "\n").contains(wrong));
    }

    void unitsAndNumbersThatTheFileSaysAreNoticed()
    {
        const std::string usda = "#usda 1.0\n(\n    metersPerUnit = 0.01\n    upAxis = \"Y\"\n)\ndef Points \"p\"\n{\n"
                                 "    point3f[] points = [(0, 0, 0), (0, 10, 0)]\n"
                                 "    vector3f[] velocities = [(1, 0, 0)]\n}\n";
        const auto file = write("snow.usda", usda);
        ParticleImportOptions options;
        const ImportedParticles taken = importParticles(file, options);
        QCOMPARE(taken.particles.positions[1], Vector3(0, 10, 0));
        QStringList said;
        for (const LogMessage& message : taken.messages)
            said << QString::fromStdString(message.text);
        QCOMPARE(said.filter("says 0.01 m").size(), 1);
        QCOMPARE(said.filter("says that Y is up").size(), 1);
        QCOMPARE(said.filter("'velocity' of the file is not used").size(), 1);
        options.unit.reset();
        options.upAxis.reset();
        const ImportedParticles read = importParticles(file, options);
        QVERIFY((read.particles.positions[1] - Vector3(0, 0, 0.1)).norm() < 1e-12);
        QCOMPARE(read.messages.size(), std::size_t{2}); // velocities, and what was read
        const auto capitals = write("caps.csv", "X,Y,Z,VX,VY,VZ,U,V,W\n1,2,3,4,5,6,7,8,9\n");
        QCOMPARE(importParticles(capitals, {}).particles.velocities[0], Vector3(4, 5, 6));
        options.velocity = "U V W";
        QCOMPARE(importParticles(capitals, options).particles.velocities[0], Vector3(7, 8, 9));
    }

    void exportsComeBack_data()
    {
        QTest::addColumn<QString>("format");
        for (const char* name : {"ply", "plyAscii", "vtp", "bhclassic", "bgeo", "csv", "xyz", "npz", "usda"})
            QTest::newRow(name) << QString(name);
    }

    void exportsComeBack()
    {
        QFETCH(QString, format);
        const ParticleFormat& chosen = *findParticleFormat(format.toStdString());
        for (const UpAxis axis : {UpAxis::Z, UpAxis::Y}) {
            const Frame frame = makeFrame(5, 500);
            ParticleExportSettings settings;
            settings.upAxis = axis;
            settings.metresPerUnit = axis == UpAxis::Y ? 0.01 : 1;
            const ParticleTable table = makeTable(frame, settings, chosen.needs);
            const auto file =
                write("снег & \"лёд\" 雪 ❄️" + std::string(chosen.ending), chosen.encode(table, {}));
            ParticleImportOptions options;
            options.upAxis = axis;
            options.unit = axis == UpAxis::Y ? 0.01 : 1;
            const GivenParticles particles = importParticles(file, options).particles;
            QCOMPARE(particles.positions.size(), 500u);
            const auto position = frame.particles.get<float>("position", 3),
                       velocity = frame.particles.get<float>("velocity", 3);
            const double precision = axis == UpAxis::Y ? 1e-6 : 1e-12; // a factor in single precision
            for (std::size_t i = 0; i < 500; ++i)
                for (std::size_t k = 0; k < 3; ++k) {
                    const double p = double(position[3 * i + k]), v = double(velocity[3 * i + k]);
                    QVERIFY(std::abs(particles.positions[i][Eigen::Index(k)] - p) <= precision * (1 + std::abs(p)));
                    const double expected = chosen.name == "xyz" ? 0 : v;
                    QVERIFY(std::abs(particles.velocities[i][Eigen::Index(k)] - expected) <=
                            precision * (1 + std::abs(v)));
                }
        }
    }

    void attributesAreFoundByName()
    {
        const std::string text = "a_x,a_y,a_z,number,b_x,b_y,b_z\n1,2,3,9,4,5,6\n7,8,9,3,10,11,12\n";
        ParticleImportOptions options;
        options.position = "a";
        const ImportedParticles imported = importParticles(write("table.csv", text), options);
        QCOMPARE(imported.triples, (std::vector<std::string>{"a", "b"}));
        QVERIFY(std::ranges::find(imported.scalars, "number") != imported.scalars.end());
        options.position = "b";
        options.velocity = "a";
        options.id = "number";
        const GivenParticles particles = importParticles(write("table.csv", text), options).particles;
        QVERIFY(particles.positions[0] == Vector3(10, 11, 12)); // the smaller number first
        QVERIFY(particles.velocities[0] == Vector3(7, 8, 9));
        options.id = "-";
        QVERIFY(importParticles(write("table.csv", text), options).particles.positions[0] == Vector3(4, 5, 6));
        QVERIFY(failure("table.csv", text).contains("a_x, a_y"));
        options.position = "c";
        QVERIFY(failure("table.csv", text, options).contains("no 'c'"));
    }

    void tablesOfOthersAreUnderstood()
    {
        const PointTable molecules = pointsOfXyz("2\nwater and more\nO 0 1 2\nH 3 4 5 extra\n");
        QVERIFY(molecules.count == 2 && molecules.columns[0].values[5] == 5);
        QCOMPARE(pointsOfXyz("1\r\n\r\r\n0 1 2\r\n").count, 1u); // the fuzzer's
        QCOMPARE(pointsOfXyz("2\n0 1 2\n\n# more\n3 4 5 0.5 extra\n").count, 2u);
        const PointTable semicolons = pointsOfCsv("\xef\xbb\xbf\"x\"; \"y\";z\r\n1;2;3e-1\r\n");
        QVERIFY(semicolons.find("z") && semicolons.find("z")->values[0] == 0.3);
        const std::string content = std::string("ply\nformat binary_big_endian 1.0\nelement vertex 1\nproperty short "
                                                "x\nproperty uchar y\nproperty float z\nend_header\n") +
                                    std::string("\x01\x02\x07\x3f\x80\x00\x00", 7);
        const PointTable ply = pointsOfPly(content);
        QVERIFY(ply.find("x")->values[0] == 258 && ply.find("y")->values[0] == 7 && ply.find("z")->values[0] == 1);
    }

    void whatIsThereTwiceOrBrokenIsSaid_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("warning");
        QTest::newRow("name twice") << QByteArray("x,y,z,x\n1,2,3,4\n") << "'x' twice";
        QTest::newRow("ids") << QByteArray("x,y,z,id\n1,2,3,5\n2,2,3,5\n3,2,3,0.5\n4,2,3,-1\n")
                             << "of 'id' in the file 2 are no whole number from 0 on, and 1 is there before";
    }

    void whatIsThereTwiceOrBrokenIsSaid()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, warning);
        QString said;
        const ImportedParticles imported = importParticles(write("a.csv", text.toStdString()), {});
        for (const LogMessage& message : imported.messages)
            if (message.level == LogLevel::Warning)
                said += QString::fromStdString(message.text);
        QVERIFY2(said.contains(warning), qPrintable(said));
    }

    void aFileOneByteTooShortIsRefused()
    {
        for (const char* format : {"binary_little_endian", "ascii"}) {
            const std::string head = std::string("ply\nformat ") + format +
                                     " 1.0\nelement vertex 2\nproperty uchar x\nproperty uchar y\nproperty uchar z\n"
                                     "end_header\n";
            const std::string body = *format == 'a' ? "1 2 3\n4 5 6" : "\1\2\3\4\5\6"; // no last blank is needed
            QCOMPARE(pointsOfPly(head + body).count, 2u);
            QVERIFY_EXCEPTION_THROWN(pointsOfPly(head + body.substr(0, body.size() - 1)), Error);
        }
    }

    /// By numpy.savez_compressed: texts, a single number, another length, big-endian by column, signed integers.
    void arraysOfNumPyAreUnderstood()
    {
        const QByteArray file = QByteArray::fromBase64(
            "UEsDBBQAAAAIAAAAIQCnL+DsSwAAAIgAAAAJABQAbGFiZWwubnB5AQAQAIgAAAAAAAAASwAAAAAAAACb7BfqGxDJyFDGUK2eklqc"
            "XKRupaBuE2qorqOgnpZfVFKUmBefX5SSChJ3S8wpTgWKF2ckFqQC+RpGOpo6CrUKFACuRAYGhiQgBgBQSwMEFAAAAAgAAAAhACO4"
            "8GxGAAAAiAAAAAkAFABmcmFtZS5ucHkBABAAiAAAAAAAAABGAAAAAAAAAJvsF+obEMnIUMZQrZ6SWpxcpG6loG6TaaGuo6Cell9U"
            "UpSYF59flJIKEndLzClOBYoXZyQWpAL5Gpo6CrUKFAEudgYIAABQSwMEFAAAAAgAAAAhAFvxBnNHAAAAqAAAAAkAFABvdGhlci5u"
            "cHkBABAAqAAAAAAAAABHAAAAAAAAAJvsF+obEMnIUMZQrZ6SWpxcpG6loG6TZqGuo6Cell9UUpSYF59flJIKEndLzClOBYoXZyQW"
            "pAL5GqY6mjoKtQoUAC4GIgEAUEsDBBQAAAAIAAAAIQATqEgGWAAAALAAAAAMABQAcG9zaXRpb24ubnB5AQAQALAAAAAAAAAAWAAA"
            "AAAAAACb7BfqGxDJyFDGUK2eklqcXKRupaBul2ahrqOgnpZfVFKUmBefX5SSChIPKSpNBQoXZyQWpAK5GkY6CsaaOgq1CuQDLvsP"
            "DGDgIAClGaC0CJTmgNJSEBoAUEsDBBQAAAAIAAAAIQCOqF0UTQAAAJAAAAAGABQAaWQubnB5AQAQAJAAAAAAAAAATQAAAAAAAACb"
            "7BfqGxDJyFDGUK2eklqcXKRupaBuk2mhrqOgnpZfVFKUmBefX5SSChJ3S8wpTgWKF2ckFqQC+RpGOpo6CrUKFACuv/8hgAEEGBkY"
            "AFBLAwQUAAAACAAAACEAQ6b5M0wAAACYAAAADAAUAHZlbG9jaXR5Lm5weQEAEACYAAAAAAAAAEwAAAAAAAAAm+wX6hsQychQxlCt"
            "npJanFykbqWgbpNmoq6joJ6WX1RSlJgXn1+UkgoSd0vMKU4FihdnJBakAvkaRjoKxpo6CrUKZAMuBgYGe2wYAFBLAwQUAAAACAAA"
            "ACEA7hm7XUYAAACCAAAACAAUAGZsYWcubnB5AQAQAIIAAAAAAAAARgAAAAAAAACb7BfqGxDJyFDGUK2eklqcXKRupaBek2SorqOg"
            "npZfVFKUmBefX5SSChJ3S8wpTgWKF2ckFqQC+RpGOpo6CrUKFAAuRgYAUEsBAhQDFAAAAAgAAAAhAKcv4OxLAAAAiAAAAAkAAAAA"
            "AAAAAAAAAIABAAAAAGxhYmVsLm5weVBLAQIUAxQAAAAIAAAAIQAjuPBsRgAAAIgAAAAJAAAAAAAAAAAAAACAAYYAAABmcmFtZS5u"
            "cHlQSwECFAMUAAAACAAAACEAW/EGc0cAAACoAAAACQAAAAAAAAAAAAAAgAEHAQAAb3RoZXIubnB5UEsBAhQDFAAAAAgAAAAhABOo"
            "SAZYAAAAsAAAAAwAAAAAAAAAAAAAAIABiQEAAHBvc2l0aW9uLm5weVBLAQIUAxQAAAAIAAAAIQCOqF0UTQAAAJAAAAAGAAAAAAAA"
            "AAAAAACAAR8CAABpZC5ucHlQSwECFAMUAAAACAAAACEAQ6b5M0wAAACYAAAADAAAAAAAAAAAAAAAgAGkAgAAdmVsb2NpdHkubnB5"
            "UEsBAhQDFAAAAAgAAAAhAO4Zu11GAAAAggAAAAgAAAAAAAAAAAAAAIABLgMAAGZsYWcubnB5UEsFBgAAAAAHAAcAgwEAAK4DAAAA"
            "AA==");
        const PointTable table = pointsOfNpz(file.toStdString());
        QCOMPARE(table.count, std::size_t{2});
        QCOMPARE(table.columns.size(), std::size_t{4});
        QVERIFY((table.find("position")->values == std::vector<double>{1, 2, 3, 4, 5, 6.5}));
        QVERIFY((table.find("id")->values == std::vector<double>{-3, 0x1p40}));
        QVERIFY((table.find("velocity")->values == std::vector<double>(6, 0.5)));
        QVERIFY((table.find("flag")->values == std::vector<double>{1, 0}));
    }

    void layersOfOthersAreUnderstood()
    {
        const PointTable table = pointsOfUsda(FileLayer().readText(SASTRUGI_SOURCE_DIR "/tests/engine/io/points.usda"));
        QCOMPARE(table.count, std::size_t{2});
        QVERIFY((table.find("position")->values == std::vector<double>{1, 2, 3, 4, -0.5, 6}));
        QVERIFY((table.find("radius")->values == std::vector<double>{0.25, 0.5}));
        QVERIFY((table.find("velocity")->values == std::vector<double>{1, 0, 0, 0, HUGE_VAL, 0}));
        QVERIFY((table.find("id")->values == std::vector<double>{7, 8}));
        QVERIFY((table.find("age")->values == std::vector<double>{3, 4}));
        QCOMPARE(table.columns.size(), std::size_t{5});
    }

    void whatIsWrongIsNamed_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("sentence");
        const QByteArray plyHeader("ply\nformat binary_little_endian 1.0\nelement vertex ");
        const QByteArray plyRest("\nproperty float x\nproperty float y\nproperty float z\nend_header\n");
        QTest::newRow("empty") << "a.ply" << QByteArray() << "no end";
        QTest::newRow("no zip") << "a.npz" << QByteArray("PK, or not") << "no zip";
        QTest::newRow("packed USD") << "a.usda" << QByteArray("PXR-USDC") << "#usda";
        QTest::newRow("no points") << "a.usda" << QByteArray("#usda 1.0\ndef Xform \"a\" {}\n") << "no prim";
        QByteArray nested("#usda 1.0\n");
        for (int i = 0; i < 100000; ++i)
            nested += "def A \"a\" {";
        QTest::newRow("nested") << "a.usda" << nested << "more than 200 deep";
        QTest::newRow("moved") << "a.usda"
                               << QByteArray("#usda 1.0\ndef Points \"a\" {\n point3f[] points = [(1, 2, 3)]\n"
                                             " double3 xformOp:translate = (1, 0, 0)\n}\n")
                               << "xformOp:translate";
        QTest::newRow("stage of clips") << "a.usda"
                                        << QByteArray(
                                               "#usda 1.0\ndef Points \"a\" (\n clips = { dictionary default = {} "
                                               "}\n) {}\n")
                                        << "plays the files";
        QTest::newRow("words for numbers")
            << "a.usda" << QByteArray("#usda 1.0\ndef Points \"a\" { point3f[] points = [(1, two") << "after 1 of them";
        QTest::newRow("ending") << "a.obj" << QByteArray("v 0 0 0\n") << "'.obj'";
        QTest::newRow("huge") << "a.ply" << plyHeader + "4000000000" + plyRest + "abc"
                              << "announces 4000000000";
        QTest::newRow("huger") << "a.ply" << plyHeader + "18446744073709551615" + plyRest << "announces";
        QTest::newRow("cut") << "a.ply" << plyHeader + "2" + plyRest + QByteArray(20, '\0') << "announces 2";
        QTest::newRow("list") << "a.ply"
                              << QByteArray("ply\nformat ascii 1.0\nelement vertex 1\nproperty list uchar int x\n"
                                            "end_header\n1 2\n")
                              << "no numbers";
        QTest::newRow("csv cells") << "a.csv" << QByteArray("x,y,z\n1,2,3\n1,2\n") << "line 3 has 2 values";
        QTest::newRow("csv word") << "a.csv" << QByteArray("x,y,z\n1,two,3\n") << "'two' for 'y'";
        QTest::newRow("csv no names") << "a.csv" << QByteArray("1,2,3\n") << "the names of columns";
        QTest::newRow("csv nothing") << "a.csv" << QByteArray("x,y,z\n") << "no particles";
        QTest::newRow("not finite") << "a.csv" << QByteArray("x,y,z\n0,0,0\nnan,2,3\n") << "number 1";
        QTest::newRow("csv UTF-16") << "a.csv" << QByteArray("\xff\xfex\0,\0", 6) << "UTF-16";
        QTest::newRow("id") << "a.csv" << QByteArray("x,y,z,id\n0,0,0,nan\n") << "'id' is not finite";
        QTest::newRow("xyz") << "a.xyz" << QByteArray("1 2 3\n1 2\n") << "line 2";
        QTest::newRow("xyz commas") << "a.xyz" << QByteArray("1,2,3\n") << "line 1 has '1,2,3'";
        QTest::newRow("bgeo other") << "a.bgeo" << QByteArray("\x7fNSJb") << "classic";
        QTest::newRow("bgeo huge") << "a.bhclassic"
                                   << QByteArray("BgeoV\0\0\0\5\x7f\xff\xff\xff\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
                                                 "\0\0\0\0\0\0\0\0",
                                                 41)
                                   << "announces 2147483647";
        QTest::newRow("vtp") << "a.vtp" << QByteArray("<VTKFile") << "a.vtp";
    }

    void whatIsWrongIsNamed()
    {
        QFETCH(QString, name);
        QFETCH(QByteArray, content);
        QFETCH(QString, sentence);
        const QString text = failure(name.toStdString(), content.toStdString());
        QVERIFY2(text.contains(sentence) && text.contains(name), qPrintable(text));
    }

    void mutatedFilesAreReadOrRefused()
    {
        // A random walk through what may be wrong; nothing but an Error may come out.
        const Frame frame = makeFrame(1, 20);
        std::uint64_t state = 12345;
        const auto random = [&](std::size_t below) {
            state = state * 6364136223846793005ull + 1442695040888963407ull;
            return static_cast<std::size_t>(state >> 33) % below;
        };
        for (const char* name : {"ply", "plyAscii", "bhclassic", "csv", "xyz", "npz", "usda"}) {
            const ParticleFormat& format = *findParticleFormat(name);
            const std::string whole = format.encode(makeTable(frame, {}, format.needs), {});
            for (int turn = 0; turn < 2000; ++turn) {
                std::string text = whole;
                if (turn % 3 == 0)
                    text.resize(random(text.size()));
                for (std::size_t change = random(8); change > 0 && !text.empty(); --change)
                    text[random(text.size())] = static_cast<char>(random(256));
                try {
                    const PointTable table = format.ending == ".ply"    ? pointsOfPly(text)
                                             : format.ending == ".csv"  ? pointsOfCsv(text)
                                             : format.ending == ".xyz"  ? pointsOfXyz(text)
                                             : format.ending == ".npz"  ? pointsOfNpz(text)
                                             : format.ending == ".usda" ? pointsOfUsda(text)
                                                                        : pointsOfBgeo(text);
                    for (const PointColumn& column : table.columns)
                        QCOMPARE(column.values.size(), table.count * std::size_t(column.components));
                } catch (const Error&) {
                }
            }
        }
    }
};

SASTRUGI_TEST(ParticleImportTest)
#include "ParticleImportTest.moc"
