#include "engine/core/Memory.h"

#include <fstream>
#include <sstream>
#include <string>

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

std::uint64_t availableMemory()
{
    std::ifstream file("/proc/meminfo");
    std::uint64_t kibi = 0;
    for (std::string line; std::getline(file, line);)
        if (std::istringstream words(line.starts_with("MemAvailable:") ? line.substr(13) : ""); words >> kibi)
            return kibi * 1024;
    return 0;
}

} // namespace sastrugi
