// Snow as points inside a mesh, arranged as it is chosen.
#include "engine/core/Words.h"
#include "engine/geometry/VolumeSamples.h"
#include "nodes/types/NodeTypes.h"

namespace sastrugi
{

namespace
{

struct VolumeSamplerParameters : VolumeSampling {
    Vector3 velocity = {0, 0, 0};
};

auto parameters(Tag<VolumeSamplerParameters>)
{
    using P = VolumeSamplerParameters;
    return std::tuple_cat(parameters(Tag<VolumeSampling>{}),
                          std::tuple{vector(&P::velocity, "velocity", Unit::MetrePerSecond, -1000, 1000,
                                            "How fast all of them are at the start.")});
}

} // namespace

NodeType volumeSamplerNode()
{
    return NodeType::define<VolumeSamplerParameters>({
        .name = "sampling.volumeSampler",
        .title = "Volume Sampler",
        .category = "Sampling",
        .doc = "Fills the inside of a mesh with particles at a spacing of its own, on a lattice, moved off it, at "
               "random in its cells, or relaxed until they follow its surface; the solver takes them as they are, so "
               "the spacing should be the solver's. Fill "
               "Emitter takes it from there.",
        .inputs = {{"region", PortType::Mesh, "What is filled; holes are closed over."},
                   {"material", PortType::Material, "What the particles are of."}},
        .outputs = {{"emitter", PortType::Emitter, "The particles, as an emitter."}},
        .evaluate = [](const VolumeSamplerParameters& parameters, const Inputs& inputs) -> Outputs {
            FillEmitter emitter;
            emitter.name = inputs.node;
            emitter.region = inputs.one<TriangleMesh>("region");
            emitter.material = *inputs.one<Material>("material");
            auto particles = std::make_shared<GivenParticles>();
            std::size_t crowded = 0;
            particles->positions = sampleVolume(*emitter.region, parameters, inputs.stop, &crowded);
            if (particles->positions.empty())
                fail(ErrorKind::Scene, "no particle fits into the mesh at a spacing of {} m; choose a smaller one",
                     parameters.spacing);
            if (crowded > 0)
                inputs.log({LogLevel::Warning, inputs.node, "sampling.crowded",
                            fmt::format("{} of {} are nearer to the surface than half a spacing: the mesh is too thin "
                                        "there for {} m",
                                        counted(crowded, "point"), particles->positions.size(), parameters.spacing)});
            particles->velocities.assign(particles->positions.size(), parameters.velocity);
            emitter.particles = std::move(particles);
            return {std::make_shared<const Emitter>(std::move(emitter))};
        },
    });
}

} // namespace sastrugi
