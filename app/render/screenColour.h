// Colours of parameters are linear, those of pictures are sRGB (IEC 61966-2-1).
#pragma once

#include "engine/core/Parameter.h"

namespace sastrugi
{

/// What lies outside [0, 1] is cut off.
Colour toScreenColour(const Colour& linear);
Colour toLinearColour(const Colour& screen);

} // namespace sastrugi
