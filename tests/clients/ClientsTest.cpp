// The programs that people open our files with, driven by scripts: what they see is what the frames have.
#include "tests/TestCase.h"
#include "tests/app/cli/Program.h"

#include <QDirIterator>
#include <QJsonArray>
#include <QStandardPaths>

using namespace sastrugi::test;

class ClientsTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    ProgramResult run(const QStringList& arguments) { return runProgram(arguments, m_folder.path()); }

    /// Runs another program; its output.
    static QByteArray output(const QString& program, const QStringList& arguments)
    {
        QProcess process;
        process.start(program, arguments);
        if (!process.waitForFinished(300000) || process.exitCode() != 0)
            qWarning("%s: %s", qPrintable(program), process.readAllStandardError().right(2000).constData());
        return process.readAllStandardOutput();
    }

    /// min, max or mean of an attribute of a frame, component by component, as `sastrugi info` has it.
    QJsonObject attribute(int frame, const QString& name)
    {
        QDirIterator files(m_folder.filePath("scene.cache"), {QString("frame.%1.h5").arg(frame, 4, 10, QChar('0'))},
                           QDir::Files, QDirIterator::Subdirectories);
        if (!files.hasNext())
            return {};
        const ProgramResult info = run({"info", files.next(), "--json"});
        const QJsonObject all = QJsonDocument::fromJson(info.output.toUtf8()).object();
        for (const QJsonValue& value : all["attributes"].toArray())
            if (value["name"] == name)
                return value.toObject();
        return {};
    }

    /// What it sees of the files that match.
    QJsonObject importedIntoBlender(const QString& blender, const QStringList& patterns)
    {
        QStringList arguments = {"--background",
                                 "--factory-startup",
                                 "--python-exit-code",
                                 "1",
                                 "--python",
                                 SASTRUGI_SOURCE_DIR "/tests/clients/importIntoBlender.py",
                                 "--"};
        for (const QString& name : QDir(m_folder.path()).entryList(patterns, QDir::Files, QDir::Name))
            arguments.append(m_folder.filePath(name));
        const QByteArray said = output(blender, arguments);
        const qsizetype begin = said.indexOf("RESULT");
        if (begin < 0) {
            qWarning("%s", said.right(2000).constData());
            return {};
        }
        return QJsonDocument::fromJson(said.mid(begin + 6, said.indexOf('\n', begin) - begin - 6)).object();
    }

