// What is painted over a picture of the scene: the axes, a scale bar in metres, words.
#pragma once

#include "app/render/Camera.h"

#include <QRect>
#include <QString>
#include <QStringList>

#include <string>
#include <utility>

class QPainter;

namespace sastrugi::studio
{

/// In the lower left corner.
void paintAxes(QPainter& painter, const QRect& area, const Camera& camera);
/// Beside them: a length of 1, 2 or 5 times a power of ten metres, at the distance of the camera's target.
void paintScaleBar(QPainter& painter, const QRect& area, const Camera& camera);
/// At the right edge: what the colours of `map` stand for; marked at its ends where numbers lie beyond.
void paintScalarBar(QPainter& painter, const QRect& area, const QString& title, const std::string& map,
                    std::pair<double, double> range, std::pair<double, double> extremes);
/// At the lower edge.
void paintLegend(QPainter& painter, const QRect& area, const QString& legend);
/// In the upper left corner: lines of "name\tvalue".
void paintFacts(QPainter& painter, const QRect& area, const QStringList& facts);
/// At the upper edge.
void paintNote(QPainter& painter, const QRect& area, const QString& note, bool isWarning);

/// "2 m", "50 cm", "1 mm", "5 km".
QString lengthText(double metres);

} // namespace sastrugi::studio
