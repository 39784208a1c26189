// Who is running: what a process that follows this one needs to know it again.
#pragma once

#include <cstdint>
#include <string>

namespace sastrugi
{

std::int64_t processId();
/// Clock ticks from the start of the machine to that of this process, which tells two of the same number apart; empty
/// where the system does not say.
std::string processStart();
std::string hostName();

/// Lets the threads of other programs go first, by this much (0 to 19), and threads that are started afterwards too.
/// Does what the system allows.
void beNice(int niceness);

} // namespace sastrugi
