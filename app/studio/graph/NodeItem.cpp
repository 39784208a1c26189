#include "app/studio/graph/NodeItem.h"

#include "app/studio/looks/Icons.h"
#include "app/studio/looks/Theme.h"
#include "app/studio/looks/linearColour.h"

#include <QApplication>
#include <QPainter>
#include <QStyleOptionGraphicsItem>

#include <cmath>

namespace sastrugi::studio
{

namespace
{

using namespace nodeSizes;

/// Below this zoom words are not readable, below the second not even ports.
constexpr double zoomOfWords = 0.55, zoomOfPorts = 0.25;
constexpr double margin = 6; // of selection frame and ports around the body

/// Black or white, whichever reads better on `fill`.
QColor wordsOn(const QColor& fill)
{
    return 0.299 * fill.redF() + 0.587 * fill.greenF() + 0.114 * fill.blueF() > 0.55 ? QColor("#11171c")
                                                                                     : QColor("#f2f6f9");
}

const QColor& colourOfState(NodeState state)
{
    switch (state) {
    case NodeState::Fresh: return theme().fresh;
    case NodeState::Running: return theme().running;
    case NodeState::Warning: return theme().warning;
    case NodeState::Error: return theme().error;
    case NodeState::Stale: break;
    }
    return theme().stale;
}

QColor colourOfPort(const PortSpot& port) { return port.type ? colourOf(*port.type) : theme().dimText; }

} // namespace

NodeItem::NodeItem(const Graph& graph, const Node& node) : m_name(node.name), m_shape(shapeOf(node))
{
    setZValue(m_shape == NodeShape::Backdrop ? -2 : 1);
    show(graph, node);
}

void NodeItem::show(const Graph& graph, const Node& node)
{
    m_name = node.name;
    m_type = graph.typeOf(node);
    m_title = toQString(node.name);
    m_isBypassed = node.isBypassed;
    m_isShown = node.isShown;
    if (m_shape == NodeShape::Backdrop) {
        m_title = toQString(std::get<Text>(graph.value(node.name, "title")).text);
        m_note = toQString(std::get<Text>(graph.value(node.name, "note")).text);
        m_fill = toQColor(std::get<Colour>(graph.value(node.name, "colour")));
    } else
        m_fill = m_type ? colourOf(*m_type) : theme().border;
    setPos(node.x, node.y);
    updateLayout(graph, node);
    updateToolTip();
}

void NodeItem::show(const NodeStatus& status, const Graph& graph)
{
    if (status == m_status)
        return;
    const bool isResized = status.figures.isEmpty() != m_status.figures.isEmpty();
    m_status = status;
    if (isResized)
        updateLayout(graph, graph.node(m_name));
    updateToolTip();
    update();
}

void NodeItem::updateToolTip()
{
    QString tip = m_type ? toQString(m_type->title) : QString("?");
    for (const QString& words : {m_status.figures, m_status.text})
        if (!words.isEmpty())
            tip += "\n" + words;
    setToolTip(tip);
}

void NodeItem::updateLayout(const Graph& graph, const Node& node)
{
    NodeLayout layout = layoutOf(graph, node, QFontMetricsF(QApplication::font()), !m_status.figures.isEmpty());
    if (layout.body != m_layout.body)
        prepareGeometryChange();
    m_layout = std::move(layout);
    update();
}

void NodeItem::setHint(NodeHint hint, const std::string& port)
{
    if (hint == m_hint && port == m_hintPort)
        return;
    m_hint = hint;
    m_hintPort = port;
    setOpacity(hint == NodeHint::Dimmed ? 0.35 : 1);
    update();
}

void NodeItem::setIsSelected(bool isSelected, bool isActive)
{
    if (isSelected == m_isSelected && isActive == m_isActive)
        return;
    m_isSelected = isSelected;
    m_isActive = isActive;
    update();
}

QPointF NodeItem::portPosition(std::string_view port, bool isInput) const
{
    const PortSpot* spot = m_layout.find(port, isInput);
    return pos() + (spot ? spot->centre : QPointF());
}

const PortSpot* NodeItem::portAt(const QPointF& point, double reach) const
{
    if (m_shape == NodeShape::Reroute)
        return portAtRim(point - pos(), reach);
    const PortSpot* nearest = nullptr;
    for (const PortSpot& spot : m_layout.ports) {
        const double distance = QLineF(pos() + spot.centre, point).length();
        if (distance <= reach) {
            reach = distance;
            nearest = &spot;
        }
    }
    return nearest;
}

/// The dot itself is for moving it: wires are drawn from beside it, as they leave it.
const PortSpot* NodeItem::portAtRim(const QPointF& local, double reach) const
{
    const double distance = std::hypot(local.x(), local.y());
    const bool isBeside = std::abs(local.x()) >= std::abs(local.y());
    if (distance <= rerouteRadius || distance > rerouteRadius + reach || !isBeside)
        return nullptr;
    for (const PortSpot& spot : m_layout.ports)
        if (spot.isInput == (local.x() < 0))
            return &spot;
    return nullptr;
}

QRectF NodeItem::sizeGrip() const
{
    constexpr double size = 16;
    return m_shape == NodeShape::Backdrop
               ? QRectF(m_layout.body.right() - size, m_layout.body.bottom() - size, size, size)
               : QRectF();
}

QColor NodeItem::mapColour() const
{
    QColor colour = m_isSelected ? theme().accent : m_status.state == NodeState::Error ? theme().error : m_fill;
    if (m_shape == NodeShape::Backdrop)
        colour.setAlpha(90);
    return colour;
}

QRectF NodeItem::boundingRect() const { return m_layout.body.adjusted(-margin, -margin, margin, margin); }

void NodeItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    const double zoom = QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter->worldTransform());
    painter->setFont(QApplication::font());
    switch (m_shape) {
    case NodeShape::Box: paintBox(*painter, zoom); break;
    case NodeShape::Reroute: paintReroute(*painter); break;
    case NodeShape::Backdrop: paintBackdrop(*painter, zoom); break;
    }
}

