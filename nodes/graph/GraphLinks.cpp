// The part of Graph that is about links: what fits, cycles, order.
#include "nodes/graph/Graph.h"

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
    if (output && input && output->type != input->type)
        return fmt::format("{}.{} gives a {}, but {}.{} takes a {}", link.fromNode, link.fromPort,
                           sastrugi::name(output->type), link.toNode, link.toPort, sastrugi::name(input->type));
    if (input && !input->acceptsMany())
        if (const std::vector<Link> taken = linksInto(link.toNode, link.toPort); !taken.empty())
            return fmt::format("the input {}.{} is already taken by {}.{}", link.toNode, link.toPort,
                               taken.front().fromNode, taken.front().fromPort);
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
    m_links.push_back(link);
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
