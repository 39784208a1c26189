// Snow as an elastoplastic material.
#include "nodes/types/NodeTypes.h"

namespace sastrugi
{

namespace
{

std::vector<NodePreset<SnowMaterial>> snowNodePresets()
{
    std::vector<NodePreset<SnowMaterial>> presets;
    for (const SnowPreset& preset : snowPresets())
        presets.push_back({std::string(preset.name), std::string(preset.doc), preset.material});
    return presets;
}

} // namespace

NodeType snowNode()
{
    return NodeType::define<SnowMaterial>({
        .name = "material.snow",
        .title = "Snow",
        .category = "Materials",
        .doc = "Elastoplastic snow that hardens when it is compacted and breaks when it is stretched, Stomakhin et "
               "al. 2013.",
        .outputs = {{"material", PortType::Material, "The snow."}},
        .presets = snowNodePresets(),
        .evaluate = [](const SnowMaterial& snow, const Inputs&) -> Outputs {
            return {std::make_shared<const Material>(snow)};
        },
    });
}

} // namespace sastrugi
