#include "app/studio/viewport/overlay.h"

#include "app/render/colourMap.h"
#include "app/studio/looks/Theme.h"

#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

namespace sastrugi::studio
{

namespace
{

constexpr double axesRadius = 26, cornerMargin = 14;

} // namespace

QString lengthText(double metres)
{
    constexpr struct {
        double metres;
        const char* name;
    } units[] = {{1000, "km"}, {1, "m"}, {0.01, "cm"}, {0.001, "mm"}, {1e-6, "\u00b5m"}};
    for (const auto& unit : units)
        if (metres >= 0.999 * unit.metres)
            return QString("%1 %2").arg(QString::number(metres / unit.metres, 'g', 3), unit.name);
    return QString("%1 m").arg(QString::number(metres, 'g', 3));
}

void paintAxes(QPainter& painter, const QRect& area, const Camera& camera)
{
    struct Axis {
        QPointF end;
        double depth; // towards the viewer
        QColor colour;
        const char* name;
    };
    if (area.height() < 4 * axesRadius)
        return;
    const Theme& looks = theme();
    const QPointF centre(area.left() + cornerMargin + axesRadius, area.bottom() - cornerMargin - axesRadius);
    const auto axis = [&](const Vector3& direction, const QColor& colour, const char* name) {
        return Axis{
            {direction.dot(camera.right()), -direction.dot(camera.up())}, direction.dot(camera.back()), colour, name};
    };
    std::array<Axis, 3> axes = {axis({1, 0, 0}, looks.axisX, "x"), axis({0, 1, 0}, looks.axisY, "y"),
                                axis({0, 0, 1}, looks.axisZ, "z")};
    std::sort(axes.begin(), axes.end(), [](const Axis& a, const Axis& b) { return a.depth < b.depth; });
    for (const Axis& a : axes) {
        painter.setPen(QPen(a.colour, 2, Qt::SolidLine, Qt::RoundCap));
        painter.drawLine(centre, centre + 0.8 * axesRadius * a.end);
        const QPointF tip = centre + 1.1 * axesRadius * a.end;
        painter.drawText(QRectF(tip - QPointF(8, 8), QSizeF(16, 16)), Qt::AlignCenter, a.name);
    }
}

void paintScaleBar(QPainter& painter, const QRect& area, const Camera& camera)
{
    const double metresPerPixel = camera.height() / area.height();
    const double longest = 120 * metresPerPixel;
    const double power = std::pow(10, std::floor(std::log10(longest)));
    const double length = (longest >= 5 * power ? 5 : longest >= 2 * power ? 2 : 1) * power;
    const double pixels = length / metresPerPixel;
    const double left = area.left() + 2 * cornerMargin + 2 * axesRadius + 12, y = area.bottom() - cornerMargin - 4;
    painter.setPen(QPen(theme().text, 1.5));
    painter.drawLine(QPointF(left, y), QPointF(left + pixels, y));
    for (const double x : {left, left + pixels})
        painter.drawLine(QPointF(x, y - 4), QPointF(x, y + 4));
    painter.drawText(QRectF(left, y - 24, std::max(pixels, 60.0), 18), Qt::AlignLeft | Qt::AlignBottom,
                     lengthText(length));
}

void paintLegend(QPainter& painter, const QRect& area, const QString& legend)
{
    const QFontMetricsF metrics(painter.font());
    QRectF box(0, 0, metrics.horizontalAdvance(legend) + 16, metrics.height() + 6);
    box.moveCenter({area.center().x() + 0.5, area.bottom() - cornerMargin - 0.5 * box.height() + 6});
    QColor behind = theme().panel;
    behind.setAlpha(190);
    painter.setPen(Qt::NoPen);
    painter.setBrush(behind);
    painter.drawRoundedRect(box, 4, 4);
    painter.setPen(theme().text);
    painter.drawText(box, Qt::AlignCenter, legend);
}

void paintScalarBar(QPainter& painter, const QRect& area, const QString& title, const std::string& map,
                    std::pair<double, double> range, std::pair<double, double> extremes)
{
    const QFontMetricsF metrics(painter.font());
    const double height = std::min(220.0, 0.5 * area.height()), width = 14;
    // A low view has room for fewer numbers, or for none at all.
    const int labels = std::min(5, static_cast<int>(height / (1.3 * metrics.height())) + 1);
    if (labels < 2)
        return;
    double widest = 0;
    QStringList numbers;
    for (int i = 0; i < labels; ++i) {
        const double span = range.second - range.first, tolerance = 0.01 * span;
        const bool isLess = i == 0 && extremes.first < range.first - tolerance;
        const bool isMore = i == labels - 1 && extremes.second > range.second + tolerance;
        numbers.append((isLess   ? "\u2264 "
                        : isMore ? "\u2265 "
                                 : "") +
                       QString::number(range.first + span * i / (labels - 1), 'g', 4));
        widest = std::max(widest, metrics.horizontalAdvance(numbers.last()));
    }
    const QRectF bar(area.right() - cornerMargin - widest - 8 - width, area.center().y() - 0.5 * height, width, height);
    const std::array<Colour, 256>& colours = coloursOf(map);
    QLinearGradient gradient(bar.bottomLeft(), bar.topLeft());
    for (std::size_t i = 0; i < colours.size(); i += 15)
        gradient.setColorAt(static_cast<double>(i) / static_cast<double>(colours.size() - 1),
                            QColor::fromRgbF(static_cast<float>(colours[i].red), static_cast<float>(colours[i].green),
                                             static_cast<float>(colours[i].blue)));
    painter.setPen(QPen(theme().border, 1));
    painter.setBrush(gradient);
    painter.drawRect(bar);
    painter.setPen(theme().text);
    for (int i = 0; i < labels; ++i) {
        const double y = bar.bottom() - height * i / (labels - 1);
        painter.drawText(QRectF(bar.right() + 6, y - 10, widest + 4, 20), Qt::AlignVCenter | Qt::AlignRight,
                         numbers[i]);
    }
    painter.drawText(QRectF(area.right() - cornerMargin - 200, bar.top() - metrics.height() - 8, 200, metrics.height()),
                     Qt::AlignRight | Qt::AlignVCenter, title);
}

void paintFacts(QPainter& painter, const QRect& area, const QStringList& facts)
{
    if (facts.isEmpty())
        return;
    const QFontMetricsF metrics(painter.font());
    double names = 0, values = 0;
    for (const QString& fact : facts) {
        names = std::max(names, metrics.horizontalAdvance(fact.section('\t', 0, 0)));
        values = std::max(values, metrics.horizontalAdvance(fact.section('\t', 1)));
    }
    const double line = metrics.height() + 2;
    const QRectF box(area.left() + 10, area.top() + 10, names + values + 34,
                     line * static_cast<double>(facts.size()) + 12);
    QColor back = theme().panel;
    back.setAlpha(220);
    painter.setBrush(back);
    painter.setPen(theme().border);
    painter.drawRoundedRect(box, 4, 4);
    double y = box.top() + 6;
    for (const QString& fact : facts) {
        painter.setPen(theme().dimText);
        painter.drawText(QRectF(box.left() + 10, y, names + 4, line), Qt::AlignVCenter, fact.section('\t', 0, 0));
        painter.setPen(theme().text);
        painter.drawText(QRectF(box.left() + names + 22, y, values + 4, line), Qt::AlignVCenter, fact.section('\t', 1));
        y += line;
    }
}

void paintNote(QPainter& painter, const QRect& area, const QString& note, bool isWarning)
{
    const QFontMetricsF metrics(painter.font());
    const QSizeF size(metrics.horizontalAdvance(note) + 20, metrics.height() + 8);
    const QRectF box(QPointF(area.center().x() - 0.5 * size.width(), area.top() + 10), size);
    QColor back = theme().panel;
    back.setAlpha(220);
    painter.setBrush(back);
    painter.setPen(isWarning ? theme().warning : theme().border);
    painter.drawRoundedRect(box, 4, 4);
    painter.setPen(isWarning ? theme().warning : theme().text);
    painter.drawText(box, Qt::AlignCenter, note);
}

} // namespace sastrugi::studio
