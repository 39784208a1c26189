#include "app/studio/graph/MoveNodes.h"

#include "app/studio/graph/localised.h"

#include "nodes/graph/GraphEdits.h"

#include <cmath>

namespace sastrugi::studio
{

namespace
{

constexpr double gap = 40; // between nodes of a chain

QRectF bodyOf(const Graph& graph, const GraphScene& scene, const std::string& name)
{
    const Node& node = graph.node(name);
    return scene.node(name)->layout().body.translated(node.x, node.y);
}

void shiftRight(Graph& graph, const std::string& name, double missing)
{
    if (missing > 0)
        graph.move(name, graph.node(name).x + gridStep * std::ceil(missing / gridStep), graph.node(name).y);
}

/// Moves down what lies below nodes that were moved, and what then lies below that.
void pushDown(Graph& graph, const GraphScene& scene, std::vector<std::string> moved)
{
    std::set<std::string> placed(moved.begin(), moved.end());
    for (std::size_t i = 0; i < moved.size(); ++i)
        for (const NodeItem* item : scene.nodes()) {
            const QRectF above = bodyOf(graph, scene, moved[i]);
            if (item->nodeShape() != NodeShape::Box || placed.contains(item->name()) ||
                !bodyOf(graph, scene, item->name()).intersects(above))
                continue;
            const double y = gridStep * std::ceil((above.bottom() + 0.5 * gap) / gridStep);
            graph.move(item->name(), graph.node(item->name()).x, y);
            placed.insert(item->name());
            moved.push_back(item->name());
        }
}

/// After a node came between two: it keeps its distance from the one before it, what follows makes room for it, and
/// nothing is covered by what was moved.
void makeRoom(Graph& graph, const GraphScene& scene, const std::string& spliced, const Link& link)
{
    if (!scene.node(spliced) || !scene.node(link.fromNode) || !scene.node(link.toNode))
        return;
    shiftRight(graph, spliced, bodyOf(graph, scene, link.fromNode).right() + gap - graph.node(spliced).x);
    const double missing = bodyOf(graph, scene, spliced).right() + gap - graph.node(link.toNode).x;
    std::vector<std::string> moved = {spliced};
    for (const std::string& name : graph.order())
        if (missing > 0 && name != spliced && scene.node(name) && graph.dependsOn(name, link.toNode)) {
            shiftRight(graph, name, missing);
            moved.push_back(name);
        }
    pushDown(graph, scene, std::move(moved));
}

} // namespace

MoveNodes::MoveNodes(const GraphContext& context, const QPointF& start)
    : m_context(context), m_start(start), m_gesture(context.document.newGesture())
{
    collect();
}

MoveNodes::~MoveNodes() { highlight(nullptr); }

void MoveNodes::collect()
{
    std::set<std::string> names(m_context.selection.nodes().begin(), m_context.selection.nodes().end());
    for (const std::string& name : m_context.selection.nodes()) {
        const NodeItem* item = m_context.scene.node(name);
        if (!item || item->nodeShape() != NodeShape::Backdrop)
            continue;
        const QRectF area = item->layout().body.translated(item->pos());
        for (const NodeItem* other : m_context.scene.nodes())
            if (area.contains(other->layout().body.translated(other->pos())))
                names.insert(other->name());
    }
    for (const std::string& name : names)
        if (const NodeItem* item = m_context.scene.node(name))
            m_nodes.push_back({name, item->pos()});
}

void MoveNodes::move(const QPointF& point, Qt::KeyboardModifiers modifiers)
{
    if (m_nodes.empty())
        return;
    QPointF shift = point - m_start;
    if (!modifiers.testFlag(Qt::AltModifier)) { // the first node snaps, the others keep their places beside it
        const QPointF wish = m_nodes.front().from + shift;
        const QPointF snapped(gridStep * std::round(wish.x() / gridStep), gridStep * std::round(wish.y() / gridStep));
        shift += snapped - wish;
    }
    const QString name =
        m_nodes.size() == 1 ? localised("Move Node") : localised("Move %1 Nodes").arg(static_cast<int>(m_nodes.size()));
    m_context.document.edit(
        name,
        [&](Graph& graph) {
            std::map<std::string, NodePosition, std::less<>> positions;
            for (const Moved& moved : m_nodes)
                positions.emplace(moved.name, NodePosition{moved.from.x() + shift.x(), moved.from.y() + shift.y()});
            graph.move(positions);
        },
        m_gesture);
    findWire();
}

void MoveNodes::findWire()
{
    highlight(nullptr);
    if (m_nodes.size() != 1)
        return;
    const std::string& name = m_nodes.front().name;
    const NodeItem* item = m_context.scene.node(name);
    if (!item || item->nodeShape() == NodeShape::Backdrop)
        return;
    const Graph& graph = m_context.document.graph();
    for (const Link& link : graph.links())
        if (link.fromNode == name || link.toNode == name)
            return; // it has its place already
    const QRectF body = item->layout().body.translated(item->pos());
    WireItem* nearest = nullptr;
    for (const auto& [link, wire] : m_context.scene.wires())
        if (!wire->isBroken() && wire->touches(body) && spliceFor(graph, name, link) &&
            (!nearest || wire->distanceTo(body.center()) < nearest->distanceTo(body.center())))
            nearest = wire;
    if (nearest)
        highlight(nearest);
}

void MoveNodes::highlight(WireItem* wire)
{
    if (m_link)
        if (WireItem* before = m_context.scene.wire(*m_link))
            before->setHighlighted(false);
    m_link = wire ? std::optional(wire->link()) : std::nullopt;
    if (wire)
        wire->setHighlighted(true);
}

void MoveNodes::release(const QPointF& point, Qt::KeyboardModifiers modifiers)
{
    move(point, modifiers);
    if (!m_link)
        return;
    const Link link = *m_link;
    const std::string& name = m_nodes.front().name;
    highlight(nullptr);
    m_context.document.edit(
        localised("Insert Node into Wire"),
        [&](Graph& graph) {
            if (const std::optional<Splice> ports = spliceFor(graph, name, link)) {
                splice(graph, name, link, *ports);
                makeRoom(graph, m_context.scene, name, link);
            }
        },
        m_gesture);
}

void MoveNodes::cancel()
{
    highlight(nullptr);
    m_context.document.cancel(m_gesture);
}

} // namespace sastrugi::studio
