#include "engine/core/Memory.h"

#include <fstream>
#include <sstream>
#include <string>

#include <sys/mman.h>
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

void preferLargePages(void* memory, std::size_t bytes)
{
#ifdef MADV_HUGEPAGE
    const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
    const std::uintptr_t begin = (reinterpret_cast<std::uintptr_t>(memory) + page - 1) / page * page;
    const std::uintptr_t end = (reinterpret_cast<std::uintptr_t>(memory) + bytes) / page * page;
    if (begin < end)
        ::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE); // advice: a refusal is no fault
#else
    static_cast<void>(memory), static_cast<void>(bytes);
#endif
}

void reserveLarge(std::string& bytes, std::size_t size)
{
    bytes.reserve(size);
    preferLargePages(bytes.data(), bytes.capacity());
}

} // namespace sastrugi
