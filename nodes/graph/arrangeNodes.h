// Places nodes in columns from left to right, each to the right of what it depends on.
#pragma once

#include "nodes/graph/Graph.h"

#include <functional>
#include <string>
#include <vector>

namespace sastrugi
{

struct NodeSize {
    double width = 0, height = 0;
};

/// Moves the named nodes and no others; their upper left corner stays where it was. The same graph is always arranged
/// alike, and arranging again changes nothing. `sizeOf` gives the extent of a node as it is drawn.
void arrangeNodes(Graph& graph, const std::vector<std::string>& names,
                  const std::function<NodeSize(const std::string&)>& sizeOf);

} // namespace sastrugi
