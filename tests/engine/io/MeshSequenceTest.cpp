// Meshes from a file for each frame: same triangles, other triangles, missing numbers, and how much is in memory.
#include "tests/TestCase.h" // first: moc of Qt 6.4 fails to read <compare> before it

#include "engine/core/Error.h"
#include "engine/io/MeshSequence.h"
#include "engine/motion/SequenceDeformation.h"

#include <QTemporaryDir>

#include <algorithm>
#include <filesystem>
#include <fstream>

using namespace sastrugi;

namespace
{

/// A tetrahedron whose top is at a height.
std::string tetrahedronUpTo(double top)
{
    return fmt::format("v 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 {}\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n", top);
}

const std::string square = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3\nf 1 3 4\n";

} // namespace

class MeshSequenceTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    std::filesystem::path folder() const { return std::filesystem::path(m_folder.path().toStdString()); }
    void write(const std::string& name, const std::string& text) { std::ofstream(folder() / name) << text; }

    ImportedSequence read(const std::string& pattern, MeshSequenceOptions options = {})
    {
        options.framesPerSecond = 10;
        return importSequence(folder() / pattern, options);
    }

    static QString warnings(const ImportedSequence& sequence)
    {
        QString text;
        for (const LogMessage& message : sequence.messages)
            if (message.level == LogLevel::Warning)
                text += QString::fromStdString(message.text) + "\n";
        return text;
    }