private Q_SLOTS:
    void initTestCase()
    {
        QString scene = freeFallScene();
        scene.replace("\"parameters\": {\"radius\": \"30 cm\"}",
                      "\"parameters\": {\"radius\": \"30 cm\", \"centre\": [1, 2, 4]}");
        scene.replace(R"({"name": "particles")", R"({"name": "cloud", "type": "post.densityVolume"},
    {"name": "volume", "type": "output.exportVolume"},
    {"name": "skin", "type": "post.surface"},
    {"name": "mesh", "type": "output.exportMesh", "parameters": {"upAxis": "y"}},
    {"name": "particles")");
        scene.replace(R"({"from": ["fall", "simulation"], "to": ["particles", "simulation"]})",
                      R"({"from": ["fall", "simulation"], "to": ["particles", "simulation"]},
    {"from": ["fall", "simulation"], "to": ["cloud", "simulation"]},
    {"from": ["cloud", "volume"], "to": ["volume", "volume"]},
    {"from": ["fall", "simulation"], "to": ["skin", "simulation"]},
    {"from": ["skin", "surface"], "to": ["mesh", "surface"]})");
        QFile file(m_folder.filePath("scene.sastrugi"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(scene.toUtf8());
        file.close();
        const ProgramResult sim = run({"sim", "scene.sastrugi"});
        QVERIFY2(sim.code == 0, qPrintable(sim.errors));
    }

    void pythonReadsNpz()
    {
        const QString python =
            QStandardPaths::findExecutable("python3", {"/usr/bin"}); // Debian's, whatever else is there
        if (python.isEmpty() || output(python, {"-c", "import numpy; print(1)"}) != "1\n")
            QSKIP("python3 with NumPy is not installed: apt install python3-numpy");
        const ProgramResult exported =
            run({"export", "scene.sastrugi", "--node", "particles", "--out", "snow.####.npz", "--frames", "5"});
        QVERIFY2(exported.code == 0, qPrintable(exported.errors));
        const QJsonObject arrays =
            QJsonDocument::fromJson(
                output(python, {SASTRUGI_SOURCE_DIR "/tests/clients/readNpz.py", m_folder.filePath("snow.0005.npz")}))
                .object();
        for (const char* name : {"position", "velocity", "id", "radius", "frame", "time", "metresPerUnit"})
            QVERIFY2(arrays.contains(name), name);
        QCOMPARE(arrays["frame"]["min"].toDouble(), 5.0);
        QCOMPARE(arrays["time"]["min"].toDouble(), 4.0 / 24);
        QCOMPARE(arrays["id"]["type"].toString(), QString("<i8"));
        const QJsonObject velocity = attribute(5, "velocity");
        QVERIFY(!velocity.isEmpty());
        const int count = velocity["count"].toInt();
        QVERIFY(count > 100);
        QCOMPARE(arrays["velocity"]["shape"].toArray(), (QJsonArray{count, 3}));
        QCOMPARE(arrays["id"]["max"].toInt(), count - 1);
        // Free fall, metres per second: all of it along -z.
        const double fallen = 9.81 * 4 / 24;
        QVERIFY(std::abs(arrays["velocity"]["min"].toDouble() + fallen) < 1e-3);
        QVERIFY(std::abs(arrays["velocity"]["mean"].toDouble() + fallen / 3) < 1e-3);
    }

    void pythonReadsTheCache()
    {
        const QString python = QStandardPaths::findExecutable("python3", {"/usr/bin"});
        if (python.isEmpty() || output(python, {"-c", "import h5py; print(1)"}) != "1\n")
            QSKIP("h5py and the Blosc filter are not installed: apt install python3-h5py "
                  "hdf5-filter-plugin-blosc-serial");
        QDirIterator files(m_folder.filePath("scene.cache"), {"frame.0005.h5"}, QDir::Files,
                           QDirIterator::Subdirectories);
        QVERIFY(files.hasNext());
        const QJsonObject seen =
            QJsonDocument::fromJson(output(python, {SASTRUGI_SOURCE_DIR "/tests/clients/readCache.py", files.next()}))
                .object();
        QCOMPARE(seen["time"].toDouble(), 4.0 / 24);
        for (const char* name : {"velocity", "mass", "radius", "id"}) {
            const QJsonObject wanted = attribute(5, name), found = seen["attributes"][name].toObject();
            QVERIFY2(!wanted.isEmpty() && !found.isEmpty(), name);
            QCOMPARE(found["count"].toInt(), wanted["count"].toInt());
            for (const char* end : {"min", "max"}) {
                const QJsonArray values = found[end].toArray();
                QCOMPARE(values.size(), wanted["components"].toInt());
                for (int axis = 0; axis < values.size(); ++axis)
                    QCOMPARE(values[axis].toDouble(),
                             wanted[end].isArray() ? wanted[end][axis].toDouble() : wanted[end].toDouble());
            }
        }
    }

    void openVdbPrintsTheGrids()
    {
        const QString print = QStandardPaths::findExecutable("vdb_print");
        if (print.isEmpty())
            QSKIP("OpenVDB's tools are not installed: apt install libopenvdb-tools");
        const ProgramResult volumes =
            run({"export", "scene.sastrugi", "--node", "volume", "--out", "v.####.vdb", "--frames", "1"});
        QVERIFY2(volumes.code == 0, qPrintable(volumes.errors));
        const QString said = QString::fromUtf8(output(print, {"-m", m_folder.filePath("v.0001.vdb")}));
        for (const char* part : {"density      float", "class: fog volume", "background: 0", "voxel size: 0.1"})
            QVERIFY2(said.contains(part), qPrintable(QString("%1 in:\n%2").arg(part, said)));
    }

    void paraViewReadsATimeSeries()
    {
        const ProgramResult exported =
            run({"export", "scene.sastrugi", "--node", "particles", "--out", "p.####.vtp", "--preset", "paraView"});
        QVERIFY2(exported.code == 0, qPrintable(exported.errors));
        QProcess paraView;
        paraView.start(SASTRUGI_SOURCE_DIR "/tests/clients/paraView.sh",
                       {SASTRUGI_BINARY_DIR "/../clients/paraview",
                        SASTRUGI_SOURCE_DIR "/tests/clients/readInParaView.py", m_folder.filePath("p.pvd")});
        QVERIFY(paraView.waitForFinished(500000));
        const QByteArray said = paraView.readAllStandardOutput(), errors = paraView.readAllStandardError();
        if (paraView.exitCode() == 77)
            QSKIP(errors.constData());
        const qsizetype begin = said.indexOf("RESULT");
        QVERIFY2(begin >= 0, (said + errors).right(2000).constData());
        const QByteArray line = said.mid(begin + 6, said.indexOf('\n', begin) - begin - 6);
        const QJsonArray frames = QJsonDocument::fromJson(line).array();
        QCOMPARE(frames.size(), 6);
        for (int k = 0; k < 6; ++k) {
            const QJsonValue frame = frames[k];
            QVERIFY(std::abs(frame["time"].toDouble() - k / 24.0) < 1e-12);
            for (const char* name : {"velocity", "mass", "radius", "id"}) {
                const QJsonObject wanted = attribute(k + 1, name);
                QVERIFY2(!wanted.isEmpty(), name);
                QCOMPARE(frame["points"].toInt(), wanted["count"].toInt());
                const QJsonArray seen = frame["arrays"][name].toArray();
                QCOMPARE(seen.size(), wanted["components"].toInt());
                const auto component = [](const QJsonValue& value, int axis) {
                    return value.isArray() ? value[axis].toDouble() : value.toDouble();
                };
                for (int axis = 0; axis < seen.size(); ++axis) {
                    QCOMPARE(seen[axis][0].toDouble(), component(wanted["min"], axis));
                    QCOMPARE(seen[axis][1].toDouble(), component(wanted["max"], axis));
                }
            }
            const QJsonArray bounds = frame["bounds"].toArray();
            const double fallen = 0.5 * 9.81 * std::pow(k / 24.0, 2);
            QVERIFY(std::abs(0.5 * (bounds[4].toDouble() + bounds[5].toDouble()) - (4 - fallen)) < 0.03);
        }
    }

    /// OBJ with Y up, as Blender takes it without being told, and GLB: in place, of the right size, and right side out.
    void blenderImportsSurfaces()
    {
        const QString blender = QStandardPaths::findExecutable("blender");
        if (blender.isEmpty())
            QSKIP("Blender is not installed: apt install blender");
        for (const char* ending : {"obj", "glb"})
            QCOMPARE(
                run({"export", "scene.sastrugi", "--node", "mesh", "--out", QString("s.####.%1").arg(ending)}).code, 0);
        const QJsonObject result = importedIntoBlender(blender, {"s.*.obj", "s.*.glb"});
        for (const char* ending : {"obj", "glb"}) {
            const QJsonArray meshes = result[ending].toArray();
            QCOMPARE(meshes.size(), 6);
            for (int frame = 0; frame < 6; ++frame) {
                const double time = frame / 24.0, centre[] = {1, 2, 4 - 0.5 * 9.81 * time * time};
                const QJsonValue mesh = meshes[frame];
                QVERIFY(mesh["count"].toInt() > 100);
                for (int axis = 0; axis < 3; ++axis) {
                    const double low = mesh["low"][axis].toDouble(), high = mesh["high"][axis].toDouble();
                    QVERIFY2(std::abs(0.5 * (low + high) - centre[axis]) < 0.03 && std::abs(high - low - 0.6) < 0.1,
                             qPrintable(QString("%1 frame %2 axis %3: %4 to %5")
                                            .arg(ending)
                                            .arg(frame)
                                            .arg(axis)
                                            .arg(low)
                                            .arg(high)));
                }
                const double volume = mesh["volume"].toDouble();
                QVERIFY2(volume > 0.08 && volume < 0.14, qPrintable(QString::number(volume))); // 0.113 of the ball
            }
        }
    }

    void blenderImportsParticlesAndVolumes()
    {
        const QString blender = QStandardPaths::findExecutable("blender");
        if (blender.isEmpty())
            QSKIP("Blender is not installed: apt install blender");
        QCOMPARE(run({"export", "scene.sastrugi", "--node", "particles", "--out", "b.####.ply"}).code, 0);
        const ProgramResult volumes = run({"export", "scene.sastrugi", "--node", "volume", "--out", "b.####.vdb"});
        QVERIFY2(volumes.code == 0, qPrintable(volumes.errors));
        const QJsonObject result = importedIntoBlender(blender, {"b.*.ply", "b.*.vdb"});
        const QJsonArray particles = result["ply"].toArray(), clouds = result["vdb"].toArray();
        QCOMPARE(particles.size(), 6);
        QCOMPARE(clouds.size(), 6);
        QVERIFY(result["isSequence"].toBool());
        const int count = attribute(1, "id")["count"].toInt();
        for (int frame = 0; frame < 6; ++frame) {
            // A ball of 30 cm about (1, 2, 4) that falls along -z: place, size and up axis at once.
            const double time = frame / 24.0, centre[] = {1, 2, 4 - 0.5 * 9.81 * time * time};
            const QJsonValue ply = particles[frame], vdb = clouds[frame];
            QCOMPARE(ply["count"].toInt(), count);
            QVERIFY2(vdb["error"].toString().isEmpty(), qPrintable(vdb["error"].toString()));
            QCOMPARE(vdb["grids"].toArray(),
                     (QJsonArray{QJsonArray{"density", "FLOAT"}, QJsonArray{"velocity", "VECTOR_FLOAT"}}));
            for (int axis = 0; axis < 3; ++axis)
                for (const bool isVolume : {false, true}) {
                    const QJsonValue& seen = isVolume ? vdb : ply;
                    const double low = seen["low"][axis].toDouble(), high = seen["high"][axis].toDouble();
                    // Blender sets the surface of a volume half a voxel on, as it draws voxels from corner to corner
                    // (its T85312); OpenVDB's voxels, and ours, are about their places.
                    const double wanted = centre[axis] + (isVolume ? 0.05 : 0);
                    // The steps of the run make the fall a little longer than the parabola.
                    QVERIFY2(std::abs(0.5 * (low + high) - wanted) < 0.03,
                             qPrintable(QString("frame %1 axis %2: %3 to %4").arg(frame).arg(axis).arg(low).arg(high)));
                    const double size = high - low;
                    QVERIFY2(std::abs(size - (isVolume ? 0.75 : 0.5)) < 0.03, qPrintable(QString::number(size)));
                }
        }
    }
};

SASTRUGI_TEST(ClientsTest)
#include "ClientsTest.moc"
