// The catalogue of node types as text, JSON and Markdown, all read from the same tables.
#pragma once

#include "nodes/graph/NodeType.h"

#include <string>
#include <vector>

namespace sastrugi
{

/// One line each, under their categories.
std::string catalogueList(const std::vector<const NodeType*>& types);
/// All about one.
std::string catalogueText(const NodeType& type);
std::string catalogueMarkdown(const std::vector<const NodeType*>& types);
/// A list of {name, title, category, doc, version, inputs, outputs, parameters}.
std::string catalogueJson(const std::vector<const NodeType*>& types);

} // namespace sastrugi
