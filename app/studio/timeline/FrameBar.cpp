#include "app/studio/timeline/FrameBar.h"

#include "app/studio/looks/Theme.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>

#include <cmath>

namespace sastrugi::studio
{

namespace
{

constexpr double margin = 14, cacheHeight = 7, gripWidth = 6;

} // namespace

FrameBar::FrameBar(Timeline& timeline, const FrameReader& frames, QWidget* parent)
    : QWidget(parent), m_timeline(timeline), m_frames(frames)
{
    setObjectName("frameBar");
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    const auto repaint = [this] { update(); };
    connect(&timeline, &Timeline::frameChanged, this, repaint);
    connect(&timeline, &Timeline::rangeChanged, this, repaint);
    connect(&frames, &FrameReader::tableChanged, this, repaint);
}

QSize FrameBar::sizeHint() const { return {600, fontMetrics().height() + 24}; }
QSize FrameBar::minimumSizeHint() const { return {160, sizeHint().height()}; }

double FrameBar::positionOf(double frame) const
{
    const FrameSpan& range = m_timeline.range();
    const double count = std::max<double>(1, static_cast<double>(range.last - range.first));
    return margin + (frame - static_cast<double>(range.first)) / count * (width() - 2 * margin);
}

std::int64_t FrameBar::frameAt(double x) const
{
    const FrameSpan& range = m_timeline.range();
    const double share = (x - margin) / std::max(1.0, width() - 2 * margin);
    return range.first + std::llround(share * static_cast<double>(range.last - range.first));
}

QRectF FrameBar::cacheArea() const { return {margin, height() - cacheHeight - 4.0, width() - 2 * margin, cacheHeight}; }

FrameBar::Grip FrameBar::gripAt(const QPointF& point) const
{
    if (point.y() < cacheArea().top() - 3)
        return Grip::Frame;
    const double in = positionOf(static_cast<double>(m_timeline.playRange().first));
    const double out = positionOf(static_cast<double>(m_timeline.playRange().last));
    return std::abs(point.x() - in) <= gripWidth    ? Grip::In
           : std::abs(point.x() - out) <= gripWidth ? Grip::Out
                                                    : Grip::Frame;
}

void FrameBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme& looks = theme();
    const double in = positionOf(static_cast<double>(m_timeline.playRange().first));
    const double out = positionOf(static_cast<double>(m_timeline.playRange().last));
    painter.fillRect(rect(), looks.window);
    painter.fillRect(QRectF(QPointF(in, 2), QPointF(out, height() - 2)), looks.panel);
    paintTicks(painter);
    paintCache(painter);
    painter.setPen(Qt::NoPen);
    painter.setBrush(looks.dimText);
    for (const double x : {in, out})
        painter.drawRoundedRect(QRectF(x - 1.5, cacheArea().top() - 3, 3, cacheHeight + 6), 1.5, 1.5);

    const double x = positionOf(static_cast<double>(m_timeline.frame()));
    const QString number = QString::number(m_timeline.frame());
    const double boxWidth = std::max(22.0, QFontMetricsF(font()).horizontalAdvance(number) + 10);
    QRectF box(x - 0.5 * boxWidth, 1, boxWidth, fontMetrics().height() + 2);
    box.moveLeft(std::clamp(box.left(), 0.0, std::max(0.0, width() - boxWidth)));
    painter.setPen(QPen(looks.accent, 2));
    painter.drawLine(QPointF(x, box.bottom()), QPointF(x, height() - 2));
    painter.setPen(Qt::NoPen);
    painter.setBrush(looks.accent);
    painter.drawRoundedRect(box, 3, 3);
    painter.setPen(looks.accentText);
    painter.drawText(box, Qt::AlignCenter, number);
}

void FrameBar::paintTicks(QPainter& painter) const
{
    const FrameSpan& range = m_timeline.range();
    const double perFrame =
        positionOf(static_cast<double>(range.first) + 1) - positionOf(static_cast<double>(range.first));
    const double wordWidth = QFontMetricsF(font()).horizontalAdvance(QString::number(range.last)) + 18;
    std::int64_t step = 1;
    for (const std::int64_t next : {2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000, 100000})
        if (static_cast<double>(step) * perFrame < wordWidth)
            step = next;
    painter.setPen(theme().dimText);
    const double top = fontMetrics().height() + 4;
    for (std::int64_t frame = step * ((range.first + step - 1) / step); frame <= range.last; frame += step) {
        const double x = positionOf(static_cast<double>(frame));
        painter.drawText(QRectF(x - 40, 2, 80, fontMetrics().height()), Qt::AlignCenter, QString::number(frame));
        painter.drawLine(QPointF(x, top), QPointF(x, cacheArea().top() - 2));
    }
}

/// Valid frames are full, stale ones hatched, missing ones empty: told apart without colours as well.
void FrameBar::paintCache(QPainter& painter) const
{
    const Theme& looks = theme();
    const QRectF area = cacheArea();
    painter.setPen(QPen(looks.border, 1));
    painter.setBrush(looks.field);
    painter.drawRoundedRect(area, 2, 2);
    const FrameSpan& range = m_timeline.range();
    const std::map<std::int64_t, bool>& frames = m_frames.table().frames;
    painter.setPen(Qt::NoPen);
    const double half = 0.5 * (area.width() / std::max<double>(1, static_cast<double>(range.last - range.first)));
    for (auto run = frames.lower_bound(range.first); run != frames.end() && run->first <= range.last;) {
        auto end = run; // runs of equal frames without a gap are painted at once
        std::int64_t last = run->first - 1;
        for (; end != frames.end() && end->first == last + 1 && end->first <= range.last && end->second == run->second;
             ++end)
            last = end->first;
        const double left = std::max(area.left(), positionOf(static_cast<double>(run->first)) - half);
        const double right = std::min(area.right(), positionOf(static_cast<double>(last)) + half);
        const QRectF part(left, area.top(), std::max(1.5, right - left), area.height());
        painter.setBrush(run->second ? QBrush(looks.fresh) : QBrush(looks.warning, Qt::BDiagPattern));
        painter.drawRect(part);
        run = end;
    }
}

void FrameBar::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_grip = gripAt(event->position());
    mouseMoveEvent(event);
}

void FrameBar::mouseMoveEvent(QMouseEvent* event)
{
    const std::int64_t frame = frameAt(event->position().x());
    FrameSpan played = m_timeline.playRange();
    switch (m_grip) {
    case Grip::Frame: m_timeline.setFrame(frame); break;
    case Grip::In:
        played.first = std::min(frame, played.last);
        m_timeline.setPlayRange(played);
        break;
    case Grip::Out:
        played.last = std::max(frame, played.first);
        m_timeline.setPlayRange(played);
        break;
    case Grip::None: setCursor(gripAt(event->position()) == Grip::Frame ? Qt::ArrowCursor : Qt::SizeHorCursor); break;
    }
}

void FrameBar::mouseReleaseEvent(QMouseEvent*) { m_grip = Grip::None; }

QString FrameBar::tipAt(std::int64_t frame) const
{
    if (!m_timeline.range().contains(frame))
        return {};
    const auto found = m_frames.table().frames.find(frame);
    const QString state = found == m_frames.table().frames.end() ? tr("not simulated")
                          : found->second                        ? tr("cached")
                                                                 : tr("stale: simulated with other values");
    return tr("Frame %1: %2").arg(frame).arg(state);
}

bool FrameBar::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), tipAt(frameAt(help->pos().x())), this);
        return true;
    }
    return QWidget::event(event);
}

} // namespace sastrugi::studio
