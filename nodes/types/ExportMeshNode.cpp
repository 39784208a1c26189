// Says how the meshes of frames are written; `sastrugi export` does it.
#include "nodes/types/ExportMeshNode.h"

#include "nodes/types/NodeTypes.h"

#include <algorithm>

namespace sastrugi
{

namespace
{

ExportMeshParameters meshAs(std::string_view format)
{
    ExportMeshParameters parameters;
    const auto& formats = meshFormats();
    const auto found = std::ranges::find(formats, format, &MeshFormat::name);
    parameters.format = static_cast<MeshFormatIndex>(found - formats.begin());
    return parameters;
}

std::vector<NodePreset<ExportMeshParameters>> meshPresets()
{
    ExportMeshParameters houdini = meshAs("usda"), printer = meshAs("stl");
    houdini.upAxis = UpAxis::Y;
    printer.metresPerUnit = 0.001;
    return {{"plain", "All attributes, as binary PLY.", {}},
            {"blender", "USD Mesh in metres, Z up: Blender plays it with its velocities.", meshAs("usda")},
            {"houdini", "USD Mesh in metres, Y up.", houdini},
            {"paraView", "VTP, a series with the times of the frames.", meshAs("vtp")},
            {"web", "Binary glTF, a file for each frame.", meshAs("glb")},
            {"printer", "STL in millimetres.", printer}};
}

} // namespace

NodeType exportMeshNode()
{
    return NodeType::define<ExportMeshParameters>({
        .name = "output.exportMesh",
        .title = "Export Mesh",
        .category = "Output",
        .doc =
            "Writes a mesh for each frame when 'sastrugi export' is called: of a surface from the cache, or of a mesh "
            "or obstacle of the scene as it moves. One of the inputs is linked.",
        .inputs = {{"surface", PortType::Surface, "The surface whose meshes are written.", PortArity::Optional},
                   {"mesh", PortType::Mesh, "A mesh, written in the shape that it has in each frame.",
                    PortArity::Optional},
                   {"boundary", PortType::Boundary, "An obstacle that is written where it is in each frame.",
                    PortArity::Optional}},
        .presets = meshPresets(),
    });
}

} // namespace sastrugi
