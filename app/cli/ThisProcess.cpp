#include "app/cli/ThisProcess.h"

#include <array>
#include <fstream>
#include <iterator>
#include <sstream>

#include <sys/resource.h>
#include <unistd.h>

namespace sastrugi
{

std::int64_t processId() { return ::getpid(); }

std::string processStart()
{
    std::ifstream file("/proc/self/stat");
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    // The second field is a name in brackets that may hold anything; the start time is the 22nd.
    const std::size_t name = text.rfind(')');
    if (name == std::string::npos)
        return {};
    std::istringstream fields(text.substr(name + 1));
    std::string field;
    for (int number = 3; number <= 22; ++number)
        fields >> field;
    return field;
}

std::string hostName()
{
    std::array<char, 256> name{};
    return ::gethostname(name.data(), name.size() - 1) == 0 ? std::string(name.data()) : std::string();
}

void beNice(int niceness)
{
    ::setpriority(PRIO_PROCESS, 0, niceness);
    // Where each session has a share of its own, niceness only counts inside of it, unless the share is nice too.
    std::ofstream("/proc/self/autogroup") << niceness;
}

} // namespace sastrugi
