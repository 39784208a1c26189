#include "nodes/graph/NodeRegistry.h"

namespace sastrugi
{

NodeRegistry::NodeRegistry(std::vector<NodeType> types) : m_types(std::move(types))
{
    for (const NodeType& type : m_types)
        SASTRUGI_ASSERT(find(type.name) == &type, "two node types have the same name");
}

const NodeType* NodeRegistry::find(std::string_view name) const
{
    for (const NodeType& type : m_types)
        if (type.name == name)
            return &type;
    return nullptr;
}

std::string NodeRegistry::unknownSentence(std::string_view name) const
{
    std::vector<std::string_view> names;
    for (const NodeType& type : m_types)
        names.push_back(type.name);
    const std::string nearest = nearestName(name, names);
    return fmt::format("unknown node type '{}'{}", name,
                       nearest.empty() ? "; 'sastrugi nodes' lists them"
                                       : fmt::format(" (did you mean '{}'?)", nearest));
}

} // namespace sastrugi
