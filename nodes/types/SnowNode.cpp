// Snow as an elastoplastic material.
#include "nodes/types/NodeTypes.h"

namespace sastrugi
{

namespace
{

/// The presets belong to the documentation: what to type for wet or powdery snow.
std::string presetList()
{
    std::string list;
    for (const SnowPreset& preset : snowPresets()) {
        list += fmt::format("\n- {}: {}", preset.name, preset.doc);
        const SnowMaterial standard;
        forEachParameter(preset.material, [&](const ParameterInfo& info, double value) {
            double standardValue = 0;
            forEachParameter(standard, [&](const ParameterInfo& other, double otherValue) {
                if (other.key == info.key)
                    standardValue = otherValue;
            });
            if (value != standardValue)
                list += fmt::format(" {} = {}.", info.key, formatQuantity(value, info.unit));
        });
    }
    return list;
}

} // namespace

NodeType snowNode()
{
    return NodeType::define<SnowMaterial>({
        .name = "material.snow",
        .title = "Snow",
        .category = "Materials",
        .doc = "Elastoplastic snow that hardens when it is compacted and breaks when it is stretched, Stomakhin et "
               "al. 2013. Values that make other kinds of it:" +
               presetList(),
        .outputs = {{"material", PortType::Material, "The snow."}},
        .evaluate = [](const SnowMaterial& snow, const Inputs&) -> Outputs {
            return {std::make_shared<const Material>(snow)};
        },
    });
}

} // namespace sastrugi
