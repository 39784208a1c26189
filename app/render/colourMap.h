// Colours of numbers. Lightness rises evenly, but for `diverging`, which is darkest at both ends.
#pragma once

#include "engine/core/Parameter.h"

#include <array>
#include <string_view>
#include <vector>

namespace sastrugi
{

/// Names of the maps; the first is the default.
const std::vector<std::string_view>& colourMaps();

/// 256 colours in sRGB, from that of the least number to that of the largest. Throws Error(Usage), with the
/// names, when there is no such map.
const std::array<Colour, 256>& coloursOf(std::string_view map);

} // namespace sastrugi
