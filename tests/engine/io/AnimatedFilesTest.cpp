// Animated files: of our own, where each place is known by hand, and of others, where facts hold whatever is in them.
#include "tests/TestCase.h" // first: moc of Qt 6.4 fails to read <compare> before it

#include "engine/core/Error.h"
#include "engine/io/MeshImport.h"
#include "engine/motion/ClipDeformation.h"
#include "tests/engine/io/wildMeshes.h"

#include <QByteArray>
#include <QTemporaryDir>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>

using namespace sastrugi;
using namespace sastrugi::test;

namespace
{

double largestDistance(const std::vector<Vector3>& a, const std::vector<Vector3>& b)
{
    double largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        largest = std::max(largest, (a[i] - b[i]).norm());
    return largest;
}

MeshImportOptions animated()
{
    MeshImportOptions options;
    options.isAnimated = true;
    return options;
}

/// A box's corner, as a triangle that hangs on two nested nodes of Collada: the outer drives, the inner turns about z.
const char* nestedGltf = R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],
"nodes":[{"name":"outer","children":[1]},{"name":"inner","mesh":0,"translation":[0,0,1]}],
"meshes":[{"name":"flag","primitives":[{"attributes":{"POSITION":0},"indices":1,"targets":[{"POSITION":5}]}],"weights":[0]}],
"animations":[{"name":"go","samplers":[{"input":2,"output":3,"interpolation":"LINEAR"},
{"input":2,"output":4,"interpolation":"LINEAR"},{"input":2,"output":6,"interpolation":"LINEAR"}],
"channels":[{"sampler":0,"target":{"node":0,"path":"translation"}},{"sampler":1,"target":{"node":1,"path":"rotation"}},
{"sampler":2,"target":{"node":1,"path":"weights"}}]},
{"name":"idle","samplers":[{"input":2,"output":4,"interpolation":"LINEAR"}],
"channels":[{"sampler":0,"target":{"node":1,"path":"rotation"}}]}],
"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]},
{"bufferView":1,"componentType":5125,"count":3,"type":"SCALAR"},
{"bufferView":2,"componentType":5126,"count":2,"type":"SCALAR","min":[0],"max":[2]},
{"bufferView":3,"componentType":5126,"count":2,"type":"VEC3"},
{"bufferView":4,"componentType":5126,"count":2,"type":"VEC4"},
{"bufferView":5,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[0,0,2]},
{"bufferView":6,"componentType":5126,"count":2,"type":"SCALAR"}],
"bufferViews":[{"buffer":0,"byteOffset":0,"byteLength":36},{"buffer":0,"byteOffset":36,"byteLength":12},
{"buffer":0,"byteOffset":48,"byteLength":8},{"buffer":0,"byteOffset":56,"byteLength":24},
{"buffer":0,"byteOffset":80,"byteLength":32},{"buffer":0,"byteOffset":112,"byteLength":36},
{"buffer":0,"byteOffset":148,"byteLength":8}],
"buffers":[{"byteLength":156,"uri":"data:application/octet-stream;base64,%1"}]})";

std::string nestedFile()
{
    QByteArray bytes;
    const auto add = [&](auto value) { bytes.append(reinterpret_cast<const char*>(&value), sizeof value); };
    for (const float f : {0.f, 0.f, 0.f, 1.f, 0.f, 0.f, 0.f, 1.f, 0.f}) // points
        add(f);
    for (const std::uint32_t index : {0u, 1u, 2u})
        add(index);
    for (const float f : {0.f, 2.f}) // times
        add(f);
    for (const float f : {0.f, 0.f, 0.f, 4.f, 0.f, 0.f}) // the outer drives 4 along x
        add(f);
    const float half = std::sqrt(0.5f);
    for (const float f : {0.f, 0.f, 0.f, 1.f, 0.f, 0.f, half, half}) // the inner turns by 90 degrees about z
        add(f);
    for (const float f : {0.f, 0.f, 0.f, 0.f, 0.f, 2.f, 0.f, 0.f, 0.f}) // the second point rises by 2
        add(f);
    for (const float f : {0.f, 1.f})
        add(f);
    return QString(nestedGltf).arg(QString::fromLatin1(bytes.toBase64())).toStdString();
}

} // namespace

class AnimatedFilesTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    std::filesystem::path write(const std::string& name, const std::string& text)
    {
        const std::filesystem::path path = std::filesystem::path(m_folder.path().toStdString()) / name;
        std::ofstream(path, std::ios::binary) << text;
        return path;
    }

