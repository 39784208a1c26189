// Rigid bodies from outside: a run moves them, and what is exported is where they were in its frames.
#include "tests/TestCase.h"
#include "tests/app/cli/PlyMesh.h"
#include "tests/app/cli/Program.h"
#include "tests/app/cli/crateScene.h"

#include <QJsonArray>

using namespace sastrugi;
using namespace sastrugi::test;

namespace
{

double bottomOf(const TriangleMesh& mesh) { return mesh.bounds().minimum.z(); }

} // namespace

class BodyTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;

    ProgramResult run(const QStringList& arguments) { return runProgram(arguments, m_folder->path()); }
    QByteArray read(const QString& name)
    {
        QFile file(m_folder->filePath(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    void simulate(const QStringList& more = {})
    {
        const ProgramResult sim = run(QStringList{"sim", "a.sastrugi"} + more);
        QVERIFY2(sim.code == 0, qPrintable(sim.errors));
    }

    QStringList hashes()
    {
        QStringList found;
        const QByteArray json = run({"info", "a.cache", "--json"}).output.toUtf8();
        for (const QJsonValue& frame : QJsonDocument::fromJson(json).object()["frames"].toArray())
            found.append(frame["hash"].toString());
        return found;
    }

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        writeFile(m_folder->filePath("a.sastrugi"), crateScene());
    }

    /// 0.25 s of free fall: steps of 1 ms fall a little further than g t^2 / 2.
    void itsMotionIsATableOfKeys()
    {
        simulate();
        const ProgramResult result = run({"export", "a.sastrugi", "--node", "crate", "--out", "crate.csv"});
        QVERIFY2(result.code == 0, qPrintable(result.errors));
        const QByteArrayList lines = read("crate.csv").trimmed().split('\n');
        QCOMPARE(lines.size(), 7);
        const QByteArrayList names = lines.front().split(','), last = lines.back().split(',');
        QCOMPARE(names.size(), last.size());
        std::map<QByteArray, double> values;
        for (qsizetype k = 0; k < names.size(); ++k)
            values[names[k].trimmed()] = last[k].toDouble();
        // What is at (2, 0, 3), its centre, has gone along x and down; the keys are of what is at the origin.
        const double angle = values.at("rotationZ");
        QVERIFY2(std::abs(angle - 0.25 * 1.5707963) < 1e-3, lines.back().constData());
        QVERIFY(std::abs(values.at("x") + 2 * std::cos(angle) - 2.25) < 1e-6);
        QVERIFY(std::abs(values.at("y") + 2 * std::sin(angle)) < 1e-6);
        QVERIFY2(std::abs(values.at("z") + 0.5 * 9.81 * 0.25 * 0.251) < 1e-4, lines.back().constData());
    }

    /// No keys where there is no frame.
    void itsMotionEndsWithTheFrames()
    {
        simulate({"--frames", "1-3"});
        QCOMPARE(run({"export", "a.sastrugi", "--node", "crate", "--out", "crate.csv"}).code, 0);
        QCOMPARE(read("crate.csv").trimmed().split('\n').size(), 4);
        QCOMPARE(run({"export", "a.sastrugi", "--node", "crate", "--out", "c.csv", "--samples", "2"}).code, 0);
        QCOMPARE(read("c.csv").trimmed().split('\n').size(), 6); // 1, 1.5, 2, 2.5, 3
        const ProgramResult result =
            run({"export", "a.sastrugi", "--node", "crate", "--out", "c.csv", "--frames", "2-5"});
        QCOMPARE(result.code, 5);
        QVERIFY2(result.errors.contains("4-5"), qPrintable(result.errors));
    }

    /// What a user may not have meant is said.
    void oddBodiesAreWarnedOf_data()
    {
        QTest::addColumn<QStringList>("settings");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("thin") << QStringList{"box.size=0.1,0.2,0.004"} << "'crate' is 0.004 m across";
        QTest::newRow("late") << QStringList{"crate.start=9"} << "'crate' is let go at 9 s, after the last frame";
        QTest::newRow("fast") << QStringList{"crate.velocity=0,0,900"} << "'crate' starts with 900 m/s";
        QTest::newRow("in snow") << QStringList{"box.centre=0,0,0.1"} << "'crate' stands in the place of";
    }
    void oddBodiesAreWarnedOf()
    {
        QFETCH(QStringList, settings);
        QFETCH(QString, sentence);
        const ProgramResult result = run(QStringList{"check", "a.sastrugi", "--set"} + settings);
        QVERIFY2((result.output + result.errors).contains(sentence), qPrintable(result.output + result.errors));
    }

    void itsMeshIsWhereAFrameHasIt()
    {
        simulate();
        const ProgramResult result =
            run({"export", "a.sastrugi", "--node", "crate", "--out", "crate.####.ply", "--samples", "2"});
        QVERIFY2(result.code == 0, qPrintable(result.errors));
        const double high = bottomOf(readPlyMesh(read("crate.0002.ply"))), // frame 1, and then half frames
            middle = bottomOf(readPlyMesh(read("crate.0011.ply"))),
                     before = bottomOf(readPlyMesh(read("crate.0010.ply"))),
                     after = bottomOf(readPlyMesh(read("crate.0012.ply")));
        QVERIFY(std::abs(high - 2.85) < 1e-6);
        QVERIFY(after < before - 0.05);
        QVERIFY2(std::abs(middle - 0.5 * (before + after)) < 1e-5, qPrintable(QString::number(middle)));
    }

    void withoutFramesThereIsNothingToWrite()
    {
        for (const char* out : {"crate.csv", "crate.####.ply"}) {
            const ProgramResult result = run({"export", "a.sastrugi", "--node", "crate", "--out", out});
            QCOMPARE(result.code, 5);
            QVERIFY2(result.errors.contains("sastrugi sim"), qPrintable(result.errors));
        }
        QFile scene(m_folder->filePath("a.sastrugi"));
        QVERIFY(scene.open(QIODevice::ReadOnly));
        const QString alone =
            QString(scene.readAll()).remove(R"(    {"from": ["crate", "boundary"], "to": ["dem", "boundaries"]},
)");
        writeFile(m_folder->filePath("a.sastrugi"), alone);
        const ProgramResult result = run({"export", "a.sastrugi", "--node", "crate", "--out", "crate.csv"});
        QCOMPARE(result.code, 2);
        QVERIFY2(result.errors.contains("'crate' is moved by a run, and no solver has it"), qPrintable(result.errors));
    }

    void aRunInPartsIsTheSame()
    {
        simulate();
        const QStringList whole = hashes();
        QCOMPARE(whole.size(), 6);
        QVERIFY(QDir(m_folder->filePath("a.cache")).removeRecursively());
        simulate({"--frames", "1-3"});
        simulate({"--frames", "1-5"});
        simulate();
        QCOMPARE(hashes(), whole);
    }

    void anOpenMeshIsNoBody()
    {
        QFile file(m_folder->filePath("a.sastrugi"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString open = QString(file.readAll())
                                 .replace(R"({"from": ["box", "mesh"], "to": ["side", "mesh"]})",
                                          R"({"from": ["plane", "mesh"], "to": ["side", "mesh"]})");
        writeFile(m_folder->filePath("a.sastrugi"), open);
        for (const QStringList& command : {QStringList{"check", "a.sastrugi"}, QStringList{"sim", "a.sastrugi"}}) {
            const ProgramResult result = run(command);
            QCOMPARE(result.code, 3);
            const QString all = result.output + result.errors;
            QVERIFY2(all.contains("rigid body 'crate' has a mesh with holes"), qPrintable(all));
        }
    }
};

SASTRUGI_TEST(BodyTest)
#include "BodyTest.moc"
