#include "nodes/graph/GraphEdits.h"

#include <algorithm>

namespace sastrugi
{

namespace
{

Graph withFreeInput(const Graph& graph, const Link& link)
{
    Graph freed = graph;
    const Node* to = graph.find(link.toNode);
    const NodeType* type = to ? graph.typeOf(*to) : nullptr;
    const Port* input = type ? type->findInput(link.toPort) : nullptr;
    if (input && !input->acceptsMany())
        for (const Link& other : graph.linksInto(link.toNode, link.toPort))
            if (other != link)
                freed.disconnect(other);
    return freed;
}

const Port* firstOf(const std::vector<Port>& ports, PortType type)
{
    for (const Port& port : ports)
        if (port.type == type || port.type == PortType::Any)
            return &port;
    return nullptr;
}

bool contains(const std::vector<std::string>& names, std::string_view name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

} // namespace

std::string whyNotReplacing(const Graph& graph, const Link& link) { return withFreeInput(graph, link).whyNot(link); }

void connectReplacing(Graph& graph, const Link& link)
{
    Graph freed = withFreeInput(graph, link);
    freed.connect(link);
    graph = std::move(freed);
}

std::optional<Link> fittingLink(const Graph& graph, std::string_view from, std::string_view to)
{
    const NodeType *fromType = graph.typeOf(graph.node(from)), *toType = graph.typeOf(graph.node(to));
    if (!fromType || !toType)
        return {};
    for (const Port& output : fromType->outputs)
        for (const Port& input : toType->inputs) {
            const Link link{std::string(from), output.name, std::string(to), input.name};
            if (graph.whyNot(link).empty())
                return link;
        }
    return {};
}

std::optional<Splice> spliceFor(const Graph& graph, const NodeType& type, const Link& link)
{
    const std::optional<PortType> flows = graph.typeOfOutput(link.fromNode, link.fromPort);
    if (!flows)
        return {};
    const Port *input = firstOf(type.inputs, *flows), *output = firstOf(type.outputs, *flows);
    if (!input || !output)
        return {};
    return Splice{input->name, output->name};
}

std::optional<Splice> spliceFor(const Graph& graph, std::string_view node, const Link& link)
{
    const NodeType* type = graph.typeOf(graph.node(node));
    if (!type || link.fromNode == node || link.toNode == node)
        return {};
    const std::optional<Splice> ports = spliceFor(graph, *type, link);
    if (!ports)
        return {};
    Graph tried = graph;
    try {
        splice(tried, node, link, *ports);
    } catch (const Error&) {
        return {};
    }
    return ports;
}

void splice(Graph& graph, std::string_view node, const Link& link, const Splice& ports)
{
    Graph spliced = graph;
    spliced.disconnect(link);
    connectReplacing(spliced, {link.fromNode, link.fromPort, std::string(node), ports.input});
    spliced.connect({std::string(node), ports.output, link.toNode, link.toPort});
    graph = std::move(spliced);
}

void removeNodes(Graph& graph, const std::vector<std::string>& names)
{
    for (const std::string& name : names) {
        const NodeType* type = graph.typeOf(graph.node(name));
        if (!type || !type->isReserved)
            graph.remove(name);
    }
}

void dissolveNodes(Graph& graph, const std::vector<std::string>& names)
{
    // What bypassed nodes would hand on is exactly what has to be linked.
    Graph bypassed = graph;
    for (const std::string& name : names)
        if (const NodeType* type = graph.typeOf(graph.node(name)); type && !type->isReserved)
            bypassed.setBypassed(name, true);
    std::vector<Link> bridges;
    for (const Link& link : graph.links())
        if (contains(names, link.fromNode) && !contains(names, link.toNode))
            if (const std::optional<Link> source = bypassed.sourceOf(link.fromNode, link.fromPort))
                bridges.push_back({source->fromNode, source->fromPort, link.toNode, link.toPort});
    removeNodes(graph, names);
    for (const Link& bridge : bridges)
        if (graph.find(bridge.fromNode) && graph.whyNot(bridge).empty())
            graph.connect(bridge);
}

std::string insertReroute(Graph& graph, const Link& link, double x, double y)
{
    Graph changed = graph;
    const std::string name = changed.add("layout.reroute");
    changed.move(name, x, y);
    splice(changed, name, link, {"in", "out"});
    graph = std::move(changed);
    return name;
}

} // namespace sastrugi