private Q_SLOTS:
    void initTestCase() { qputenv("SASTRUGI_IMPORT", SASTRUGI_BINARY_DIR "/sastrugi-import"); }

    void nodesAndTargetsMoveAsTheFileSays()
    {
        const auto path = write("снег & \"лёд\" 雪 ❄️.gltf", nestedFile());
        const ImportedMesh imported = importMesh(path, animated());
        QCOMPARE(imported.clip, std::string("go"));
        QCOMPARE(imported.choices.clips.size(), 2u);
        QCOMPARE(imported.facts.note, std::string("up axis Y, unit 1 m"));
        const Deformation& motion = *imported.moving.deformation;
        for (const double time : {0.0, 0.5, 1.0, 2.0, 3.0}) {
            const double at = std::min(time, 2.0), angle = 0.25 * M_PI * at;
            const std::vector<Vector3> points = motion.pointsAt(time);
            const Vector3 origin(2 * at, 0, 1);
            QVERIFY((points[0] - origin).norm() < 1e-6);
            QVERIFY((points[1] - origin - Vector3(std::cos(angle), std::sin(angle), at)).norm() < 1e-6);
            QVERIFY((points[2] - origin - Vector3(-std::sin(angle), std::cos(angle), 0)).norm() < 1e-6);
        }
        const double step = 1e-5;
        QVERIFY(largestDistance(motion.pointsAt(1), motion.pointsAt(1 + step)) / step <=
                motion.largestSpeed(1, 1 + step) + 1e-6);
    }

    void unitAndAxisOfTheFileMayBeTaken()
    {
        MeshImportOptions options = animated();
        options.unit = std::nullopt;
        options.upAxis = std::nullopt;
        const ImportedMesh imported = importMesh(write("a.gltf", nestedFile()), options);
        QVERIFY(imported.upAxis == UpAxis::Y && imported.unit == 1);
        QVERIFY((imported.moving.deformation->pointsAt(2)[0] - Vector3(4, -1, 0)).norm() < 1e-6);
        QVERIFY(std::ranges::any_of(imported.messages, [](const LogMessage& message) {
            return message.text.find("1 in the file is 1 m, Y is up; the file says: up axis Y, unit 1 m") !=
                   std::string::npos;
        }));
    }

    void clipAndPartAreChosenByNameOrNumber()
    {
        const auto path = write("a.gltf", nestedFile());
        MeshImportOptions options = animated();
        const auto tipAtTheEnd = [&] { return importMesh(path, options).moving.deformation->pointsAt(2)[0]; };
        options.clip = "idle";
        QVERIFY((tipAtTheEnd() - Vector3(0, 0, 1)).norm() < 1e-6);
        options.clip = "2";
        QVERIFY((tipAtTheEnd() - Vector3(0, 0, 1)).norm() < 1e-6);
        options.part = "flag";
        QVERIFY((tipAtTheEnd() - Vector3(0, 0, 1)).norm() < 1e-6);
        const auto refusal = [&] {
            try {
                importMesh(path, options);
                return QString();
            } catch (const Error& error) {
                return QString::fromUtf8(error.what());
            }
        };
        options.part = "flaf";
        QVERIFY2(refusal().contains("is 'flag' meant?"), qPrintable(refusal()));
        options.part = "";
        options.clip = "3";
        QVERIFY2(refusal().contains("it has 1 'go', 2 'idle'"), qPrintable(refusal()));
        options.isAnimated = false;
        QVERIFY(!importMesh(path, options).moving.deformation);
    }

    void sizeAndOriginAreThoseOfTheStart()
    {
        MeshImportOptions options = animated();
        options.timing.offset = 1;
        options.size = 0.5;
        options.origin = MeshOrigin::Centre;
        const ImportedMesh imported = importMesh(write("a.gltf", nestedFile()), options);
        QVERIFY(std::abs(imported.mesh().bounds().size().maxCoeff() - 0.5) < 1e-9);
        QVERIFY(imported.mesh().bounds().centre().norm() < 1e-9);
        QVERIFY(imported.mesh().points == imported.moving.deformation->pointsAt(0));
    }

    void filesOfOthersHoldTheFacts_data()
    {
        QTest::addColumn<int>("clips");
        QTest::addColumn<int>("bones");
        QTest::newRow("Collada_box_nested_animation.dae") << 1 << 1;
        QTest::newRow("FBX_animation_with_skeleton.fbx") << 1 << 14;
        QTest::newRow("X_Testwuson.X") << 3 << 37;
        QTest::newRow("glTF2_simple_skin_quad_skin.glb") << 0 << 10;
    }

    void filesOfOthersHoldTheFacts()
    {
        QFETCH(int, clips);
        QFETCH(int, bones);
        if (wildMeshes().empty())
            QSKIP("SASTRUGI_TEST_MESHES does not name the folder of test meshes.");
        const auto path = wildMeshes() / "animated" / QTest::currentDataTag();
        const ImportedMesh imported = importMesh(path, animated());
        QCOMPARE(int(imported.choices.clips.size()), clips);
        QCOMPARE(int(imported.choices.bones), bones);
        for (const MeshFileChoices::Clip& clip : imported.choices.clips) {
            if (!clip.movesPoints)
                continue;
            MeshImportOptions options = animated();
            options.clip = clip.name;
            const ImportedMesh moved = importMesh(path, options);
            const Deformation& motion = *moved.moving.deformation;
            QVERIFY(moved.mesh().points == motion.pointsAt(0));
            const double size = motion.bounds().size().norm();
            for (int k = 0; k <= 100; ++k) {
                const double time = 1.1 * clip.duration * k / 100, step = 1e-7 * clip.duration;
                const std::vector<Vector3> points = motion.pointsAt(time);
                for (const Vector3& point : points)
                    QVERIFY(point.allFinite() && motion.bounds().touches({point, point}));
                const double speed = largestDistance(points, motion.pointsAt(time + step)) / step;
                QVERIFY2(speed <= motion.largestSpeed(time, time + step) + 1e-6 * size / clip.duration,
                         qPrintable(QString("%1 at %2").arg(speed).arg(time)));
            }
        }
    }

    void walkerOfTheSampleWalks()
    {
        const ImportedMesh still = importMesh(SASTRUGI_SOURCE_DIR "/samples/mpm-walker/walker.gltf");
        QVERIFY(still.report.isClosed && still.report.shells == 5 && still.report.inconsistentEdges == 0);
        QVERIFY(still.report.volume > 0 && !still.moving.deformation);
        MeshImportOptions options = animated();
        options.upAxis = std::nullopt;
        options.timing.repeat = ClipRepeat::Onwards;
        options.timing.rounds = 2;
        const ImportedMesh walker = importMesh(SASTRUGI_SOURCE_DIR "/samples/mpm-walker/walker.gltf", options);
        const Deformation& motion = *walker.moving.deformation;
        const std::vector<Vector3> first = motion.pointsAt(0), second = motion.pointsAt(1.2);
        for (std::size_t i = 0; i < first.size(); ++i) // a stride along y
            QVERIFY((second[i] - first[i] - Vector3(0, 0.56, 0)).norm() < 1e-5);
        for (int k = 0; k <= 48; ++k) { // it stands on the ground, and a foot on it does not slide
            const double time = 2.4 * k / 48;
            const std::vector<Vector3> points = motion.pointsAt(time), next = motion.pointsAt(time + 1e-4);
            double lowest = 1, slide = 1;
            for (std::size_t i = 0; i < points.size(); ++i) {
                lowest = std::min(lowest, points[i].z());
                if (points[i].z() < 0.02)
                    slide = std::min(slide, (next[i] - points[i]).norm() / 1e-4);
            }
            QVERIFY2(lowest > -0.02 && lowest < 0.02, qPrintable(QString("%1 at %2").arg(lowest).arg(time)));
            QVERIFY2(slide < 0.3, qPrintable(QString("%1 at %2").arg(slide).arg(time)));
        }
    }

    void damagedFilesAreReadOrRefused_data()
    {
        QTest::addColumn<int>("file");
        QTest::newRow("gltf") << 0;
        QTest::newRow("ply") << 1;
    }

    void damagedFilesAreReadOrRefused()
    {
        QFETCH(int, file);
        // A random walk through what may be wrong; nothing but an Error about the file may come out.
        std::uint64_t state = 4711;
        const auto random = [&](std::size_t below) {
            state = state * 6364136223846793005ull + 1442695040888963407ull;
            return static_cast<std::size_t>(state >> 33) % below;
        };
        const std::string ply = "ply\nformat binary_little_endian 1.0\nelement vertex 3\nproperty float x\nproperty "
                                "float y\nproperty float z\nelement face 1\nproperty list uchar int "
                                "vertex_indices\nend_header\n" +
                                std::string("\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x80?\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x80?\0\0\0"
                                            "\0\3\0\0\0\0\1\0\0\0\2\0\0\0",
                                            49);
        const std::pair<const char*, std::string> files[] = {{"a.gltf", nestedFile()}, {"a.ply", ply}};
        const auto& [name, whole] = files[file];
        MeshImportOptions options = animated();
        options.timeLimit = 5; // what takes longer is refused, too
        for (int turn = 0; turn < 40; ++turn) {
            std::string text = whole;
            if (turn % 4 == 0)
                text.resize(1 + random(text.size() - 1));
            for (std::size_t change = 1 + random(4); change > 0; --change)
                text[random(text.size())] = static_cast<char>(random(256));
            const auto path = write(name, text);
            try {
                const ImportedMesh imported = importMesh(path, options);
                QVERIFY(!imported.mesh().triangles.empty());
            } catch (const Error& error) {
                QVERIFY2(error.kind() == ErrorKind::Scene && QString::fromUtf8(error.what()).contains(name),
                         error.what());
            }
        }
    }

    void headersThatAskForGigabytesAreRefused_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("ply") << "a.ply"
                             << QByteArray(
                                    "ply\nformat binary_little_endian 1.0\nelement vertex 2000000000\nproperty float "
                                    "x\nproperty float y\nproperty float z\nelement face 1\nproperty list uchar "
                                    "int vertex_indices\nend_header\n1234");
        QTest::newRow("stl") << "a.stl"
                             << QByteArray(80, ' ') + QByteArray("\xff\xff\xff\x7f", 4) + QByteArray(50, '\0');
        QTest::newRow("off") << "a.off" << QByteArray("OFF\n2000000000 2000000000 0\n0 0 0\n");
        QTest::newRow("glb") << "a.glb" << QByteArray("glTF\2\0\0\0\0\0\0\x80\0\0\0\x80JSON{}", 22);
    }

    void headersThatAskForGigabytesAreRefused()
    {
        QFETCH(QString, name);
        QFETCH(QByteArray, content);
        try {
            importMesh(write(name.toStdString(), content.toStdString()));
            QFAIL("accepted");
        } catch (const Error& error) {
            QVERIFY2(error.kind() == ErrorKind::Scene && QString::fromUtf8(error.what()).contains(name), error.what());
        }
    }

    void bindPoseIsReproducedByTheBones()
    {
        if (wildMeshes().empty())
            QSKIP("SASTRUGI_TEST_MESHES does not name the folder of test meshes.");
        const auto read = [](const char* name) { return readMeshFile(wildMeshes() / "animated" / name, 60).model; };
        const auto atStart = [](const AnimatedModel& model, std::size_t clip) {
            return pointsIn(model, poseAt(model, model.clips.at(clip), 0));
        };
        // It has a clip of the pose in which it was bound, and was saved in it.
        const AnimatedModel wuson = read("X_Testwuson.X");
        QCOMPARE(wuson.clips.at(2).name, std::string("Wuson_Bind"));
        QVERIFY(largestDistance(atStart(wuson, 2), wuson.points) < 1e-5);
        QVERIFY(largestDistance(pointsIn(wuson, restPose(wuson)), wuson.points) < 1e-5);
        QVERIFY(std::abs(wuson.clips.at(1).duration - 3.6) < 1e-9);
        // Its clip begins with the pose of binding: the skin is where the node of the mesh would have it.
        const AnimatedModel fbx = read("FBX_animation_with_skeleton.fbx");
        const AffineMap node = fbx.nodes.at(fbx.parts.at(0).node).local; // below a root that does nothing
        std::vector<Vector3> placed;
        for (const Vector3& point : fbx.points)
            placed.push_back(node(point));
        QVERIFY(largestDistance(atStart(fbx, 0), placed) < 1e-5 * 7000);
        // Its bind shape matrix is a shift by (-1, 1, 1), and it was saved as it was bound.
        const AnimatedModel box = read("Collada_box_nested_animation.dae");
        std::vector<Vector3> shifted;
        for (const Vector3& point : box.points)
            shifted.push_back(point + Vector3(-1, 1, 1));
        QVERIFY(largestDistance(pointsIn(box, restPose(box)), shifted) < 1e-5);
        // One bone: it keeps its shape, whatever it does.
        for (double time = 0; time < box.clips[0].duration; time += 0.1) {
            const std::vector<Vector3> points = pointsIn(box, poseAt(box, box.clips[0], time));
            for (std::size_t i = 1; i < points.size(); ++i)
                QVERIFY(std::abs((points[i] - points[0]).norm() - (box.points[i] - box.points[0]).norm()) < 1e-5);
        }
    }
};

SASTRUGI_TEST(AnimatedFilesTest)
#include "AnimatedFilesTest.moc"
