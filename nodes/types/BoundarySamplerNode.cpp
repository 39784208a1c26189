// Makes an obstacle of a mesh.
#include "engine/motion/RigidDeformation.h"
#include "nodes/types/NodeTypes.h"

namespace sastrugi
{

namespace
{

/// The surface's own parameters, and the spacing of its samples.
struct BoundarySamplerParameters : SurfaceProperties {
    double spacing = Boundary{}.spacing;
};

auto parameters(Tag<BoundarySamplerParameters>)
{
    using P = BoundarySamplerParameters;
    return std::tuple_cat(
        parameters(Tag<SurfaceProperties>{}),
        std::tuple{zeroMeans("automatic", number(&P::spacing, "spacing", Unit::Metre, 0, 1e3,
                                                 "Distance of the samples; 0 leaves it to the solver."))});
}

} // namespace

NodeType boundarySamplerNode()
{
    return NodeType::define<BoundarySamplerParameters>({
        .name = "sampling.boundarySampler",
        .title = "Boundary Sampler",
        .category = "Sampling",
        .doc = "Makes an obstacle of a mesh, still or moving, and says what its surface is like; both sides of the "
               "surface are solid.",
        .inputs = {{"mesh", PortType::Mesh, "The surface of the obstacle."}},
        .outputs = {{"boundary", PortType::Boundary, "The obstacle."}},
        .evaluate = [](const BoundarySamplerParameters& sampler, const Inputs& inputs) -> Outputs {
            Boundary boundary;
            boundary.name = inputs.node;
            const MovingMesh& mesh = inputs.mesh("mesh");
            boundary.mesh = mesh.mesh;
            boundary.deformation = mesh.deformation;
            if (const auto rigid = std::dynamic_pointer_cast<const RigidDeformation>(mesh.deformation)) {
                boundary.mesh = rigid->body().mesh; // what keeps its shape needs not be sampled in each step
                boundary.deformation = rigid->body().deformation;
                boundary.motion = rigid->motion();
            }
            boundary.surface = sampler;
            boundary.spacing = sampler.spacing;
            return {std::make_shared<const Boundary>(std::move(boundary))};
        },
    });
}

} // namespace sastrugi
