// A link as it is drawn: a curve from an output to an input.
#pragma once

#include "nodes/graph/Node.h"
#include "nodes/graph/Port.h"

#include <QColor>
#include <QGraphicsItem>
#include <QPainterPath>
#include <QPolygonF>

#include <optional>

namespace sastrugi::studio
{

/// The curve that all wires follow, from an output to an input.
QPainterPath wirePath(const QPointF& from, const QPointF& to);

class WireItem : public QGraphicsItem
{
public:
    enum { Type = UserType + 2 };
    int type() const override { return Type; }

    WireItem(const Link& link, bool isBroken);

    const Link& link() const { return m_link; }
    std::optional<PortType> portType() const { return m_type; }
    bool isBroken() const { return m_isBroken; }
    const QPainterPath& path() const { return m_path; }

    void show(const QPointF& from, const QPointF& to, std::optional<PortType> type);
    /// Drawn brighter, as what a node would be dropped on, or as what is about to be cut.
    void setHighlighted(bool isHighlighted);
    void setCut(bool isCut);
    void setDimmed(bool isDimmed);
    /// The distance of a point of the scene.
    double distanceTo(const QPointF& point) const;
    bool touches(const QRectF& area) const;

    QRectF boundingRect() const override { return m_bounds; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    Link m_link;
    bool m_isBroken;
    std::optional<PortType> m_type;
    QPainterPath m_path;
    QPolygonF m_line; // the curve in short pieces: those that are seen are drawn, and no others
    QRectF m_bounds;
    QPointF m_from, m_to;
    bool m_isHighlighted = false, m_isCut = false;
};

} // namespace sastrugi::studio
