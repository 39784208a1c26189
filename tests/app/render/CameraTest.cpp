// The camera as plain values: where it is, what it sees, what its moves leave as it was.
#include "app/render/Camera.h"
#include "app/render/cameraStrokes.h"

#include "tests/TestCase.h"

using namespace sastrugi;

namespace
{

/// Where a point is in the picture, in shares of the height from its centre.
std::pair<double, double> inPicture(const Camera& camera, const Vector3& point)
{
    const Vector3 offset = point - camera.target;
    const double depth = camera.distance - offset.dot(camera.back());
    const double height = camera.isOrthographic ? camera.height() : camera.height() * depth / camera.distance;
    return {offset.dot(camera.right()) / height, offset.dot(camera.up()) / height};
}

bool isNear(double a, double b) { return std::abs(a - b) < 1e-9; }

} // namespace

class CameraTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void axesOfThePictureAreOrthonormal()
    {
        Camera camera;
        for (double elevation : {-90.0, -20.0, 0.0, 45.0, 90.0})
            for (double azimuth : {-170.0, -90.0, 0.0, 33.0}) {
                camera.azimuth = azimuth;
                camera.elevation = elevation;
                QVERIFY(isNear(camera.right().norm(), 1) && isNear(camera.up().norm(), 1) &&
                        isNear(camera.back().norm(), 1));
                QVERIFY(isNear(camera.right().dot(camera.up()), 0) && isNear(camera.right().dot(camera.back()), 0));
                QVERIFY((camera.right().cross(camera.up()) - camera.back()).norm() < 1e-9);
                QVERIFY(camera.up().z() > -1e-9); // never upside down
            }
    }

    void sidesLookAlongAxes()
    {
        Camera camera;
        camera.lookFrom(Side::Front);
        QVERIFY((camera.right() - Vector3(1, 0, 0)).norm() < 1e-9 && (camera.up() - Vector3(0, 0, 1)).norm() < 1e-9);
        camera.lookFrom(Side::Right);
        QVERIFY((camera.right() - Vector3(0, 1, 0)).norm() < 1e-9);
        camera.lookFrom(Side::Top);
        QVERIFY((camera.right() - Vector3(1, 0, 0)).norm() < 1e-9 && (camera.up() - Vector3(0, 1, 0)).norm() < 1e-9);
        camera.lookFrom(Vector3(0.8, -2.2, 0.8));
        QVERIFY((camera.back() - Vector3(0.8, -2.2, 0.8).normalized()).norm() < 1e-9);
    }

    void placingsComeBack()
    {
        for (const Vector3& eye : {Vector3(3, -4, 2), Vector3(-1, 0.5, -6), Vector3(0.1, 0.2, 9)})
            for (const Projection projection : {Projection::Perspective, Projection::Orthographic}) {
                const CameraPlacing placing{eye, {0.1, 0.2, 0.3}, projection, 0.7};
                Camera camera;
                camera.place(placing);
                QVERIFY((camera.position() - eye).norm() < 1e-12 && camera.target == placing.target);
                QVERIFY(isNear(camera.height(), 2 * std::tan(0.35) * (eye - placing.target).norm()));
                const CameraPlacing back = camera.placing();
                QVERIFY((back.eye - eye).norm() < 1e-12 && back.target == placing.target &&
                        back.projection == projection && isNear(back.viewAngle, 0.7));
            }
        Camera camera;
        camera.place({{0, 0, 2}, {0, 0, 0}});
        QVERIFY((camera.up() - Vector3(0, 1, 0)).norm() < 1e-9);
    }

    void strokesOfACameraAreWhatItSees()
    {
        Camera camera;
        camera.target = {1, 2, 3};
        camera.viewAngle = 50;
        for (const bool isOrthographic : {false, true}) {
            camera.isOrthographic = isOrthographic;
            const Strokes strokes = cameraStrokes(camera, 2, {1, 2, 3});
            for (std::size_t k = 0; k < 8; k += 2) { // corners, each with where its ray begins
                const auto [x, y] = inPicture(camera, strokes.origin + strokes.points[k].cast<double>());
                QVERIFY(std::abs(std::abs(x) - 1) < 1e-6 && std::abs(std::abs(y) - 0.5) < 1e-6);
            }
            const Ray ray = camera.rayAt(-1, -0.5);
            const Vector3 along = (strokes.points[0] - strokes.points[1]).cast<double>().normalized();
            QVERIFY((along - ray.direction).norm() < 1e-6);
        }
    }

    void zoomKeepsWhatIsUnderTheMouse()
    {
        for (const bool isOrthographic : {false, true}) {
            Camera camera;
            camera.isOrthographic = isOrthographic;
            const Vector3 point = camera.target + camera.height() * (0.3 * camera.right() - 0.2 * camera.up());
            camera.zoom(1.7, 0.3, -0.2);
            const auto [x, y] = inPicture(camera, point);
            QVERIFY(isNear(x, 0.3) && isNear(y, -0.2));
            QVERIFY(isNear(camera.distance, 5 / 1.7));
        }
    }

    void panMovesTheSceneWithTheMouse()
    {
        Camera camera;
        const Vector3 point = camera.target;
        camera.pan(0.25, -0.1);
        const auto [x, y] = inPicture(camera, point);
        QVERIFY(isNear(x, 0.25) && isNear(y, -0.1));
    }

    void aFittedBoxIsInThePicture()
    {
        const Bounds box = {{-1, 2, 0}, {3, 2.5, 7}};
        for (const bool isOrthographic : {false, true})
            for (const double aspect : {0.4, 1.0, 2.5}) {
                Camera camera;
                camera.isOrthographic = isOrthographic;
                camera.fit(box, aspect);
                double most = 0;
                for (int corner = 0; corner < 8; ++corner) {
                    const Vector3 point((corner & 1 ? box.maximum : box.minimum).x(),
                                        (corner & 2 ? box.maximum : box.minimum).y(),
                                        (corner & 4 ? box.maximum : box.minimum).z());
                    const auto [x, y] = inPicture(camera, point);
                    most = std::max({most, std::abs(x) / (0.5 * aspect), std::abs(y) / 0.5});
                }
                QVERIFY2(most < 1 && most > 0.6, qPrintable(QString::number(most)));
            }
        Camera camera;
        const Camera before = camera;
        camera.fit({}, 1);
        QVERIFY(camera == before);
    }

    void raysGoThroughThePointsOfThePicture()
    {
        for (const bool isOrthographic : {false, true}) {
            Camera camera;
            camera.isOrthographic = isOrthographic;
            for (const auto& [x, y] : {std::pair(0.0, 0.0), std::pair(0.4, -0.3)}) {
                const Ray ray = camera.rayAt(x, y);
                const auto [px, py] = inPicture(camera, ray.origin + 3.3 * ray.direction);
                QVERIFY(isNear(px, x) && isNear(py, y));
            }
        }
    }
};

SASTRUGI_TEST(CameraTest)
#include "CameraTest.moc"
