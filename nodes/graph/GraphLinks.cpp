// The part of Graph that is about links: what fits, cycles, order.
#include "nodes/graph/Graph.h"

#include "engine/core/Words.h"

#include <algorithm>
#include <map>

namespace sastrugi
{

namespace
{

std::string portNames(const std::vector<Port>& ports)
{
    std::vector<std::string_view> names;
    for (const Port& port : ports)
        names.push_back(port.name);
    return names.empty() ? "it has none" : fmt::format("it has {}", fmt::join(names, ", "));
}

} // namespace

std::string Graph::whyPortsDoNotFit(const Link& link) const
{
    const Node &from = *find(link.fromNode), &to = *find(link.toNode);
    const NodeType *fromType = typeOf(from), *toType = typeOf(to);
    const Port* output = fromType ? fromType->findOutput(link.fromPort) : nullptr;
    const Port* input = toType ? toType->findInput(link.toPort) : nullptr;
    if (fromType && !output)
        return fmt::format("{} has no output '{}'; {}", label(from), link.fromPort, portNames(fromType->outputs));
    if (toType && !input)
        return fmt::format("{} has no input '{}'; {}", label(to), link.toPort, portNames(toType->inputs));
    const std::optional<PortType> given = typeOfOutput(link.fromNode, link.fromPort),
                                  taken = typeOfInput(link.toNode, link.toPort);
    if (given && taken && *given != *taken)
        return fmt::format("{}.{} gives {}, but {}.{} takes {}", link.fromNode, link.fromPort,
                           withArticle(sastrugi::name(*given)), link.toNode, link.toPort,
                           withArticle(sastrugi::name(*taken)));
    if (input && !input->acceptsMany())
        if (const std::vector<Link> others = linksInto(link.toNode, link.toPort); !others.empty())
            return fmt::format("the input {}.{} is already taken by {}.{}", link.toNode, link.toPort,
                               others.front().fromNode, others.front().fromPort);
    return {};
}

std::string Graph::whyNot(const Link& link) const
{
    for (const std::string& end : {link.fromNode, link.toNode})
        if (!find(end))
            return fmt::format("there is no node '{}'", end);
    if (std::find(m_links.begin(), m_links.end(), link) != m_links.end())
        return fmt::format("{} is already linked", describe(link));
    if (const std::string reason = whyPortsDoNotFit(link); !reason.empty())
        return reason;
    if (dependsOn(link.fromNode, link.toNode))
        return fmt::format("{} would make a cycle: '{}' depends on '{}' already", describe(link), link.fromNode,
                           link.toNode);
    return {};
}

void Graph::connect(const Link& link)
{
    if (const std::string reason = whyNot(link); !reason.empty())
        throw Error(ErrorKind::Scene, reason);
    m_links.append(link);
}

std::vector<Link> Graph::linksInto(std::string_view name) const
{
    std::vector<Link> found;
    std::copy_if(m_links.begin(), m_links.end(), std::back_inserter(found),
                 [&](const Link& link) { return link.toNode == name; });
    return found;
}

std::vector<Link> Graph::linksInto(std::string_view name, std::string_view port) const
{
    std::vector<Link> found = linksInto(name);
    std::erase_if(found, [&](const Link& link) { return link.toPort != port; });
    return found;
}

std::vector<Link> Graph::linksFrom(std::string_view name) const
{
    std::vector<Link> found;
    std::copy_if(m_links.begin(), m_links.end(), std::back_inserter(found),
                 [&](const Link& link) { return link.fromNode == name; });
    return found;
}

std::optional<PortType> Graph::typeOfOutput(std::string_view name, std::string_view port) const
{
    const NodeType* type = typeOf(node(name));
    const Port* output = type ? type->findOutput(port) : nullptr;
    if (!output)
        return {};
    return output->type == PortType::Any ? typeAlong(name) : output->type;
}

std::optional<PortType> Graph::typeOfInput(std::string_view name, std::string_view port) const
{
    const NodeType* type = typeOf(node(name));
    const Port* input = type ? type->findInput(port) : nullptr;
    if (!input)
        return {};
    return input->type == PortType::Any ? typeAlong(name) : input->type;
}

/// The type of the first port that is not a reroute's, among all that linked reroutes join.
std::optional<PortType> Graph::typeAlong(std::string_view reroute) const
{
    std::vector<std::string_view> reached = {reroute};
    const auto visit = [&](std::string_view other, std::string_view port, bool isOutput) -> std::optional<PortType> {
        const NodeType* type = typeOf(node(other));
        const Port* found = !type ? nullptr : isOutput ? type->findOutput(port) : type->findInput(port);
        if (!found)
            return {};
        if (found->type != PortType::Any)
            return found->type;
        if (std::find(reached.begin(), reached.end(), other) == reached.end())
            reached.push_back(other);
        return {};
    };
    for (std::size_t next = 0; next < reached.size(); ++next)
        for (const Link& link : m_links) {
            std::optional<PortType> type;
            if (link.toNode == reached[next])
                type = visit(link.fromNode, link.fromPort, true);
            else if (link.fromNode == reached[next])
                type = visit(link.toNode, link.toPort, false);
            if (type)
                return type;
        }
    return {};
}

bool Graph::isPassing(const Node& node) const
{
    const NodeType* type = typeOf(node);
    return node.isBypassed || (type && !type->outputs.empty() && type->outputs.front().type == PortType::Any);
}

std::optional<Link> Graph::sourceOf(std::string_view name, std::string_view port) const
{
    const NodeType* type = typeOf(node(name));
    const std::optional<PortType> given = typeOfOutput(name, port);
    if (!type || !given)
        return {};
    for (const Port& input : type->inputs) {
        if (input.type != *given && input.type != PortType::Any)
            continue;
        for (const Link& link : linksInto(name, input.name)) {
            if (!isPassing(node(link.fromNode)))
                return link;
            if (const std::optional<Link> source = sourceOf(link.fromNode, link.fromPort))
                return source;
        }
    }
    return {};
}

std::vector<Link> Graph::sourcesInto(std::string_view name, std::string_view port) const
{
    std::vector<Link> sources;
    for (const Link& link : linksInto(name, port)) {
        if (!isPassing(node(link.fromNode)))
            sources.push_back(link);
        else if (const std::optional<Link> source = sourceOf(link.fromNode, link.fromPort))
            sources.push_back({source->fromNode, source->fromPort, link.toNode, link.toPort});
    }
    return sources;
}

bool Graph::dependsOn(std::string_view node, std::string_view other) const
{
    std::vector<std::string_view> reached = {node};
    for (std::size_t next = 0; next < reached.size(); ++next) {
        if (reached[next] == other)
            return true;
        for (const Link& link : m_links)
            if (link.toNode == reached[next] &&
                std::find(reached.begin(), reached.end(), link.fromNode) == reached.end())
                reached.push_back(link.fromNode);
    }
    return false;
}

std::vector<std::string> Graph::order() const
{
    std::map<std::string_view, std::size_t> waitingFor;
    for (const Link& link : m_links)
        ++waitingFor[link.toNode];
    std::vector<std::string> ordered;
    std::vector<bool> isPlaced(m_nodes.size(), false);
    while (ordered.size() < m_nodes.size()) {
        const std::size_t before = ordered.size();
        for (std::size_t i = 0; i < m_nodes.size(); ++i) {
            if (isPlaced[i] || waitingFor[m_nodes[i].name] != 0)
                continue;
            isPlaced[i] = true;
            ordered.push_back(m_nodes[i].name);
            for (const Link& link : m_links)
                if (link.fromNode == m_nodes[i].name)
                    --waitingFor[link.toNode];
        }
        SASTRUGI_ASSERT(ordered.size() > before, "a graph has a cycle");
    }
    return ordered;
}

} // namespace sastrugi
