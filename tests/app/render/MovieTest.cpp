// Pictures and films that `sastrugi render` makes of a Movie node.
#include "app/render/colourMap.h"
#include "app/render/screenColour.h"
#include "nodes/types/MovieNode.h"
#include "tests/TestCase.h"
#include "tests/app/cli/Program.h"

#include <QImage>

#include <csignal>

using namespace sastrugi;
using namespace sastrugi::test;

namespace
{

/// The scene of a falling ball with a Movie node behind it.
QString movieScene(const QString& parameters)
{
    return freeFallScene()
        .replace(R"("type": "output.exportParticles"})",
                 R"("type": "output.exportParticles"}, {"name": "film", "type": "output.movie", "parameters": {)" +
                     parameters + "}}")
        .replace(
            R"("to": ["particles", "simulation"]})",
            R"("to": ["particles", "simulation"]}, {"from": ["fall", "simulation"], "to": ["film", "simulation"]})");
}

} // namespace

class MovieTest : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_folder;

    void write(const QString& parameters) { writeFile(m_folder->filePath("a b.sastrugi"), movieScene(parameters)); }
    ProgramResult run(const QStringList& arguments) { return runProgram(arguments, m_folder->path()); }
    void simulate()
    {
        const ProgramResult sim = run({"sim", "a b.sastrugi", "--progress", "none"});
        QVERIFY2(sim.code == 0, qPrintable(sim.errors));
    }
    QImage picture(const QString& name) { return QImage(m_folder->filePath(name)); }
    QStringList files(const QString& pattern) { return QDir(m_folder->path()).entryList({pattern}, QDir::Files); }

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(QDir::tempPath() + "/snö мир-XXXXXX"); }

    void theNodeKnowsTheColourMaps()
    {
        std::vector<std::string_view> names;
        const MovieParameters movie;
        forEachParameter(movie, [&](const ParameterInfo& info, const auto&) {
            if (info.key == "colourMap")
                for (const ChoiceOption& option : info.options)
                    names.push_back(option.name);
        });
        QCOMPARE(names, colourMaps());
    }

    void coloursGoToTheScreenAndBack()
    {
        for (double value = 0; value <= 1; value += 0.125) {
            const Colour screen = toScreenColour({value, value, value});
            QVERIFY(std::abs(toLinearColour(screen).green - value) < 1e-12);
        }
        QVERIFY(std::abs(toScreenColour({0.2140411, 0, 0}).red - 0.5) < 1e-6);
    }

    void whatTheSceneReadsIsNotDrawnOver()
    {
        writeFile(m_folder->filePath("a b.sastrugi"),
                  movieScene("").replace(R"({"name": "film")", R"({"name": "land", "type": "geometry.terrain",
                                         "parameters": {"source": "picture", "file": "p.0002.png"}}, {"name": "film")"));
        writeFile(m_folder->filePath("p.0002.png"), "a picture");
        simulate();
        const ProgramResult render = run({"render", "a b.sastrugi", "--node", "film", "--out", "p.####.png"});
        QVERIFY2(render.code == 2 && render.errors.contains("p.0002.png' is read by the scene"),
                 qPrintable(render.errors));
        QCOMPARE(files("p.*"), QStringList("p.0002.png"));
        QVERIFY(QFileInfo(m_folder->filePath("p.0002.png")).size() == 9);
    }

    void theNodeSaysWhatIsDrawn()
    {
        write(R"("width": 320, "height": 200, "file": "out/p.####.png", "colourBy": "", "hasScalarBar": false,
                 "backgroundLow": [1, 0, 0], "backgroundHigh": [1, 0, 0], "camera": "placed", "eye": [0, -50, 0],
                 "target": [0, 0, 0])");
        simulate();
        const ProgramResult render = run({"render", "a b.sastrugi", "--node", "film"});
        QVERIFY2(render.code == 0, qPrintable(render.errors));
        QCOMPARE(render.output.split('\n', Qt::SkipEmptyParts).size(), 6);
        const QImage drawn = picture("out/p.0006.png");
        QCOMPARE(drawn.size(), QSize(320, 200));
        QCOMPARE(drawn.pixelColor(2, 2), QColor(255, 0, 0));
        QCOMPARE(drawn.pixelColor(317, 197), QColor(255, 0, 0));
        // The ball is near what the camera looks at, and small from there.
        QVERIFY(picture("out/p.0001.png").pixelColor(160, 100) != QColor(255, 0, 0));
        QVERIFY(drawn.pixelColor(100, 100) == QColor(255, 0, 0));
    }

    void optionsComeBeforeTheNode()
    {
        write(R"("width": 320, "height": 200, "colourBy": "mass")");
        simulate();
        const ProgramResult render = run({"render", "a b.sastrugi", "--node", "film", "--size", "64x48", "--frames",
                                          "2-3", "--out", "q.####.png", "--eye", "1,-4,1", "--target", "0,0,0"});
        QVERIFY2(render.code == 0, qPrintable(render.errors));
        QCOMPARE(files("q.*"), (QStringList{"q.0002.png", "q.0003.png"}));
        QCOMPARE(picture("q.0002.png").size(), QSize(64, 48));
    }

    void snowWithoutDensityIsWhiteUntilOneAsksForIt()
    {
        write("");
        simulate();
        const QStringList scene = {"render",   "a b.sastrugi", "--size", "160x90",
                                   "--frames", "2-2",          "--out",  "w.####.png"};
        const ProgramResult plain = run(scene);
        QVERIFY2(plain.code == 0, qPrintable(plain.errors));
        QCOMPARE(files("w.*.png"), QStringList{"w.0002.png"});
        const ProgramResult asked = run(scene + QStringList{"--colour-by", "density"});
        QCOMPARE(asked.code, 2);
        QVERIFY2(asked.errors.contains("'density'"), qPrintable(asked.errors));
    }

    void aCameraNodeComesBeforeTheMoviesOwn()
    {
        write(R"("width": 320, "height": 200, "file": "p.####.png", "colourBy": "", "hasScalarBar": false,
                 "backgroundLow": [1, 0, 0], "backgroundHigh": [1, 0, 0], "camera": "placed", "eye": [0, -50, 0],
                 "target": [0, 0, 0])");
        simulate();
        QFile file(m_folder->filePath("a b.sastrugi"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QString text = QString::fromUtf8(file.readAll());
        file.close();
        // Carried to the right by 48 m/s, it leaves the ball at the left.
        text.replace(R"({"name": "film")", R"({"name": "eye", "type": "output.camera", "parameters":
                         {"eye": [0, -10, 0], "target": [0, 0, 0], "projection": "orthographic", "viewAngle": 0.5}},
                         {"name": "box", "type": "geometry.box"}, {"name": "solid", "type": "sampling.boundarySampler"},
                         {"name": "drive", "type": "motion.steady", "parameters": {"velocity": [48, 0, 0]}},
                         {"name": "film")");
        text.replace(R"("to": ["film", "simulation"]})", R"("to": ["film", "simulation"]},
                         {"from": ["box", "mesh"], "to": ["solid", "mesh"]},
                         {"from": ["solid", "boundary"], "to": ["drive", "boundary"]},
                         {"from": ["drive", "boundary"], "to": ["eye", "carrier"]},
                         {"from": ["eye", "camera"], "to": ["film", "camera"]})");
        writeFile(file.fileName(), text);
        const ProgramResult render = run({"render", "a b.sastrugi", "--node", "film", "--frames", "1-3"});
        QVERIFY2(render.code == 0, qPrintable(render.errors));
        const double perMetre = 200 / (2 * std::tan(0.25) * 10); // pixels
        const auto middleOf = [&](const QString& name) {
            const QImage drawn = picture(name);
            int first = 320, last = -1;
            for (int x = 0; x < drawn.width(); ++x)
                for (int y = 0; y < drawn.height(); ++y)
                    if (drawn.pixelColor(x, y) != QColor(255, 0, 0)) {
                        first = std::min(first, x);
                        last = std::max(last, x);
                    }
            return 0.5 * (first + last);
        };
        for (const int frame : {1, 2})
            QVERIFY(std::abs(middleOf(QString("p.000%1.png").arg(frame)) - (159.5 - 2 * (frame - 1) * perMetre)) < 2);
        QCOMPARE(picture("p.0003.png").pixelColor(160, 100), QColor(255, 0, 0));
        // What is typed comes before both.
        const ProgramResult typed = run({"render", "a b.sastrugi", "--node", "film", "--frames", "2-2", "--out",
                                         "t.####.png", "--eye", "0,-10,0", "--target", "0,0,0"});
        QVERIFY2(typed.code == 0, qPrintable(typed.errors));
        QVERIFY(std::abs(middleOf("t.0002.png") - 159.5) < 2);
    }

    void aCameraThatLooksNowhereIsRefused()
    {
        write(R"("camera": "placed", "eye": [1, 1, 1], "target": [1, 1, 1])");
        const ProgramResult check = run({"check", "a b.sastrugi"});
        QCOMPARE(check.code, 3);
        QVERIFY2((check.output + check.errors).contains("looks nowhere"), qPrintable(check.output + check.errors));
        write("");
        for (const QStringList& options :
             {QStringList{"--eye", "1,1,1"}, QStringList{"--eye", "1,1,1", "--target", "1,1,1"},
              QStringList{"--eye", "1,1", "--target", "1,1,1"}, QStringList{"--colour-map", "virids"}}) {
            const ProgramResult render = run(QStringList{"render", "a b.sastrugi", "--node", "film"} + options);
            QCOMPARE(render.code, 2);
            QVERIFY2(render.errors.contains(options.first()), qPrintable(render.errors));
        }
    }

    void aFilmHasAllFrames()
    {
        write(R"("width": 161, "height": 91, "colourBy": "mass", "file": "film.mp4")");
        simulate();
        const ProgramResult render = run({"render", "a b.sastrugi", "--node", "film"});
        QVERIFY2(render.code == 0, qPrintable(render.errors));
        QVERIFY(render.output.contains("frame 6, 6 of 6"));
        QCOMPARE(files("*.mp4*"), QStringList("film.mp4"));
        QProcess probe;
        probe.start("ffprobe", {"-v", "error", "-count_frames", "-show_entries",
                                "stream=codec_name,width,height,avg_frame_rate,nb_read_frames", "-of", "csv=p=0",
                                m_folder->filePath("film.mp4")});
        QVERIFY(probe.waitForFinished());
        QCOMPARE(QString(probe.readAllStandardOutput()).trimmed(), QString("h264,162,92,24/1,6"));
    }

    void whatCannotBeDrawnIsNamed()
    {
        write(R"("colourBy": "mass", "file": "p.####.png")");
        simulate();
        const ProgramResult misspelled = run({"render", "a b.sastrugi", "--node", "fillm"});
        QCOMPARE(misspelled.code, 2);
        QVERIFY2(misspelled.errors.contains("--node") && misspelled.errors.contains("did you mean 'film'") &&
                     misspelled.errors.contains("fall, film"),
                 qPrintable(misspelled.errors));
        const ProgramResult animated = run({"render", "a b.sastrugi", "--out", "snow.gif"});
        QCOMPARE(animated.code, 2);
        QVERIFY2(animated.errors.contains("not gif"), qPrintable(animated.errors));
        QCOMPARE(files("*.gif*"), QStringList());
    }

    void aRerouteBeforeTheMovieHandsItsSimulationOn()
    {
        write(R"("colourBy": "mass", "width": 64, "height": 64, "file": "p.####.png")");
        QFile file(m_folder->filePath("a b.sastrugi"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString text =
            QString::fromUtf8(file.readAll())
                .replace(R"({"name": "film")", R"({"name": "dot", "type": "layout.reroute"}, {"name": "film")")
                .replace(R"({"from": ["fall", "simulation"], "to": ["film", "simulation"]})",
                         R"({"from": ["fall", "simulation"], "to": ["dot", "in"]},
                                             {"from": ["dot", "out"], "to": ["film", "simulation"]})");
        file.close();
        writeFile(file.fileName(), text);
        simulate();
        const ProgramResult render = run({"render", "a b.sastrugi", "--node", "film", "--frames", "1-1"});
        QVERIFY2(render.code == 0, qPrintable(render.errors));
        QCOMPARE(files("p.*.png"), QStringList("p.0001.png"));
    }

    void aFilmWithoutItsProgramIsRefused()
    {
        write(R"("colourBy": "mass", "file": "film.mp4")");
        simulate();
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("PATH", m_folder->path());
        process.setProcessEnvironment(environment);
        process.setWorkingDirectory(m_folder->path());
        process.start(programPath(), {"render", "a b.sastrugi", "--node", "film"});
        QVERIFY(process.waitForFinished(60000));
        QCOMPARE(process.exitCode(), 5);
        const QString said = process.readAllStandardError();
        QVERIFY2(said.contains("ffmpeg is not there") && said.contains("film.mp4"), qPrintable(said));
    }

    void aFilmThatCannotBeWrittenLeavesNothing()
    {
        write(R"("colourBy": "mass", "file": "film.mp4")");
        simulate();
        QVERIFY(QDir(m_folder->path()).mkdir("film.mp4"));
        const ProgramResult render = run({"render", "a b.sastrugi", "--node", "film", "--size", "64x64"});
        QCOMPARE(render.code, 5);
        QVERIFY2(render.errors.contains("film.mp4"), qPrintable(render.errors));
        QCOMPARE(files("film.mp4*"), QStringList());
    }

    void anEndedRenderLeavesNoHalfFilm()
    {
        write(R"("width": 1920, "height": 1080, "colourBy": "mass", "file": "film.mp4")");
        simulate();
        QProcess process;
        process.setWorkingDirectory(m_folder->path());
        process.start(programPath(), {"render", "a b.sastrugi", "--node", "film"});
        QVERIFY(process.waitForReadyRead(60000)); // the first frame was added
        ::kill(static_cast<pid_t>(process.processId()), SIGINT);
        QVERIFY(process.waitForFinished(60000));
        const QStringList left = files("film.mp4*");
        if (process.exitCode() == 0) // it was done before it was noticed
            QCOMPARE(left, QStringList("film.mp4"));
        else {
            QCOMPARE(process.exitCode(), 130);
            QCOMPARE(left, QStringList());
        }
    }
};

SASTRUGI_TEST(MovieTest)
#include "MovieTest.moc"
