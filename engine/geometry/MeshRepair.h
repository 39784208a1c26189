// Mending a mesh, step by step, as the user chose; what was done is counted.
//
// In this order: points at one place become one, triangles without area and triangles that are there twice go, shells
// are turned so that their triangles face outwards, holes are closed. No point is moved and none is made, so that a
// mesh that changes its shape is mended once, and its points go on moving. Thin shells have other points, and are made
// of the result: see ThinShell.
#pragma once

#include "engine/core/Parameter.h"
#include "engine/geometry/TriangleMesh.h"

#include <cstdint>
#include <span>
#include <vector>

namespace sastrugi
{

enum class HoleRepair { Keep, Fill, ThinShell };

struct MeshRepair {
    double mergeDistance = 0;
    bool dropDuplicates = true;
    bool orientShells = false;
    HoleRepair holes = HoleRepair::Keep;
    std::int64_t largestHole = 0;
    double thickness = 0.05;
};

inline auto parameters(Tag<MeshRepair>)
{
    using P = MeshRepair;
    return std::tuple{
        zeroMeans("equal ones", number(&P::mergeDistance, "mergeDistance", Unit::Metre, 0, 1e3,
                                       "Points that are no further apart become one, the first of them in the file; "
                                       "points at equal coordinates always do.")),
        toggle(&P::dropDuplicates, "dropDuplicates",
               "Of triangles with the same three corners, whichever side they face, only the first is kept."),
        toggle(&P::orientShells, "orientShells",
               "Turns triangles round until those of a shell face one side, and the whole shell until it faces out of "
               "what it encloses; a closed shell within another one is a cavity and faces inwards."),
        choice(&P::holes, "holes",
               {{"keep", HoleRepair::Keep, "They stay; whoever asks what is inside closes them in mind."},
                {"fill", HoleRepair::Fill, "They are closed with triangles between the points of their rims."},
                {"thinShell", HoleRepair::ThinShell,
                 "Each open piece of surface becomes a closed shell of the thickness, solid between its two sides, so "
                 "that a sheet or a cloth stops snow from both; triangles are turned as by orientShells."}},
               "What is done with holes of the surface."),
        zeroMeans("any", integer(&P::largestHole, "largestHole", 0, 1000000,
                                 "Holes with more edges than that stay, such as the open end of a pipe.")),
        number(
            &P::thickness, "thickness", Unit::Metre, 1e-6, 1e3,
            "Of thin shells, half of it to each side of the surface; a spacing of the solver or more keeps snow from "
            "passing."),
    };
}

/// What was done, in counts.
struct RepairReport {
    std::size_t points = 0, triangles = 0; // before
    std::size_t mergedPoints = 0;          // that another point stands for now
    std::size_t loosePoints = 0;           // in no triangle, dropped
    std::size_t degenerateTriangles = 0;   // without area, dropped
    std::size_t duplicateTriangles = 0;    // dropped
    std::size_t turnedTriangles = 0;       // face the other side now
    std::size_t filledHoles = 0, addedTriangles = 0;
};

struct RepairedMesh {
    TriangleMesh mesh;
    std::vector<std::uint32_t> sources; // of each point: which one of before it is
    RepairReport report;
};

/// `classes` has a number for each point, or is empty: points of different classes are never merged.
RepairedMesh repaired(const TriangleMesh& mesh, const MeshRepair& repair, std::span<const std::uint64_t> classes = {});

} // namespace sastrugi
