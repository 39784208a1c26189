#include "tests/TestCase.h" // first: moc of Qt 6.4 fails to read <compare> before it

#include "engine/core/Error.h"
#include "engine/core/Parallel.h"
#include "engine/geometry/LatticeFill.h"
#include "engine/geometry/Primitives.h"
#include "engine/geometry/Transform.h"
#include "engine/geometry/WindingNumber.h"

#include <algorithm>
#include <cmath>
#include <numbers>

using namespace sastrugi;

namespace
{

void removeTriangles(TriangleMesh& mesh, double above)
{
    std::erase_if(mesh.triangles, [&](const auto& triangle) {
        return std::all_of(triangle.begin(), triangle.end(),
                           [&](std::uint32_t corner) { return mesh.points[corner].z() > above; });
    });
}

/// Asks the winding number everywhere.
std::size_t countOneByOne(const TriangleMesh& mesh, double spacing)
{
    const WindingNumber winding(mesh);
    const Vector3 origin = mesh.bounds().minimum, size = mesh.bounds().size();
    std::size_t count = 0;
    for (double z = 0.5 * spacing; z < size.z(); z += spacing)
        for (double y = 0.5 * spacing; y < size.y(); y += spacing)
            for (double x = 0.5 * spacing; x < size.x(); x += spacing)
                count += winding.isInside(origin + Vector3(x, y, z));
    return count;
}

} // namespace

class LatticeFillTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void boxOfNSpacingsGetsNCubedPoints()
    {
        for (const double spacing : {0.02, 0.1, 0.3, 1.0 / 3, 0.7})
            for (const int count : {1, 2, 3, 5, 10}) {
                const TriangleMesh box = makeBox(Vector3::Constant(count * spacing), {0.1, -3.7, 100});
                const auto points = fillLattice(box, spacing);
                QCOMPARE(points.size(), std::size_t(count * count * count));
                const Vector3 lowest = box.bounds().minimum, highest = box.bounds().maximum;
                for (const Vector3& point : points) {
                    QVERIFY(((point - lowest).array() > 0.499 * spacing).all());
                    QVERIFY(((highest - point).array() > 0.499 * spacing).all());
                }
            }
        QCOMPARE(fillLattice(makeBox({0.1, 0.1, 0.1}, {0, 0, 0}), 0.02).size(), 125u);
    }

    void pointsAreOnTheLatticeAndUnique()
    {
        auto points = fillLattice(makeSphere(0.5, {1, 2, 3}, 3), 0.05);
        for (const Vector3& point : points) {
            const Vector3 place = (point - points[0]) / 0.05;
            QVERIFY((place - place.array().round().matrix()).norm() < 1e-9);
        }
        const auto isBefore = [](const Vector3& a, const Vector3& b) {
            return std::lexicographical_compare(a.data(), a.data() + 3, b.data(), b.data() + 3);
        };
        std::sort(points.begin(), points.end(), isBefore);
        QVERIFY(std::adjacent_find(points.begin(), points.end()) == points.end());
    }

    void volumeOfASphereConverges()
    {
        const TriangleMesh sphere = makeSphere(1, {0, 0, 0}, 5);
        for (const double spacing : {0.1, 0.05, 0.025}) {
            const double volume = double(fillLattice(sphere, spacing).size()) * std::pow(spacing, 3);
            QVERIFY2(std::abs(volume / sphere.signedVolume() - 1) < 0.2 * spacing, qPrintable(QString::number(volume)));
        }
    }

    void openAndFlippedMeshesAreFilledAsTheWindingNumberSays()
    {
        TriangleMesh bowl = makeSphere(1, {0, 0, 0}, 3);
        removeTriangles(bowl, 0.2);
        QCOMPARE(fillLattice(bowl, 0.08).size(), countOneByOne(bowl, 0.08));
        TriangleMesh jar = makeSphere(1, {0, 0, 0}, 3);
        removeTriangles(jar, 0.9);
        const std::size_t filled = fillLattice(jar, 0.08).size();
        QCOMPARE(filled, countOneByOne(jar, 0.08));
        for (auto& triangle : jar.triangles)
            std::swap(triangle[0], triangle[1]);
        QCOMPARE(fillLattice(jar, 0.08).size(), filled);
    }

    void soupOfTrianglesIsFilled()
    {
        // Every triangle by itself, moved a little: nothing is welded, the rim is everywhere.
        const TriangleMesh sphere = makeSphere(1, {0, 0, 0}, 4);
        TriangleMesh soup;
        for (const auto& triangle : sphere.triangles) {
            const auto first = static_cast<std::uint32_t>(soup.points.size());
            for (const std::uint32_t corner : triangle)
                soup.points.push_back(sphere.points[corner] * (1 + 1e-4 * (first % 7)));
            soup.triangles.push_back({first, first + 1, first + 2});
        }
        const double volume = double(fillLattice(soup, 0.05).size()) * std::pow(0.05, 3);
        QVERIFY(std::abs(volume - sphere.signedVolume()) < 0.02 * sphere.signedVolume());
    }

    void numberOfThreadsDoesNotMatter()
    {
        const TriangleMesh mesh = makeSphere(1, {0, 0, 0}, 4);
        const auto expected = fillLattice(mesh, 0.03);
        for (const int threads : {1, 3, 7}) {
            const ThreadScope scope(threads);
            QVERIFY(fillLattice(mesh, 0.03) == expected);
        }
    }

    void thinMeshGivesNothingOrOneLayer()
    {
        QVERIFY(fillLattice(makePlane(1, 1, {0, 0, 0}), 0.1).empty());
        QCOMPARE(fillLattice(makeBox({1, 1, 0.12}, {0, 0, 0}), 0.1).size(), 100u);
        QVERIFY(fillLattice(makeBox({1, 1, 0.04}, {0, 0, 0}), 0.1).empty());
        QVERIFY(fillLattice(TriangleMesh{}, 0.1).empty());
    }

    void tooManyPointsAreRefusedBeforeTheyAreMade()
    {
        try {
            fillLattice(makeBox({1000, 1000, 1000}, {0, 0, 0}), 0.01);
            QFAIL("accepted");
        } catch (const Error& error) {
            QCOMPARE(error.kind(), ErrorKind::Scene);
            QVERIFY2(QString(error.what()).contains("1e+15"), error.what());
        }
        TriangleMesh jar = makeSphere(100, {0, 0, 0}, 3);
        removeTriangles(jar, 90);
        QVERIFY_THROWS_EXCEPTION(Error, fillLattice(jar, 1, {}, 10000));
        QVERIFY_THROWS_EXCEPTION(Error, fillLattice(jar, -1));
    }

    void stopIsObeyed()
    {
        std::stop_source stop;
        stop.request_stop();
        QVERIFY_THROWS_EXCEPTION(Error, fillLattice(makeSphere(1, {0, 0, 0}, 3), 0.01, stop.get_token()));
    }
};

SASTRUGI_TEST(LatticeFillTest)
#include "LatticeFillTest.moc"
