// What particles are made of.
#pragma once

#include "engine/materials/MaterialVariation.h"
#include "engine/materials/SnowMaterial.h"

#include <variant>
#include <vector>

namespace sastrugi
{

/// A constitutive model, and how it differs from place to place: each variation multiplies the ones before.
struct Material : std::variant<SnowMaterial> {
    using variant::variant;

    std::vector<MaterialVariation> variations;
};

} // namespace sastrugi
