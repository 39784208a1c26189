#include "engine/cache/CacheLock.h"

#include "engine/core/Error.h"
#include "engine/core/File.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <string>
#include <thread>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace sastrugi
{

namespace
{

std::filesystem::path lockFile(const std::filesystem::path& folder) { return folder / "lock"; }

/// What the holder wrote: its process id.
std::string holderOf(int descriptor)
{
    std::array<char, 32> text{};
    const ssize_t count = ::pread(descriptor, text.data(), text.size(), 0);
    return count > 0 ? std::string(text.data(), static_cast<std::size_t>(count)) : "of unknown number";
}

/// isHeld() takes the lock for a moment, so one refusal is not the last word.
bool tryLock(int descriptor)
{
    for (int attempt = 0; attempt < 10; ++attempt) {
        if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0)
            return true;
        if (errno != EWOULDBLOCK && errno != EINTR)
            return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    errno = EWOULDBLOCK;
    return false;
}

} // namespace

CacheLock::CacheLock(const std::filesystem::path& folder)
    : m_descriptor(::open(lockFile(folder).c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666))
{
    if (m_descriptor < 0)
        failFile("write", lockFile(folder), errno);
    if (!tryLock(m_descriptor)) {
        const int code = errno;
        const std::string holder = holderOf(m_descriptor);
        ::close(m_descriptor);
        if (code != EWOULDBLOCK)
            failFile("lock", lockFile(folder), code);
        fail(ErrorKind::InputOutput,
             "process {} is writing to the cache '{}'; wait until it has ended, stop it, or choose another folder",
             holder, folder.string());
    }
    // For messages only: on a full disk the lock works without it.
    const std::string text = std::to_string(::getpid());
    if (::ftruncate(m_descriptor, 0) == 0 && ::pwrite(m_descriptor, text.data(), text.size(), 0) < 0)
        errno = 0;
}

CacheLock::~CacheLock() { ::close(m_descriptor); }

bool CacheLock::isHeld(const std::filesystem::path& folder)
{
    const int descriptor = ::open(lockFile(folder).c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return false;
    const bool held = ::flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    ::close(descriptor);
    return held;
}

} // namespace sastrugi
