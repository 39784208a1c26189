#include "tests/TestCase.h" // first: moc of Qt 6.4 fails to read <compare> before it

#include "engine/core/Error.h"
#include "engine/geometry/PointGrid.h"
#include "engine/geometry/Primitives.h"
#include "engine/geometry/SurfaceSampler.h"
#include "engine/geometry/Transform.h"

#include <algorithm>
#include <cmath>
#include <map>

using namespace sastrugi;

namespace
{

std::vector<Vector3> allSamples(const SurfaceSampler& sampler, const TriangleMesh& mesh)
{
    std::vector<Vector3> samples;
    for (const auto& block : sampler.blocksNear(mesh.bounds()))
        for (const Vector3& sample : sampler.samplesIn(block))
            samples.push_back(sample);
    return samples;
}

double closestPair(const std::vector<Vector3>& samples, double spacing)
{
    double closest = 10 * spacing;
    PointGrid grid(spacing);
    for (const Vector3& sample : samples) {
        while (grid.anyWithin(sample, std::min(closest, spacing)))
            closest = std::min(closest, spacing) * 0.99;
        grid.add(sample);
    }
    return closest;
}

/// The largest distance from points all over the surface to their nearest sample.
double widestGap(const TriangleMesh& mesh, const std::vector<Vector3>& samples, double spacing)
{
    PointGrid grid(2 * spacing);
    for (const Vector3& sample : samples)
        grid.add(sample);
    double widest = 0;
    for (const auto& [a, b, c] : mesh.triangles) {
        const Vector3 origin = mesh.points[a], u = mesh.points[b] - origin, v = mesh.points[c] - origin;
        const int parts = static_cast<int>(std::max({u.norm(), v.norm(), (v - u).norm()}) / (0.23 * spacing)) + 1;
        for (int i = 0; i <= parts; ++i)
            for (int j = 0; i + j <= parts; ++j) {
                const Vector3 point = origin + double(i) / parts * u + double(j) / parts * v;
                while (widest < 2 * spacing && !grid.anyWithin(point, std::max(widest, 0.1 * spacing)))
                    widest = std::max(widest, 0.1 * spacing) * 1.02;
            }
    }
    return widest;
}

/// A rectangle of many small triangles, some sides of them slanted.
TriangleMesh gridded(double size, int cells)
{
    TriangleMesh mesh;
    for (int y = 0; y <= cells; ++y)
        for (int x = 0; x <= cells; ++x)
            mesh.points.push_back({size * x / cells, size * y / cells, 0});
    for (int y = 0; y < cells; ++y)
        for (int x = 0; x < cells; ++x) {
            const auto corner = static_cast<std::uint32_t>(y * (cells + 1) + x), row = std::uint32_t(cells + 1);
            mesh.triangles.push_back({corner, corner + 1, corner + row + 1});
            mesh.triangles.push_back({corner, corner + row + 1, corner + row});
        }
    return mesh;
}

/// A cone of `sides` long faces: sharp edges and an apex where all of them meet.
TriangleMesh cone(double height, double radius, int sides)
{
    TriangleMesh mesh;
    mesh.points = {{0, 0, 0}, {0, 0, height}};
    for (int i = 0; i < sides; ++i)
        mesh.points.push_back(
            {radius * std::cos(6.283185307 * i / sides), radius * std::sin(6.283185307 * i / sides), 0});
    for (int i = 0; i < sides; ++i) {
        const std::uint32_t a = 2 + std::uint32_t(i), b = 2 + std::uint32_t((i + 1) % sides);
        mesh.triangles.push_back({a, b, 1});
        mesh.triangles.push_back({b, a, 0});
    }
    return mesh;
}

TriangleMesh meshNamed(const QString& name)
{
    if (name == "box")
        return makeBox({1, 0.55, 0.3}, {0.1, 0.2, 0.3});
    if (name == "odd box")
        return makeBox({1.013, 0.487, 0.333}, {0, 0, 0});
    if (name == "turned box")
        return transformed(makeBox({1, 0.7, 0.4}, {0, 0, 0}), {1, 2, 3}, {0.3, 0.5, 0.7}, {1, 1, 1});
    if (name == "thin box")
        return makeBox({1, 1, 0.01}, {0, 0, 0});
    if (name == "small box")
        return makeBox({0.04, 0.03, 0.02}, {0, 0, 0});
    if (name == "tiny box")
        return makeBox({0.004, 0.003, 0.002}, {0, 0, 0});
    if (name == "plane")
        return makePlane(1, 0.5, {0, 0, 0});
    if (name == "gridded plane")
        return gridded(0.8, 37);
    if (name == "coarse sphere")
        return makeSphere(1, {0, 0, 0}, 1);
    if (name == "sphere")
        return makeSphere(0.5, {3, 0, 0}, 3);
    if (name == "fine sphere")
        return makeSphere(0.2, {0, 0, 0}, 5);
    if (name == "triangle")
        return {{{0, 0, 0}, {1, 0.1, 0}, {0.2, 0.7, 0.3}}, {{0, 1, 2}}};
    if (name == "sliver")
        return {{{0, 0, 0}, {1, 0, 0}, {0.5, 0.03, 0}}, {{0, 1, 2}}};
    if (name == "cone")
        return cone(1, 0.3, 24);
    return cone(1, 0.05, 9);
}

} // namespace

class SurfaceSamplerTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void samplesAreNeitherTooCloseNorTooFar_data()
    {
        QTest::addColumn<QString>("mesh");
        for (const char* name :
             {"box", "odd box", "turned box", "thin box", "small box", "tiny box", "plane", "gridded plane",
              "coarse sphere", "sphere", "fine sphere", "triangle", "sliver", "cone", "spike"})
            QTest::newRow(name) << QString(name);
    }

    void samplesAreNeitherTooCloseNorTooFar()
    {
        QFETCH(QString, mesh);
        const double spacing = 0.02;
        const TriangleMesh surface = meshNamed(mesh);
        const SurfaceSampler sampler(surface, spacing);
        const std::vector<Vector3> samples = allSamples(sampler, surface);
        const double closest = closestPair(samples, spacing) / spacing;
        const double widest = widestGap(surface, samples, spacing) / spacing;
        const double density = double(samples.size()) * spacing * spacing / surface.surfaceArea();
        const QString figures = QString("%1 samples, predicted %2, closest %3, gap %4, per square %5")
                                    .arg(samples.size())
                                    .arg(sampler.predictedCount())
                                    .arg(closest)
                                    .arg(widest)
                                    .arg(density);
        qInfo("%s", qPrintable(figures));
        QVERIFY2(closest > 0.69, qPrintable(figures));
        QVERIFY2(widest < 0.95, qPrintable(figures));
    }

    void rectangleIsOneLattice()
    {
        const double spacing = 0.02;
        for (const TriangleMesh& plane : {makePlane(0.4, 0.6, {0, 0, 0.1}), gridded(0.4, 13)}) {
            const SurfaceSampler sampler(plane, spacing);
            const Vector3 corner = plane.bounds().minimum;
            std::map<std::pair<long, long>, int> counts;
            for (const Vector3& sample : allSamples(sampler, plane)) {
                const Vector3 place = (sample - corner) / spacing;
                QVERIFY((place - place.array().round().matrix()).norm() < 1e-9);
                ++counts[{std::lround(place.x()), std::lround(place.y())}];
            }
            const Vector3 size = plane.bounds().size() / spacing;
            QCOMPARE(counts.size(), std::size_t((std::lround(size.x()) + 1) * (std::lround(size.y()) + 1)));
            for (const auto& [place, count] : counts)
                QCOMPARE(count, 1);
        }
    }

    void faceOfABoxKeepsTheLatticeOfItsEdges()
    {
        const TriangleMesh box = makeBox({0.2, 0.4, 0.6}, {0, 0, 0});
        const SurfaceSampler sampler(box, 0.02);
        QCOMPARE(allSamples(sampler, box).size(), std::size_t(11 * 21 * 31 - 9 * 19 * 29));
    }

    void hugePlaneCostsNothingUntilAsked()
    {
        const TriangleMesh plane = makePlane(1000, 1000, {0, 0, 0});
        const SurfaceSampler sampler(plane, 0.01);
        QVERIFY(std::abs(sampler.predictedCount() - 1e10) < 1e7);
        const auto blocks = sampler.blocksNear({{-0.2, -0.2, -1}, {0.2, 0.2, 1}});
        std::size_t count = 0;
        for (const auto& block : blocks)
            count += sampler.samplesIn(block).size();
        QVERIFY(blocks.size() >= 36 && blocks.size() <= 144);
        QVERIFY(std::abs(double(count) - 64.0 * 0.5 * double(blocks.size())) < 0.51 * 64 * double(blocks.size()));
        QCOMPARE(sampler.blocksNear({{-0.2, -0.2, 0.1}, {0.2, 0.2, 1}}).size(), 0u);
        const auto atTheCorner = sampler.samplesIn(sampler.blockOf({-500, -500, 0}));
        QVERIFY(std::any_of(atTheCorner.begin(), atTheCorner.end(),
                            [](const Vector3& sample) { return sample == Vector3(-500, -500, 0); }));
    }

    void blockDoesNotDependOnWhatElseIsAsked()
    {
        for (const char* name : {"cone", "coarse sphere", "thin box"}) {
            const TriangleMesh mesh = meshNamed(name);
            const SurfaceSampler sampler(mesh, 0.02);
            auto blocks = sampler.blocksNear(mesh.bounds());
            std::map<SurfaceSampler::BlockIndex, std::vector<Vector3>> forwards;
            for (const auto& block : blocks) {
                forwards[block] = sampler.samplesIn(block);
                for (const Vector3& sample : forwards[block])
                    QVERIFY(sampler.blockOf(sample) == block);
            }
            std::reverse(blocks.begin(), blocks.end());
            for (const auto& block : blocks)
                QVERIFY(SurfaceSampler(mesh, 0.02).samplesIn(block) == forwards[block]);
        }
    }

    void blocksNearAPartAreThoseOfTheWholeThatTouchIt()
    {
        const TriangleMesh mesh = meshNamed("turned box");
        const SurfaceSampler sampler(mesh, 0.02);
        const Bounds part{{0.81, 1.91, 2.83}, {1.21, 2.41, 3.11}};
        std::vector<SurfaceSampler::BlockIndex> expected;
        for (const auto& block : sampler.blocksNear(mesh.bounds())) {
            const Vector3 corner = sampler.blockEdge() * Vector3(block[0], block[1], block[2]);
            const Bounds box{corner, corner.array() + sampler.blockEdge()};
            if (box.touches(part))
                expected.push_back(block);
        }
        QVERIFY(!expected.empty());
        QVERIFY(std::is_sorted(expected.begin(), expected.end()));
        QVERIFY(sampler.blocksNear(part) == expected);
    }

    void emptyMeshAndNonsense()
    {
        const SurfaceSampler sampler(TriangleMesh{}, 0.1);
        QVERIFY(sampler.blocksNear({{-1, -1, -1}, {1, 1, 1}}).empty());
        QVERIFY(sampler.samplesIn({0, 0, 0}).empty());
        QVERIFY_THROWS_EXCEPTION(Error, SurfaceSampler(makePlane(1, 1, {0, 0, 0}), 0));
        QVERIFY_THROWS_EXCEPTION(Error, SurfaceSampler(makePlane(1, 1, {1e9, 0, 0}), 1e-3));
    }
};

SASTRUGI_TEST(SurfaceSamplerTest)
#include "SurfaceSamplerTest.moc"
