// Points inside a mesh: on a lattice, moved off it, anywhere in its cells, or relaxed.
#pragma once

#include "engine/core/Parameter.h"
#include "engine/geometry/RelaxedSamples.h"

#include <stop_token>
#include <vector>

namespace sastrugi
{

enum class SampleArrangement { Grid, Jittered, Random, Relaxed };

struct VolumeSampling {
    SampleArrangement arrangement = SampleArrangement::Grid;
    double spacing = 0.05;
    double jitter = 0.25;
    std::int64_t perCell = 1;
    std::int64_t seed = 0;
    std::int64_t iterations = Relaxation{}.iterations;
    double cohesion = Relaxation{}.cohesion;
    double adhesion = Relaxation{}.adhesion;
};

inline auto parameters(Tag<VolumeSampling>)
{
    using P = VolumeSampling;
    return std::tuple{
        choice(&P::arrangement, "arrangement",
               {{"grid", SampleArrangement::Grid, "In the middle of each cell of a lattice."},
                {"jittered", SampleArrangement::Jittered, "The same, each moved at random."},
                {"random", SampleArrangement::Random,
                 "Anywhere in each cell; only what is inside stays, so that the surface is followed more closely."},
                {"relaxed", SampleArrangement::Relaxed,
                 "Moved until they are evenly apart and follow the surface, half a spacing below it: for bodies with "
                 "thin and round parts."}},
               "Where the points are."),
        number(&P::spacing, "spacing", Unit::Metre, 1e-5, 1e4, "Edge length of the cells."),
        number(&P::jitter, "jitter", Unit::None, 0, 0.5,
               "How far jittered ones are moved along each axis, at most, in spacings."),
        integer(&P::perCell, "perCell", 1, 64, "How many random ones there are in each cell."),
        integer(&P::seed, "seed", 0, 4294967295, "Another one gives other places of jittered and random ones."),
        integer(&P::iterations, "iterations", 0, 500, "How often relaxed ones are moved, at most."),
        number(&P::cohesion, "cohesion", Unit::None, 0, 10,
               "How strongly relaxed ones want their neighbours a spacing away."),
        number(&P::adhesion, "adhesion", Unit::None, 0, 2, "How strongly the surface draws relaxed ones."),
    };
}

/// More candidates of random places than that are refused.
constexpr double mostVolumeCandidates = 50e6;

/// The order depends on neither threads nor machine. The mesh may be open. `crowded` is told how many relaxed ones
/// found no room. Throws what fillLattice() and relaxedSamples() throw.
std::vector<Vector3> sampleVolume(const TriangleMesh& mesh, const VolumeSampling& sampling, std::stop_token stop = {},
                                  std::size_t* crowded = nullptr);

} // namespace sastrugi
