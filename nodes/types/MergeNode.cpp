// Several meshes as one.
#include "engine/motion/MergedDeformation.h"
#include "nodes/types/NodeTypes.h"

namespace sastrugi
{

namespace
{

struct MergeParameters {
};

auto parameters(Tag<MergeParameters>) { return std::tuple{}; }

} // namespace

NodeType mergeNode()
{
    return NodeType::define<MergeParameters>({
        .name = "geometry.merge",
        .title = "Merge",
        .category = "Geometry",
        .doc = "Puts several meshes into one, with their motions; nothing is joined where they touch or overlap.",
        .inputs = {{"meshes", PortType::Mesh, "What is put together.", PortArity::Some}},
        .outputs = {{"mesh", PortType::Mesh, "All of them as one mesh."}},
        .evaluate = [](const MergeParameters&, const Inputs& inputs) -> Outputs {
            std::vector<MovingMesh> meshes;
            for (const PortValue& value : inputs.values.find("meshes")->second)
                meshes.push_back(std::get<MovingMesh>(value));
            return {meshes.size() == 1 ? std::move(meshes.front()) : merged(meshes)};
        },
    });
}

} // namespace sastrugi
