// The node types that a graph may use, by name.
#pragma once

#include "nodes/graph/NodeType.h"

#include <string>
#include <string_view>
#include <vector>

namespace sastrugi
{

class NodeRegistry
{
public:
    explicit NodeRegistry(std::vector<NodeType> types);

    /// In the order in which they were listed.
    const std::vector<NodeType>& types() const { return m_types; }
    const NodeType* find(std::string_view name) const;
    /// "unknown node type 'x' (did you mean 'y'?)"; for when find() gives none.
    std::string unknownSentence(std::string_view name) const;

private:
    std::vector<NodeType> m_types;
};

} // namespace sastrugi
