// Turns the particles of a simulation into a closed mesh, frame by frame.
#include "engine/surface/SurfaceParameters.h"
#include "nodes/types/NodeTypes.h"

namespace sastrugi
{

namespace
{

std::vector<NodePreset<SurfaceParameters>> surfacePresets()
{
    SurfaceParameters fast, soft;
    fast.kernels = SurfaceKernelKind::Isotropic;
    fast.voxelSize = 1;
    soft.featureSize = 1.5;
    soft.smoothing = 10;
    return {{"fine", "Anisotropic kernels on voxels of half a particle, for pictures.", {}},
            {"fast", "Isotropic kernels on voxels of a particle, to look at while values are still changed.", fast},
            {"soft", "Larger features and a smoothed mesh, for wet or wind-packed snow.", soft}};
}

} // namespace

NodeType surfaceNode()
{
    return NodeType::define<SurfaceParameters>({
        .name = "post.surface",
        .title = "Surface",
        .category = "Post",
        .doc = "Wraps the particles of each cached frame in a closed mesh of triangles: the surface of the snow.",
        .inputs = {{"simulation", PortType::Simulation, "Whose frames are turned into meshes."}},
        .outputs = {{"surface", PortType::Surface, "The mesh of every cached frame."}},
        .presets = surfacePresets(),
        .evaluate = [](const SurfaceParameters& parameters, const Inputs& inputs) -> Outputs {
            return {std::make_shared<const ParticleSurface>(inputs.one<Scene>("simulation"), parameters)};
        },
    });
}

} // namespace sastrugi
