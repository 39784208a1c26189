#include "engine/core/Memory.h"

#include <fstream>

#include <unistd.h>

namespace sastrugi
{

std::uint64_t residentMemory()
{
    std::ifstream file("/proc/self/statm");
    std::uint64_t virtualPages = 0, residentPages = 0;
    if (!(file >> virtualPages >> residentPages))
        return 0;
    return residentPages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

} // namespace sastrugi
