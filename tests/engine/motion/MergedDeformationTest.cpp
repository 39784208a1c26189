// Several moving meshes as one.
#include "engine/motion/MergedDeformation.h"
#include "engine/core/Error.h"
#include "engine/geometry/Primitives.h"
#include "engine/motion/KeyedDeformation.h"
#include "tests/TestCase.h"

using namespace sastrugi;

namespace
{

/// A box that moves by `way` between two times.
MovingMesh box(const Vector3& centre, double start, double end, const Vector3& way)
{
    auto mesh = std::make_shared<const TriangleMesh>(makeBox({1, 1, 1}, centre));
    std::vector<Vector3> there = mesh->points;
    for (Vector3& point : there)
        point += way;
    std::vector<ShapeKey> keys = {{start, mesh->points}, {end, there}};
    return {mesh, std::make_shared<const KeyedDeformation>(std::move(keys), KeyInterpolation::Linear)};
}

MovingMesh still() { return {std::make_shared<const TriangleMesh>(makeSphere(1, {0, 9, 0}, 1))}; }

} // namespace

class MergedDeformationTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void stillMeshesStayStill()
    {
        const std::vector<MovingMesh> meshes = {still(), still()};
        const MovingMesh both = merged(meshes);
        QVERIFY(!both.deformation);
        QCOMPARE(both->triangles.size(), 2 * still()->triangles.size());
    }

    void eachKeepsItsMotion()
    {
        const std::vector<MovingMesh> meshes = {box({0, 0, 0}, 1, 2, {3, 0, 0}), still(),
                                                box({5, 0, 0}, 1.5, 4, {0, 0, -1})};
        const MovingMesh all = merged(meshes);
        QCOMPARE(all.deformation->pointCount(), all->points.size());
        for (const double time : {0.0, 1.25, 1.75, 3.0, 9.0}) {
            const std::vector<Vector3> points = all.deformation->pointsAt(time);
            std::size_t next = 0;
            for (const MovingMesh& mesh : meshes)
                for (const Vector3& point : mesh.deformation ? mesh.deformation->pointsAt(time) : mesh->points)
                    QVERIFY(points[next++] == point);
            QCOMPARE(next, points.size());
        }
        QCOMPARE(all.deformation->largestSpeed(0, 1), 3.0);
        QCOMPARE(all.deformation->largestSpeed(2.5, 3), 0.4);
        QVERIFY(all.deformation->bounds().maximum.x() >= 5.5 && all.deformation->bounds().minimum.z() <= -1.5);
    }

    void intervalsDivideTimeForAllOfThem()
    {
        const std::vector<MovingMesh> meshes = {box({0, 0, 0}, 1, 2, {3, 0, 0}), still(),
                                                box({5, 0, 0}, 1.55, 4, {0, 0, -1}), box({5, 5, 0}, 7, 8, {0, 0, 1})};
        const MovingMesh all = merged(meshes);
        const double way = 0.4;
        double time = 0;
        int count = 0;
        for (; time < 8; ++count) {
            const ShapeInterval interval = all.deformation->intervalAt(time, way);
            if (interval.isEmpty()) {
                // Nothing moves until it begins.
                QVERIFY(interval.begin > time);
                QVERIFY(all.deformation->pointsAt(time) == all.deformation->pointsAt(interval.begin));
                time = interval.begin;
                continue;
            }
            QVERIFY(interval.begin <= time && interval.end > time);
            const auto before = all.deformation->pointsAt(interval.begin),
                       after = all.deformation->pointsAt(interval.end),
                       middle = all.deformation->pointsAt(0.5 * (interval.begin + interval.end));
            for (std::size_t i = 0; i < before.size(); ++i) {
                QVERIFY((after[i] - before[i]).norm() <= way * (1 + 1e-12));
                QVERIFY((0.5 * (before[i] + after[i]) - middle[i]).norm() < 1e-12); // it follows the motion
            }
            // The same from wherever within it one asks.
            const ShapeInterval again = all.deformation->intervalAt(0.5 * (interval.begin + interval.end), way);
            QVERIFY(again.begin == interval.begin && again.end == interval.end);
            time = interval.end;
        }
        QVERIFY(count > 10);
        QVERIFY(all.deformation->intervalAt(9, way).isEmpty());
        QCOMPARE(all.deformation->intervalAt(9, way).begin, 8.0);
    }

    void everyPartChangesTheHash()
    {
        const auto hashOf = [](std::vector<MovingMesh> meshes) {
            ContentHash hash;
            merged(meshes).deformation->addToHash(hash);
            return hash.digest();
        };
        const MovingMesh a = box({0, 0, 0}, 1, 2, {3, 0, 0}), b = box({0, 0, 0}, 1, 2, {3, 0, 1});
        QVERIFY(hashOf({a, still()}) == hashOf({a, still()}));
        QVERIFY(hashOf({a, still()}) != hashOf({b, still()}));
        QVERIFY(hashOf({a, still()}) != hashOf({still(), a}));
        QVERIFY(hashOf({a, still()}) != hashOf({a, still(), still()}));
    }
};

SASTRUGI_TEST(MergedDeformationTest)
#include "MergedDeformationTest.moc"
