// The node that a command without a name is about.
#pragma once

#include "app/studio/document/Selection.h"

#include "nodes/graph/Graph.h"

#include <algorithm>

namespace sastrugi::studio
{

/// The active node where it is of that type, otherwise the only one of it; empty where there is none, or several.
inline std::string chosenNode(const Graph& graph, const Selection& selection, std::string_view type)
{
    if (const Node* active = graph.find(selection.active()); active && active->type == type)
        return active->name;
    const auto isOne = [&](const Node& node) { return node.type == type; };
    const auto found = std::ranges::find_if(graph.nodes(), isOne);
    return std::ranges::count_if(graph.nodes(), isOne) == 1 ? found->name : std::string();
}

} // namespace sastrugi::studio
