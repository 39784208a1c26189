// Parameters given on the command line: "node.parameter=value", or a file with one in each line.
#pragma once

#include "nodes/graph/Graph.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace sastrugi
{

/// What a setting was about.
struct AppliedSetting {
    std::string node, parameter;
};

/// Sets the parameter. The value is what parseParameter() reads; a relative path starts at `directory`, the working
/// directory. Throws Error(Usage) that names the setting, what is wrong and the nearest known name.
AppliedSetting applySetting(Graph& graph, std::string_view setting, const std::filesystem::path& directory);

/// Those of a file, in their order; blank lines and lines that begin with '#' are left out. Throws Error(Usage) that
/// names the file and the line.
std::vector<AppliedSetting> applySettings(Graph& graph, const std::filesystem::path& file,
                                          const std::filesystem::path& directory);

} // namespace sastrugi
