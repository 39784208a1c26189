// The table of contents: one line per benchmark.
#include "app/cli/bench/Bench.h"

namespace sastrugi
{

std::vector<BenchResult> benchMemory(const BenchOptions& options);
std::vector<BenchResult> benchNeighbours(const BenchOptions& options);
std::vector<BenchResult> benchSphSnow(const BenchOptions& options);
std::vector<BenchResult> benchMpmSnow(const BenchOptions& options);
std::vector<BenchResult> benchDemSnow(const BenchOptions& options);
std::vector<BenchResult> benchDemBox(const BenchOptions& options);
std::vector<BenchResult> benchExport(const BenchOptions& options);
std::vector<BenchResult> benchSurface(const BenchOptions& options);
std::vector<BenchResult> benchGeometry(const BenchOptions& options);

const std::vector<Benchmark>& allBenchmarks()
{
    static const std::vector<Benchmark> benchmarks = {
        {"memory",
         "How fast this machine reads and copies memory and calculates, for one thread and for all: rooflines.",
         benchMemory},
        {"neighbours", "Neighbour lists of a million jittered points, beside nanoflann's tree on the same points.",
         benchNeighbours},
        {"sph-snow", "The SPH snow step, for a block of 100,000 particles that rests on the ground.", benchSphSnow},
        {"mpm-snow",
         "The MPM snow step, explicit, implicit and by transfer, for such a block, beside its roofline; two blocks "
         "apart.",
         benchMpmSnow},
        {"dem-snow",
         "The DEM snow step, for a bed of 50,000 grains, beside its roofline, and the base method on the same bed.",
         benchDemSnow},
        {"dem-box", "A pass over the contacts of 50,000 equal grains that lie in a box, and how long steps may be.",
         benchDemBox},
        {"export", "A frame of a million particles in every format, made and written to the temporary folder.",
         benchExport},
        {"surface",
         "The surface of snowballs of 100,000 and a million particles, beside OpenVDB's level set and mesh with the "
         "same voxels.",
         benchSurface},
        {"geometry",
         "Samples of the surface of a mesh of a million triangles, 200,000 unless it is said, and signed distances on "
         "128^3 points around it.",
         benchGeometry},
    };
    return benchmarks;
}

} // namespace sastrugi
