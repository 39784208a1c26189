// Which triangles meet where. Points at equal coordinates count as one, whatever the file shares.
#pragma once

#include "engine/geometry/TriangleMesh.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace sastrugi
{

/// For each point the lowest index of a point with the same coordinates. `classes` has a number for each point, or is
/// empty: points of different classes are told apart wherever they are.
std::vector<std::uint32_t> weldedIndices(const TriangleMesh& mesh, std::span<const std::uint64_t> classes = {});

/// A triangle without area: two corners at one place, or three on a line to the last bits of its coordinates.
bool isDegenerate(const Vector3& a, const Vector3& b, const Vector3& c);

/// One side of one triangle, between welded points.
struct TriangleEdge {
    std::uint32_t low = 0, high = 0; // low < high
    std::uint32_t triangle = 0;
    bool isForward = false; // the triangle runs from low to high
};

/// The sides of all triangles that are not degenerate, sorted by (low, high, triangle).
std::vector<TriangleEdge> sortedEdges(const TriangleMesh& mesh, const std::vector<std::uint32_t>& welded);

/// Calls visit(span of the sides at one edge) for each edge, in order.
template <class Visit>
void forEachEdge(std::span<const TriangleEdge> edges, Visit&& visit)
{
    for (std::size_t begin = 0, end = 0; begin < edges.size(); begin = end) {
        while (end < edges.size() && edges[end].low == edges[begin].low && edges[end].high == edges[begin].high)
            ++end;
        visit(edges.subspan(begin, end - begin));
    }
}

/// What may be wrong with an edge: one triangle, three or more, or two that face opposite sides.
enum class EdgeFault { None, Open, Branching, Facing };

/// Of the sides at one edge.
inline EdgeFault faultOf(std::span<const TriangleEdge> sides)
{
    if (sides.size() == 1)
        return EdgeFault::Open;
    if (sides.size() > 2)
        return EdgeFault::Branching;
    return sides[0].isForward == sides[1].isForward ? EdgeFault::Facing : EdgeFault::None;
}

/// What bounds an open surface.
struct RimEdge {
    Vector3 begin, end;
    double multiplicity = 1; // how many more sides run one way than the other
};

/// The edges where sides do not cancel; none for a closed, consistently oriented mesh.
std::vector<RimEdge> rimOf(const TriangleMesh& mesh);

} // namespace sastrugi
