// Points inside a mesh that have moved until they are evenly apart and follow its surface.
//
// The sampling of Kugelstadt et al. 2021 (doi 10.1145/3480142), section 7, equations (33) to (37): points of a
// face-centred lattice are pushed apart by pressure, held together by cohesion, drawn to the surface by adhesion, and
// kept half a spacing below it. Inside is what the generalised winding number says, so that the mesh may be open or
// flipped; where several shells overlap, the surfaces within others count as surface, and points keep off them.
#pragma once

#include "engine/geometry/TriangleMesh.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace sastrugi
{

struct Relaxation {
    double spacing = 0.05; // m
    std::int64_t iterations = 100;
    double cohesion = 4, adhesion = 0.2;
};

struct RelaxedSamples {
    std::vector<Vector3> points;
    std::size_t crowded = 0; // nearer to the surface than half a spacing, since the mesh is too thin there
};

/// More points than that are refused: each of them is moved that many times.
constexpr double mostRelaxedPoints = 20e6;

/// About one point for each cube of the spacing. The order depends on neither threads nor machine. Throws Error(Scene)
/// when the spacing is not positive or too small for the mesh, Error(Interrupted) when stopped.
RelaxedSamples relaxedSamples(const TriangleMesh& mesh, const Relaxation& relaxation, const std::stop_token& stop = {});

} // namespace sastrugi
