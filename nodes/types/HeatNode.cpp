// Gives a material a temperature.
#include "nodes/types/NodeTypes.h"

namespace sastrugi
{

namespace
{

std::vector<NodePreset<HeatProperties>> heatPresets()
{
    HeatProperties thawing, oven;
    thawing.warmStiffness = 0.2;
    oven.temperature = 173.15;
    oven.coldTemperature = 173.15;
    oven.coldStiffness = 600.0 / 140;
    oven.warmStiffness = 20.0 / 140;
    return {
        {"thawing", "Cold snow that loses most of its stiffness up to 0 degC.", thawing},
        {"oven", "From 600 kPa at -100 degC to 20 kPa at 0 degC, on a modulus of 140 kPa, Gissler et al. 2020.", oven}};
}

} // namespace

NodeType heatNode()
{
    return NodeType::define<HeatProperties>({
        .name = "material.heat",
        .title = "Heat",
        .category = "Materials",
        .doc = "Gives snow a temperature, which is conducted and changes its stiffness; the SPH and DEM solvers "
               "compute it. In "
               "the DEM solver it melts, too, and melting makes grains wet.",
        .inputs = {{"material", PortType::Material, "The material that gets a temperature."}},
        .outputs = {{"material", PortType::Material, "The material with its temperature."}},
        .presets = heatPresets(),
        .check =
            [](const HeatProperties& heat) {
                if (heat.warmTemperature <= heat.coldTemperature)
                    fail(ErrorKind::Scene,
                         "parameter 'warmTemperature' is {} K; allowed is more than the coldTemperature, {} K",
                         heat.warmTemperature, heat.coldTemperature);
            },
        .evaluate = [](const HeatProperties& heat, const Inputs& inputs) -> Outputs {
            Material material = *inputs.one<Material>("material");
            material.heat = heat;
            return {std::make_shared<const Material>(std::move(material))};
        },
    });
}

} // namespace sastrugi
