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

/// The cubic of a wire as a line of pieces of about a dozen units.
QPolygonF inPieces(const QPainterPath& path)
{
    const QPointF a = path.elementAt(0), b = path.elementAt(1), c = path.elementAt(2), d = path.elementAt(3);
    const double length = QLineF(a, b).length() + QLineF(b, c).length() + QLineF(c, d).length();
    const int count = std::clamp(static_cast<int>(length / 12), 8, 128);
    QPolygonF line;
    for (int i = 0; i <= count; ++i) {
        const double t = i / double(count), s = 1 - t;
        line << s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d;
    }
    return line;
}

/// Calls draw(first, count) for each run of pieces that touches `area`.
template <class Draw>
void forSeenPieces(const QPolygonF& line, const QRectF& area, Draw&& draw)
{
    qsizetype first = -1;
    for (qsizetype i = 1; i < line.size(); ++i) {
        const QPointF &p = line[i - 1], &q = line[i];
        const bool isSeen = std::max(p.x(), q.x()) >= area.left() && std::min(p.x(), q.x()) <= area.right() &&
                            std::max(p.y(), q.y()) >= area.top() && std::min(p.y(), q.y()) <= area.bottom();
        if (isSeen && first < 0)
            first = i - 1;
        if (!isSeen && first >= 0)
            draw(first, i - first), first = -1;
    }
    if (first >= 0)
        draw(first, line.size() - first);
}

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
    setFlag(QGraphicsItem::ItemUsesExtendedStyleOption); // for what of it is exposed
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
    m_line = inPieces(m_path);
    m_bounds = m_line.boundingRect().adjusted(-4, -4, 4, 4);
    update();
}

void WireItem::setHighlighted(bool isHighlighted)
{
    if (isHighlighted == m_isHighlighted)
        return;
    m_isHighlighted = isHighlighted;
    setZValue(isHighlighted ? 3 : 0); // over the node that is dragged onto it
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
    double nearest = 1e9;
    for (qsizetype i = 1; i < m_line.size(); ++i) {
        const QPointF along = m_line[i] - m_line[i - 1], there = point - m_line[i - 1];
        const double length = QPointF::dotProduct(along, along);
        const double t = length > 0 ? std::clamp(QPointF::dotProduct(there, along) / length, 0.0, 1.0) : 0;
        nearest = std::min(nearest, QLineF(m_line[i - 1] + t * along, point).length());
    }
    return nearest;
}

bool WireItem::touches(const QRectF& area) const
{
    if (!area.intersects(m_bounds))
        return false;
    const QLineF falling(area.topLeft(), area.bottomRight()), rising(area.bottomLeft(), area.topRight());
    for (qsizetype i = 1; i < m_line.size(); ++i) { // whatever goes through an area ends in it or crosses a diagonal
        const QLineF piece(m_line[i - 1], m_line[i]);
        if (area.contains(piece.p2()) || piece.intersects(falling, nullptr) == QLineF::BoundedIntersection ||
            piece.intersects(rising, nullptr) == QLineF::BoundedIntersection)
            return true;
    }
    return false;
}

void WireItem::paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget*)
{
    const Theme& looks = theme();
    const QColor colour = m_isCut      ? looks.wireCut
                          : m_isBroken ? looks.error
                          : m_type     ? colourOf(*m_type)
                                       : looks.dimText;
    const double zoom = QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter->worldTransform());
    QPen pen(m_isHighlighted ? looks.accent : colour, m_isHighlighted ? 3 : 1.5);
    pen.setCosmetic(!m_isHighlighted);
    pen.setStyle(m_isBroken || m_isCut ? Qt::DashLine : Qt::SolidLine);
    if (zoom < 0.6 && !m_isHighlighted) // thin lines are drawn several times as fast
        pen.setWidth(0);
    painter->setRenderHint(QPainter::Antialiasing, zoom >= zoomOfCurves);
    painter->setPen(pen);
    painter->setBrush(Qt::NoBrush);
    if (zoom < zoomOfCurves)
        painter->drawLine(m_from, m_to);
    else
        forSeenPieces(m_line, option->exposedRect.adjusted(-4, -4, 4, 4), [&](qsizetype first, qsizetype count) {
            painter->drawPolyline(m_line.constData() + first, static_cast<int>(count));
        });
    painter->setRenderHint(QPainter::Antialiasing);
}

} // namespace sastrugi::studio
