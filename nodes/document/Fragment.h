// A part of a graph as text: what is copied, pasted and dropped.
//
// The text is a scene file that holds only these nodes, so that it may be pasted into a file, a mail or a newer
// program, and a whole scene may be pasted into a graph.
#pragma once

#include "nodes/graph/Graph.h"

#include <string>
#include <string_view>
#include <vector>

namespace sastrugi
{

/// The named nodes but the scene node, the links between them, and the links that come into them from others.
std::string writeFragment(const Graph& graph, const std::vector<std::string>& names);

/// How a fragment is added to a graph.
struct PasteOptions {
    double x = 0, y = 0;      // added to the positions of its nodes
    bool keepsInputs = false; // links from nodes outside of it are made again where they can
};

/// Adds the nodes under free names, with their links, and returns these names. A type that is unknown stays what it
/// is. Throws Error(Scene) when the text is no scene; then the graph is as it was.
std::vector<std::string> pasteFragment(Graph& graph, std::string_view text, const PasteOptions& options = {});

/// The upper left corner of the positions of a fragment's nodes. Throws Error(Scene) when the text is no scene.
struct FragmentCorner {
    double x = 0, y = 0;
};
FragmentCorner fragmentCorner(std::string_view text, const NodeRegistry& types);

} // namespace sastrugi
