// What particles are made of.
#pragma once

#include "engine/materials/GranularSnow.h"
#include "engine/materials/HeatProperties.h"
#include "engine/materials/MaterialVariation.h"
#include "engine/materials/SnowMaterial.h"

#include <optional>
#include <variant>
#include <vector>

namespace sastrugi
{

/// A constitutive model, how it differs from place to place (each variation multiplies the ones before), and its
/// temperature where it has one.
struct Material : std::variant<SnowMaterial, GranularSnow> {
    using variant::variant;

    std::vector<MaterialVariation> variations;
    std::optional<HeatProperties> heat;
};

} // namespace sastrugi
