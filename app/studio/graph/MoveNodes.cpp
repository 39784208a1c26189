#include "app/studio/graph/MoveNodes.h"

#include "nodes/graph/GraphEdits.h"

#include <QCoreApplication>

#include <cmath>

namespace sastrugi::studio
{

namespace
{

QString tr(const char* text, int n = -1) { return QCoreApplication::translate("MoveNodes", text, nullptr, n); }

/// Moves what lies to the right of a spliced node out of its way: all that depends on it, by as much as is missing.
void makeRoom(Graph& graph, const GraphScene& scene, const std::string& spliced, const std::string& next)
{
    constexpr double gap = 40;
    const NodeItem *item = scene.node(spliced), *nextItem = scene.node(next);
    if (!item || !nextItem)
        return;
    const double missing = graph.node(spliced).x + item->layout().body.width() + gap - graph.node(next).x;
    if (missing <= 0)
        return;
    const double shift = gridStep * std::ceil(missing / gridStep);
    for (const std::string& name : graph.order())
        if (name != spliced && graph.dependsOn(name, next))
            graph.move(name, graph.node(name).x + shift, graph.node(name).y);
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
        m_nodes.size() == 1 ? tr("Move Node") : tr("Move %1 Nodes").arg(static_cast<int>(m_nodes.size()));
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
    WireItem* wire = m_context.scene.wireAt(body.center(), 0.5 * body.height());
    if (wire && !wire->isBroken() && spliceFor(graph, name, wire->link()))
        highlight(wire);
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
        tr("Insert Node into Wire"),
        [&](Graph& graph) {
            if (const std::optional<Splice> ports = spliceFor(graph, name, link)) {
                splice(graph, name, link, *ports);
                makeRoom(graph, m_context.scene, name, link.toNode);
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
