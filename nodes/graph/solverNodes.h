// The nodes of a graph that can be simulated.
#pragma once

#include "nodes/graph/Graph.h"

#include <string>
#include <vector>

namespace sastrugi
{

/// Whether nodes of this type give a simulation.
bool givesSimulation(const NodeType& type);

/// In the order of evaluation; without those that are passed over.
std::vector<std::string> solverNodes(const Graph& graph);

} // namespace sastrugi
