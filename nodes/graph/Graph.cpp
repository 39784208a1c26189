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
        m_nodes.emplace_back();
        m_nodes.back().name = m_nodes.back().type = sceneNode;
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

Node& Graph::mutableNode(std::string_view name) { return const_cast<Node&>(node(name)); }

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
    m_nodes.push_back(std::move(node));
}

void Graph::replaceReserved(Node node)
{
    Node& reserved = mutableNode(node.name);
    SASTRUGI_ASSERT(reserved.type == node.type, "a reserved node keeps its type");
    reserved = std::move(node);
}

void Graph::remove(std::string_view name)
{
    const Node& removed = node(name);
    if (const NodeType* type = typeOf(removed); type && type->isReserved)
        fail(ErrorKind::Scene, "the node '{}' is reserved and cannot be removed", name);
    const std::string removedName = removed.name; // `name` may be a view of what is erased
    const auto touches = [&](const Link& link) { return link.fromNode == removedName || link.toNode == removedName; };
    std::erase_if(m_links, touches);
    std::erase_if(m_brokenLinks, touches);
    std::erase_if(m_nodes, [&](const Node& node) { return node.name == removedName; });
}

void Graph::rename(std::string_view name, std::string_view newName)
{
    Node& renamed = mutableNode(name);
    if (const NodeType* type = typeOf(renamed); type && type->isReserved)
        fail(ErrorKind::Scene, "the node '{}' is reserved and keeps its name", name);
    if (const std::string reason = whyNotNodeName(newName); !reason.empty())
        fail(ErrorKind::Scene, "node '{}' cannot be called '{}': {}", name, newName, reason);
    if (const Node* other = find(newName); other && other != &renamed)
        fail(ErrorKind::Scene, "node '{}' cannot be called '{}': there is already one", name, newName);
    const std::string before = renamed.name, after(newName);
    for (std::vector<Link>* links : {&m_links, &m_brokenLinks})
        for (Link& link : *links) {
            if (link.fromNode == before)
                link.fromNode = after;
            if (link.toNode == before)
                link.toNode = after;
        }
    renamed.name = after;
}

void Graph::move(std::string_view name, double x, double y)
{
    Node& moved = mutableNode(name);
    moved.x = x;
    moved.y = y;
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
    Node& owner = mutableNode(name);
    const ParameterEntry& entry = parameter(owner, key);
    try {
        checkParameter(entry.info, value);
    } catch (const Error& error) {
        fail(error.kind(), "{}: {}", label(owner), error.what());
    }
    const std::string ownedKey(key);
    const ParameterValue ownedValue = value; // may be a reference into this graph
    resetValue(name, ownedKey);
    if (ownedValue != entry.defaultValue)
        owner.values.insert_or_assign(ownedKey, ownedValue);
}

void Graph::resetValue(std::string_view name, std::string_view key)
{
    Node& owner = mutableNode(name);
    std::erase_if(owner.rawParameters, [&](const RawMember& raw) { return raw.key == key; });
    if (const auto found = owner.values.find(key); found != owner.values.end())
        owner.values.erase(found);
}

void Graph::disconnect(const Link& link)
{
    const Link removed = link;
    std::erase(m_links, removed);
    std::erase(m_brokenLinks, removed);
}

} // namespace sastrugi
