// Pictures of the samples, drawn without a display, against stored ones.
//
// Drivers round differently: a picture passes when its channels differ by at most 2 of 255 in the mean, and by more
// than 48 in at most one pixel of 200. SASTRUGI_NEW_BASELINES=1 stores what was drawn instead.
#include "tests/TestCase.h"
#include "tests/app/cli/Program.h"

#include <QImage>

using namespace sastrugi::test;

namespace
{

struct Difference {
    double mean = 255, strong = 1; // share of pixels
};

Difference differenceOf(const QImage& one, const QImage& other)
{
    if (one.size() != other.size())
        return {};
    double sum = 0, strong = 0;
    for (int y = 0; y < one.height(); ++y)
        for (int x = 0; x < one.width(); ++x) {
            const QRgb a = one.pixel(x, y), b = other.pixel(x, y);
            const int most =
                std::max({std::abs(qRed(a) - qRed(b)), std::abs(qGreen(a) - qGreen(b)), std::abs(qBlue(a) - qBlue(b))});
            sum +=
                (std::abs(qRed(a) - qRed(b)) + std::abs(qGreen(a) - qGreen(b)) + std::abs(qBlue(a) - qBlue(b))) / 3.0;
            strong += most > 48;
        }
    const double pixels = one.width() * one.height();
    return {sum / pixels, strong / pixels};
}

} // namespace

class PictureTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void samplesLookAsTheyDid_data()
    {
        QTest::addColumn<QString>("scene");
        QTest::addColumn<QStringList>("options");
        // Coarse, and the first frames only: what is tested is the drawing.
        QTest::newRow("snowball-drop") << "snowball-drop/snowball-drop.sastrugi" << QStringList();
        QTest::newRow("snowball-drop-speed") << "snowball-drop/snowball-drop.sastrugi"
                                             << QStringList{"--colour-by", "velocity", "--colour-map", "viridis"};
        QTest::newRow("mesh-drop-white") << "mesh-drop/mesh-drop.sastrugi" << QStringList{"--colour-by", ""};
        const QStringList surface = {"--node", "surface", "--set", "surface.voxelSize=1"};
        QTest::newRow("surface-speed") << "snowball-drop/snowball-drop.sastrugi"
                                       << surface + QStringList{"--colour-by", "velocity", "--colour-map", "viridis"};
        QTest::newRow("surface-white") << "snowball-drop/snowball-drop.sastrugi"
                                       << surface + QStringList{"--colour-by", ""};
    }

    void samplesLookAsTheyDid()
    {
        QFETCH(QString, scene);
        QFETCH(QStringList, options);
        QTemporaryDir folder;
        const QStringList same = {SASTRUGI_SOURCE_DIR "/samples/" + scene, "--set", "sph.spacing=4 cm", "--cache",
                                  folder.filePath("cache")};
        const ProgramResult sim = runProgram(QStringList{"sim"} + same + QStringList{"--frames", "1-4"});
        QVERIFY2(sim.code == 0, qPrintable(sim.errors));
        const ProgramResult render = runProgram(
            QStringList{"render"} + same + options +
            QStringList{"--frames", "4-4", "--size", "480x270", "--out", folder.filePath("picture.####.png")});
        QVERIFY2(render.code == 0, qPrintable(render.errors));
        const QImage drawn(folder.filePath("picture.0004.png"));
        QVERIFY(!drawn.isNull());
        const QString file =
            QString(SASTRUGI_SOURCE_DIR "/tests/app/render/baselines/%1.png").arg(QTest::currentDataTag());
        if (qEnvironmentVariableIsSet("SASTRUGI_NEW_BASELINES"))
            QVERIFY(drawn.save(file));
        const QImage stored(file);
        QVERIFY2(!stored.isNull(), qPrintable(file));
        const Difference difference = differenceOf(drawn, stored);
        QVERIFY2(difference.mean <= 2, qPrintable(QString("mean %1").arg(difference.mean)));
        QVERIFY2(difference.strong <= 0.005, qPrintable(QString("strong %1").arg(difference.strong)));
    }

    void aPictureThatDiffersIsNoticed()
    {
        const QString folder = SASTRUGI_SOURCE_DIR "/tests/app/render/baselines/";
        const Difference difference =
            differenceOf(QImage(folder + "snowball-drop.png"), QImage(folder + "snowball-drop-speed.png"));
        QVERIFY(difference.mean > 2 || difference.strong > 0.005);
    }
};

SASTRUGI_TEST(PictureTest)
#include "PictureTest.moc"
