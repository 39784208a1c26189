// The table by which surfaces pass through cubes: what makes them closed, for every set of corners.
#include "tests/TestCase.h" // first: moc of Qt 6.4 fails to read <compare> before it

#include "engine/surface/CubeTable.h"

#include <map>
#include <set>

using namespace sastrugi;

namespace
{

using Side = std::pair<int, int>;

/// The corners of a face, at the low or the high end of an axis.
std::vector<int> cornersOf(int axis, bool isHigh)
{
    std::vector<int> corners;
    for (int corner = 0; corner < 8; ++corner)
        if ((corner >> axis & 1) == (isHigh ? 1 : 0))
            corners.push_back(corner);
    return corners;
}

bool isOn(int edge, int axis, bool isHigh)
{
    const CubeEdge e = cubeEdge(static_cast<std::size_t>(edge));
    return (e.first >> axis & 1) == (isHigh ? 1 : 0) && (e.second >> axis & 1) == (isHigh ? 1 : 0);
}

/// The sides of triangles that have no other in the same cube.
std::set<Side> borderOf(const CubeCase& cube)
{
    std::set<Side> sides;
    for (std::size_t t = 0; t < cube.count; ++t)
        for (std::size_t k = 0; k < 3; ++k) {
            const Side side = {cube.triangles[t][k], cube.triangles[t][(k + 1) % 3]};
            if (!sides.erase({side.second, side.first}))
                sides.insert(side);
        }
    return sides;
}

} // namespace

class CubeTableTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// Every edge that is crossed has a point, and no other has.
    void pointsAreOnCrossedEdges()
    {
        for (unsigned inside = 0; inside < 256; ++inside) {
            std::set<int> crossed, used;
            for (std::size_t edge = 0; edge < edgesOfCube; ++edge)
                if ((inside >> cubeEdge(edge).first & 1) != (inside >> cubeEdge(edge).second & 1))
                    crossed.insert(int(edge));
            const CubeCase& cube = cubeCases()[inside];
            for (std::size_t t = 0; t < cube.count; ++t)
                used.insert(cube.triangles[t].begin(), cube.triangles[t].end());
            QCOMPARE(used, crossed);
        }
    }

    /// What two cubes draw on the face between them is the same line in opposite directions: for any corners, the
    /// surface goes on.
    void neighboursAgree()
    {
        for (int axis = 0; axis < 3; ++axis) {
            // By the four corners of the face, in the order of their numbers.
            std::map<unsigned, std::set<Side>> low, high;
            for (unsigned inside = 0; inside < 256; ++inside)
                for (const bool isHigh : {false, true}) {
                    unsigned face = 0, bit = 0;
                    for (const int corner : cornersOf(axis, isHigh))
                        face |= (inside >> corner & 1) << bit++;
                    std::set<Side> lines;
                    for (const auto& [a, b] : borderOf(cubeCases()[inside])) {
                        if (!isOn(a, axis, isHigh) || !isOn(b, axis, isHigh))
                            continue;
                        // As the cube beyond the face names them, the other way round.
                        const auto beyond = [&](int edge) {
                            const CubeEdge e = cubeEdge(std::size_t(edge));
                            for (std::size_t other = 0; other < edgesOfCube; ++other)
                                if (cubeEdge(other).axis == e.axis && cubeEdge(other).first == (e.first ^ 1 << axis))
                                    return int(other);
                            return -1;
                        };
                        lines.insert(isHigh ? Side{beyond(b), beyond(a)} : Side{a, b});
                    }
                    auto& known = isHigh ? high : low;
                    const auto [place, isNew] = known.emplace(face, lines);
                    QVERIFY(isNew || place->second == lines);
                }
            QCOMPARE(low, high);
        }
    }

    /// All borders lie in faces, and nothing else does: no edge gets a third triangle.
    void onlyBordersLieInFaces()
    {
        for (const CubeCase& cube : cubeCases()) {
            const std::set<Side> border = borderOf(cube);
            for (std::size_t t = 0; t < cube.count; ++t)
                for (std::size_t k = 0; k < 3; ++k) {
                    const Side side = {cube.triangles[t][k], cube.triangles[t][(k + 1) % 3]};
                    bool isInFace = false;
                    for (int axis = 0; axis < 3; ++axis)
                        for (const bool isHigh : {false, true})
                            isInFace |= isOn(side.first, axis, isHigh) && isOn(side.second, axis, isHigh);
                    QCOMPARE(isInFace, border.contains(side));
                }
        }
    }
};

SASTRUGI_TEST(CubeTableTest)
#include "CubeTableTest.moc"
