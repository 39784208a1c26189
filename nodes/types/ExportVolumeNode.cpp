// Says how the volumes of frames are written; `sastrugi export` does it, from the cache.
#include "nodes/types/ExportVolumeNode.h"

#include "nodes/types/NodeTypes.h"

namespace sastrugi
{

NodeType exportVolumeNode()
{
    return NodeType::define<ExportVolumeParameters>({
        .name = "output.exportVolume",
        .title = "Export Volume",
        .category = "Output",
        .doc = "Writes the density of cached frames as OpenVDB, for renderers, when 'sastrugi export' is called.",
        .inputs = {{"volume", PortType::Volume, "The volume that is written."}},
    });
}

} // namespace sastrugi
