#include "nodes/graph/ParameterTable.h"

#include <fmt/format.h>

namespace sastrugi
{

const ParameterEntry* ParameterTable::find(std::string_view key) const
{
    for (const ParameterEntry& entry : m_entries)
        if (entry.info.key == key)
            return &entry;
    return nullptr;
}

std::string ParameterTable::unknownSentence(std::string_view key) const
{
    std::vector<std::string_view> keys;
    for (const ParameterEntry& entry : m_entries)
        keys.push_back(entry.info.key);
    if (keys.empty())
        return fmt::format("unknown parameter '{}'; this node has none", key);
    if (const std::string nearest = nearestName(key, keys); !nearest.empty())
        return fmt::format("unknown parameter '{}' (did you mean '{}'?)", key, nearest);
    return fmt::format("unknown parameter '{}'; the parameters are {}", key, fmt::join(keys, ", "));
}

} // namespace sastrugi
