// Sizes for people.
#pragma once

#include <string>

namespace sastrugi
{

/// "812 B", "1.4 MiB"
std::string formatBytes(double bytes);

} // namespace sastrugi
