// A mesh that moves as a whole, with and without a change of its shape.
#include "engine/motion/RigidDeformation.h"
#include "engine/core/Error.h"
#include "engine/geometry/Primitives.h"
#include "engine/motion/KeyedDeformation.h"
#include "engine/motion/MotionPath.h"
#include "tests/TestCase.h"

using namespace sastrugi;

namespace
{

constexpr double rate = 3; // rad/s

/// Along x to and fro and about z.
RigidMotion motion()
{
    MotionPath path;
    path.channels[0] = Expression("0.5 * sin(4 * t)", {});
    path.channels[5] = Expression("3 * t", {});
    return RigidMotion().followedBy(PathMotion(std::move(path)));
}

MovingMesh box() { return {std::make_shared<const TriangleMesh>(makeBox({1, 1, 1}, {1, 0, 0}))}; }

/// It gets twice as high from 0.25 to 1.75 s.
MovingMesh growingBox()
{
    MovingMesh mesh = box();
    std::vector<Vector3> there = mesh->points;
    for (Vector3& point : there)
        point.z() *= 2;
    std::vector<ShapeKey> keys = {{0.25, mesh->points}, {1.75, there}};
    mesh.deformation = std::make_shared<const KeyedDeformation>(std::move(keys), KeyInterpolation::Linear);
    return mesh;
}

std::vector<double> times()
{
    std::vector<double> all;
    for (int i = 0; i <= 48; ++i)
        all.push_back(i / 24.0);
    return all;
}

/// Its triangles are others from the start.
class OtherTriangles : public Deformation
{
public:
    std::size_t pointCount() const override { return m_mesh->points.size(); }
    std::vector<Vector3> pointsAt(double) const override { return m_mesh->points; }
    double largestSpeed(double, double) const override { return 0; }
    const Bounds& bounds() const override { return m_bounds; }
    ShapeInterval intervalAt(double, double) const override { return {0, 1}; }
    std::vector<double> typicalTimes() const override { return {0}; }
    std::shared_ptr<const TriangleMesh> stepAt(double) const override { return m_mesh; }
    void addToHash(ContentHash&) const override {}

private:
    std::shared_ptr<const TriangleMesh> m_mesh = std::make_shared<const TriangleMesh>(makeBox({1, 1, 1}, {0, 0, 0}));
    Bounds m_bounds = m_mesh->bounds();
};

} // namespace

class RigidDeformationTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void pointsAreWhereTheMotionTakesThem()
    {
        for (const MovingMesh& body : {box(), growingBox()}) {
            const MovingMesh mesh = moved(body, motion(), times());
            QCOMPARE(mesh.deformation->pointCount(), body->points.size());
            for (const double time : times()) {
                const std::vector<Vector3> points = mesh.deformation->pointsAt(time),
                                           own = body.deformation ? body.deformation->pointsAt(time) : body->points;
                const Matrix3 turn = Eigen::AngleAxisd(rate * time, Vector3::UnitZ()).toRotationMatrix();
                for (std::size_t i = 0; i < points.size(); ++i) {
                    const Vector3 expected = turn * own[i] + Vector3(0.5 * std::sin(4 * time), 0, 0);
                    QVERIFY((points[i] - expected).norm() < 1e-12);
                    QVERIFY((points[i].array() >= mesh.deformation->bounds().minimum.array()).all() &&
                            (points[i].array() <= mesh.deformation->bounds().maximum.array()).all());
                }
            }
            for (std::size_t i = 0; i < body->points.size(); ++i)
                QVERIFY((mesh->points[i] - mesh.deformation->pointsAt(0)[i]).norm() == 0);
        }
    }

    void noPointIsFasterThanIsSaid()
    {
        const double small = 1e-5;
        const MovingMesh mesh = moved(growingBox(), motion(), times());
        for (double time = 0; time < 2; time += 0.05) {
            const double said = mesh.deformation->largestSpeed(time, time + 0.05);
            const auto before = mesh.deformation->pointsAt(time + 0.02),
                       after = mesh.deformation->pointsAt(time + 0.02 + small);
            double largest = 0;
            for (std::size_t i = 0; i < before.size(); ++i)
                largest = std::max(largest, (after[i] - before[i]).norm() / small);
            QVERIFY2(largest <= said * (1 + 1e-4), qPrintable(QString("%1 > %2").arg(largest).arg(said)));
            QVERIFY(said < 10); // 3 rad/s at 1.6 m, 2 m/s and a little
        }
    }

    void intervalsDivideTime()
    {
        const double way = 0.1;
        for (const MovingMesh& body : {box(), growingBox()}) {
            const MovingMesh mesh = moved(body, motion(), times());
            double time = 0;
            for (int count = 0; time < 2; ++count) {
                QVERIFY(count < 1000); // half of the way at 10 m/s, and halves of that
                const ShapeInterval interval = mesh.deformation->intervalAt(time, way);
                QVERIFY(interval.begin <= time && interval.end > time);
                const double length = interval.end - interval.begin;
                const auto before = mesh.deformation->pointsAt(interval.begin),
                           after = mesh.deformation->pointsAt(interval.end),
                           middle = mesh.deformation->pointsAt(interval.begin + 0.5 * length);
                // Acceleration times length squared, an eighth: of the turn at 1.6 m, and of the sine.
                const double arc = (rate * rate * 1.7 + 0.5 * 16 + 2 * rate) * length * length / 8;
                for (std::size_t i = 0; i < before.size(); ++i) {
                    QVERIFY((after[i] - before[i]).norm() <= way * (1 + 1e-12));
                    QVERIFY((0.5 * (before[i] + after[i]) - middle[i]).norm() <= arc);
                }
                const ShapeInterval again = mesh.deformation->intervalAt(interval.begin + 0.7 * length, way);
                QVERIFY(again.begin == interval.begin && again.end == interval.end);
                time = interval.end;
            }
        }
    }

    void everyPartChangesTheHash()
    {
        const auto hashOf = [](const MovingMesh& body, const RigidMotion& how) {
            ContentHash hash;
            moved(body, how, times()).deformation->addToHash(hash);
            return hash.digest();
        };
        QVERIFY(hashOf(box(), motion()) == hashOf(box(), motion()));
        QVERIFY(hashOf(box(), motion()) != hashOf(growingBox(), motion()));
        QVERIFY(hashOf(box(), motion()) != hashOf(box(), motion().followedBy(motion())));
    }

    void whatHasOtherTrianglesIsRefused()
    {
        MovingMesh mesh = box();
        mesh.deformation = std::make_shared<const OtherTriangles>();
        QVERIFY_THROWS_EXCEPTION(Error, moved(mesh, motion(), times()));
    }
};

SASTRUGI_TEST(RigidDeformationTest)
#include "RigidDeformationTest.moc"
