#include "app/studio/graph/GraphScene.h"

#include <algorithm>

namespace sastrugi::studio
{

GraphScene::GraphScene(Document& document, Selection& selection, Evaluation& evaluation, QObject* parent)
    : QGraphicsScene(parent), m_document(document), m_selection(selection), m_evaluation(evaluation)
{
    setItemIndexMethod(QGraphicsScene::NoIndex); // dragging many nodes costs more with an index than it saves
    connect(&document, &Document::graphChanged, this, &GraphScene::follow);
    connect(&document, &Document::replaced, this, &GraphScene::rebuild);
    connect(&selection, &Selection::changed, this, &GraphScene::showSelection);
    connect(&evaluation, &Evaluation::statusChanged, this, [this](const std::set<std::string>& names) {
        for (const std::string& name : names)
            if (NodeItem* item = node(name); item && m_document.graph().find(name))
                item->show(m_evaluation.status(name), m_document.graph());
    });
    rebuild();
}

NodeItem* GraphScene::node(const std::string& name) const
{
    const auto found = m_nodes.find(name);
    return found != m_nodes.end() ? found->second : nullptr;
}

WireItem* GraphScene::wire(const Link& link) const
{
    const auto found = m_wires.find(link);
    return found != m_wires.end() ? found->second : nullptr;
}

std::vector<NodeItem*> GraphScene::nodes() const
{
    std::vector<NodeItem*> all;
    for (const Node& shown : m_document.graph().nodes())
        if (NodeItem* item = node(shown.name))
            all.push_back(item);
    return all;
}

void GraphScene::rebuild()
{
    clear();
    m_nodes.clear();
    m_wires.clear();
    m_wiresOf.clear();
    m_shownAsSelected.clear();
    m_shownAsActive.clear();
    const Graph& graph = m_document.graph();
    for (const Node& shown : graph.nodes())
        addNode(shown);
    for (const Link& link : graph.links())
        addWire(link, false);
    for (const Link& link : graph.brokenLinks())
        addWire(link, true);
    setSceneRect({});
    growSceneRect();
    showSelection();
}

void GraphScene::addNode(const Node& shown)
{
    // The scene node has no ports; its values stand in the panel when nothing is selected.
    if (shown.name == Graph::sceneNode)
        return;
    auto* item = new NodeItem(m_document.graph(), shown);
    item->show(m_evaluation.status(shown.name), m_document.graph());
    item->setIsSelected(m_selection.contains(shown.name), shown.name == m_selection.active());
    m_nodes.emplace(shown.name, item);
    addItem(item);
}

void GraphScene::addWire(const Link& link, bool isBroken)
{
    if (!node(link.fromNode) || !node(link.toNode))
        return; // a broken link of a file; the log names it
    auto* item = new WireItem(link, isBroken);
    m_wires.emplace(link, item);
    m_wiresOf[link.fromNode].insert(item);
    m_wiresOf[link.toNode].insert(item);
    addItem(item);
    showWire(*item);
}

void GraphScene::removeWire(const Link& link)
{
    const auto found = m_wires.find(link);
    if (found == m_wires.end())
        return;
    for (const std::string& end : {link.fromNode, link.toNode})
        m_wiresOf[end].erase(found->second);
    delete found->second;
    m_wires.erase(found);
}

void GraphScene::showWire(WireItem& item)
{
    const Link& link = item.link();
    const Graph& graph = m_document.graph();
    std::optional<PortType> type = graph.typeOfOutput(link.fromNode, link.fromPort);
    if (!type)
        type = graph.typeOfInput(link.toNode, link.toPort);
    item.show(outputOf(link), inputOf(link), type);
}

void GraphScene::showNode(const std::string& name)
{
    NodeItem* item = node(name);
    const Node* shown = m_document.graph().find(name);
    if (item && shown)
        item->show(m_document.graph(), *shown);
}

void GraphScene::moveNodes(const std::vector<std::string>& names)
{
    const std::set<std::string> moved(names.begin(), names.end());
    std::set<WireItem*> touched;
    for (const Node& shown : m_document.graph().nodes()) {
        if (!moved.contains(shown.name))
            continue;
        if (NodeItem* item = node(shown.name))
            item->setPos(shown.x, shown.y);
        if (const auto found = m_wiresOf.find(shown.name); found != m_wiresOf.end())
            touched.insert(found->second.begin(), found->second.end());
    }
    for (WireItem* wire : touched)
        wire->show(outputOf(wire->link()), inputOf(wire->link()), wire->portType());
}

QPointF GraphScene::outputOf(const Link& link) const { return node(link.fromNode)->portPosition(link.fromPort, false); }

QPointF GraphScene::inputOf(const Link& link) const { return node(link.toNode)->portPosition(link.toPort, true); }

void GraphScene::showWiresOf(const std::set<std::string>& names)
{
    std::set<WireItem*> touched;
    for (const std::string& name : names)
        if (const auto found = m_wiresOf.find(name); found != m_wiresOf.end())
            touched.insert(found->second.begin(), found->second.end());
    for (WireItem* item : touched)
        showWire(*item);
}

void GraphScene::follow(const Graph&, const GraphChange& change)
{
    const Graph& graph = m_document.graph();
    for (const Link& link : change.removedLinks)
        removeWire(link);
    for (const std::string& name : change.removed)
        if (NodeItem* item = node(name)) {
            m_nodes.erase(name);
            m_wiresOf.erase(name);
            m_shownAsSelected.erase(name);
            delete item;
        }
    for (const std::string& name : change.added)
        addNode(graph.node(name));

    moveNodes(change.moved);
    std::set<std::string> touched(change.changed.begin(), change.changed.end());
    for (const std::vector<Link>* links : {&change.addedLinks, &change.removedLinks})
        for (const Link& link : *links) {
            touched.insert(link.fromNode);
            touched.insert(link.toNode);
        }
    if (!change.addedLinks.empty() || !change.removedLinks.empty())
        for (const auto& [name, item] : m_nodes) // what flows through them may be of another type now
            if (item->nodeShape() == NodeShape::Reroute)
                touched.insert(name);
    for (const std::string& name : touched)
        showNode(name);
    for (const Link& link : change.addedLinks) {
        const SharedList<Link>& broken = graph.brokenLinks();
        addWire(link, std::find(broken.begin(), broken.end(), link) != broken.end());
    }
    showWiresOf(touched);
    if (!change.added.empty() || !change.moved.empty() || !change.changed.empty())
        growSceneRect();
}

void GraphScene::showSelection()
{
    std::set<std::string> selected(m_selection.nodes().begin(), m_selection.nodes().end());
    std::set<std::string> touched = m_shownAsSelected;
    touched.insert(selected.begin(), selected.end());
    touched.insert(m_shownAsActive);
    m_shownAsActive = m_selection.active();
    for (const std::string& name : touched)
        if (NodeItem* item = node(name)) {
            item->setIsSelected(selected.contains(name), name == m_shownAsActive);
            if (item->nodeShape() != NodeShape::Backdrop)
                item->setZValue(selected.contains(name) ? 2 : 1);
        }
    m_shownAsSelected = std::move(selected);
}

NodeItem* GraphScene::nodeAt(const QPointF& point) const
{
    for (QGraphicsItem* item : items(point, Qt::IntersectsItemBoundingRect, Qt::DescendingOrder)) {
        auto* candidate = qgraphicsitem_cast<NodeItem*>(item);
        if (!candidate)
            continue;
        const QPointF local = point - candidate->pos();
        const bool isHit = candidate->nodeShape() == NodeShape::Backdrop
                               ? candidate->layout().title.contains(local) || candidate->sizeGrip().contains(local)
                               : candidate->layout().body.contains(local);
        if (isHit)
            return candidate;
    }
    return nullptr;
}

PortAt GraphScene::portAt(const QPointF& point, double reach) const
{
    const QRectF area(point - QPointF(reach, reach), QSizeF(2 * reach, 2 * reach));
    for (QGraphicsItem* item : items(area, Qt::IntersectsItemBoundingRect, Qt::DescendingOrder))
        if (auto* candidate = qgraphicsitem_cast<NodeItem*>(item))
            if (const PortSpot* port = candidate->portAt(point, reach))
                return {candidate, port};
    return {};
}

WireItem* GraphScene::wireAt(const QPointF& point, double reach) const
{
    const QRectF area(point - QPointF(reach, reach), QSizeF(2 * reach, 2 * reach));
    WireItem* nearest = nullptr;
    for (QGraphicsItem* item : items(area, Qt::IntersectsItemBoundingRect))
        if (auto* candidate = qgraphicsitem_cast<WireItem*>(item)) {
            const double distance = candidate->distanceTo(point);
            if (distance <= reach) {
                reach = distance;
                nearest = candidate;
            }
        }
    return nearest;
}

std::vector<std::string> GraphScene::nodesIn(const QRectF& area) const
{
    std::vector<std::string> names;
    for (QGraphicsItem* item : items(area, Qt::IntersectsItemBoundingRect))
        if (auto* candidate = qgraphicsitem_cast<NodeItem*>(item)) {
            const QRectF body = candidate->layout().body.translated(candidate->pos());
            if (candidate->nodeShape() == NodeShape::Backdrop ? area.contains(body) : area.intersects(body))
                names.push_back(candidate->name());
        }
    return names;
}

QRectF GraphScene::boundsOf(const std::vector<std::string>& names) const
{
    QRectF bounds;
    if (names.empty()) {
        for (const auto& [name, item] : m_nodes)
            bounds |= item->layout().body.translated(item->pos());
        return bounds;
    }
    for (const std::string& name : names)
        if (const NodeItem* item = node(name))
            bounds |= item->layout().body.translated(item->pos());
    return bounds;
}

void GraphScene::showAgain()
{
    std::set<std::string> names;
    for (const auto& [name, item] : m_nodes) {
        names.insert(name);
        showNode(name);
    }
    showWiresOf(names);
    update();
}

void GraphScene::growSceneRect()
{
    // In steps, so that a drag does not change it with every move of the mouse.
    constexpr double margin = 4000, least = 1500;
    const QRectF bounds = boundsOf({}) | QRectF(0, 0, 1, 1);
    if (!sceneRect().contains(bounds.adjusted(-least, -least, least, least)))
        setSceneRect(bounds.adjusted(-margin, -margin, margin, margin));
}

} // namespace sastrugi::studio
