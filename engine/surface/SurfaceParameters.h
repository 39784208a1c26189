// What the user chooses about the surface of snow, and what flows along a link.
#pragma once

#include "engine/core/Parameter.h"

#include <memory>

namespace sastrugi
{

struct Scene;

enum class SurfaceKernelKind { Anisotropic, Isotropic };

struct SurfaceParameters {
    SurfaceKernelKind kernels = SurfaceKernelKind::Anisotropic;
    double voxelSize = 0.5;       // of a spacing
    double featureSize = 1;       // of a spacing
    double threshold = 0.5;       // of full snow
    double centreSmoothing = 0.9; // share
    double stretch = 4;           // of a kernel
    std::int64_t smoothing = 1;   // steps
    Text attributes;
};

inline auto parameters(Tag<SurfaceParameters>)
{
    using P = SurfaceParameters;
    return std::tuple{
        choice(&P::kernels, "kernels",
               {{"anisotropic", SurfaceKernelKind::Anisotropic,
                 "Kernels are flattened along the surface: smooth where snow is smooth, sharp where it has edges."},
                {"isotropic", SurfaceKernelKind::Isotropic, "All kernels are balls: fast, and a little bumpy."}},
               "The shape of what each particle contributes."),
        number(&P::voxelSize, "voxelSize", Unit::None, 0.1, 4,
               "Edge of a voxel over the diameter of the particles; half of it takes four times the triangles."),
        number(&P::featureSize, "featureSize", Unit::None, 0.6, 4,
               "Size of the smallest features over the diameter of the particles: larger ones are smoother, and close "
               "gaps."),
        number(&P::threshold, "threshold", Unit::None, 0.05, 0.95,
               "The share of full snow at which the surface lies; half keeps the volume, less makes it thicker."),
        number(&P::centreSmoothing, "centreSmoothing", Unit::None, 0, 1,
               "How far anisotropic kernels move to an even surface: 0 shows each particle's own place."),
        number(&P::stretch, "stretch", Unit::None, 1, 8,
               "Longest over shortest axis of an anisotropic kernel, at most."),
        integer(&P::smoothing, "smoothing", 0, 100,
                "Steps that even out the finished mesh and keep its volume; each removes some of what is as small as a "
                "voxel."),
        line(&P::attributes, "attributes",
             "Attributes of the particles that vertices take along, such as 'velocity, density'; empty: velocity, "
             "temperature and density, where there are such; 'none': none."),
    };
}

/// What flows along a link: a mesh for each frame of the simulation.
struct ParticleSurface {
    std::shared_ptr<const Scene> simulation;
    SurfaceParameters parameters;
};

} // namespace sastrugi
