// A node as it is drawn. Holds no truth: all it shows comes from the document and the evaluation.
#pragma once

#include "app/studio/evaluation/NodeStatus.h"
#include "app/studio/graph/NodeLayout.h"

#include <QGraphicsItem>

namespace sastrugi::studio
{

/// What is drawn over a node while something is dragged.
enum class NodeHint { None, Dimmed, Target };

class NodeItem : public QGraphicsItem
{
public:
    enum { Type = UserType + 1 };
    int type() const override { return Type; }

    explicit NodeItem(const Graph& graph, const Node& node);

    const std::string& name() const { return m_name; }
    NodeShape nodeShape() const { return m_shape; }
    const NodeLayout& layout() const { return m_layout; }
    /// Of the node on the minimap.
    QColor mapColour() const;
    const NodeStatus& status() const { return m_status; }

    /// Takes over what the graph says of the node now.
    void show(const Graph& graph, const Node& node);
    void show(const NodeStatus& status, const Graph& graph);
    void setHint(NodeHint hint, const std::string& port = {});
    bool isMarkedAsSelected() const { return m_isSelected; }
    void setIsSelected(bool isSelected, bool isActive);

    /// In scene coordinates.
    QPointF portPosition(std::string_view port, bool isInput) const;
    /// The port whose dot is at most `reach` away from a point of the scene, or null.
    const PortSpot* portAt(const QPointF& point, double reach) const;
    /// Where a backdrop is dragged to change its size, in its own coordinates.
    QRectF sizeGrip() const;

    QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    void paintBox(QPainter& painter, double zoom) const;
    void paintTitle(QPainter& painter) const;
    void paintPorts(QPainter& painter) const;
    void paintState(QPainter& painter) const;
    void paintReroute(QPainter& painter) const;
    void paintBackdrop(QPainter& painter, double zoom) const;
    void updateToolTip();
    const PortSpot* portAtRim(const QPointF& local, double reach) const;
    void updateLayout(const Graph& graph, const Node& node);

    std::string m_name;
    NodeShape m_shape;
    NodeLayout m_layout;
    NodeStatus m_status;
    const NodeType* m_type = nullptr;
    QString m_title, m_note;
    QColor m_fill;
    bool m_isBypassed = false, m_isShown = false, m_isSelected = false, m_isActive = false;
    NodeHint m_hint = NodeHint::None;
    std::string m_hintPort;
};

} // namespace sastrugi::studio
