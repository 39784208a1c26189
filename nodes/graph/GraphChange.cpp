#include "nodes/graph/GraphChange.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace sastrugi
{

namespace
{

template <class T>
using Pointers = std::vector<const T*>;

/// The elements that two lists do not share at the same place from their beginning or from their end. An edit leaves
/// few of them.
template <class T>
std::pair<Pointers<T>, Pointers<T>> unshared(const SharedList<T>& a, const SharedList<T>& b)
{
    const std::size_t common = std::min(a.size(), b.size());
    std::size_t head = 0, tail = 0;
    while (head < common && &a[head] == &b[head])
        ++head;
    while (tail < common - head && &a[a.size() - 1 - tail] == &b[b.size() - 1 - tail])
        ++tail;
    const bool isAligned = a.size() == b.size();
    Pointers<T> onlyA, onlyB;
    for (std::size_t i = head; i < a.size() - tail; ++i)
        if (!isAligned || &a[i] != &b[i])
            onlyA.push_back(&a[i]);
    for (std::size_t i = head; i < b.size() - tail; ++i)
        if (!isAligned || &a[i] != &b[i])
            onlyB.push_back(&b[i]);
    return {onlyA, onlyB};
}

void addLinks(const SharedList<Link>& before, const SharedList<Link>& after, GraphChange& change)
{
    const auto [old, now] = unshared(before, after);
    const auto less = [](const Link* a, const Link* b) { return *a < *b; };
    const std::set<const Link*, decltype(less)> oldLinks(old.begin(), old.end(), less),
        nowLinks(now.begin(), now.end(), less);
    for (const Link* link : old)
        if (!nowLinks.contains(link))
            change.removedLinks.push_back(*link);
    for (const Link* link : now)
        if (!oldLinks.contains(link))
            change.addedLinks.push_back(*link);
}

bool isOnlyMoved(Node a, const Node& b)
{
    a.x = b.x;
    a.y = b.y;
    return a == b;
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
    const auto [old, now] = unshared(before.nodes(), after.nodes());
    std::unordered_map<std::string_view, const Node*> oldNodes;
    std::set<std::string_view> nowNames;
    for (const Node* node : old)
        oldNodes.emplace(node->name, node);
    for (const Node* node : now) {
        nowNames.insert(node->name);
        const auto found = oldNodes.find(node->name);
        if (found == oldNodes.end())
            change.added.push_back(node->name);
        else if (!(*found->second == *node))
            (isOnlyMoved(*found->second, *node) ? change.moved : change.changed).push_back(node->name);
    }
    for (const Node* node : old)
        if (!nowNames.contains(node->name))
            change.removed.push_back(node->name);
    addLinks(before.links(), after.links(), change);
    addLinks(before.brokenLinks(), after.brokenLinks(), change);
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
