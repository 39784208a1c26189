// A duration as it is read at a glance.
#pragma once

#include <string>

namespace sastrugi
{

/// "3 d 04 h", "1 h 05 min", "12 min 30 s", "8 s"; rounded up, "?" when it is not finite.
std::string shortTime(double seconds);

} // namespace sastrugi
