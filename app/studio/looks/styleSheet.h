// The shape of the window's widgets in the colours of a theme: what the palette cannot say.
#pragma once

#include "app/studio/looks/Theme.h"

#include <QString>

namespace sastrugi::studio
{

/// Of the whole application. Sizes are logical pixels and follow the scale; fonts stay what the system chose.
QString styleSheet(const Theme& theme);

} // namespace sastrugi::studio
