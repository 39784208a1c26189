// One writer per cache folder: an advisory lock that ends with the process that holds it, however it dies.
#pragma once

#include <filesystem>

namespace sastrugi
{

class CacheLock
{
public:
    /// Throws Error(InputOutput) that names the process which holds it.
    explicit CacheLock(const std::filesystem::path& folder);
    ~CacheLock();
    CacheLock(const CacheLock&) = delete;
    CacheLock& operator=(const CacheLock&) = delete;

    static bool isHeld(const std::filesystem::path& folder);

private:
    int m_descriptor;
};

} // namespace sastrugi
