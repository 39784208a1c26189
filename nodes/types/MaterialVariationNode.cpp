// A material that differs from place to place.
#include "nodes/types/NodeTypes.h"

namespace sastrugi
{

namespace
{

std::vector<NodePreset<MaterialVariation>> variationPresets()
{
    MaterialVariation lumpy, shell, crust;
    lumpy.stiffnessNoise = 1;
    lumpy.strengthNoise = 0.5;
    shell.shellThickness = 0.03;
    shell.shellStiffness = 6;
    shell.shellStrength = 1.5;
    crust.crustThickness = 0.03;
    crust.crustStiffness = 8;
    crust.crustStrength = 0.8;
    return {{"lumpy", "Patches of hard and soft snow, which break apart in lumps.", lumpy},
            {"hard shell", "A snowball that was pressed in the hands: it keeps its shape and bursts.", shell},
            {"stiff crust", "Snow that has thawed and frozen on top: the crust breaks in plates.", crust}};
}

} // namespace

NodeType materialVariationNode()
{
    return NodeType::define<MaterialVariation>({
        .name = "material.variation",
        .title = "Material Variation",
        .category = "Materials",
        .doc =
            "Lets a material differ from place to place of what is filled with it: patches, a shell, a crust. Several "
            "in a row multiply.",
        .inputs = {{"material", PortType::Material, "The material that is varied."}},
        .outputs = {{"material", PortType::Material, "The varied material."}},
        .presets = variationPresets(),
        .evaluate = [](const MaterialVariation& variation, const Inputs& inputs) -> Outputs {
            Material material = *inputs.one<Material>("material");
            material.variations.push_back(variation);
            return {std::make_shared<const Material>(std::move(material))};
        },
    });
}

} // namespace sastrugi
