#include "nodes/graph/Graph.h"

#include "nodes/graph/NodeName.h"

#include <algorithm>
#include <set>

namespace sastrugi
{

std::string describe(const Link& link)
{
    return fmt::format("{}.{} -> {}.{}", link.fromNode, link.fromPort, link.toNode, link.toPort);
}

Graph::Graph(const NodeRegistry& types) : m_types(&types)
{
    if (types.find(sceneNode)) {
        Node scene;
        scene.name = scene.type = sceneNode;
        m_nodes.append(std::move(scene));
    }
}

const Node* Graph::find(std::string_view name) const
{
    for (const Node& node : m_nodes)
        if (node.name == name)
            return &node;
    return nullptr;
}

const Node& Graph::node(std::string_view name) const
{
    if (const Node* node = find(name))
        return *node;
    std::vector<std::string_view> names;
    for (const Node& node : m_nodes)
        names.push_back(node.name);
    if (const std::string nearest = nearestName(name, names); !nearest.empty())
        fail(ErrorKind::Scene, "there is no node '{}' (did you mean '{}'?)", name, nearest);
    fail(ErrorKind::Scene, "there is no node '{}'; the nodes are {}", name, fmt::join(names, ", "));
}

std::size_t Graph::indexOf(std::string_view name) const
{
    const Node& wanted = node(name);
    std::size_t index = 0;
    while (&m_nodes[index] != &wanted)
        ++index;
    return index;
}

/// Replaces the node by a changed copy: other copies of the graph keep what they hold.
template <class Change>
void Graph::change(std::string_view name, Change&& change)
{
    const std::size_t index = indexOf(name);
    Node changed = m_nodes[index];
    change(changed);
    if (!(changed == m_nodes[index]))
        m_nodes.replace(index, std::move(changed));
}

std::string Graph::label(const Node& node) const
{
    const NodeType* type = typeOf(node);
    return fmt::format("node '{}' ({})", node.name, type ? type->title : node.type);
}

std::string Graph::add(std::string_view type, std::string_view name)
{
    const NodeType* known = m_types->find(type);
    if (!known)
        throw Error(ErrorKind::Scene, m_types->unknownSentence(type));
    if (known->isReserved)
        fail(ErrorKind::Scene, "the node type '{}' is reserved: it exists once and cannot be added", type);
    Node node;
    node.type = type;
    node.name = freeName(name.empty() ? type.substr(type.rfind('.') + 1) : name);
    insert(node);
    return node.name;
}

void Graph::insert(Node node)
{
    if (const std::string reason = whyNotNodeName(node.name); !reason.empty())
        fail(ErrorKind::Scene, "a node cannot be called '{}': {}", node.name, reason);
    if (find(node.name))
        fail(ErrorKind::Scene, "there is already a node '{}'", node.name);
    m_nodes.append(std::move(node));
}

void Graph::replaceReserved(Node node)
{
    const std::size_t index = indexOf(node.name);
    SASTRUGI_ASSERT(m_nodes[index].type == node.type, "a reserved node keeps its type");
    m_nodes.replace(index, std::move(node));
}

void Graph::remove(std::string_view name)
{
    const Node& removed = node(name);
    if (const NodeType* type = typeOf(removed); type && type->isReserved)
        fail(ErrorKind::Scene, "the node '{}' is reserved and cannot be removed", name);
    const std::string removedName = removed.name; // `name` may be a view of what is erased
    const auto touches = [&](const Link& link) { return link.fromNode == removedName || link.toNode == removedName; };
    m_links.eraseIf(touches);
    m_brokenLinks.eraseIf(touches);
    m_nodes.eraseIf([&](const Node& node) { return node.name == removedName; });
}

void Graph::rename(std::string_view name, std::string_view newName)
{
    const Node& renamed = node(name);
    if (const NodeType* type = typeOf(renamed); type && type->isReserved)
        fail(ErrorKind::Scene, "the node '{}' is reserved and keeps its name", name);
    if (const std::string reason = whyNotNodeName(newName); !reason.empty())
        fail(ErrorKind::Scene, "node '{}' cannot be called '{}': {}", name, newName, reason);
    if (const Node* other = find(newName); other && other != &renamed)
        fail(ErrorKind::Scene, "node '{}' cannot be called '{}': there is already one", name, newName);
    const std::string before = renamed.name, after(newName);
    for (SharedList<Link>* links : {&m_links, &m_brokenLinks})
        for (std::size_t i = 0; i < links->size(); ++i) {
            Link link = (*links)[i];
            if (link.fromNode != before && link.toNode != before)
                continue;
            for (std::string* end : {&link.fromNode, &link.toNode})
                if (*end == before)
                    *end = after;
            links->replace(i, std::move(link));
        }
    change(before, [&](Node& node) { node.name = after; });
}

void Graph::move(std::string_view name, double x, double y)
{
    change(name, [&](Node& node) {
        node.x = x;
        node.y = y;
    });
}

void Graph::move(const std::map<std::string, NodePosition, std::less<>>& positions)
{
    for (std::size_t i = 0; i < m_nodes.size(); ++i) {
        const auto found = positions.find(m_nodes[i].name);
        if (found == positions.end() || (found->second.x == m_nodes[i].x && found->second.y == m_nodes[i].y))
            continue;
        Node moved = m_nodes[i];
        moved.x = found->second.x;
        moved.y = found->second.y;
        m_nodes.replace(i, std::move(moved));
    }
}

void Graph::setBypassed(std::string_view name, bool isBypassed)
{
    if (const NodeType* type = typeOf(node(name)); type && type->isReserved && isBypassed)
        fail(ErrorKind::Scene, "the node '{}' is reserved and cannot be bypassed", name);
    change(name, [&](Node& node) { node.isBypassed = isBypassed; });
}

void Graph::setShown(std::string_view name, bool isShown)
{
    change(name, [&](Node& node) { node.isShown = isShown; });
}

std::string Graph::freeName(std::string_view wish) const
{
    std::string name(wish);
    for (int number = 2; find(name); ++number)
        name = fmt::format("{}{}", wish, number);
    return name;
}

const ParameterEntry& Graph::parameter(const Node& node, std::string_view key) const
{
    const NodeType* type = typeOf(node);
    if (!type)
        fail(ErrorKind::Scene, "{}: {}", label(node), m_types->unknownSentence(node.type));
    if (const ParameterEntry* entry = type->parameters.find(key))
        return *entry;
    fail(ErrorKind::Scene, "{}: {}", label(node), type->parameters.unknownSentence(key));
}

const ParameterValue& Graph::value(std::string_view name, std::string_view key) const
{
    const Node& owner = node(name);
    const ParameterEntry& entry = parameter(owner, key);
    const auto found = owner.values.find(key);
    return found != owner.values.end() ? found->second : entry.defaultValue;
}

void Graph::setValue(std::string_view name, std::string_view key, const ParameterValue& value)
{
    const Node& owner = node(name);
    const ParameterEntry& entry = parameter(owner, key);
    try {
        checkParameter(entry.info, value);
    } catch (const Error& error) {
        fail(error.kind(), "{}: {}", label(owner), error.what());
    }
    change(name, [&](Node& node) {
        std::erase_if(node.rawParameters, [&](const RawMember& raw) { return raw.key == key; });
        if (value != entry.defaultValue)
            node.values.insert_or_assign(std::string(key), value);
        else
            node.values.erase(std::string(key));
    });
}

void Graph::resetValue(std::string_view name, std::string_view key)
{
    change(name, [&](Node& node) {
        std::erase_if(node.rawParameters, [&](const RawMember& raw) { return raw.key == key; });
        node.values.erase(std::string(key));
    });
}

void Graph::disconnect(const Link& link)
{
    const Link removed = link;
    m_links.eraseIf([&](const Link& other) { return other == removed; });
    m_brokenLinks.eraseIf([&](const Link& other) { return other == removed; });
}

} // namespace sastrugi
