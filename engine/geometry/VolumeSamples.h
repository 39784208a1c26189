// Points inside a mesh: on a lattice, moved off it, or anywhere in its cells.
#pragma once

#include "engine/core/Parameter.h"
#include "engine/geometry/TriangleMesh.h"

#include <stop_token>
#include <vector>

namespace sastrugi
{

enum class SampleArrangement { Grid, Jittered, Random };

struct VolumeSampling {
    SampleArrangement arrangement = SampleArrangement::Grid;
    double spacing = 0.05;
    double jitter = 0.25;
    std::int64_t perCell = 1;
    std::int64_t seed = 0;
};

inline auto parameters(Tag<VolumeSampling>)
{
    using P = VolumeSampling;
    return std::tuple{
        choice(&P::arrangement, "arrangement",
               {{"grid", SampleArrangement::Grid, "In the middle of each cell of a lattice."},
                {"jittered", SampleArrangement::Jittered, "The same, each moved at random."},
                {"random", SampleArrangement::Random,
                 "Anywhere in each cell; only what is inside stays, so that the surface is followed more closely."}},
               "Where the points are."),
        number(&P::spacing, "spacing", Unit::Metre, 1e-5, 1e4, "Edge length of the cells."),
        number(&P::jitter, "jitter", Unit::None, 0, 0.5,
               "How far jittered ones are moved along each axis, at most, in spacings."),
        integer(&P::perCell, "perCell", 1, 64, "How many random ones there are in each cell."),
        integer(&P::seed, "seed", 0, 4294967295, "Another one gives other places."),
    };
}

/// More candidates of random places than that are refused.
constexpr double mostVolumeCandidates = 50e6;

/// The order depends on neither threads nor machine. The mesh may be open. Throws what fillLattice() throws.
std::vector<Vector3> sampleVolume(const TriangleMesh& mesh, const VolumeSampling& sampling, std::stop_token stop = {});

} // namespace sastrugi