void NodeItem::paintBox(QPainter& painter, double zoom) const
{
    const Theme& looks = theme();
    const QRectF& body = m_layout.body;
    if (zoom < zoomOfPorts) {
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.fillRect(body, m_isSelected ? looks.accent : m_fill);
        if (m_status.state == NodeState::Error)
            painter.fillRect(body.adjusted(0, 0.5 * body.height(), 0, 0), looks.error);
        return;
    }
    const double opacity = painter.opacity();
    if (m_isBypassed)
        painter.setOpacity(opacity * 0.55);
    painter.setBrush(looks.node);
    painter.setPen(m_type ? QPen(looks.nodeBorder, 1) : QPen(looks.error, 1, Qt::DashLine));
    painter.drawRoundedRect(body, corner, corner);
    painter.setBrush(m_fill);
    painter.setPen(Qt::NoPen);
    QPainterPath bar;
    bar.addRoundedRect(m_layout.title.adjusted(0.5, 0.5, -0.5, corner), corner, corner);
    painter.setClipRect(m_layout.title, Qt::IntersectClip);
    painter.drawPath(bar);
    painter.setClipping(false);
    paintPorts(painter);
    if (zoom >= zoomOfWords)
        paintTitle(painter);
    paintState(painter);
    painter.setOpacity(opacity);
    if (m_isBypassed) {
        painter.setPen(QPen(looks.warning, 1.5));
        painter.drawLine(body.topLeft() + QPointF(4, 4), body.bottomRight() - QPointF(4, 4));
    }
    if (m_isSelected || m_hint == NodeHint::Target) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(looks.accent, m_isActive || m_hint == NodeHint::Target ? 2.5 : 1.5));
        painter.drawRoundedRect(body.adjusted(-2, -2, 2, 2), corner + 2, corner + 2);
    }
}

void NodeItem::paintTitle(QPainter& painter) const
{
    const QColor words = wordsOn(m_fill);
    const QRectF& title = m_layout.title;
    if (m_type)
        icon(toQString(m_type->name)).paint(&painter, QRect(6, 5, 16, 16));
    const double rightEnd = m_status.errors + m_status.warnings > 0 ? m_layout.badge.left() : m_layout.eye.left();
    const QRectF place(titleHeight, 0, rightEnd - titleHeight - 2, title.height());
    painter.setPen(words);
    const QFontMetricsF metrics(painter.font());
    painter.drawText(place, Qt::AlignVCenter | Qt::AlignLeft,
                     metrics.elidedText(m_title, Qt::ElideRight, place.width()));
    if (m_type && !m_type->outputs.empty()) {
        const double opacity = painter.opacity();
        painter.setOpacity(opacity * (m_isShown ? 1 : 0.35));
        icon(m_isShown ? "eye" : "eye-off").paint(&painter, m_layout.eye.toRect().adjusted(5, 5, -5, -5));
        painter.setOpacity(opacity);
    }
}

