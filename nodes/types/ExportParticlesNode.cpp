// Says how the particles of a simulation are written; `sastrugi export` does it, from the cache.
#include "nodes/types/ExportParticlesNode.h"

#include "nodes/types/NodeTypes.h"

#include <algorithm>

namespace sastrugi
{

namespace
{

ExportParticlesParameters particlesAs(std::string_view format)
{
    ExportParticlesParameters parameters;
    const auto& formats = particleFormats();
    const auto found = std::ranges::find(formats, format, &ParticleFormat::name);
    parameters.format = static_cast<ParticleFormatIndex>(found - formats.begin());
    return parameters;
}

std::vector<NodePreset<ExportParticlesParameters>> particlePresets()
{
    ExportParticlesParameters houdini = particlesAs("bhclassic");
    houdini.names = AttributeNames::Houdini;
    houdini.upAxis = UpAxis::Y;
    return {{"plain", "Everything, as binary PLY.", {}},
            {"blender", "USD Points in metres, Z up: a point cloud with radius and velocity in Blender 4.",
             particlesAs("usda")},
            {"houdini", "Classic geometry with P, v, pscale and id, Y up.", houdini},
            {"paraView", "VTP with the times of the frames.", particlesAs("vtp")},
            {"python", "Arrays for NumPy.", particlesAs("npz")}};
}

} // namespace

NodeType exportParticlesNode()
{
    return NodeType::define<ExportParticlesParameters>({
        .name = "output.exportParticles",
        .title = "Export Particles",
        .category = "Output",
        .doc = "Writes the particles of cached frames, one file per frame, when 'sastrugi export' is called. One of "
               "the inputs is linked.",
        .inputs = {{"simulation", PortType::Simulation, "The particles themselves.", PortArity::Optional},
                   {"particles", PortType::Particles, "The fine ones that are carried by them, instead.",
                    PortArity::Optional}},
        .presets = particlePresets(),
    });
}

} // namespace sastrugi
