#include "app/studio/graph/DragWire.h"

#include "app/studio/graph/GraphView.h"
#include "app/studio/graph/localised.h"
#include "app/studio/looks/Theme.h"

#include "nodes/graph/GraphEdits.h"

namespace sastrugi::studio
{

namespace
{

/// Around a port, in pixels of the window.
constexpr double reachInPixels = 16;

/// The node and all that it depends on, or all that depends on it.
std::set<std::string> nodesAlong(const Graph& graph, const std::string& start, bool isUpstream)
{
    std::multimap<std::string_view, std::string_view> next;
    for (const Link& link : graph.links())
        if (isUpstream)
            next.emplace(link.toNode, link.fromNode);
        else
            next.emplace(link.fromNode, link.toNode);
    std::set<std::string> reached;
    std::vector<std::string> todo = {start};
    while (!todo.empty()) {
        const std::string name = std::move(todo.back());
        todo.pop_back();
        if (!reached.insert(name).second)
            continue;
        const auto [first, last] = next.equal_range(name);
        for (auto it = first; it != last; ++it)
            todo.emplace_back(it->second);
    }
    return reached;
}

} // namespace

DragWire::DragWire(const GraphContext& context, const PortAt& grabbed)
    : m_context(context), m_node(grabbed.node->name()), m_port(grabbed.port->name),
      m_isFromOutput(!grabbed.port->isInput)
{
    const Graph& graph = m_context.document.graph();
    if (!m_isFromOutput) {
        const Node& node = graph.node(m_node);
        const NodeType* type = graph.typeOf(node);
        const Port* input = type ? type->findInput(m_port) : nullptr;
        const std::vector<Link> links = graph.linksInto(m_node, m_port);
        if (!links.empty() && !(input && input->acceptsMany())) {
            m_taken = links.front();
            m_node = m_taken->fromNode;
            m_port = m_taken->fromPort;
            m_isFromOutput = true;
        }
    }
    m_type = m_isFromOutput ? graph.typeOfOutput(m_node, m_port) : graph.typeOfInput(m_node, m_port);
    m_forbidden = nodesAlong(graph, m_node, m_isFromOutput);
    m_from = m_end = m_context.scene.node(m_node)->portPosition(m_port, !m_isFromOutput);
    if (m_taken)
        if (WireItem* wire = m_context.scene.wire(*m_taken))
            wire->setVisible(false);
    dimWhatDoesNotFit();
}

DragWire::~DragWire()
{
    for (NodeItem* item : m_context.scene.nodes())
        item->setHint(NodeHint::None);
    if (m_taken)
        if (WireItem* wire = m_context.scene.wire(*m_taken))
            wire->setVisible(true);
}

bool DragWire::mayFit(const NodeItem& item, const PortSpot& port) const
{
    return port.isInput == m_isFromOutput && !m_forbidden.contains(item.name()) &&
           (!port.type || !m_type || *port.type == *m_type);
}

void DragWire::dimWhatDoesNotFit()
{
    for (NodeItem* item : m_context.scene.nodes()) {
        const std::vector<PortSpot>& ports = item->layout().ports;
        const bool fits =
            std::any_of(ports.begin(), ports.end(), [&](const PortSpot& port) { return mayFit(*item, port); });
        const bool isStart = item->name() == m_node;
        item->setHint(fits || isStart || item->nodeShape() == NodeShape::Backdrop ? NodeHint::None : NodeHint::Dimmed);
    }
}

Link DragWire::linkTo(const std::string& node, const std::string& port) const
{
    return m_isFromOutput ? Link{m_node, m_port, node, port} : Link{node, port, m_node, m_port};
}

void DragWire::move(const QPointF& point, Qt::KeyboardModifiers)
{
    m_end = point;
    if (m_target.node)
        m_target.node->setHint(NodeHint::None);
    m_target = m_context.scene.portAt(point, reachInPixels * m_context.view.pixelSize());
    NodeItem* over = m_target ? m_target.node : m_context.scene.nodeAt(point);
    if (over && over->nodeShape() == NodeShape::Reroute)
        m_target = {};     // whichever side of it
    if (!m_target && over) // anywhere on a node: its first port that fits
        for (const PortSpot& port : over->layout().ports)
            if (mayFit(*over, port) &&
                whyNotReplacing(m_context.document.graph(), linkTo(over->name(), port.name)).empty()) {
                m_target = {over, &port};
                break;
            }
    m_reason.clear();
    if (m_target && m_target.node->name() == m_node) {
        if (m_target.port->isInput == m_isFromOutput)
            m_reason = localised("a node cannot feed itself");
        m_target = {};
        return;
    }
    if (!m_target) {
        if (over && over->name() != m_node && over->nodeShape() != NodeShape::Backdrop)
            m_reason = localised("'%1' has no port for this").arg(toQString(over->name()));
        return;
    }
    const Link link = linkTo(m_target.node->name(), m_target.port->name);
    const bool isSame = m_taken && link == *m_taken;
    std::string reason;
    if (m_target.port->isInput != m_isFromOutput)
        reason = m_isFromOutput ? "a wire leads from an output to an input; this is an output, too"
                                : "a wire leads from an output to an input; this is an input, too";
    else if (!isSame)
        reason = whyNotReplacing(m_context.document.graph(), link);
    if (!reason.empty()) {
        m_reason = toQString(reason);
        m_target = {};
        return;
    }
    m_target.node->setHint(NodeHint::Target, m_target.port->name);
    m_end = m_target.node->portPosition(m_target.port->name, m_target.port->isInput);
}

void DragWire::release(const QPointF& point, Qt::KeyboardModifiers modifiers)
{
    move(point, modifiers);
    if (m_target) {
        const Link link = linkTo(m_target.node->name(), m_target.port->name);
        if (m_taken && link == *m_taken)
            return;
        const std::optional<Link> taken = m_taken;
        m_context.document.edit(taken ? localised("Move Wire") : localised("Connect"), [&](Graph& graph) {
            if (taken)
                graph.disconnect(*taken);
            connectReplacing(graph, link);
        });
    } else if (m_taken && m_reason.isEmpty())
        m_context.document.edit(localised("Disconnect"), [&](Graph& graph) { graph.disconnect(*m_taken); });
    else if (m_reason.isEmpty())
        m_context.view.offerNodesFor({m_node, m_port, m_isFromOutput}, point);
    else
        m_context.view.say(m_reason);
}

void DragWire::cancel() {}

void DragWire::paint(QPainter& painter, double pixel) const
{
    const QColor colour = !m_reason.isEmpty() ? theme().error : m_type ? colourOf(*m_type) : theme().dimText;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colour, 2 * pixel, m_target ? Qt::SolidLine : Qt::DashLine));
    painter.drawPath(m_isFromOutput ? wirePath(m_from, m_end) : wirePath(m_end, m_from));
    if (!m_reason.isEmpty())
        m_context.view.paintNote(painter, m_end, m_reason);
}

} // namespace sastrugi::studio
