// Obstacles that change their shape: distances between key frames, and what they do to snow.
#include "engine/motion/KeyedDeformation.h"
#include "tests/TestCase.h"
#include "tests/physics/mpm/MpmRun.h"

using namespace sastrugi;
using namespace sastrugi::test;

namespace
{

constexpr double cell = 0.04, spacing = 0.04, band = 4.5 * cell;

/// A boundary whose points go from where they are to change(point), in a second.
template <class Change>
Boundary morphing(TriangleMesh mesh, KeyInterpolation interpolation, const Change& change)
{
    Boundary boundary;
    boundary.name = "morph";
    ShapeKey before{0, mesh.points}, after{1, {}};
    for (const Vector3& point : mesh.points)
        after.points.push_back(change(point));
    boundary.mesh = std::make_shared<TriangleMesh>(std::move(mesh));
    boundary.deformation = std::make_shared<KeyedDeformation>(std::vector<ShapeKey>{before, after}, interpolation);
    return boundary;
}

std::vector<Vector3> placesAround(double reach)
{
    std::vector<Vector3> places;
    for (std::uint64_t k = 0; k < 2000; ++k)
        places.push_back(reach * Vector3(randomSigned(k, 0), randomSigned(k, 1), randomSigned(k, 2)));
    return places;
}

constexpr double reach = 0.6;
const Bounds everywhere{Vector3::Constant(-reach), Vector3::Constant(reach)};

} // namespace

class MpmShapeTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aSphereIsARoundDistance()
    {
        // V24: 5120 faces beside the analytic distance.
        const auto mesh = std::make_shared<TriangleMesh>(makeSphere(0.3, Vector3::Zero(), 4));
        QCOMPARE(mesh->triangles.size(), std::size_t{5120});
        SignedDistance distance(mesh, spacing, band);
        distance.prepare(std::vector{everywhere});
        double worst = 0;
        int wrongSides = 0, known = 0;
        for (const Vector3& place : placesAround(reach)) {
            const double exact = place.norm() - 0.3;
            const auto value = distance.at(place);
            wrongSides += (value && value->distance < 0) != (exact < 0) && std::abs(exact) > 0.1 * spacing;
            if (!value || value->gradient.isZero() || std::abs(exact) > band - spacing)
                continue;
            ++known;
            worst = std::max(worst, std::abs(value->distance - exact));
        }
        QVERIFY(known > 300);
        compare(worst / spacing, 0, 0.1, "V24: error of a sphere, in lattice spacings");
        compare(wrongSides, 0, 0, "V24: wrong signs");
    }

    void keyFramesAreExactForTranslations()
    {
        // V24
        const Vector3 way(0.3, -0.1, 0.15);
        for (const KeyInterpolation interpolation : {KeyInterpolation::Linear, KeyInterpolation::Smooth}) {
            const Boundary boundary = morphing(makeSphere(0.2, Vector3::Zero(), 4), interpolation,
                                               [&](const Vector3& point) { return point + way; });
            ObstacleShape shape(boundary, spacing, band, cell);
            SignedDistance still(boundary.mesh, spacing, band);
            still.prepare(std::vector{Bounds{Vector3::Constant(-1), Vector3::Constant(1)}});
            double distance = 0, velocity = 0;
            int known = 0;
            for (const double time : {0.0, 0.13, 0.5, 0.77}) {
                shape.prepare(time, std::vector{everywhere});
                const Vector3 moved = boundary.deformation->pointsAt(time)[0] - boundary.mesh->points[0];
                const double step = 1e-3;
                const Vector3 speed =
                    (boundary.deformation->pointsAt(time + step)[0] - boundary.deformation->pointsAt(time)[0]) / step;
                for (const Vector3& place : placesAround(reach)) {
                    const auto expected = still.at(place - moved);
                    const auto value = shape.at(place);
                    if (!expected || !value || expected->gradient.isZero() || expected->distance > 2 * cell)
                        continue;
                    ++known;
                    distance = std::max(distance, std::abs(value->distance - expected->distance));
                    velocity = std::max(velocity, (value->velocity - speed).norm() / way.norm());
                }
            }
            QVERIFY(known > 300);
            const bool isLinear = interpolation == KeyInterpolation::Linear;
            // Smooth motion is followed by chords, none longer than a cell.
            compare(distance, 0, isLinear ? 1e-5 : 0.05 * cell, isLinear ? "V24: linear" : "V24: smooth, by chords");
            compare(velocity, 0, isLinear ? 1e-3 : 0.3, isLinear ? "V24: velocity" : "V24: velocity of the chords");
        }
    }

    void aGrowingSphereIsASphere()
    {
        const Boundary boundary = morphing(makeSphere(0.2, Vector3::Zero(), 4), KeyInterpolation::Linear,
                                           [](const Vector3& point) { return (1.5 * point).eval(); });
        ObstacleShape shape(boundary, spacing, band, cell);
        double distance = 0, velocity = 0, normal = 0;
        for (const double time : {0.05, 0.31, 0.66, 0.97}) {
            shape.prepare(time, std::vector{everywhere});
            for (const Vector3& place : placesAround(reach)) {
                const double exact = place.norm() - 0.2 * (1 + 0.5 * time);
                const auto value = shape.at(place);
                if (std::abs(exact) > cell)
                    continue;
                QVERIFY(value.has_value());
                distance = std::max(distance, std::abs(value->distance - exact));
                velocity = std::max(velocity, (value->velocity - 0.1 * place.normalized()).norm() / 0.1);
                normal = std::max(normal, (value->gradient.normalized() - place.normalized()).norm());
            }
        }
        compare(distance / spacing, 0, 0.1, "growing sphere: error in lattice spacings");
        compare(velocity, 0, 0.1, "growing sphere: relative error of the velocity");
        compare(normal, 0, 0.1, "growing sphere: error of the normal");
    }

    void whatMovesByItsShapePushesAsWhatMovesAsAWhole()
    {
        const auto play = [](bool byShape) {
            MpmRun run;
            run.parameters.spacing = 0.02;
            run.addBoundary(makePlane(4, 4, Vector3::Zero()), 0.2);
            // Its faces meet no node at the end of a step: by whose rounding such a node is inside would be chance.
            const TriangleMesh blade = makeBox({0.1, 1, 0.5}, {-0.3007, 0, 0.2507});
            if (byShape) {
                Boundary boundary = morphing(blade, KeyInterpolation::Linear,
                                             [](const Vector3& x) { return (x + Vector3(2, 0, 0)).eval(); });
                boundary.surface.frictionCoefficient = 0.2;
                run.scene.boundaries.push_back(boundary);
            } else {
                SteadyMotion motion;
                motion.velocity = {2, 0, 0};
                run.addBoundary(blade, 0.2).motion = RigidMotion().followedBy(motion);
            }
            run.addBox({0.2, 0.16, 0.12}, {-0.1, 0, 0.06});
            run.runTo(0.1);
            return run.vectors("position");
        };
        const std::vector<Vector3> shaped = play(true), moved = play(false);
        Vector3 mean = Vector3::Zero(), shift = Vector3::Zero();
        double worst = 0;
        for (std::size_t i = 0; i < moved.size(); ++i) {
            worst = std::max(worst, (shaped[i] - moved[i]).norm());
            mean += moved[i] / static_cast<double>(moved.size());
            shift += (shaped[i] - moved[i]) / static_cast<double>(moved.size());
        }
        QVERIFY(mean.x() > -0.05); // it has been pushed
        compare(shift.norm() / cell, 0, 2e-3, "a morph beside a motion: centre, in cells");
        compare(worst / cell, 0, 0.05, "a morph beside a motion: furthest particle, in cells");
    }
};

SASTRUGI_TEST(MpmShapeTest)
#include "MpmShapeTest.moc"
