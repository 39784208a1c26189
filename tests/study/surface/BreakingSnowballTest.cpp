// A hundred frames of snowballs that break, at full resolution: no hole and no edge with a third triangle in any.
#include "tests/TestCase.h"
#include "tests/app/cli/PlyMesh.h"
#include "tests/app/cli/Program.h"
#include "tests/engine/surface/closedMesh.h"

using namespace sastrugi;
using namespace sastrugi::test;

class BreakingSnowballTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void staysClosed()
    {
        QTemporaryDir folder;
        // Frames at four times the rate: the hundred show how the balls break.
        const QStringList scene = {SASTRUGI_SOURCE_DIR "/samples/snowball-drop/snowball-drop.sastrugi", "--cache",
                                   folder.filePath("cache"), "--set", "scene.framesPerSecond=96"};
        QProcess sim;
        sim.start(programPath(), QStringList{"sim"} + scene + QStringList{"--frames", "1-100", "--progress", "none"});
        QVERIFY(sim.waitForFinished(-1));
        QCOMPARE(sim.exitCode(), 0);
        for (const QString kernels : {"isotropic", "anisotropic"})
            for (int first = 1; first <= 100; first += 20) {
                const ProgramResult exported = runProgram(
                    QStringList{"export"} + scene +
                        QStringList{"--set", "surface.kernels=" + kernels, "--node", "surface", "--out",
                                    kernels + ".####.ply", "--frames", QString("%1-%2").arg(first).arg(first + 19)},
                    folder.path());
                QVERIFY2(exported.code == 0, qPrintable(exported.errors));
                for (int frame = first; frame < first + 20; ++frame) {
                    QFile file(folder.filePath(QString("%1.%2.ply").arg(kernels).arg(frame, 4, 10, QChar('0'))));
                    QVERIFY(file.open(QIODevice::ReadOnly));
                    const TriangleMesh mesh = readPlyMesh(file.readAll());
                    const QString wrong = whatIsOpen(mesh);
                    QVERIFY2(wrong.isEmpty(), qPrintable(QString("frame %1: %2").arg(frame).arg(wrong)));
                    QVERIFY(mesh.signedVolume() > 0);
                }
            }
    }
};

SASTRUGI_TEST(BreakingSnowballTest)
#include "BreakingSnowballTest.moc"
