// Snow as grains.
#include "nodes/types/NodeTypes.h"

namespace sastrugi
{

namespace
{

std::vector<NodePreset<GranularSnow>> granularNodePresets()
{
    std::vector<NodePreset<GranularSnow>> presets;
    for (const GranularSnowPreset& preset : granularSnowPresets())
        presets.push_back({std::string(preset.name), std::string(preset.doc), preset.material});
    return presets;
}

} // namespace

NodeType granularSnowNode()
{
    return NodeType::define<GranularSnow>({
        .name = "material.granularSnow",
        .title = "Granular Snow",
        .category = "Materials",
        .doc =
            "Snow of grains that stick together by their cohesion and shrink from snow to ice where they are squeezed, "
            "Goswami et al. 2022. For the DEM Solver.",
        .outputs = {{"material", PortType::Material, "The snow."}},
        .presets = granularNodePresets(),
        .evaluate = [](const GranularSnow& snow, const Inputs&) -> Outputs {
            return {std::make_shared<const Material>(snow)};
        },
    });
}

} // namespace sastrugi
