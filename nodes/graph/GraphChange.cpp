#include "nodes/graph/GraphChange.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace sastrugi
{

namespace
{

using NodesByName = std::unordered_map<std::string_view, const Node*>;

NodesByName byName(const Graph& graph)
{
    NodesByName nodes;
    for (const Node& node : graph.nodes())
        nodes.emplace(node.name, &node);
    return nodes;
}

/// Sorted pointers to all links: those that both graphs share are passed without a look at their texts.
std::vector<const Link*> allLinks(const Graph& graph)
{
    std::vector<const Link*> links;
    for (const SharedList<Link>* list : {&graph.links(), &graph.brokenLinks()})
        for (const Link& link : *list)
            links.push_back(&link);
    return links;
}

std::vector<Link> linksOnlyIn(const Graph& graph, const Graph& other)
{
    std::vector<const Link*> otherLinks = allLinks(other), rest;
    std::sort(otherLinks.begin(), otherLinks.end());
    for (const Link* link : allLinks(graph))
        if (!std::binary_search(otherLinks.begin(), otherLinks.end(), link))
            rest.push_back(link);
    std::vector<Link> only;
    for (const Link* link : rest)
        if (std::none_of(otherLinks.begin(), otherLinks.end(), [&](const Link* some) { return *some == *link; }))
            only.push_back(*link);
    return only;
}

/// But for what does not matter to a result.
bool evaluatesAlike(Node a, const Node& b)
{
    a.x = b.x;
    a.y = b.y;
    a.isShown = b.isShown;
    return a == b;
}

} // namespace

GraphChange changeBetween(const Graph& before, const Graph& after)
{
    GraphChange change;
    const NodesByName old = byName(before), now = byName(after);
    for (const Node& node : before.nodes())
        if (!now.contains(node.name))
            change.removed.push_back(node.name);
    for (const Node& node : after.nodes()) {
        const auto found = old.find(node.name);
        if (found == old.end())
            change.added.push_back(node.name);
        else if (found->second != &node && !(*found->second == node))
            change.changed.push_back(node.name);
    }
    change.addedLinks = linksOnlyIn(after, before);
    change.removedLinks = linksOnlyIn(before, after);
    return change;
}

std::string nameAfter(const Graph& before, const Graph& after, const std::string& name)
{
    if (after.find(name))
        return name;
    if (before.nodes().size() != after.nodes().size())
        return {};
    std::size_t index = 0;
    while (index < before.nodes().size() && before.nodes()[index].name != name)
        ++index;
    if (index == before.nodes().size())
        return {};
    Node renamed = before.nodes()[index];
    const Node& candidate = after.nodes()[index];
    renamed.name = candidate.name;
    return renamed == candidate && !before.find(candidate.name) ? candidate.name : std::string();
}

std::set<std::string> affectedNodes(const GraphChange& change, const Graph& before, const Graph& after)
{
    std::vector<std::string> reached(change.added);
    for (const std::string& name : change.changed) {
        if (evaluatesAlike(before.node(name), after.node(name)))
            continue;
        const NodeType* type = after.typeOf(after.node(name));
        if (type && type->isReserved) { // what belongs to the whole scene
            for (const Node& node : after.nodes())
                if (const NodeType* user = after.typeOf(node); user && user->usesSceneSettings)
                    reached.push_back(node.name);
        }
        reached.push_back(name);
    }
    for (const std::vector<Link>* links : {&change.addedLinks, &change.removedLinks})
        for (const Link& link : *links)
            if (after.find(link.toNode))
                reached.push_back(link.toNode);

    std::multimap<std::string_view, const Link*> linksFrom;
    for (const Link& link : after.links())
        linksFrom.emplace(link.fromNode, &link);
    std::set<std::string> affected;
    for (std::size_t next = 0; next < reached.size(); ++next) {
        if (!affected.insert(reached[next]).second)
            continue;
        const auto [first, last] = linksFrom.equal_range(reached[next]);
        for (auto it = first; it != last; ++it)
            reached.push_back(it->second->toNode);
    }
    return affected;
}

} // namespace sastrugi
