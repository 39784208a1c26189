// Fills a region with snow at the start.
#include "nodes/types/NodeTypes.h"

namespace sastrugi
{

namespace
{

struct FillParameters {
    Vector3 velocity = FillEmitter{}.velocity;
    Vector3 angularVelocity = FillEmitter{}.angularVelocity;
    double jitter = FillEmitter{}.jitter;
};

auto parameters(Tag<FillParameters>)
{
    using P = FillParameters;
    return std::tuple{
        vector(&P::velocity, "velocity", Unit::MetrePerSecond, -1000, 1000, "Velocity of the particles at the start."),
        vector(&P::angularVelocity, "angularVelocity", Unit::RadianPerSecond, -1e4, 1e4,
               "Rotation at the start, about the middle of the region's bounds; '90 deg/s' may be typed."),
        number(&P::jitter, "jitter", Unit::None, 0, 0.5,
               "How far particles are moved at random off their lattice, in spacings."),
    };
}

} // namespace

NodeType fillEmitterNode()
{
    return NodeType::define<FillParameters>({
        .name = "emitter.fill",
        .title = "Fill Emitter",
        .category = "Emitters",
        .doc =
            "Fills the inside of a mesh with particles at the first frame, at the spacing of the solver. What rests on "
            "an obstacle should begin half a spacing off it: snow that begins nearer is compacted there.",
        .inputs = {{"region", PortType::Mesh, "What is filled; it may be open, holes are closed over."},
                   {"material", PortType::Material, "What it is filled with."}},
        .outputs = {{"emitter", PortType::Emitter, "The filled region."}},
        .evaluate = [](const FillParameters& fill, const Inputs& inputs) -> Outputs {
            FillEmitter emitter;
            emitter.name = inputs.node;
            emitter.region = inputs.one<TriangleMesh>("region");
            emitter.material = *inputs.one<Material>("material");
            emitter.velocity = fill.velocity;
            emitter.angularVelocity = fill.angularVelocity;
            emitter.jitter = fill.jitter;
            return {std::make_shared<const Emitter>(std::move(emitter))};
        },
    });
}

} // namespace sastrugi
