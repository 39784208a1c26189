// The parameters of a node type, detached from their struct: looked up by key, with their defaults.
#pragma once

#include "engine/core/Parameter.h"

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace sastrugi
{

struct ParameterEntry {
    ParameterInfo info;
    ParameterValue defaultValue;
};

/// Values by key; a key that is missing has its default.
using ParameterValues = std::map<std::string, ParameterValue, std::less<>>;

class ParameterTable
{
public:
    ParameterTable() = default;
    explicit ParameterTable(std::vector<ParameterEntry> entries) : m_entries(std::move(entries)) {}

    /// In the order in which they were declared.
    const std::vector<ParameterEntry>& entries() const { return m_entries; }
    const ParameterEntry* find(std::string_view key) const;
    /// "unknown parameter 'x' (did you mean 'y'?)"; for when find() gives none.
    std::string unknownSentence(std::string_view key) const;

private:
    std::vector<ParameterEntry> m_entries;
};

/// The defaults are those of a default-constructed P.
template <class P>
ParameterTable parameterTable()
{
    std::vector<ParameterEntry> entries;
    const P defaults{};
    forEachParameter(defaults, [&](const ParameterInfo& info, const auto& value) {
        entries.push_back({info, toParameterValue(info, value)});
    });
    return ParameterTable(std::move(entries));
}

/// The values that differ from the defaults.
template <class P>
ParameterValues changedValues(const P& values)
{
    ParameterValues changed;
    const ParameterTable table = parameterTable<P>();
    forEachParameter(values, [&](const ParameterInfo& info, const auto& value) {
        const ParameterValue detached = toParameterValue(info, value);
        if (detached != table.find(info.key)->defaultValue)
            changed.emplace(info.key, detached);
    });
    return changed;
}

/// The struct that `values` describe. They must have passed checkParameter().
template <class P>
P typedValues(const ParameterValues& values)
{
    P typed{};
    forEachParameter(typed, [&](const ParameterInfo& info, auto& target) {
        if (const auto found = values.find(info.key); found != values.end())
            fromParameterValue(info, found->second, target);
    });
    return typed;
}

} // namespace sastrugi
