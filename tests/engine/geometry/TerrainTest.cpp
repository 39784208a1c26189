#include "tests/TestCase.h" // first: moc of Qt 6.4 fails to read <compare> before it

#include "engine/core/Error.h"
#include "engine/core/Parallel.h"
#include "engine/geometry/Terrain.h"
#include "tests/engine/surface/closedMesh.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace sastrugi;
using namespace sastrugi::test;

namespace
{

HeightField slope(std::size_t columns, std::size_t rows)
{
    HeightField field{columns, rows, {}};
    for (std::size_t j = 0; j < rows; ++j)
        for (std::size_t i = 0; i < columns; ++i)
            field.heights.push_back(1 + 2.0 * double(i) / double(columns - 1) - 0.5 * double(j) / double(rows - 1));
    return field;
}

} // namespace

class TerrainTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aSheetLiesOnItsHeights()
    {
        const HeightField field = slope(4, 6);
        const TriangleMesh mesh = makeTerrain(field, {6, 5, {10, 20, 30}, 0});
        QCOMPARE(mesh.points.size(), std::size_t{24});
        QCOMPARE(mesh.triangles.size(), std::size_t{2 * 3 * 5});
        QVERIFY((mesh.points.front() - Vector3(7, 17.5, 31)).norm() < 1e-12);
        QVERIFY((mesh.points[3] - Vector3(13, 17.5, 33)).norm() < 1e-12);
        QVERIFY((mesh.points.back() - Vector3(13, 22.5, 32.5)).norm() < 1e-12);
        double area = 0;
        for (const auto& [a, b, c] : mesh.triangles) {
            const Vector3 normal = (mesh.points[b] - mesh.points[a]).cross(mesh.points[c] - mesh.points[a]);
            QVERIFY(normal.z() > 0);
            area += normal.z() / 2;
        }
        QVERIFY(std::abs(area - 30) < 1e-12);
    }

    void aBaseClosesIt()
    {
        for (const std::size_t columns : {2, 3, 7})
            for (const std::size_t rows : {2, 5}) {
                const TriangleMesh mesh = makeTerrain(slope(columns, rows), {6, 5, {1, 2, 3}, 0.25});
                QCOMPARE(whatIsOpen(mesh), QString());
                // The mean height of the slope is 1.75, its lowest point 0.5.
                QVERIFY(std::abs(mesh.signedVolume() - 30 * (1.75 - 0.5 + 0.25)) < 1e-10);
                QVERIFY(std::abs(mesh.bounds().minimum.z() - 3.25) < 1e-12);
            }
        const HeightField noise = noiseHeights({}, 10, 10, 30, 40);
        QCOMPARE(whatIsOpen(makeTerrain(noise, {10, 10, Vector3::Zero(), 1})), QString());
    }

    void otherLatticesKeepAPlane()
    {
        const HeightField field = slope(9, 5);
        const HeightField finer = resampled(field, 25, 13);
        const HeightField exact = slope(25, 13);
        for (std::size_t n = 0; n < exact.heights.size(); ++n)
            QVERIFY(std::abs(finer.heights[n] - exact.heights[n]) < 1e-12);
        const HeightField coarser = resampled(field, 3, 3);
        QVERIFY(std::abs(coarser.at(1, 1) - slope(3, 3).at(1, 1)) < 1e-12);
    }

    void coarserLatticesTakeMeans()
    {
        HeightField stripes{65, 65, std::vector<double>(65 * 65)};
        for (std::size_t n = 0; n < stripes.heights.size(); ++n)
            stripes.heights[n] = double(n % 65 % 2);
        const HeightField coarser = resampled(stripes, 9, 9);
        for (const double height : coarser.heights)
            QVERIFY2(std::abs(height - 0.5) < 0.07, qPrintable(QString::number(height)));
    }

    void noiseIsWithinItsRangeAndNeverAnother()
    {
        for (const bool ridged : {false, true}) {
            FractalNoise noise;
            noise.ridged = ridged;
            const HeightField field = noiseHeights(noise, 20, 20, 101, 101);
            const auto [least, most] = std::minmax_element(field.heights.begin(), field.heights.end());
            QVERIFY(*least > 0 && *most < 1 && *most - *least > 0.3);
            for (const int threads : {1, 2, 3, 7}) {
                const ThreadScope scope(threads);
                QVERIFY(noiseHeights(noise, 20, 20, 101, 101).heights == field.heights);
            }
            // Twice as fine, it is the same ground.
            const HeightField finer = noiseHeights(noise, 20, 20, 201, 201);
            QCOMPARE(finer.at(46, 122), field.at(23, 61));
            noise.seed = 1;
            QVERIFY(noiseHeights(noise, 20, 20, 101, 101).heights != field.heights);
        }
    }

    void whatIsNoGroundIsRefused()
    {
        QVERIFY_THROWS_EXCEPTION(Error, makeTerrain({1, 5, std::vector<double>(5)}, {}));
        QVERIFY_THROWS_EXCEPTION(Error, noiseHeights({}, 1, 1, 1'000'000, 1'000'000));
        HeightField broken = slope(3, 3);
        broken.heights[4] = std::numeric_limits<double>::quiet_NaN();
        QVERIFY_THROWS_EXCEPTION(Error, makeTerrain(broken, {}));
    }
};

SASTRUGI_TEST(TerrainTest)
#include "TerrainTest.moc"
