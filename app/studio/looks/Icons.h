// Icons: SVG files of resources/icons, drawn in the colours of the theme at any scale.
//
// They are of one colour, which is looked up when they are painted: a change of theme needs no new icons.
#pragma once

#include <QColor>
#include <QIcon>
#include <QPixmap>
#include <QString>

class QPainter;

namespace sastrugi::studio
{

/// The icon `<name>.svg`; empty when there is none.
QIcon icon(const QString& name);
bool hasIcon(const QString& name);
/// The icon of a node type, or one for all that have none.
QString iconNameOf(const std::string& nodeType);

/// `size` in logical pixels; empty when there is no such icon.
QPixmap iconPixmap(const QString& name, const QSize& size, const QColor& colour, qreal devicePixelRatio);
/// Draws it sharply under whatever transformation the painter has.
void paintIcon(QPainter& painter, const QRectF& area, const QString& name, const QColor& colour);

/// That of the program, in colour.
QIcon applicationIcon();

} // namespace sastrugi::studio
