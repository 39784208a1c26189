// Says how the particles of a simulation are written; `sastrugi export` does it, from the cache.
#include "nodes/types/ExportParticlesNode.h"

#include "nodes/types/NodeTypes.h"

namespace sastrugi
{

NodeType exportParticlesNode()
{
    return NodeType::define<ExportParticlesParameters>({
        .name = "output.exportParticles",
        .title = "Export Particles",
        .category = "Output",
        .doc = "Writes the particles of cached frames, one file per frame, when 'sastrugi export' is called.",
        .inputs = {{"simulation", PortType::Simulation, "What is written."}},
    });
}

} // namespace sastrugi
