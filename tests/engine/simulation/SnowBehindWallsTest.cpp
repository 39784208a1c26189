// Snow that starts behind an obstacle is counted, and only such snow.
#include "engine/simulation/SnowBehindWalls.h"

#include "engine/core/Error.h"
#include "engine/geometry/Primitives.h"
#include "tests/TestCase.h"

#include <Eigen/Geometry>

using namespace sastrugi;

namespace
{

std::shared_ptr<const TriangleMesh> shared(TriangleMesh mesh)
{
    return std::make_shared<const TriangleMesh>(std::move(mesh));
}

/// A cube of particles about the origin, 10 x 10 x 10, and boundaries.
struct Case {
    Scene scene;
    std::vector<Seed> seeds;

    Case()
    {
        scene.emitters.push_back(
            {"fill", shared(makeBox({1, 1, 1}, Vector3::Zero())), SnowMaterial{}, Vector3::Zero(), Vector3::Zero(), 0});
        seeds = seedEmitters(scene, 0.1, {});
    }

    Case& add(const char* name, TriangleMesh mesh)
    {
        scene.boundaries.push_back({name, shared(std::move(mesh)), {}, 0});
        return *this;
    }

    /// The same, turned as a whole.
    Case turned(const Eigen::Quaterniond& rotation) const
    {
        Case other = *this;
        other.scene.settings.gravity = rotation * scene.settings.gravity;
        for (Seed& seed : other.seeds)
            seed.position = rotation * seed.position;
        for (Boundary& boundary : other.scene.boundaries) {
            TriangleMesh mesh = *boundary.mesh;
            for (Vector3& point : mesh.points)
                point = rotation * point;
            boundary.mesh = shared(mesh);
        }
        return other;
    }

    /// "insideBoundary 500 wall; ..."
    QString warnings() const
    {
        QStringList all;
        const Log log = [&](const LogMessage& message) {
            const QString text = QString::fromStdString(message.text);
            QCOMPARE(message.level, LogLevel::Warning);
            QCOMPARE(message.node, std::string("fill"));
            QVERIFY2(text.contains("of its 1000 particles"), qPrintable(text));
            all.append(QString::fromStdString(message.code).section('.', 1) + " " + text.section(' ', 0, 0) + " " +
                       text.section('\'', 1, 1));
        };
        warnOfSnowBehindWalls(scene, seeds, log, {});
        return all.join("; ");
    }
};

TriangleMesh flipped(TriangleMesh mesh)
{
    for (auto& triangle : mesh.triangles)
        std::swap(triangle[0], triangle[1]);
    return mesh;
}

/// A box without its upper face.
TriangleMesh bucket(const Vector3& size, const Vector3& centre)
{
    TriangleMesh mesh = makeBox(size, centre);
    std::erase_if(mesh.triangles, [&](const auto& triangle) {
        return std::ranges::all_of(triangle, [&](std::uint32_t i) { return mesh.points[i].z() > centre.z(); });
    });
    return mesh;
}

} // namespace

Q_DECLARE_METATYPE(Case)

class SnowBehindWallsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsBehindIsCounted_data()
    {
        QTest::addColumn<Case>("what");
        QTest::addColumn<QString>("expected");
        const TriangleMesh floor = makePlane(4, 4, {0, 0, -1}), cut = makePlane(4, 4, {0, 0, 0});
        QTest::newRow("nothing there") << Case() << "";
        QTest::newRow("on the floor") << Case().add("floor", floor) << "";
        QTest::newRow("half below") << Case().add("floor", cut) << "belowBoundary 500 floor";
        QTest::newRow("half below, facing down") << Case().add("floor", flipped(cut)) << "belowBoundary 500 floor";
        QTest::newRow("all below") << Case().add("floor", makePlane(4, 4, {0, 0, 2})) << "belowBoundary 1000 floor";
        QTest::newRow("half beside") << Case().add("floor", makePlane(4, 4, {2, 0, 2})) << "belowBoundary 500 floor";
        QTest::newRow("beside") << Case().add("floor", makePlane(4, 4, {3, 0, 2})) << "";
        QTest::newRow("under a table") << Case().add("floor", floor).add("table", makePlane(4, 4, {0, 0, 2})) << "";
        QTest::newRow("half in a box") << Case().add("wall", makeBox({2, 2, 2}, {1, 0, 0}))
                                       << "insideBoundary 500 wall";
        QTest::newRow("half in a flipped box")
            << Case().add("wall", flipped(makeBox({2, 2, 2}, {0, 1, 0}))) << "insideBoundary 500 wall";
        QTest::newRow("on a box") << Case().add("wall", makeBox({2, 2, 2}, {0, 0, -1.5})) << "";
        QTest::newRow("under a box") << Case().add("wall", makeBox({2, 2, 2}, {0, 0, 2})) << "";
        QTest::newRow("in a bucket") << Case().add("bucket", bucket({2, 2, 2}, {0, 0, 0})) << "";
        QTest::newRow("two")
            << Case().add("wall", makeBox({2, 2, 2}, {0, 0, -1})).add("roof", makePlane(4, 4, {0, 0, 3}))
            << "insideBoundary 500 wall";
    }

    void whatIsBehindIsCounted()
    {
        QFETCH(Case, what);
        QFETCH(QString, expected);
        QCOMPARE(what.warnings(), expected);
        // Wherever down is.
        const Eigen::Quaterniond rotation(Eigen::AngleAxisd(2.1, Vector3(0.3, -0.8, 0.5).normalized()));
        QCOMPARE(what.turned(rotation).warnings(), expected);
    }

    void onlyWhatIsDeepBehindCounts()
    {
        // Particles at -0.45, -0.35 ... 0.45, with half of them in the box, which comes from afar, and above the floor.
        Case moved = Case().add("wall", makeBox({2, 2, 2}, {11, 0, 0})).add("floor", makePlane(4, 4, {0, 0, -0.3}));
        moved.scene.boundaries[0].motion = RigidMotion().followedBy(SteadyMotion{.velocity = {-10, 0, 0}});
        std::vector<Vector3> points;
        for (const Seed& seed : moved.seeds)
            points.push_back(seed.position);
        using Counts = std::vector<std::size_t>;
        QCOMPARE(countBehindWalls(moved.scene, points, 0, 0), (Counts{0, 200}));
        // What is in the box has a boundary below it, and does not count as below the floor.
        QCOMPARE(countBehindWalls(moved.scene, points, 1, 0), (Counts{500, 100}));
        QCOMPARE(countBehindWalls(moved.scene, points, 1, 0.1), (Counts{400, 50}));
        moved.scene.boundaries[0].load = PlateLoad();
        QCOMPARE(countBehindWalls(moved.scene, points, 1, 0), (Counts{0, 100}));
    }

    void withoutGravityNothingIsBelow()
    {
        Case below = Case().add("floor", makePlane(4, 4, {0, 0, 2})).add("wall", makeBox({2, 2, 2}, {1, 0, 0}));
        below.scene.settings.gravity = Vector3::Zero();
        QCOMPARE(below.warnings(), QString("insideBoundary 500 wall"));
    }

    void itCanBeStopped()
    {
        const Case below = Case().add("floor", makePlane(4, 4, {0, 0, 2}));
        std::stop_source source;
        source.request_stop();
        QVERIFY_THROWS_EXCEPTION(Error, warnOfSnowBehindWalls(
                                            below.scene, below.seeds, [](const LogMessage&) {}, source.get_token()));
    }
};

SASTRUGI_TEST(SnowBehindWallsTest)
#include "SnowBehindWallsTest.moc"
