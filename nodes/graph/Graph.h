// The graph: nodes, their values, and the links between them. A plain value: copying it is how an edit is undone.
//
// Every change keeps it well-formed: names are unique, values fit their parameters, links fit their ports, there is
// no cycle. What a file says beyond that (unknown types and parameters, broken links) is kept aside, unharmed.
#pragma once

#include "nodes/graph/Node.h"
#include "nodes/graph/NodeRegistry.h"
#include "nodes/graph/SharedList.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sastrugi
{

struct NodePosition {
    double x = 0, y = 0;
};

class Graph
{
public:
    /// The node, and the type, that holds what belongs to the whole scene.
    static constexpr std::string_view sceneNode = "scene";

    /// With the reserved node `scene` when `types` has it. `types` must outlive the graph and its copies.
    explicit Graph(const NodeRegistry& types);

    const NodeRegistry& types() const { return *m_types; }
    /// In the order in which they were added; the scene node first.
    const SharedList<Node>& nodes() const { return m_nodes; }
    const SharedList<Link>& links() const { return m_links; }
    /// Links of a file that connect() refuses.
    const SharedList<Link>& brokenLinks() const { return m_brokenLinks; }

    const Node* find(std::string_view name) const;
    /// Throws Error(Scene), with the nearest name, when there is no such node.
    const Node& node(std::string_view name) const;
    /// Null when the type is unknown.
    const NodeType* typeOf(const Node& node) const { return m_types->find(node.type); }
    /// "node 'mesh' (Mesh File)", as messages begin.
    std::string label(const Node& node) const;

    /// Adds a node and returns its name: `name`, or one made of the type's, with a number where it is taken.
    /// Throws Error(Scene) for an unknown or reserved type and for an impossible name.
    std::string add(std::string_view type, std::string_view name = {});
    /// Adds a node as it is, of known or unknown type; its values must be valid, its name free.
    void insert(Node node);
    /// Gives the reserved node of the same name and type all that `node` has.
    void replaceReserved(Node node);
    /// With its links. The scene node stays: Error(Scene).
    void remove(std::string_view name);
    /// Links follow. Throws Error(Scene) when the name is taken or impossible.
    void rename(std::string_view name, std::string_view newName);
    void move(std::string_view name, double x, double y);
    /// The same for many at once.
    void move(const std::map<std::string, NodePosition, std::less<>>& positions);
    /// A bypassed node hands on what arrives at its first input of an output's type. The scene node cannot be bypassed.
    void setBypassed(std::string_view name, bool isBypassed);
    /// Whether views show what the node gives.
    void setShown(std::string_view name, bool isShown);
    /// `wish`, or `wish` with the smallest number that makes it free: "fill", "fill2", "fill3".
    std::string freeName(std::string_view wish) const;

    /// The value of a known parameter, its default where none is set.
    const ParameterValue& value(std::string_view name, std::string_view key) const;
    /// Throws Error(Scene) that names node and parameter when it is unknown or the value does not fit.
    void setValue(std::string_view name, std::string_view key, const ParameterValue& value);
    /// Back to the default; forgets a raw parameter of that key too.
    void resetValue(std::string_view name, std::string_view key);

    /// Why this link cannot be made, as a sentence; empty when it can. An end at a node of unknown type fits.
    std::string whyNot(const Link& link) const;
    /// Throws Error(Scene) with the reason.
    void connect(const Link& link);
    void disconnect(const Link& link);
    /// Keeps a link of a file that connect() refuses.
    void keepBroken(const Link& link) { m_brokenLinks.append(link); }

    /// What an output gives: its type or, where a reroute joins any, what flows through it. Nothing when that is not
    /// known: an unknown node type, a reroute without links.
    std::optional<PortType> typeOfOutput(std::string_view name, std::string_view port) const;
    /// What an input takes, likewise.
    std::optional<PortType> typeOfInput(std::string_view name, std::string_view port) const;
    /// Whether the node only hands on: it is bypassed, or a reroute.
    bool isPassing(const Node& node) const;
    /// The links into `port` as evaluation sees them: from the nodes that make the values, past those that only hand
    /// them on. Fewer than linksInto() where a node that is passed has nothing to hand on.
    std::vector<Link> sourcesInto(std::string_view name, std::string_view port) const;
    /// The output whose value `port` of a passing node hands on; nothing when there is none.
    std::optional<Link> sourceOf(std::string_view name, std::string_view port) const;

    std::vector<Link> linksInto(std::string_view name) const;
    std::vector<Link> linksInto(std::string_view name, std::string_view port) const;
    std::vector<Link> linksFrom(std::string_view name) const;
    /// Whether what `node` gives depends on `other`, or is it.
    bool dependsOn(std::string_view node, std::string_view other) const;
    /// All nodes, each after those it depends on, otherwise in the order of nodes().
    std::vector<std::string> order() const;

    bool operator==(const Graph&) const = default;

private:
    template <class Change>
    void change(std::string_view name, Change&& change);
    std::size_t indexOf(std::string_view name) const;
    std::optional<PortType> typeAlong(std::string_view reroute) const;
    const ParameterEntry& parameter(const Node& node, std::string_view key) const;
    std::string whyPortsDoNotFit(const Link& link) const;

    const NodeRegistry* m_types;
    SharedList<Node> m_nodes;
    SharedList<Link> m_links, m_brokenLinks;
};

} // namespace sastrugi
