#include "engine/particles/NeighbourLists.h"
#include "engine/core/Error.h"
#include "engine/core/Random.h"
#include "tests/TestCase.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>

using namespace sastrugi;

namespace
{

using PointSet = std::vector<Float4>;

float random(std::uint64_t id, std::uint32_t what)
{
    return unitInterval(randomWords(7, id, what, RandomPurpose::Test)[0]);
}

PointSet randomPoints(std::size_t count, float size, std::uint32_t stream)
{
    PointSet points(count);
    for (std::size_t i = 0; i < count; ++i)
        points[i] = {size * random(i, stream), size * random(i, stream + 1), size * random(i, stream + 2), 0};
    return points;
}

float wrapped(float difference, float period)
{
    return period > 0 ? difference - period * std::nearbyint(difference / period) : difference;
}

/// Squared distance over squared radius, in double.
double nearness(const Float4& a, const Float4& b, float radius, const Period& period)
{
    const double x = wrapped(a.x - b.x, period.sizeX), y = wrapped(a.y - b.y, period.sizeY),
                 z = static_cast<double>(a.z) - static_cast<double>(b.z);
    return (x * x + y * y + z * z) / (static_cast<double>(radius) * static_cast<double>(radius));
}

/// Compares with all pairs; pairs within rounding of the radius may be in the lists or not.
void compareWithAllPairs(const PointSet& queries, const PointSet& targets, float radius, const Period& period,
                         bool same)
{
    CellGrid queryGrid(radius, period), targetGrid(radius, period);
    queryGrid.build(queries);
    targetGrid.build(targets);
    NeighbourLists lists;
    const AlignedVector<Float4> sortedQueries = queryGrid.sorted(queries), sortedTargets = targetGrid.sorted(targets);
    const SortedPoints from{queryGrid, sortedQueries.data()}, to{targetGrid, sortedTargets.data()};
    lists.build(from, same ? from : to);
    QCOMPARE(lists.queryCount(), queries.size());
    std::size_t pairs = 0;
    for (std::size_t i = 0; i < queries.size(); ++i) {
        std::vector<std::uint32_t> found = lists.neighbours(i);
        pairs += found.size();
        std::sort(found.begin(), found.end());
        QVERIFY2(std::adjacent_find(found.begin(), found.end()) == found.end(), "a neighbour is listed twice");
        const Float4& q = queries[queryGrid.order()[i]];
        const CellGrid& grid = same ? queryGrid : targetGrid;
        for (std::size_t j = 0; j < targets.size(); ++j) {
            const double distance = nearness(q, targets[grid.order()[j]], radius, period);
            const bool listed = std::binary_search(found.begin(), found.end(), static_cast<std::uint32_t>(j));
            if (same && i == j)
                QVERIFY2(!listed, "a point is its own neighbour");
            else if (std::abs(distance - 1) > 1e-4)
                QCOMPARE(listed, distance < 1);
        }
    }
    QCOMPARE(lists.pairCount(), pairs);
    QVERIFY(lists.storedCount() >= pairs);
}

} // namespace

class NeighbourListsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void randomPointsHaveTheNeighboursOfAllPairs()
    {
        for (const std::size_t count : {1u, 2u, 7u, 8u, 9u, 511u, 513u, 1500u}) {
            const PointSet points = randomPoints(count, 1, 10);
            compareWithAllPairs(points, points, 0.17f, {}, true);
        }
    }

    void nothingHasNoNeighbours()
    {
        compareWithAllPairs({}, {}, 1, {}, true);
        compareWithAllPairs({}, randomPoints(20, 1, 20), 1, {}, false);
        compareWithAllPairs(randomPoints(20, 1, 20), {}, 1, {}, false);
    }

    void anotherSetIsSearchedWithinTheSameCells()
    {
        compareWithAllPairs(randomPoints(700, 1, 30), randomPoints(900, 1.3f, 40), 0.15f, {}, false);
        compareWithAllPairs(randomPoints(700, 1, 30), randomPoints(3, 1, 50), 0.3f, {}, false);
    }

    void coincidentPointsAreNeighbours()
    {
        PointSet points = randomPoints(40, 1, 60);
        for (std::size_t i = 0; i < 1200; ++i)
            points.push_back({0.5f, 0.5f, 0.5f, 0});
        compareWithAllPairs(points, points, 0.25f, {}, true);
    }

    void pointsOnCellBordersAreFound()
    {
        PointSet points;
        for (int x = -4; x <= 4; ++x)
            for (int y = -4; y <= 4; ++y)
                for (int z = -4; z <= 4; ++z)
                    points.push_back(
                        {0.5f * static_cast<float>(x), 0.5f * static_cast<float>(y), 0.5f * static_cast<float>(z), 0});
        compareWithAllPairs(points, points, 1.0f, {}, true);
        compareWithAllPairs(points, points, 0.50001f, {}, true);
    }

    void domainsAMillionSpacingsWideAreSparse()
    {
        PointSet points = randomPoints(500, 1, 70);
        for (std::size_t i = 0; i < 500; ++i) {
            const Float4 p = points[i];
            points.push_back({p.x + 2.5e5f, p.y - 2.5e5f, p.z, 0});
            points.push_back({p.x - 2.5e5f, p.y, p.z + 2.5e5f, 0});
        }
        compareWithAllPairs(points, points, 0.5f, {}, true);
    }

    void periodsJoinOppositeSides_data()
    {
        QTest::addColumn<float>("sizeX");
        QTest::addColumn<float>("sizeY");
        QTest::newRow("both") << 1.0f << 1.0f;
        QTest::newRow("one axis") << 0.0f << 1.0f;
        QTest::newRow("two cells wide") << 0.5f << 0.7f;
        QTest::newRow("as narrow as allowed") << 0.4f << 0.4f;
    }

    void periodsJoinOppositeSides()
    {
        QFETCH(float, sizeX);
        QFETCH(float, sizeY);
        const Period period = {-0.3f, 0.2f, sizeX, sizeY};
        PointSet points = randomPoints(600, 1, 80);
        for (Float4& p : points) {
            p.x = sizeX > 0 ? period.originX + std::min(p.x, 0.999999f) * sizeX : p.x;
            p.y = sizeY > 0 ? period.originY + std::min(p.y, 0.999999f) * sizeY : p.y;
        }
        compareWithAllPairs(points, points, 0.2f, period, true);
    }

    void badPointsAndPeriodsAreNamed()
    {
        PointSet points = randomPoints(10, 1, 90);
        points[6].y = std::nanf("");
        CellGrid grid(0.1f);
        QVERIFY_EXCEPTION_THROWN(grid.build(points), Error);
        points[6].y = 1e9f;
        try {
            grid.build(points);
            QFAIL("accepted");
        } catch (const Error& error) {
            QCOMPARE(error.kind(), ErrorKind::Diverged);
            QVERIFY2(QString(error.what()).contains("point 6"), error.what());
        }
        QVERIFY_EXCEPTION_THROWN(CellGrid(0.1f, {0, 0, 0.15f, 0}), Error);
    }

    void listsDoNotDependOnThreadsOrInstructionSet()
    {
        const PointSet points = randomPoints(6000, 1, 100);
        std::vector<std::uint32_t> expected;
        for (const char* isa : {"portable", "avx2", "avx512", ""})
            for (const int threads : {1, 2, 3, 7}) {
                qputenv("SASTRUGI_ISA", isa);
                const ThreadScope scope(threads);
                NeighbourLists lists;
                CellGrid grid(0.09f);
                try {
                    grid.build(points);
                    const AlignedVector<Float4> sorted = grid.sorted(points);
                    lists.build({grid, sorted.data()}, {grid, sorted.data()});
                } catch (const Error&) {
                    continue; // not on this processor
                }
                std::vector<std::uint32_t> all(grid.order().begin(), grid.order().end());
                for (const NeighbourLists::Block& block : lists.blocks())
                    all.insert(all.end(), block.indices.begin(),
                               block.indices.begin() + block.groupStart.back() * NeighbourLists::groupSize);
                if (expected.empty())
                    expected = all;
                QVERIFY(all == expected);
            }
        qunsetenv("SASTRUGI_ISA");
    }
};

SASTRUGI_TEST(NeighbourListsTest)
#include "NeighbourListsTest.moc"