private Q_SLOTS:
    void initTestCase() { qputenv("SASTRUGI_IMPORT", SASTRUGI_BINARY_DIR "/sastrugi-import"); }

    void init()
    {
        for (const auto& entry : std::filesystem::directory_iterator(folder()))
            std::filesystem::remove_all(entry);
    }

    void sameTrianglesAreInterpolated()
    {
        for (int number = 3; number <= 7; ++number)
            write(fmt::format("wave.{:04}.obj", number), tetrahedronUpTo(number));
        for (const char* pattern : {"wave.####.obj", "wave.$F4.obj", "wave.%04d.obj"}) {
            const ImportedSequence sequence = read(pattern);
            QVERIFY(!sequence.isStepped);
            QCOMPARE(sequence.numbers.size(), 5u);
            QVERIFY2(warnings(sequence).isEmpty(), qPrintable(warnings(sequence)));
            const Deformation& motion = *sequence.moving.deformation;
            const auto top = [&](double time) {
                double height = 0;
                for (const Vector3& point : motion.pointsAt(time))
                    height = std::max(height, point.z());
                return height;
            };
            QVERIFY(std::abs(top(-1) - 3) < 1e-6 && std::abs(top(0.25) - 5.5) < 1e-6 && std::abs(top(9) - 7) < 1e-6);
            QVERIFY(std::abs(motion.largestSpeed(0.1, 0.15) - 10) < 1e-4);
            QCOMPARE(motion.largestSpeed(0.5, 9), 0.0);
            QVERIFY(motion.bounds().maximum.z() >= 7);
            const ShapeInterval interval = motion.intervalAt(0.25, 0.25);
            QVERIFY(std::abs(interval.end - interval.begin - 0.025) < 1e-6);
        }
    }

    void fewFilesAreHeld()
    {
        for (int number = 1; number <= 12; ++number)
            write(fmt::format("wave.{:04}.obj", number), tetrahedronUpTo(number));
        const ImportedSequence sequence = read("wave.####.obj");
        const auto& motion = dynamic_cast<const SequenceDeformation&>(*sequence.moving.deformation);
        for (double time = 0; time < 1.2; time += 0.03) {
            motion.pointsAt(time);
            QVERIFY(motion.heldFiles() <= 3);
        }
    }

    void missingNumbersAreNamed()
    {
        for (const int number : {1, 2, 5, 6, 9})
            write(fmt::format("wave.{:04}.obj", number), tetrahedronUpTo(number));
        const ImportedSequence sequence = read("wave.####.obj");
        QVERIFY2(warnings(sequence).contains("4 files are missing: 3, 4, 7, 8"), qPrintable(warnings(sequence)));
        const auto points = sequence.moving.deformation->pointsAt(0.3); // number 4
        QVERIFY(std::ranges::any_of(points, [](const Vector3& p) { return std::abs(p.z() - 4) < 1e-6; }));
        MeshSequenceOptions range;
        range.firstNumber = 2;
        range.lastNumber = 1000000000;
        QVERIFY2(warnings(read("wave.####.obj", range))
                     .contains("999999995 files are missing: 3, 4, 7, 8, 10 to 1000000000"),
                 qPrintable(warnings(read("wave.####.obj", range))));
        QVERIFY(warnings(read("wave.0001.obj")).contains("no place for a number"));
        range.firstNumber = 20;
        range.lastNumber = 30;
        try {
            read("wave.####.obj", range);
            QFAIL("accepted");
        } catch (const Error& error) {
            QVERIFY2(QString::fromUtf8(error.what()).contains("from 20 to 30"), error.what());
        }
        QVERIFY_THROWS_EXCEPTION(Error, read("none.####.obj"));
    }

    void otherTrianglesAreStepped()
    {
        write("melt.1.obj", tetrahedronUpTo(1));
        write("melt.2.obj", square);
        write("melt.3.obj", tetrahedronUpTo(3));
        const ImportedSequence sequence = read("melt.#.obj");
        QVERIFY(sequence.isStepped);
        const Deformation& motion = *sequence.moving.deformation;
        QCOMPARE(motion.stepAt(0.05)->triangles.size(), 4u);
        QCOMPARE(motion.stepAt(0.15)->triangles.size(), 2u);
        QCOMPARE(motion.stepAt(5)->triangles.size(), 4u);
        QCOMPARE(motion.largestSpeed(0, 1), 0.0);
        QVERIFY(std::abs(motion.intervalAt(0.15, 1e-3).begin - 0.1) < 1e-12);
        QVERIFY(std::abs(motion.intervalAt(0.15, 1e-3).end - 0.2) < 1e-12);
    }

    void loopBeginsAgain()
    {
        for (int number = 1; number <= 3; ++number)
            write(fmt::format("wave.{}.obj", number), tetrahedronUpTo(number));
        MeshSequenceOptions options;
        options.isLoop = true;
        const ImportedSequence sequence = read("wave.#.obj", options);
        const Deformation& motion = *sequence.moving.deformation;
        const auto top = [&](double time) { return motion.pointsAt(time).back().z(); };
        QVERIFY(std::abs(top(0.25) - 2) < 1e-6); // half way from 3 back to 1
        QVERIFY(std::abs(top(0.35) - 1.5) < 1e-6);
        QVERIFY(std::abs(motion.largestSpeed(0.22, 0.23) - 20) < 1e-3);
    }

    void whatComesApartIsNotMerged()
    {
        // Two triangles that touch in the first file only.
        write("part.1.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 0\nv 0 1 0\nv -1 0 0\nf 1 2 3\nf 4 5 6\n");
        write("part.2.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv -1 0 0\nv -1 1 0\nv -2 0 0\nf 1 2 3\nf 4 5 6\n");
        const ImportedSequence sequence = read("part.#.obj");
        QCOMPARE(sequence.moving->points.size(), 6u);
        write("part.2.obj", "v 0 0 1\nv 1 0 1\nv 0 1 1\nv 0 0 1\nv 0 1 1\nv -1 0 1\nf 1 2 3\nf 4 5 6\n");
        QCOMPARE(read("part.#.obj").moving->points.size(), 4u);
    }

    void hashFollowsTheFilesAndTheTiming()
    {
        const auto hashOf = [&](const MeshSequenceOptions& options = {}) {
            ContentHash hash;
            read("wave.#.obj", options).moving.deformation->addToHash(hash);
            return hash.digest();
        };
        write("wave.1.obj", tetrahedronUpTo(1));
        write("wave.2.obj", tetrahedronUpTo(2));
        const Hash before = hashOf();
        QVERIFY(hashOf() == before);
        MeshSequenceOptions later;
        later.start = 1;
        QVERIFY(hashOf(later) != before);
        write("wave.2.obj", tetrahedronUpTo(2.5));
        QVERIFY(hashOf() != before);
        write("wave.2.obj", tetrahedronUpTo(2));
        QVERIFY(hashOf() == before);
    }

    void namesOfAnyKindAndFormatsOfAllKindsAreRead()
    {
        const std::string name = "снег & \"лёд\" 雪 ❄️ ";
        write(name + "1.obj", tetrahedronUpTo(1));
        write(name + "2.obj", tetrahedronUpTo(2));
        QCOMPARE(read(name + "#.obj").numbers.size(), 2u);
        const auto vtp = [](double top) {
            return fmt::format(
                "<VTKFile type=\"PolyData\" version=\"0.1\" byte_order=\"LittleEndian\"><PolyData><Piece "
                "NumberOfPoints=\"4\" NumberOfPolys=\"2\"><Points><DataArray type=\"Float64\" "
                "NumberOfComponents=\"3\" format=\"ascii\">0 0 0 1 0 0 1 1 {0} 0 1 {0}</DataArray></Points>"
                "<Polys><DataArray type=\"Int64\" Name=\"connectivity\" format=\"ascii\">0 1 2 0 2 3"
                "</DataArray><DataArray type=\"Int64\" Name=\"offsets\" format=\"ascii\">3 6</DataArray>"
                "</Polys></Piece></PolyData></VTKFile>",
                top);
        };
        write(name + "1.vtp", vtp(0));
        write(name + "2.vtp", vtp(1));
        const ImportedSequence sequence = read(name + "#.vtp");
        QVERIFY(!sequence.isStepped);
        QVERIFY(std::abs(sequence.moving.deformation->largestSpeed(0, 0.05) - 10) < 1e-6);
    }
};

SASTRUGI_TEST(MeshSequenceTest)
#include "MeshSequenceTest.moc"
