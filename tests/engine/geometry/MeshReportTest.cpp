#include "tests/TestCase.h" // first: moc of Qt 6.4 fails to read <compare> before it

#include "engine/geometry/MeshRepair.h"
#include "engine/geometry/MeshReport.h"
#include "engine/geometry/Primitives.h"
#include "engine/geometry/Transform.h"

#include <cmath>

using namespace sastrugi;

namespace
{

/// Every triangle with points of its own, as STL files have them.
TriangleMesh unshared(const TriangleMesh& mesh)
{
    TriangleMesh result;
    for (const auto& triangle : mesh.triangles) {
        const auto first = static_cast<std::uint32_t>(result.points.size());
        for (const std::uint32_t corner : triangle)
            result.points.push_back(mesh.points[corner]);
        result.triangles.push_back({first, first + 1, first + 2});
    }
    return result;
}

} // namespace

class MeshReportTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void closedMeshHasNoComplaints()
    {
        for (const TriangleMesh& mesh :
             {makeBox({1, 2, 3}, {0, 0, 0}), makeSphere(1, {4, 5, 6}, 2), unshared(makeBox({1, 1, 1}, {0, 0, 0}))}) {
            const MeshReport report = inspectMesh(mesh);
            QVERIFY(report.isClosed);
            QCOMPARE(report.shells, 1u);
            QCOMPARE(report.degenerateTriangles + report.loosePoints + report.boundaryEdges + report.holes +
                         report.nonManifoldEdges + report.inconsistentEdges,
                     0u);
            QCOMPARE(report.volume, mesh.signedVolume());
        }
    }

    void defectsAreCounted()
    {
        TriangleMesh mesh = makeBox({1, 1, 1}, {0, 0, 0});
        mesh.triangles.pop_back();                             // one hole of three edges
        mesh.triangles.push_back({0, 0, 1});                   // no area
        mesh.points.push_back({0.5, -0.5, -0.5 + 0.5});        // on an edge
        mesh.points.push_back({9, 9, 9});                      // loose
        mesh.triangles.push_back({1, 8, 5});                   // three on a line
        std::swap(mesh.triangles[0][0], mesh.triangles[0][1]); // faces inwards
        const MeshReport report = inspectMesh(mesh);
        QVERIFY(!report.isClosed);
        QCOMPARE(report.degenerateTriangles, 2u);
        QCOMPARE(report.loosePoints, 1u);
        QCOMPARE(report.boundaryEdges, 3u);
        QCOMPARE(report.holes, 1u);
        QCOMPARE(report.inconsistentEdges, 3u);
    }

    void shellsAndSharedEdgesAreCounted()
    {
        // Two boxes that share one edge: four triangles meet there.
        const TriangleMesh one = makeBox({1, 1, 1}, {0, 0, 0}), two = makeBox({1, 1, 1}, {1, 1, 0}),
                           far = makeBox({1, 1, 1}, {5, 0, 0});
        const TriangleMesh* all[] = {&one, &two, &far};
        const MeshReport report = inspectMesh(merged(all));
        QCOMPARE(report.shells, 2u);
        QCOMPARE(report.nonManifoldEdges, 1u);
        QVERIFY(report.isClosed);
    }

    void cleanedMeshIsTheSameSurface()
    {
        TriangleMesh mesh = unshared(makeSphere(1, {0, 0, 0}, 2));
        mesh.points.push_back({3, 3, 3});
        mesh.triangles.push_back({0, 0, 1});
        const TriangleMesh clean = repaired(mesh, {}).mesh;
        QCOMPARE(clean.points.size(), makeSphere(1, {0, 0, 0}, 2).points.size());
        QCOMPARE(clean.triangles.size(), mesh.triangles.size() - 1);
        QVERIFY(std::abs(clean.signedVolume() - mesh.signedVolume()) < 1e-12);
        QVERIFY(repaired(clean, {}).mesh.contentHash() == clean.contentHash());
        QVERIFY(repaired(TriangleMesh{}, {}).mesh.points.empty());
    }
};

SASTRUGI_TEST(MeshReportTest)
#include "MeshReportTest.moc"
