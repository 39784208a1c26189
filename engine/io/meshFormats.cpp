// The table of contents: one line per format.
#include "engine/io/MeshFormat.h"

#include <algorithm>

namespace sastrugi
{

MeshFormat plyMeshFormat();
MeshFormat plyAsciiMeshFormat();
MeshFormat objFormat();
MeshFormat stlFormat();
MeshFormat glbFormat();
MeshFormat vtpMeshFormat();
MeshFormat usdaMeshFormat();

const std::vector<MeshFormat>& meshFormats()
{
    static const std::vector<MeshFormat> formats = {
        plyMeshFormat(), plyAsciiMeshFormat(), objFormat(), stlFormat(), glbFormat(), vtpMeshFormat(), usdaMeshFormat(),
    };
    return formats;
}

const MeshFormat* findMeshFormat(std::string_view name)
{
    const auto& formats = meshFormats();
    const auto found = std::ranges::find(formats, name, &MeshFormat::name);
    return found == formats.end() ? nullptr : &*found;
}

} // namespace sastrugi
