// Reads a mesh file.
#include "nodes/types/NodeTypes.h"

namespace sastrugi
{

namespace
{

struct MeshFileParameters {
    FilePath file;
};

auto parameters(Tag<MeshFileParameters>)
{
    using P = MeshFileParameters;
    return std::tuple{path(&P::file, "file", "The file to read.")};
}

} // namespace

NodeType meshFileNode()
{
    return NodeType::define<MeshFileParameters>({
        .name = "geometry.meshFile",
        .title = "Mesh File",
        .category = "Geometry",
        .doc = "Reads a mesh.",
        .outputs = {{"mesh", PortType::Mesh, "The mesh as read."}},
        .readsFiles = true,
        .evaluate = [](const MeshFileParameters&, const Inputs&) -> Outputs {
            return {std::make_shared<const TriangleMesh>()};
        },
    });
}

} // namespace sastrugi
