// A parameter given on the command line: "node.parameter=value".
#pragma once

#include "nodes/graph/Graph.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace sastrugi
{

/// What a setting was about.
struct AppliedSetting {
    std::string node, parameter;
};

/// Sets the parameter. The value is what parseParameter() reads; a relative path starts at `directory`, the working
/// directory. Throws Error(Usage) that names the setting, what is wrong and the nearest known name.
AppliedSetting applySetting(Graph& graph, std::string_view setting, const std::filesystem::path& directory);

} // namespace sastrugi
