// Words on stdout and stderr that nobody may be listening to: a reader that left is no failure of the work.
#pragma once

#include <string_view>

namespace sastrugi
{

/// To stderr, at once. Failures are ignored: there is nowhere to tell them.
void say(std::string_view text);

/// To stdout, at once. When its reader has left, all further output goes nowhere; other failures, such as a full disk,
/// are left in ferror(stdout).
void sayOnOutput(std::string_view text);

} // namespace sastrugi
