// Surfaces and meshes from outside: snowballs that break, as files, frame by frame.
#include "tests/TestCase.h"
#include "tests/app/cli/PlyMesh.h"
#include "tests/app/cli/Program.h"
#include "tests/engine/surface/closedMesh.h"

using namespace sastrugi;
using namespace sastrugi::test;

class SurfaceTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;

    ProgramResult run(const QStringList& arguments) { return runProgram(arguments, m_folder->path()); }
    QByteArray read(const QString& name)
    {
        QFile file(m_folder->filePath(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    /// A scene with a surface behind its ball in free fall, and a ball that moves.
    void simulate()
    {
        QFile file(m_folder->filePath("a.sastrugi"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(freeFallScene()
                       .replace(R"({"name": "particles")", R"({"name": "skin", "type": "post.surface"},
    {"name": "mesh", "type": "output.exportMesh"},
    {"name": "alone", "type": "output.exportMesh"},
    {"name": "wall", "type": "sampling.boundarySampler"},
    {"name": "push", "type": "motion.steady", "parameters": {"velocity": [24, 0, 0]}},
    {"name": "particles")")
                       .replace("\"links\": [", R"("links": [
    {"from": ["fall", "simulation"], "to": ["skin", "simulation"]},
    {"from": ["skin", "surface"], "to": ["mesh", "surface"]},
    {"from": ["ball", "mesh"], "to": ["wall", "mesh"]},
    {"from": ["wall", "boundary"], "to": ["push", "boundary"]},)")
                       .toUtf8());
        file.close();
        const ProgramResult sim = run({"sim", "a.sastrugi"});
        QVERIFY2(sim.code == 0, qPrintable(sim.errors));
    }

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void breakingSnowballsStayClosed_data()
    {
        QTest::addColumn<QString>("kernels");
        QTest::newRow("anisotropic") << "anisotropic";
        QTest::newRow("isotropic") << "isotropic";
    }
    /// Coarse and short: the whole fall is a study, in tests/study/surface.
    void breakingSnowballsStayClosed()
    {
        QFETCH(QString, kernels);
        const QStringList scene = {SASTRUGI_SOURCE_DIR "/samples/snowball-drop/snowball-drop.sastrugi",
                                   "--set",
                                   "sph.spacing=2.5 cm",
                                   "--set",
                                   "surface.kernels=" + kernels,
                                   "--cache",
                                   m_folder->filePath("cache")};
        const ProgramResult sim = run(QStringList{"sim"} + scene + QStringList{"--frames", "1-10"});
        QVERIFY2(sim.code == 0, qPrintable(sim.errors));
        const ProgramResult exported =
            run(QStringList{"export"} + scene + QStringList{"--node", "surface", "--out", "skin.####.ply"});
        QVERIFY2(exported.code == 0, qPrintable(exported.errors));
        double first = 0;
        for (int frame = 1; frame <= 10; ++frame) {
            const TriangleMesh mesh = readPlyMesh(read(QString("skin.%1.ply").arg(frame, 4, 10, QChar('0'))));
            QCOMPARE(whatIsOpen(mesh), QString());
            const double volume = mesh.signedVolume();
            first = frame == 1 ? volume : first;
            QVERIFY2(volume > 0.6 * first && volume < 1.4 * first, qPrintable(QString::number(volume / first)));
        }
    }

    void aNodeAndItsSurfaceGiveTheSameFiles()
    {
        simulate();
        const ProgramResult byNode = run({"export", "a.sastrugi", "--node", "mesh"});
        QVERIFY2(byNode.code == 0, qPrintable(byNode.errors));
        const ProgramResult bySurface =
            run({"export", "a.sastrugi", "--node", "skin", "--out", "s.####.ply", "--frames", "2-3"});
        QVERIFY2(bySurface.code == 0, qPrintable(bySurface.errors));
        QCOMPARE(bySurface.output, QString("s.0002.ply\ns.0003.ply\n"));
        QVERIFY(!read("s.0002.ply").isEmpty());
        QCOMPARE(read("s.0002.ply"), read("export/surface.0002.ply"));
        // What is there is left alone, until the surface has other values.
        const QStringList again = {"export", "a.sastrugi", "--node", "mesh"};
        QVERIFY(run(again).errors.contains("0 files to write"));
        QVERIFY(run(again + QStringList{"--set", "skin.threshold=0.4"}).errors.contains("6 files to write"));
    }

    void theEndingPicksTheFormatAndLossesAreSaid()
    {
        simulate();
        for (const QString ending : {"ply", "obj", "stl", "glb", "vtp", "usda"}) {
            const ProgramResult result =
                run({"export", "a.sastrugi", "--node", "mesh", "--out", "m.####." + ending, "--frames", "3"});
            QVERIFY2(result.code == 0, qPrintable(result.errors));
            QVERIFY(!read("m.0003." + ending).isEmpty());
            const bool isLossy = ending == "obj" || ending == "stl" || ending == "glb";
            QCOMPARE(result.errors.contains("velocities"), isLossy);
        }
        const ProgramResult wrong = run({"export", "a.sastrugi", "--node", "mesh", "--out", "m.####.bgeo"});
        QVERIFY2(wrong.code == 2 && wrong.errors.contains(".obj"), qPrintable(wrong.errors));
    }

    /// Meshes and obstacles are not simulated: they need no cache.
    void meshesOfTheSceneAreWrittenWhereTheyAre()
    {
        simulate();
        const ProgramResult still = run({"export", "a.sastrugi", "--node", "ball", "--out", "ball.obj"});
        QVERIFY2(still.code == 0, qPrintable(still.errors));
        QVERIFY(read("ball.obj").contains("\nf "));
        const ProgramResult moving =
            run({"export", "a.sastrugi", "--node", "push", "--out", "push.####.ply", "--frames", "1-3"});
        QVERIFY2(moving.code == 0, qPrintable(moving.errors));
        const Vector3 begin = readPlyMesh(read("push.0001.ply")).bounds().centre(),
                      end = readPlyMesh(read("push.0003.ply")).bounds().centre();
        QVERIFY2((end - begin - Vector3(2, 0, 0)).norm() < 1e-5, qPrintable(QString::number((end - begin).x())));
        const ProgramResult nothing = run({"export", "a.sastrugi", "--node", "alone"});
        QVERIFY2(nothing.code == 3 && nothing.errors.contains("none of its inputs"), qPrintable(nothing.errors));
    }

    void aFileThatDoesNotFitLeavesNoHalf()
    {
        simulate();
        QDir(m_folder->path()).mkdir("full");
        for (const QString ending : {"ply", "obj", "stl", "glb", "vtp", "usda"}) {
            QProcess shell;
            shell.setWorkingDirectory(m_folder->path());
            shell.start("sh", {"-c", "trap '' XFSZ; ulimit -f 2; exec \"$@\"", "sh", programPath(), "export",
                               "a.sastrugi", "--node", "mesh", "--out", "full/snow.####." + ending});
            QVERIFY(shell.waitForFinished(60000));
            QCOMPARE(shell.exitCode(), 5);
            QCOMPARE(QDir(m_folder->filePath("full")).entryList(QDir::Files | QDir::Hidden), QStringList());
        }
    }
};

SASTRUGI_TEST(SurfaceTest)
#include "SurfaceTest.moc"
