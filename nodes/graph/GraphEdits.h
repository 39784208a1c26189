// Edits that are more than one change of the graph: what an artist does with one move of the hand.
//
// Each of them leaves the graph as it was when it throws.
#pragma once

#include "nodes/graph/Graph.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sastrugi
{

/// Why this link cannot be made even if what is linked to an input for one is replaced; empty when it can.
std::string whyNotReplacing(const Graph& graph, const Link& link);
/// Makes the link in place of the one that holds an input for one. Throws Error(Scene) with the reason.
void connectReplacing(Graph& graph, const Link& link);

/// The first link from an output of `from` to an input of `to` that can be made without replacing another.
std::optional<Link> fittingLink(const Graph& graph, std::string_view from, std::string_view to);

/// The ports with which a node fits into a link.
struct Splice {
    std::string input, output;
};
/// The ports of `node` that take and give what flows along `link`, if it has them and no cycle would come of it.
std::optional<Splice> spliceFor(const Graph& graph, std::string_view node, const Link& link);
/// The same for a node of this type that is yet to be added.
std::optional<Splice> spliceFor(const Graph& graph, const NodeType& type, const Link& link);
/// Puts the node into the link. What is at `splice`'s input gives way. Throws Error(Scene).
void splice(Graph& graph, std::string_view node, const Link& link, const Splice& ports);

/// Removes the nodes, but never the scene node.
void removeNodes(Graph& graph, const std::vector<std::string>& names);
/// The same, and links what came into them to where they led, as a bypass would have handed it on.
void dissolveNodes(Graph& graph, const std::vector<std::string>& names);

/// A reroute in the middle of `link`; returns its name.
std::string insertReroute(Graph& graph, const Link& link, double x, double y);

} // namespace sastrugi
