#include "nodes/types/followingNodes.h"

#include <algorithm>
#include <array>

namespace sastrugi
{

namespace
{

/// A type of node that follows, and the port by which things pass through it.
struct Kind {
    std::string_view type, port;
    PortType passes;
};

constexpr std::array<Kind, 2> kinds = {
    {{"motion.keyFrames", "boundary", PortType::Boundary}, {"motion.emitterKeyFrames", "emitter", PortType::Emitter}}};

const Kind* kindOf(const Node& node)
{
    for (const Kind& kind : kinds)
        if (node.type == kind.type)
            return &kind;
    return nullptr;
}

} // namespace

std::vector<std::string> followingNodes(const Graph& graph, std::string_view solver)
{
    std::vector<std::string> names;
    for (const std::string& name : graph.order()) {
        const Node& node = graph.node(name);
        if (kindOf(node) && !graph.isPassing(node) && graph.dependsOn(solver, name))
            names.push_back(name);
    }
    return names;
}

std::string followedNode(const Graph& graph, std::string_view following)
{
    std::string name(following);
    const Kind* kind = kindOf(graph.node(name));
    while (true) {
        const NodeType* type = graph.typeOf(graph.node(name));
        if (!kind || !type)
            return name;
        // The first input of what it gives is what it hands on.
        const auto passing = std::ranges::find(type->inputs, kind->passes, &Port::type);
        const std::vector<Link> sources =
            passing != type->inputs.end() ? graph.sourcesInto(name, passing->name) : std::vector<Link>();
        if (sources.empty())
            return name;
        name = sources.front().fromNode;
    }
}

void setRecordedKeys(Graph& graph, std::string_view node, const std::vector<TypedKey>& keys)
{
    graph.setValue(node, "keys", Text{textOf(keys)});
    graph.setValue(node, "interpolation", ChoiceName{"linear"});
}

std::string letFollow(Graph& graph, std::string_view node)
{
    if (kindOf(graph.node(node)))
        return std::string(node);
    const NodeType* type = graph.typeOf(graph.node(node));
    for (const Kind& kind : kinds) {
        if (!type || type->outputs.size() != 1 || type->outputs.front().type != kind.passes)
            continue;
        const std::vector<Link> links = graph.linksFrom(node);
        for (const Link& link : links)
            if (const Node& next = graph.node(link.toNode); kindOf(next) == &kind && link.toPort == kind.port)
                return next.name;
        const std::string name = graph.add(kind.type, graph.freeName(fmt::format("{} by hand", node)));
        graph.move(name, graph.node(node).x + 110, graph.node(node).y + 90);
        for (const Link& link : links) {
            graph.disconnect(link);
            graph.connect({name, std::string(kind.port), link.toNode, link.toPort});
        }
        graph.connect({std::string(node), type->outputs.front().name, name, std::string(kind.port)});
        return name;
    }
    fail(ErrorKind::Scene, "{} gives neither an obstacle nor an emitter, which could follow",
         graph.label(graph.node(node)));
}

} // namespace sastrugi
