// `sastrugi export` from outside: what it picks, skips, says and leaves, when all is well and when not.
#include "tests/TestCase.h"
#include "tests/app/cli/Program.h"

#include <QDirIterator>

#include <csignal>

using namespace sastrugi::test;

class ExportTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;

    ProgramResult run(const QStringList& arguments) { return runProgram(arguments, m_folder->path()); }
    ProgramResult exportTo(const QString& out, const QStringList& more = {}, const QString& node = "fall")
    {
        return run(QStringList{"export", "a.sastrugi", "--node", node, "--out", out} + more);
    }
    QStringList files(const QString& pattern, const QString& folder = ".")
    {
        return QDir(m_folder->filePath(folder)).entryList({pattern}, QDir::Files | QDir::Hidden, QDir::Name);
    }
    QByteArray read(const QString& name)
    {
        QFile file(m_folder->filePath(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    void simulate(const QString& range = "\"lastFrame\": 6")
    {
        QFile file(m_folder->filePath("a.sastrugi"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(freeFallScene().replace("\"lastFrame\": 6", range).toUtf8());
        file.close();
        const ProgramResult sim = run({"sim", "a.sastrugi"});
        QVERIFY2(sim.code == 0, qPrintable(sim.errors));
    }
    void compareNothingHalf(const QString& folder = ".") { QCOMPARE(files("*.tmp", folder), QStringList()); }

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void theEndingPicksTheFormat()
    {
        simulate();
        for (const char* ending : {"ply", "vtp", "bhclassic", "bgeo", "usda", "npz", "csv", "xyz"}) {
            const ProgramResult result = exportTo(QString("out/snow.####.%1").arg(ending), {"--frames", "2-3"});
            QVERIFY2(result.code == 0, qPrintable(result.errors));
            QCOMPARE(files(QString("snow.0*.%1").arg(ending), "out").size(), 2);
            QCOMPARE(result.output.count('\n'), 2);
            QVERIFY2(result.errors.contains("2 files to write, about "), qPrintable(result.errors));
            QCOMPARE(result.errors.contains("no velocities"), QString(ending) == "xyz");
        }
        QVERIFY(read("out/snow.0002.ply").startsWith("ply\nformat binary"));
        QCOMPARE(exportTo("ascii.####.ply", {"--format", "plyAscii"}).code, 0);
        const ProgramResult other = exportTo("other.####.ply", {"--format", "npz"});
        QCOMPARE(other.code, 2);
        QVERIFY2(other.errors.contains("ends otherwise"), qPrintable(other.errors));
        QVERIFY(read("ascii.0002.ply").startsWith("ply\nformat ascii"));
    }

    void aPresetSetsFormatNamesAndAxis()
    {
        simulate();
        const ProgramResult houdini = exportTo("h.####", {"--preset", "houdini", "--frames", "6"});
        QVERIFY2(houdini.code == 0, qPrintable(houdini.errors));
        const QByteArray bytes = read("h.0006.bhclassic");
        QVERIFY(bytes.startsWith("BgeoV") && bytes.contains("pscale") && !bytes.contains("velocity"));
        const ProgramResult wrong = exportTo("h.####", {"--preset", "houdni"});
        QVERIFY2(wrong.code == 2 && wrong.errors.contains("did you mean 'houdini'"), qPrintable(wrong.errors));
    }

    void theNodeSaysWhatIsWritten()
    {
        simulate();
        const ProgramResult result =
            run({"export", "a.sastrugi", "--node", "particles", "--set", "particles.format=csv", "--set",
                 "particles.attributes=id, velocity", "--set", "particles.numberOffset=1000", "--set",
                 "particles.frames=2-3", "--set", "particles.metresPerUnit=0.01", "--set", "particles.upAxis=y"});
        QVERIFY2(result.code == 0, qPrintable(result.errors));
        QCOMPARE(files("*.csv", "export"), (QStringList{"particles.1002.csv", "particles.1003.csv"}));
        const QByteArrayList lines = read("export/particles.1003.csv").split('\n');
        QCOMPARE(lines[0], QByteArray("x,y,z,vx,vy,vz,id"));
        // Two frames of free fall, along -y, in centimetres per second.
        QVERIFY(std::abs(lines[1].split(',')[4].toDouble() + 100 * 9.81 * 2 / 24) < 0.1);
        const ProgramResult wrong =
            run({"export", "a.sastrugi", "--node", "particles", "--set", "particles.attributes=velocty"});
        QVERIFY2(wrong.code == 2 && wrong.errors.contains("did you mean 'velocity'"), qPrintable(wrong.errors));
    }

    void whatIsThereIsSkippedAndWhatIsDamagedWrittenAgain()
    {
        simulate();
        QCOMPARE(exportTo("s.####.vtp").code, 0);
        const QByteArray third = read("s.0003.vtp"), series = read("s.vtp.series");
        QFile damaged(m_folder->filePath("s.0003.vtp"));
        QVERIFY(damaged.resize(100));
        QVERIFY(QFile::remove(m_folder->filePath("s.vtp.series")) && QFile::remove(m_folder->filePath("s.0005.vtp")));
        const ProgramResult again = exportTo("s.####.vtp");
        QVERIFY2(again.errors.contains("2 files to write") && again.errors.contains("4 there already"),
                 qPrintable(again.errors));
        QCOMPARE(again.output.count('\n'), 6);
        QCOMPARE(read("s.0003.vtp"), third);
        QCOMPARE(read("s.vtp.series"), series);
        QVERIFY(exportTo("s.####.vtp").errors.contains("0 files to write"));
        QVERIFY(exportTo("s.####.vtp", {"--force"}).errors.contains("6 files to write"));
        // Another choice is another content.
        QVERIFY(run({"export", "a.sastrugi", "--node", "particles", "--set", "particles.attributes=id", "--out",
                     "s.####.vtp"})
                    .errors.contains("6 files to write"));
    }

    void jsonLinesSayHowItGoes()
    {
        simulate();
        const QList<QJsonObject> lines = exportTo("j.####.ply", {"--progress", "jsonl"}).lines();
        QCOMPARE(lines.size(), 8);
        QCOMPARE(lines[0]["type"].toString(), QString("start"));
        QCOMPARE(lines[0]["frames"].toInt(), 6);
        qint64 bytes = 0;
        for (int i = 1; i <= 6; ++i) {
            QCOMPARE(lines[i]["type"].toString(), QString("frame"));
            QCOMPARE(lines[i]["frame"].toInt(), i);
            QCOMPARE(lines[i]["bytes"].toInt(), int(QFileInfo(lines[i]["file"].toString()).size()));
            bytes += lines[i]["bytes"].toInt();
        }
        QVERIFY(std::abs(lines[0]["predictedBytes"].toDouble() - double(bytes)) < 0.1 * double(bytes));
        QCOMPARE(lines[7]["status"].toString(), QString("ok"));
    }

    void frameTenThousandAndDottedDecimals()
    {
        simulate("\"firstFrame\": 9998, \"lastFrame\": 10001");
        QCOMPARE(exportTo("drop_0.5.####.vtp").code, 0);
        QCOMPARE(files("*.vtp"),
                 (QStringList{"drop_0.5.10000.vtp", "drop_0.5.10001.vtp", "drop_0.5.9998.vtp", "drop_0.5.9999.vtp"}));
        const QByteArray pvd = read("drop_0.5.pvd");
        qsizetype at = 0;
        for (const char* name : {"9998", "9999", "10000", "10001"}) {
            const qsizetype next = pvd.indexOf(QByteArray("drop_0.5.") + name + ".vtp", at);
            QVERIFY2(next > at, name);
            at = next;
        }
        // A single file whose name ends with a figure.
        const ProgramResult one = exportTo("drop_0.5", {"--preset", "python", "--frames", "10000"});
        QVERIFY2(one.code == 0, qPrintable(one.errors));
        QVERIFY(!read("drop_0.5.npz").isEmpty());
    }

    void volumesAreWrittenByTheirNodes()
    {
        QFile file(m_folder->filePath("a.sastrugi"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(freeFallScene()
                       .replace(R"({"name": "particles")", R"({"name": "cloud", "type": "post.densityVolume"},
    {"name": "volume", "type": "output.exportVolume"},
    {"name": "particles")")
                       .replace("\"links\": [", R"("links": [
    {"from": ["fall", "simulation"], "to": ["cloud", "simulation"]},
    {"from": ["cloud", "volume"], "to": ["volume", "volume"]},)")
                       .toUtf8());
        file.close();
        QCOMPARE(run({"sim", "a.sastrugi", "--frames", "1-3"}).code, 0);
        const ProgramResult byNode = run({"export", "a.sastrugi", "--node", "volume"});
        QVERIFY2(byNode.code == 0, qPrintable(byNode.errors));
        QCOMPARE(files("density.*.vdb", "export").size(), 3);
        QCOMPARE(exportTo("v.####.vdb", {"--frames", "2"}, "cloud").code, 0);
        // OpenVDB gives each file an identifier of its own: 36 characters after the first 21 bytes.
        const auto content = [&](const char* name) { return read(name).remove(21, 36); };
        QCOMPARE(content("v.0002.vdb"), content("export/density.0002.vdb"));
        const ProgramResult wrong = exportTo("v.####.ply", {}, "volume");
        QVERIFY2(wrong.code == 2 && wrong.errors.contains(".vdb"), qPrintable(wrong.errors));
    }

    /// Four to a frame, each where free fall has it at its time.
    void samplesAreBetweenFrames()
    {
        simulate();
        const auto height = [&](const QString& name) {
            const QList<QByteArray> lines = read(name).trimmed().split('\n');
            const qsizetype column = lines.front().split(',').indexOf("z");
            double sum = 0;
            for (const QByteArray& line : lines.sliced(1))
                sum += line.split(',').value(column).toDouble();
            return sum / static_cast<double>(lines.size() - 1);
        };
        const ProgramResult result = exportTo("s.####.csv", {"--samples", "4", "--frames", "2-4"});
        QVERIFY2(result.code == 0, qPrintable(result.errors));
        QCOMPARE(files("s.*.csv").size(), 9); // the last frame has nothing after it
        QCOMPARE(exportTo("f.####.csv", {"--frames", "2-4"}).code, 0);
        QCOMPARE(read("s.0012.csv"), read("f.0003.csv"));
        // How much further than free fall it has come; the steps of the run make that grow evenly from frame to frame.
        const double start = height("f.0002.csv"), speed = 9.81 / 24;
        std::vector<double> excess;
        for (int sample = 8; sample <= 16; ++sample) {
            const double time = (sample - 8) / 96.0;
            excess.push_back(start - height(QString("s.%1.csv").arg(sample, 4, 10, QChar('0'))) - speed * time -
                             0.5 * 9.81 * time * time);
        }
        for (std::size_t k = 0; k < 9; ++k) {
            const std::size_t frame = k < 4 ? 0 : 4;
            const double growth = excess[frame + 4] - excess[frame];
            const double even = excess[frame] + growth * static_cast<double>(k - frame) / 4;
            // Velocities do not have it, so that the curve is off by a tenth of it; a straight line would be by 2 mm.
            QVERIFY2(std::abs(excess[k] - even) < 0.1 * growth + 1e-5, qPrintable(QString::number(excess[k] - even)));
        }
        // Again: all of it is there. Another number is another content.
        QVERIFY(exportTo("s.####.csv", {"--samples", "4", "--frames", "2-4"}).errors.contains("0 files to write"));
        QVERIFY(exportTo("s.####.csv", {"--samples", "2", "--frames", "2-4"}).errors.contains("5 files to write"));
        QCOMPARE(exportTo("s.####.csv", {"--samples", "0"}).code, 2);
    }

    /// What was counted by frames is no part of what is counted by samples.
    void anIndexIsOfOneExport()
    {
        simulate();
        QCOMPARE(exportTo("a.####.vtp").code, 0);
        QCOMPARE(read("a.pvd").count("<DataSet"), 6);
        QCOMPARE(exportTo("a.####.vtp", {"--samples", "2", "--frames", "2-4"}).code, 0); // 4 to 8
        const QByteArray index = read("a.pvd");
        QVERIFY2(index.count("<DataSet") == 5 && index.contains("a.0004.vtp") && index.contains("a.0008.vtp"),
                 index.constData());
        double last = -1;
        for (const QByteArray& line : index.split('\n'))
            if (const qsizetype at = line.indexOf("timestep=\""); at >= 0) {
                const double time = line.mid(at + 10, line.indexOf('"', at + 10) - at - 10).toDouble();
                QVERIFY2(time > last, index.constData());
                last = time;
            }
    }

    void whatTheSceneReadsIsNotWrittenOver()
    {
        writeFile(m_folder->filePath("ball.obj"),
                  "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
        writeFile(m_folder->filePath("a.sastrugi"),
                  freeFallScene().replace(R"("geometry.sphere", "parameters": {"radius": "30 cm"})",
                                          R"("geometry.meshFile", "parameters": {"file": "ball.obj"})"));
        const QByteArray before = read("ball.obj");
        for (const char* out : {"ball.obj", "./ball.obj"}) {
            const ProgramResult result = exportTo(out, {}, "ball");
            QCOMPARE(result.code, 2);
            QVERIFY2(result.errors.contains("is read by the scene"), qPrintable(result.errors));
        }
        QCOMPARE(read("ball.obj"), before);
        QCOMPARE(exportTo("copy.obj", {}, "ball").code, 0);

        // Numbered ones, and the keys of a motion.
        writeFile(m_folder->filePath("w.0001.obj"), before);
        writeFile(m_folder->filePath("keys.csv"), "time,x\n0,0\n1,1\n");
        writeFile(m_folder->filePath("a.sastrugi"),
                  freeFallScene()
                      .replace(R"({"name": "ball")", R"({"name": "box", "type": "geometry.box"},
                      {"name": "wave", "type": "geometry.meshSequence", "parameters": {"file": "w.####.obj"}},
                      {"name": "drive", "type": "geometry.animated", "parameters": {"file": "keys.csv"}},
                      {"name": "ball")")
                      .replace(R"("links": [)", R"("links": [{"from": ["box", "mesh"], "to": ["drive", "mesh"]}, )"));
        const QByteArray keys = read("keys.csv");
        for (const auto& [node, out] : {std::pair{"wave", "w.####.obj"}, {"drive", "keys.csv"}}) {
            const ProgramResult result = exportTo(out, {}, node);
            QCOMPARE(result.code, 2);
            QVERIFY2(result.errors.contains("is read by the scene"), qPrintable(result.errors));
        }
        QCOMPARE(read("keys.csv"), keys);
        QCOMPARE(read("w.0001.obj"), before);
        QCOMPARE(exportTo("other.csv", {}, "drive").code, 0);
    }

    void aMotionIsATableOfKeys()
    {
        writeFile(m_folder->filePath("a b.sastrugi"),
                  freeFallScene()
                      .replace(R"({"name": "ball")", R"({"name": "box", "type": "geometry.box"},
                      {"name": "solid", "type": "sampling.boundarySampler"},
                      {"name": "drive", "type": "motion.steady", "parameters": {"velocity": [24, 0, 0]}},
                      {"name": "ball")")
                      .replace(R"("links": [)", R"("links": [{"from": ["box", "mesh"], "to": ["solid", "mesh"]},
                      {"from": ["solid", "boundary"], "to": ["drive", "boundary"]}, )"));
        const ProgramResult drive =
            run({"export", "a b.sastrugi", "--node", "drive", "--out", "keys/d.csv", "--frames", "1-3"});
        QVERIFY2(drive.code == 0, qPrintable(drive.errors));
        QCOMPARE(drive.output, QString("keys/d.csv\n"));
        QFile file(m_folder->filePath("keys/d.csv"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QStringList lines = QString(file.readAll()).split('\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 4);
        QCOMPARE(lines[0], QString("time,rotationX,rotationY,rotationZ,x,y,z"));
        QCOMPARE(lines[3].section(',', 4, 4).toDouble(), 2.0); // two frames on
        const ProgramResult box = run({"export", "a b.sastrugi", "--node", "box", "--out", "b.csv"});
        QCOMPARE(box.code, 2);
        QVERIFY2(box.errors.contains("does not move"), qPrintable(box.errors));
    }

    void fineParticlesAreWritten()
    {
        QFile file(m_folder->filePath("a.sastrugi"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(freeFallScene()
                       .replace(R"({"name": "particles")",
                                R"({"name": "fine", "type": "post.fineScale", "parameters": {"perParticle": 5}},
    {"name": "many", "type": "output.exportParticles"},
    {"name": "particles")")
                       .replace("\"links\": [", R"("links": [
    {"from": ["fall", "simulation"], "to": ["fine", "simulation"]},
    {"from": ["fine", "particles"], "to": ["many", "particles"]},)")
                       .toUtf8());
        file.close();
        QCOMPARE(run({"sim", "a.sastrugi", "--frames", "1-3"}).code, 0);
        QCOMPARE(exportTo("coarse.####.csv").code, 0);
        const ProgramResult byNode = exportTo("fine.####.csv", {}, "fine");
        QVERIFY2(byNode.code == 0, qPrintable(byNode.errors));
        QCOMPARE(read("fine.0003.csv").count('\n') - 1, 5 * (read("coarse.0003.csv").count('\n') - 1));
        QCOMPARE(exportTo("many.####.csv", {}, "many").code, 0);
        QCOMPARE(read("many.0003.csv"), read("fine.0003.csv"));
        // A frame alone is the same as after others, and what is there is known by the frames before it.
        QCOMPARE(exportTo("one.####.csv", {"--frames", "3"}, "fine").code, 0);
        QCOMPARE(read("one.0003.csv"), read("fine.0003.csv"));
        QVERIFY(exportTo("fine.####.csv", {}, "fine").errors.contains("0 files to write"));
        const ProgramResult other = exportTo("fine.####.csv", {"--set", "fine.perParticle=6"}, "fine");
        QVERIFY2(other.errors.contains("3 files to write"), qPrintable(other.errors));
    }

    void aFileThatDoesNotFitLeavesNoHalf_data()
    {
        QTest::addColumn<QString>("ending");
        for (const char* ending : {"ply", "vtp", "bhclassic", "usda", "npz", "csv", "xyz"})
            QTest::newRow(ending) << ending;
    }
    /// Files end at 1 KiB, as on a disk that is full: the write fails in the middle.
    void aFileThatDoesNotFitLeavesNoHalf()
    {
        QFETCH(QString, ending);
        simulate();
        QDir(m_folder->path()).mkdir("full");
        QProcess shell;
        shell.setWorkingDirectory(m_folder->path());
        shell.start("sh", {"-c", "trap '' XFSZ; ulimit -f 2; exec \"$@\"", "sh", programPath(), "export", "a.sastrugi",
                           "--node", "fall", "--out", "full/snow.####." + ending});
        QVERIFY(shell.waitForFinished(60000));
        const QString errors = QString::fromUtf8(shell.readAllStandardError());
        QCOMPARE(shell.exitCode(), 5);
        QVERIFY2(errors.contains("cannot write 'full/snow.0001." + ending + "': file too large"), qPrintable(errors));
        QCOMPARE(files("*", "full"), QStringList());
    }

    void aFolderThatCannotBeIsNamed()
    {
        simulate();
        for (const QString folder : {"a.sastrugi", "/proc", "/proc/1/no"}) {
            const ProgramResult result = exportTo(folder + "/snow.####.ply");
            QVERIFY2(result.code == 5 && result.errors.contains(folder), qPrintable(result.errors));
            QCOMPARE(result.errors.count("error:"), 1);
        }
    }

    void aCancelledExportLeavesWholeFilesAndGoesOn()
    {
        simulate("\"lastFrame\": 250");
        for (const int signal : {SIGINT, SIGTERM}) {
            const QString name = signal == SIGINT ? "i" : "t";
            QProcess process;
            process.setWorkingDirectory(m_folder->path());
            process.start(programPath(), {"export", "a.sastrugi", "--node", "fall", "--out", name + ".####.csv"});
            QVERIFY(process.waitForReadyRead(60000));
            // Stopped by the shell, so that the signal is there before the next frame can be.
            ::kill(pid_t(process.processId()), SIGSTOP);
            ::kill(pid_t(process.processId()), signal);
            ::kill(pid_t(process.processId()), SIGCONT);
            QVERIFY(process.waitForFinished(60000));
            const QString errors = QString::fromUtf8(process.readAllStandardError());
            QCOMPARE(process.exitCode(), signal == SIGINT ? 130 : 75);
            QVERIFY2(errors.contains("stopped with") && errors.contains("the same command goes on"),
                     qPrintable(errors));
            const QStringList written = files(name + ".*.csv");
            QVERIFY2(!written.isEmpty() && written.size() < 250, qPrintable(QString::number(written.size())));
            compareNothingHalf();
            const ProgramResult rest = exportTo(name + ".####.csv");
            QVERIFY2(rest.errors.contains(QString("%1 there already").arg(written.size())), qPrintable(rest.errors));
            QCOMPARE(files(name + ".*.csv").size(), 250);
        }
        // What was interrupted is the same as what was not.
        QCOMPARE(exportTo("w.####.csv").code, 0);
        for (int frame = 1; frame <= 250; frame += 7) {
            const QString number = QString("%1").arg(frame, 4, 10, QChar('0'));
            QCOMPARE(read("i." + number + ".csv"), read("w." + number + ".csv"));
        }
    }
};

SASTRUGI_TEST(ExportTest)
#include "ExportTest.moc"
