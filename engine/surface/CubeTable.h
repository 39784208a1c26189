// How a surface passes through a cube whose corners are inside or outside: triangles between its edges.
//
// Marching cubes, Lorensen and Cline 1987, doi 10.1145/37401.37422, with a table that is derived and not listed: on
// each face, what is inside is cut off run by run of corners. That depends on the face's four corners alone, so the two
// cubes at a face agree, and the surface has no holes. No triangle has an edge that lies in a face and is not such a
// cut, so no edge has more than two triangles.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace sastrugi
{

/// Corner c of a cube is at x = c & 1, y = c >> 1 & 1, z = c >> 2. Edge e runs along the axis e >> 2 from its first
/// corner.
constexpr std::size_t edgesOfCube = 12;
struct CubeEdge {
    int axis, first, second;
};
CubeEdge cubeEdge(std::size_t edge);

/// Edges on which the corners of triangles lie, counter-clockwise seen from outside.
struct CubeCase {
    std::size_t count = 0;
    std::array<std::array<std::uint8_t, 3>, 5> triangles = {};
};

/// For each set of corners inside: bit c of the index is corner c.
const std::array<CubeCase, 256>& cubeCases();

} // namespace sastrugi
