#include "nodes/graph/solverNodes.h"

#include <algorithm>

namespace sastrugi
{

bool givesSimulation(const NodeType& type)
{
    return std::any_of(type.outputs.begin(), type.outputs.end(),
                       [](const Port& port) { return port.type == PortType::Simulation; });
}

std::vector<std::string> solverNodes(const Graph& graph)
{
    std::vector<std::string> names;
    for (const std::string& name : graph.order()) {
        const Node& node = graph.node(name);
        if (const NodeType* type = graph.typeOf(node); type && givesSimulation(*type) && !graph.isPassing(node))
            names.push_back(name);
    }
    return names;
}

} // namespace sastrugi
