// The items of the graph, kept as the document has it: one for each node and each link.
#pragma once

#include "app/studio/document/Selection.h"
#include "app/studio/evaluation/Evaluation.h"
#include "app/studio/graph/NodeItem.h"
#include "app/studio/graph/WireItem.h"

#include <QGraphicsScene>

#include <map>
#include <set>
#include <unordered_map>

namespace sastrugi::studio
{

/// A port under the mouse.
struct PortAt {
    NodeItem* node = nullptr;
    const PortSpot* port = nullptr;
    explicit operator bool() const { return port != nullptr; }
};

class GraphScene : public QGraphicsScene
{
    Q_OBJECT

public:
    GraphScene(Document& document, Selection& selection, Evaluation& evaluation, QObject* parent = nullptr);

    /// Null when there is none.
    NodeItem* node(const std::string& name) const;
    WireItem* wire(const Link& link) const;
    const std::map<Link, WireItem*>& wires() const { return m_wires; }
    std::vector<NodeItem*> nodes() const;

    /// The topmost one at a point; backdrops only by their title and grip. Null when there is none.
    NodeItem* nodeAt(const QPointF& point) const;
    PortAt portAt(const QPointF& point, double reach) const;
    WireItem* wireAt(const QPointF& point, double reach) const;
    /// Nodes that touch an area; backdrops only where it holds them whole.
    std::vector<std::string> nodesIn(const QRectF& area) const;
    /// Around these nodes; around all when there are none.
    QRectF boundsOf(const std::vector<std::string>& names) const;
    /// All anew: with another theme or font.
    void showAgain();
    /// Around all nodes, with a margin in which the view may be panned.
    void growSceneRect();

private:
    void rebuild();
    void follow(const Graph& before, const GraphChange& change);
    void addNode(const Node& node);
    void addWire(const Link& link, bool isBroken);
    void removeWire(const Link& link);
    void showNode(const std::string& name);
    void moveNodes(const std::vector<std::string>& names);
    QPointF outputOf(const Link& link) const;
    QPointF inputOf(const Link& link) const;
    void showWiresOf(const std::set<std::string>& names);
    void showWire(WireItem& wire);
    void showSelection();

    const Document& m_document;
    const Selection& m_selection;
    const Evaluation& m_evaluation;
    std::unordered_map<std::string, NodeItem*> m_nodes;
    std::map<Link, WireItem*> m_wires;
    std::unordered_map<std::string, std::set<WireItem*>> m_wiresOf; // by node at either end
    std::set<std::string> m_shownAsSelected;
    std::string m_shownAsActive;
};

} // namespace sastrugi::studio
