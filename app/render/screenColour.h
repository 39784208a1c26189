// Colours of parameters are linear, those of pictures are sRGB (IEC 61966-2-1).
#pragma once

#include "engine/core/Parameter.h"

#include <array>
#include <cstdint>

namespace sastrugi
{

/// What lies outside [0, 1] is cut off.
Colour toScreenColour(const Colour& linear);
Colour toLinearColour(const Colour& screen);

/// Red, green, blue of a colour of the screen.
std::array<std::uint8_t, 3> toBytes(const Colour& screen);

} // namespace sastrugi
