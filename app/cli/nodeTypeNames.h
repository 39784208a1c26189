// Names of the node types that the command line programs treat in a way of their own.
#pragma once

#include <string_view>

namespace sastrugi
{

constexpr std::string_view surfaceType = "post.surface", fineType = "post.fineScale";

} // namespace sastrugi
