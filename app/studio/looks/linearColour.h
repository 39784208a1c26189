// Colours of parameters are linear, those of the screen are sRGB (IEC 61966-2-1).
#pragma once

#include "engine/core/Parameter.h"

#include <QColor>

namespace sastrugi::studio
{

QColor toQColor(const Colour& linear);
Colour toColour(const QColor& shown);

/// As it is shown, for pictures, which are in sRGB.
inline Colour toScreenColour(const QColor& shown) { return {shown.redF(), shown.greenF(), shown.blueF()}; }

} // namespace sastrugi::studio
