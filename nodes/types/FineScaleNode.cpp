// Lets the particles of a simulation carry many small ones.
#include "engine/fineScale/FineScaleParameters.h"
#include "nodes/types/NodeTypes.h"

namespace sastrugi
{

namespace
{

std::vector<NodePreset<FineScaleParameters>> fineScalePresets()
{
    FineScaleParameters powder, many;
    powder.attachment = 1;
    powder.grainSize = 0.001;
    powder.grainDensity = 100;
    many.perParticle = 125;
    return {{"snow", "32 for each particle, as packed snow moves.", {}},
            {"powder", "Light grains that the wind takes, and that come off easily.", powder},
            {"many", "125 for each particle: five along each of its edges.", many}};
}

} // namespace

NodeType fineScaleNode()
{
    return NodeType::define<FineScaleParameters>({
        .name = "post.fineScale",
        .title = "Fine-Scale Particles",
        .category = "Post",
        .doc = "Fills the snow of cached frames with many small particles, which go where it goes, and fall and drift "
               "where it comes apart: for pictures, without a finer simulation.",
        .inputs = {{"simulation", PortType::Simulation, "Whose frames carry them."}},
        .outputs = {{"particles", PortType::Particles, "The fine particles of every cached frame."}},
        .presets = fineScalePresets(),
        .evaluate = [](const FineScaleParameters& parameters, const Inputs& inputs) -> Outputs {
            return {std::make_shared<const FineParticles>(inputs.one<Scene>("simulation"), parameters)};
        },
    });
}

} // namespace sastrugi
