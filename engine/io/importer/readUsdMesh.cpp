#include "engine/io/importer/readUsdMesh.h"

#include "engine/io/UsdaLayer.h"
#include "engine/io/importer/readWithVtk.h"
#include "engine/io/importer/wholeFile.h"

#include <stdexcept>

namespace sastrugi
{

MeshFileContent meshOfUsda(std::string_view text)
{
    const UsdaArrays arrays = usdaArrays(text);
    const PointColumn *counts = arrays.find("faceVertexCounts"), *corners = arrays.find("faceVertexIndices");
    if (!counts || !corners)
        throw std::runtime_error("its first prim with points has no faces: it is no mesh");
    PolygonTable table{arrays.find("points")->values, corners->values, {}};
    for (const double count : counts->values) {
        const std::uint64_t begin = table.ends.empty() ? 0 : table.ends.back();
        if (!(count >= 0 && count <= static_cast<double>(table.corners.size() - begin)))
            throw std::runtime_error("faceVertexCounts asks for more corners than there are");
        table.ends.push_back(begin + static_cast<std::uint64_t>(count));
    }
    MeshFileContent content = contentOf(table);
    content.facts.unit = arrays.metresPerUnit;
    content.facts.upAxis = arrays.upAxis;
    return content;
}

MeshFileContent readUsdMesh(const std::string& path) { return meshOfUsda(wholeFile(path)); }

} // namespace sastrugi