void NodeItem::paintPorts(QPainter& painter) const
{
    const Theme& looks = theme();
    const double zoom = QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter.worldTransform());
    for (const PortSpot& port : m_layout.ports) {
        const bool isTarget = m_hint == NodeHint::Target && port.name == m_hintPort;
        const double radius = isTarget ? portRadius + 2 : portRadius;
        // A required input that waits for its link is a ring.
        painter.setBrush(port.isOpen ? looks.node : colourOfPort(port));
        painter.setPen(QPen(port.isOpen ? colourOfPort(port) : looks.nodeBorder, port.isOpen ? 2 : 1));
        painter.drawEllipse(port.centre, radius, radius);
        if (zoom < zoomOfWords)
            continue;
        painter.setPen(looks.text);
        const double inset = portRadius + padding - 2;
        const QRectF row(inset, port.centre.y() - 0.5 * rowHeight, m_layout.body.width() - 2 * inset, rowHeight);
        painter.drawText(row, Qt::AlignVCenter | (port.isInput ? Qt::AlignLeft : Qt::AlignRight), port.label);
    }
}

void NodeItem::paintState(QPainter& painter) const
{
    const Theme& looks = theme();
    const QRectF& body = m_layout.body;
    const double zoom = QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter.worldTransform());
    // The lower edge tells how the result stands, in colour and, for those that need it, by its length.
    if (m_type && !m_type->outputs.empty()) {
        const double share = m_status.progress >= 0 ? m_status.progress
                             : m_status.state == NodeState::Running || m_status.state == NodeState::Stale ? 0.15
                                                                                                          : 1.0;
        painter.setPen(QPen(colourOfState(m_status.state), 2, Qt::SolidLine, Qt::FlatCap));
        const double left = body.left() + corner, width = body.width() - 2 * corner;
        painter.drawLine(QPointF(left, body.bottom() - 1), QPointF(left + share * width, body.bottom() - 1));
    }
    if (zoom >= zoomOfWords && !m_status.figures.isEmpty()) {
        painter.setPen(looks.dimText);
        painter.drawText(m_layout.figure, Qt::AlignVCenter | Qt::AlignRight, m_status.figures);
    }
    const int count = m_status.errors > 0 ? m_status.errors : m_status.warnings;
    if (count == 0)
        return;
    const QColor fill = m_status.errors > 0 ? looks.error : looks.warning;
    const QRectF badge = m_layout.badge.adjusted(4, 4, -4, -4);
    painter.setBrush(fill);
    painter.setPen(Qt::NoPen);
    if (m_status.errors > 0)
        painter.drawRoundedRect(badge, 3, 3);
    else
        painter.drawPolygon(QPolygonF({{badge.center().x(), badge.top()}, badge.bottomRight(), badge.bottomLeft()}));
    painter.setPen(wordsOn(fill));
    painter.drawText(m_status.errors > 0 ? badge : badge.adjusted(0, 4, 0, 0), Qt::AlignCenter,
                     count > 1 ? QString::number(count) : QString("!"));
}

void NodeItem::paintReroute(QPainter& painter) const
{
    const Theme& looks = theme();
    painter.setBrush(m_layout.ports.empty() ? looks.dimText : colourOfPort(m_layout.ports.front()));
    painter.setPen(m_isSelected || m_hint == NodeHint::Target ? QPen(looks.accent, 2.5) : QPen(looks.nodeBorder, 1));
    painter.drawEllipse(m_layout.body);
}

void NodeItem::paintBackdrop(QPainter& painter, double zoom) const
{
    const Theme& looks = theme();
    const QRectF& body = m_layout.body;
    QColor fill = m_fill;
    fill.setAlphaF(0.55f);
    painter.setBrush(fill);
    painter.setPen(QPen(m_isSelected ? looks.accent : m_fill.lighter(150), m_isSelected ? 2 : 1));
    painter.drawRoundedRect(body, corner, corner);
    fill.setAlphaF(0.9f);
    painter.setClipRect(m_layout.title, Qt::IntersectClip);
    painter.setBrush(fill);
    painter.drawRoundedRect(m_layout.title.adjusted(0, 0, 0, corner), corner, corner);
    painter.setClipping(false);
    if (zoom < zoomOfPorts)
        return;
    painter.setPen(wordsOn(m_fill));
    QFont bold = painter.font();
    bold.setBold(true);
    painter.setFont(bold);
    painter.drawText(m_layout.title.adjusted(padding, 0, -padding, 0), Qt::AlignVCenter | Qt::AlignLeft,
                     m_title.isEmpty() ? toQString(m_name) : m_title);
    bold.setBold(false);
    painter.setFont(bold);
    painter.setPen(looks.text);
    painter.drawText(body.adjusted(padding, titleHeight + 4, -padding, -padding), Qt::TextWordWrap, m_note);
    painter.setPen(QPen(looks.dimText, 1));
    for (const double inset : {4.0, 8.0, 12.0})
        painter.drawLine(body.bottomRight() - QPointF(inset, 3), body.bottomRight() - QPointF(3, inset));
}

} // namespace sastrugi::studio
