// Mending: each step by itself, and what it counts.
#include "engine/geometry/MeshRepair.h"
#include "engine/geometry/MeshReport.h"
#include "engine/geometry/Primitives.h"
#include "engine/geometry/Transform.h"
#include "tests/TestCase.h"

#include <algorithm>
#include <cmath>
#include <numbers>

using namespace sastrugi;

namespace
{

TriangleMesh sphere() { return makeSphere(1, {0, 0, 0}, 3); }

/// Every triangle with points of its own, as STL has it.
TriangleMesh torn(const TriangleMesh& mesh, double gap)
{
    TriangleMesh result;
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        const auto first = static_cast<std::uint32_t>(result.points.size());
        for (std::size_t c = 0; c < 3; ++c)
            result.points.push_back(mesh.points[mesh.triangles[t][c]] + gap * Vector3(std::sin(double(t)),
                                                                                      std::cos(double(3 * t + c)),
                                                                                      std::sin(double(c))));
        result.triangles.push_back({first, first + 1, first + 2});
    }
    return result;
}

/// Without the triangles around some points.
TriangleMesh pierced(TriangleMesh mesh, const std::vector<std::uint32_t>& points)
{
    std::erase_if(mesh.triangles, [&](const auto& triangle) {
        return std::ranges::any_of(triangle,
                                   [&](std::uint32_t corner) { return std::ranges::count(points, corner) > 0; });
    });
    return mesh;
}

} // namespace

class MeshRepairTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothingIsDoneToWhatIsWhole()
    {
        MeshRepair all;
        all.orientShells = true;
        all.holes = HoleRepair::Fill;
        const RepairedMesh result = repaired(sphere(), all);
        QVERIFY(result.mesh.contentHash() == sphere().contentHash());
        QCOMPARE(result.report.mergedPoints + result.report.loosePoints + result.report.degenerateTriangles +
                     result.report.duplicateTriangles + result.report.turnedTriangles + result.report.filledHoles,
                 0u);
    }

    void nearPointsBecomeOne()
    {
        MeshRepair repair;
        QVERIFY(!inspectMesh(repaired(torn(sphere(), 1e-4), repair).mesh).isClosed);
        repair.mergeDistance = 1e-3;
        const RepairedMesh result = repaired(torn(sphere(), 1e-4), repair);
        QCOMPARE(result.mesh.points.size(), sphere().points.size());
        QVERIFY(inspectMesh(result.mesh).isClosed);
        QCOMPARE(result.report.mergedPoints, 3 * sphere().triangles.size() - sphere().points.size());
    }

    void nearPointsAreMergedFarOutAndAtAnyScale_data()
    {
        QTest::addColumn<double>("scale");
        QTest::addColumn<double>("distance");
        QTest::newRow("a millimetre") << 1e-3 << 0.0;
        QTest::newRow("ten kilometres") << 1e4 << 0.0;
        QTest::newRow("far") << 1.0 << 1e7;
    }

    void nearPointsAreMergedFarOutAndAtAnyScale()
    {
        QFETCH(double, scale);
        QFETCH(double, distance);
        TriangleMesh mesh = torn(sphere(), 1e-4);
        for (Vector3& point : mesh.points)
            point = scale * point + Vector3(distance, -distance, distance);
        MeshRepair repair;
        repair.mergeDistance = 1e-3 * scale;
        const RepairedMesh result = repaired(mesh, repair);
        QCOMPARE(result.mesh.points.size(), sphere().points.size());
        const MeshReport report = inspectMesh(result.mesh);
        QVERIFY(report.isClosed);
        QVERIFY(std::abs(report.volume / (sphere().signedVolume() * scale * scale * scale) - 1) < 1e-3);
    }

    void pointsOfDifferentClassesStayApart()
    {
        TriangleMesh mesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 0}, {1, 0, 0}, {0, -1, 0}}, {{0, 1, 2}, {3, 5, 4}}};
        QCOMPARE(repaired(mesh, {}).mesh.points.size(), 4u);
        const std::vector<std::uint64_t> classes = {7, 7, 7, 8, 7, 7};
        const RepairedMesh result = repaired(mesh, {}, classes);
        QCOMPARE(result.mesh.points.size(), 5u);
        for (std::size_t i = 0; i < result.sources.size(); ++i)
            QVERIFY(result.mesh.points[i] == mesh.points[result.sources[i]]);
    }

    void duplicatesAndWhatHasNoAreaGo()
    {
        TriangleMesh mesh = sphere();
        const std::size_t count = mesh.triangles.size();
        mesh.triangles.push_back(mesh.triangles[5]);
        mesh.triangles.push_back({mesh.triangles[7][0], mesh.triangles[7][2], mesh.triangles[7][1]});
        mesh.triangles.push_back({0, 0, 1});
        mesh.points.push_back({9, 9, 9});
        const RepairedMesh result = repaired(mesh, {});
        QCOMPARE(result.mesh.triangles.size(), count);
        QCOMPARE(result.report.duplicateTriangles, 2u);
        QCOMPARE(result.report.degenerateTriangles, 1u);
        QCOMPARE(result.report.loosePoints, 1u);
        MeshRepair keep;
        keep.dropDuplicates = false;
        QCOMPARE(repaired(mesh, keep).mesh.triangles.size(), count + 2);
    }

    void shellsFaceOutwardsAndCavitiesInwards()
    {
        TriangleMesh outer = makeSphere(2, {0, 0, 0}, 2), inner = makeSphere(1, {0, 0, 0}, 2),
                     core = makeSphere(0.5, {0, 0, 0}, 1), apart = makeBox({1, 1, 1}, {9, 0, 0});
        const double volume = outer.signedVolume() - inner.signedVolume() + core.signedVolume() + apart.signedVolume();
        for (std::size_t t = 0; t < outer.triangles.size(); t += 3)
            std::swap(outer.triangles[t][1], outer.triangles[t][2]);
        for (auto& triangle : apart.triangles)
            std::swap(triangle[1], triangle[2]);
        const TriangleMesh* all[] = {&outer, &inner, &core, &apart};
        MeshRepair repair;
        repair.orientShells = true;
        const RepairedMesh result = repaired(merged(all), repair);
        const MeshReport report = inspectMesh(result.mesh);
        QCOMPARE(report.inconsistentEdges, 0u);
        QCOMPARE(report.shells, 4u);
        QVERIFY(std::abs(report.volume - volume) < 1e-9);
        QCOMPARE(result.report.turnedTriangles,
                 (outer.triangles.size() + 2) / 3 + inner.triangles.size() + apart.triangles.size());
        QVERIFY(repaired(result.mesh, repair).mesh.contentHash() == result.mesh.contentHash());
    }

    void openShellsKeepTheSideOfMost()
    {
        TriangleMesh sheet = pierced(sphere(), {0});
        const TriangleMesh good = sheet;
        for (std::size_t t = 0; t < sheet.triangles.size(); t += 4)
            std::swap(sheet.triangles[t][1], sheet.triangles[t][2]);
        MeshRepair repair;
        repair.orientShells = true;
        QVERIFY(repaired(sheet, repair).mesh.contentHash() == repaired(good, {}).mesh.contentHash());
    }

    void holesAreFilled()
    {
        const TriangleMesh open = pierced(sphere(), {0, 20, 100});
        MeshRepair repair;
        repair.holes = HoleRepair::Fill;
        const std::size_t holes = inspectMesh(open).holes;
        const RepairedMesh result = repaired(open, repair);
        const MeshReport report = inspectMesh(result.mesh);
        QVERIFY(report.isClosed);
        QCOMPARE(report.inconsistentEdges, 0u);
        QCOMPARE(report.nonManifoldEdges, 0u);
        QCOMPARE(result.report.filledHoles, holes);
        QVERIFY(report.volume < sphere().signedVolume() && report.volume > 0.9 * sphere().signedVolume());
    }

    void largeRimsAreFilledAndLargerOnesStay()
    {
        // A tube of 400 sides: two rims.
        TriangleMesh tube;
        constexpr std::uint32_t sides = 400;
        for (std::uint32_t k = 0; k < sides; ++k) {
            const double angle = 2 * std::numbers::pi * k / sides;
            tube.points.emplace_back(std::cos(angle), std::sin(angle), 0);
            tube.points.emplace_back(std::cos(angle), std::sin(angle), 1);
            const std::uint32_t a = 2 * k, b = 2 * ((k + 1) % sides);
            tube.triangles.push_back({a, b, b + 1});
            tube.triangles.push_back({a, b + 1, a + 1});
        }
        MeshRepair repair;
        repair.holes = HoleRepair::Fill;
        const MeshReport report = inspectMesh(repaired(tube, repair).mesh);
        QVERIFY(report.isClosed);
        QCOMPARE(report.inconsistentEdges, 0u);
        QVERIFY(std::abs(report.volume / std::numbers::pi - 1) < 1e-3);
        repair.largestHole = 399;
        QCOMPARE(repaired(tube, repair).report.filledHoles, 0u);
    }
};

SASTRUGI_TEST(MeshRepairTest)
#include "MeshRepairTest.moc"
