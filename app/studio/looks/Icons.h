// Icons: SVG files of resources/icons, drawn in the colours of the theme at any scale.
#pragma once

#include <QIcon>
#include <QString>

namespace sastrugi::studio
{

/// The icon `<name>.svg`; empty when there is none.
QIcon icon(const QString& name);

} // namespace sastrugi::studio
