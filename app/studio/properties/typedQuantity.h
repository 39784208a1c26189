// What may be typed for a number: a quantity with a unit, arithmetic, or a change of the present value.
#pragma once

#include "engine/core/Units.h"

#include <string_view>

namespace sastrugi::studio
{

/// Numbers without a unit are in `bare`, the unit that the field shows, or in `unit` where that is empty.
/// Reads "2 cm", "3 * (1 cm + 2 mm)", "0.4 g/cm^3"; and on the present value: "*1.5", "/2", "+1 cm", "-=1 cm". A bare
/// "-5" is minus five. Throws Error(Usage) with a sentence.
double typedQuantity(std::string_view text, Unit unit, double present, std::string_view bare = {});

} // namespace sastrugi::studio
