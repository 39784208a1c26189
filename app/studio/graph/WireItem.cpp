#include "app/studio/graph/WireItem.h"

#include "app/studio/looks/Theme.h"

#include <QPainter>
#include <QStyleOptionGraphicsItem>

#include <algorithm>
#include <cmath>

namespace sastrugi::studio
{

namespace
{

constexpr double zoomOfCurves = 0.25; // below it a straight line looks the same

} // namespace

QPainterPath wirePath(const QPointF& from, const QPointF& to)
{
    // Wires that lead back bend out further, so that they are seen around their nodes.
    const double dx = to.x() - from.x(), dy = std::abs(to.y() - from.y());
    const double reach =
        dx >= 0 ? std::clamp(0.5 * dx, std::min(30.0, 0.5 * (dx + dy)), 150.0) : std::clamp(-0.5 * dx, 60.0, 200.0);
    QPainterPath path(from);
    path.cubicTo(from + QPointF(reach, 0), to - QPointF(reach, 0), to);
    return path;
}

WireItem::WireItem(const Link& link, bool isBroken) : m_link(link), m_isBroken(isBroken)
{
    setZValue(0);
    setAcceptedMouseButtons(Qt::NoButton);
}

void WireItem::show(const QPointF& from, const QPointF& to, std::optional<PortType> type)
{
    if (from == m_from && to == m_to && type == m_type && !m_path.isEmpty())
        return;
    prepareGeometryChange();
    m_from = from;
    m_to = to;
    m_type = type;
    m_path = wirePath(from, to);
    update();
}

void WireItem::setHighlighted(bool isHighlighted)
{
    if (isHighlighted == m_isHighlighted)
        return;
    m_isHighlighted = isHighlighted;
    update();
}

void WireItem::setCut(bool isCut)
{
    if (isCut == m_isCut)
        return;
    m_isCut = isCut;
    update();
}

void WireItem::setDimmed(bool isDimmed) { setOpacity(isDimmed ? 0.25 : 1); }

double WireItem::distanceTo(const QPointF& point) const
{
    constexpr int pieces = 24;
    double nearest = 1e9;
    QPointF before = m_path.pointAtPercent(0);
    for (int i = 1; i <= pieces; ++i) {
        const QPointF next = m_path.pointAtPercent(i / double(pieces));
        const QPointF along = next - before, there = point - before;
        const double length = QPointF::dotProduct(along, along);
        const double t = length > 0 ? std::clamp(QPointF::dotProduct(there, along) / length, 0.0, 1.0) : 0;
        nearest = std::min(nearest, QLineF(before + t * along, point).length());
        before = next;
    }
    return nearest;
}

QRectF WireItem::boundingRect() const { return m_path.controlPointRect().adjusted(-4, -4, 4, 4); }

void WireItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    const Theme& looks = theme();
    const QColor colour = m_isCut      ? looks.wireCut
                          : m_isBroken ? looks.error
                          : m_type     ? colourOf(*m_type)
                                       : looks.dimText;
    QPen pen(m_isHighlighted ? looks.accent : colour, m_isHighlighted ? 3 : 0);
    pen.setStyle(m_isBroken || m_isCut ? Qt::DashLine : Qt::SolidLine);
    const double zoom = QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter->worldTransform());
    if (zoom >= 0.6 && !m_isHighlighted)
        pen.setWidthF(1.6);
    painter->setPen(pen);
    painter->setBrush(Qt::NoBrush);
    if (zoom < zoomOfCurves) {
        painter->setRenderHint(QPainter::Antialiasing, false);
        painter->drawLine(m_from, m_to);
    } else
        painter->drawPath(m_path);
}

} // namespace sastrugi::studio
