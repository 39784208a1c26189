#include "app/studio/inspect/Plot.h"

#include "app/studio/looks/Theme.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace sastrugi::studio
{

namespace
{

/// 1, 2 or 5 times a power of ten, at least `least`.
double roundStep(double least)
{
    const double power = std::pow(10, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= least)
            return factor * power;
    return 10 * power;
}

} // namespace

Plot::Plot(QWidget* parent) : QWidget(parent) { setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding); }

void Plot::show(const QString& title, const Values& values, const Values& others)
{
    m_title = title;
    m_values = values;
    m_others = others;
    setAccessibleName(title);
    update();
}

void Plot::setRange(std::int64_t first, std::int64_t last)
{
    m_first = first;
    m_last = std::max(first + 1, last);
    update();
}

void Plot::setFrame(std::int64_t frame)
{
    m_frame = frame;
    update();
}

QRectF Plot::area() const
{
    const double left = fontMetrics().horizontalAdvance("-0.0000e+00") + 4.0, top = fontMetrics().height() + 6.0;
    return QRectF(rect()).adjusted(left, top, -10, -6);
}

double Plot::xOf(double frame) const
{
    const QRectF inside = area();
    return inside.left() +
           inside.width() * (frame - static_cast<double>(m_first)) / static_cast<double>(m_last - m_first);
}

/// Of the values, never empty.
std::pair<double, double> Plot::limits() const
{
    double least = 1e300, most = -1e300;
    for (const Values* values : {&m_values, &m_others})
        for (const auto& [frame, value] : *values) {
            least = std::min(least, value);
            most = std::max(most, value);
        }
    if (least > most)
        return {0, 1};
    const double margin = most > least ? 0.05 * (most - least) : std::max(1e-12, 0.1 * std::abs(most));
    return {least - margin, most + margin};
}

double Plot::yOf(double value) const
{
    const QRectF inside = area();
    const auto [low, high] = limits();
    return inside.bottom() - inside.height() * (value - low) / (high - low);
}

/// A gap in the frames is a gap in the curve.
void Plot::paintCurve(QPainter& painter, const Values& values) const
{
    QPolygonF line;
    std::int64_t last = 0;
    const auto flush = [&] {
        if (line.size() == 1)
            painter.drawEllipse(line.first(), 1.5, 1.5);
        painter.drawPolyline(line);
        line.clear();
    };
    for (const auto& [frame, value] : values) {
        if (!line.isEmpty() && frame != last + 1)
            flush();
        line.append({xOf(static_cast<double>(frame)), yOf(value)});
        last = frame;
    }
    flush();
}

void Plot::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme& looks = theme();
    const QRectF inside = area();
    const auto [least, most] = limits();
    painter.fillRect(inside, looks.field);
    const double step = roundStep((most - least) / std::max(2.0, inside.height() / 32));
    for (double value = step * std::ceil(least / step); value <= most; value += step) {
        painter.setPen(QPen(looks.border, 1));
        painter.drawLine(QPointF(inside.left(), yOf(value)), QPointF(inside.right(), yOf(value)));
        painter.setPen(looks.dimText);
        painter.drawText(QRectF(0, yOf(value) - 10, inside.left() - 4, 20), Qt::AlignRight | Qt::AlignVCenter,
                         QString::number(std::abs(value) < 1e-9 * step ? 0 : value, 'g', 5));
    }
    painter.setPen(QPen(looks.accent, 1));
    painter.drawLine(QPointF(xOf(static_cast<double>(m_frame)), inside.top()),
                     QPointF(xOf(static_cast<double>(m_frame)), inside.bottom()));
    painter.setPen(QPen(looks.dimText, 1.2, Qt::DashLine));
    paintCurve(painter, m_others);
    painter.setPen(QPen(looks.fresh, 1.6));
    paintCurve(painter, m_values);
    painter.setPen(looks.text);
    const auto here = m_values.find(m_frame);
    painter.drawText(QRectF(inside.left(), 0, inside.width(), inside.top()), Qt::AlignLeft | Qt::AlignVCenter, m_title);
    if (here != m_values.end())
        painter.drawText(QRectF(inside.left(), 0, inside.width(), inside.top()), Qt::AlignRight | Qt::AlignVCenter,
                         QString::number(here->second, 'g', 6));
}

void Plot::mousePressEvent(QMouseEvent* event) { mouseMoveEvent(event); }

void Plot::mouseMoveEvent(QMouseEvent* event)
{
    if (!event->buttons().testFlag(Qt::LeftButton))
        return;
    const QRectF inside = area();
    const double share = (event->position().x() - inside.left()) / std::max(1.0, inside.width());
    Q_EMIT frameChosen(m_first + std::llround(share * static_cast<double>(m_last - m_first)));
}

} // namespace sastrugi::studio
