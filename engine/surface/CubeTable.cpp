#include "engine/surface/CubeTable.h"

#include "engine/core/Error.h"

#include <optional>
#include <utility>
#include <vector>

namespace sastrugi
{

namespace
{

using Loop = std::vector<std::uint8_t>;
using Triangles = std::vector<std::array<std::uint8_t, 3>>;

/// The corners of the faces, counter-clockwise seen from outside of the cube.
constexpr std::array<std::array<int, 4>, 6> faces = {
    {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}}};

std::uint8_t edgeBetween(int a, int b)
{
    for (std::size_t edge = 0; edge < edgesOfCube; ++edge) {
        const CubeEdge e = cubeEdge(edge);
        if ((e.first == a && e.second == b) || (e.first == b && e.second == a))
            return static_cast<std::uint8_t>(edge);
    }
    SASTRUGI_ASSERT(false, "two corners of a face have no edge");
    return 0;
}

/// Bit f is set where the edge is one of face f.
unsigned facesOf(std::uint8_t edge)
{
    unsigned found = 0;
    for (std::size_t face = 0; face < faces.size(); ++face)
        for (std::size_t i = 0; i < 4; ++i)
            if (edgeBetween(faces[face][i], faces[face][(i + 1) % 4]) == edge)
                found |= 1u << face;
    return found;
}

/// The closed lines in which the surface meets the faces; the inside is on their left, seen from outside of the snow.
std::vector<Loop> loopsOf(unsigned inside)
{
    const auto isInside = [&](int corner) { return (inside >> corner & 1) != 0; };
    std::array<int, edgesOfCube> next;
    next.fill(-1);
    for (const auto& face : faces)
        for (std::size_t i = 0; i < 4; ++i) {
            if (isInside(face[i]) || !isInside(face[(i + 1) % 4]))
                continue;
            // A run of corners inside begins: the cut goes from its end to its beginning.
            std::size_t end = (i + 1) % 4;
            while (isInside(face[(end + 1) % 4]))
                end = (end + 1) % 4;
            next[edgeBetween(face[i], face[(i + 1) % 4])] = edgeBetween(face[end], face[(end + 1) % 4]);
        }
    std::vector<Loop> loops;
    for (std::size_t start = 0; start < edgesOfCube; ++start) {
        Loop loop;
        for (int edge = static_cast<int>(start); next[static_cast<std::size_t>(edge)] >= 0;) {
            loop.push_back(static_cast<std::uint8_t>(edge));
            edge = std::exchange(next[static_cast<std::size_t>(edge)], -1);
        }
        if (!loop.empty())
            loops.push_back(loop);
    }
    return loops;
}

/// Triangles of the part [first, last] of a loop on the side of the line between its ends, none of whose inner lines
/// lies in a face.
std::optional<Triangles> triangulated(const Loop& loop, std::size_t first, std::size_t last)
{
    if (last < first + 2)
        return Triangles{};
    const auto isAllowed = [&](std::size_t a, std::size_t b) {
        const bool isSide = b == a + 1 || (a == 0 && b + 1 == loop.size());
        return isSide || (facesOf(loop[a]) & facesOf(loop[b])) == 0;
    };
    for (std::size_t apex = first + 1; apex < last; ++apex) {
        if (!isAllowed(first, apex) || !isAllowed(apex, last))
            continue;
        const auto before = triangulated(loop, first, apex), after = triangulated(loop, apex, last);
        if (!before || !after)
            continue;
        Triangles all = {{loop[first], loop[apex], loop[last]}};
        all.insert(all.end(), before->begin(), before->end());
        all.insert(all.end(), after->begin(), after->end());
        return all;
    }
    return std::nullopt;
}

CubeCase makeCase(unsigned inside)
{
    CubeCase result;
    for (const Loop& loop : loopsOf(inside)) {
        const auto triangles = triangulated(loop, 0, loop.size() - 1);
        SASTRUGI_ASSERT(triangles && result.count + triangles->size() <= result.triangles.size(),
                        "a loop around a cube has no triangles");
        for (const auto& triangle : *triangles)
            result.triangles[result.count++] = triangle;
    }
    return result;
}

} // namespace

CubeEdge cubeEdge(std::size_t edge)
{
    const auto axis = static_cast<int>(edge / 4), low = static_cast<int>(edge % 4);
    // The two bits of the other axes.
    const int first = axis == 0 ? low << 1 : axis == 1 ? (low & 1) | (low >> 1) << 2 : low;
    return {axis, first, first | 1 << axis};
}

const std::array<CubeCase, 256>& cubeCases()
{
    static const std::array<CubeCase, 256> cases = [] {
        std::array<CubeCase, 256> all;
        for (unsigned inside = 0; inside < 256; ++inside)
            all[inside] = makeCase(inside);
        return all;
    }();
    return cases;
}

} // namespace sastrugi
