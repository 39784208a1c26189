#include "app/cli/say.h"

#include <cerrno>
#include <cstdio>

namespace sastrugi
{

void say(std::string_view text)
{
    std::fwrite(text.data(), 1, text.size(), stderr);
    std::fflush(stderr);
}

void sayOnOutput(std::string_view text)
{
    errno = 0;
    const bool isWritten = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
    if ((std::fflush(stdout) != 0 || !isWritten) && errno == EPIPE && !std::freopen("/dev/null", "w", stdout))
        std::clearerr(stdout);
}

} // namespace sastrugi
