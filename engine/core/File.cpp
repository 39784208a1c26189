#include "engine/core/File.h"

#include "engine/core/Error.h"
#include "engine/core/lowerCase.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

namespace sastrugi
{

namespace
{

namespace fs = std::filesystem;

std::string_view adviceFor(int code)
{
    switch (code) {
    case ENOSPC:
    case EDQUOT: return "free some space or choose another folder; what was written before stays valid";
    case EACCES:
    case EPERM:
    case EROFS: return "check the permissions or choose another folder";
    case ENOENT: return "check the name and that its folder exists";
    case EIO:
    case ESTALE: return "check the disk or the network drive";
    case ENAMETOOLONG: return "choose a shorter name";
    case EISDIR: return "name a file in it";
    default: return "check the file and its folder";
    }
}

/// "no space left on device"
std::string causeOf(int code)
{
    std::string text = std::generic_category().message(code);
    if (text.size() > 1 && text[1] >= 'a')
        text[0] = lowerCase(text[0]);
    return text;
}

/// Closes a descriptor at the end of its life.
class Descriptor
{
public:
    explicit Descriptor(int value) : m_value(value) {}
    ~Descriptor()
    {
        if (m_value >= 0)
            ::close(m_value);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    int value() const { return m_value; }
    /// Network drives report late errors here.
    int close()
    {
        const int result = ::close(m_value);
        m_value = -1;
        return result;
    }

private:
    int m_value;
};

/// Removes a file unless it was released.
class Litter
{
public:
    explicit Litter(const fs::path& path) : m_path(path) {}
    ~Litter()
    {
        if (!m_released)
            ::unlink(m_path.c_str());
    }
    Litter(const Litter&) = delete;
    Litter& operator=(const Litter&) = delete;

    void release() { m_released = true; }

private:
    const fs::path& m_path;
    bool m_released = false;
};

/// Of constant length, so that every name that fits a folder can be written; no other writer uses it.
fs::path temporaryNameBeside(const fs::path& path)
{
    static std::atomic<unsigned> counter = 0;
    return path.parent_path() / fmt::format(".sastrugi-{}-{}{}", ::getpid(), ++counter, FileLayer::temporarySuffix);
}

/// Where the bytes of `path` are: links are followed, so that they stay links.
fs::path resolved(const fs::path& path)
{
    std::error_code error;
    if (fs::is_symlink(path, error)) {
        const fs::path target = fs::weakly_canonical(path, error);
        if (!error)
            return target;
    }
    return path;
}

/// Fills `bytes` or stops at the end of the file; the number of bytes read.
std::size_t readInto(int descriptor, std::span<std::byte> bytes, const fs::path& path)
{
    std::size_t size = 0;
    while (size < bytes.size()) {
        const ssize_t count = ::read(descriptor, bytes.data() + size, bytes.size() - size);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            failFile("read", path, errno);
        if (count == 0)
            break;
        size += static_cast<std::size_t>(count);
    }
    return size;
}

fs::path folderOf(const fs::path& path) { return path.has_parent_path() ? path.parent_path() : fs::path("."); }

} // namespace

void failFile(std::string_view verb, const fs::path& path, int code)
{
    fail(ErrorKind::InputOutput, "cannot {} '{}': {}; {}", verb, path.string(), causeOf(code), adviceFor(code));
}

std::span<const std::string_view> FileLayer::writePoints()
{
    static constexpr std::string_view points[] = {"before write",  "half written", "before flush",
                                                  "before rename", "after rename", "written"};
    return points;
}

void FileLayer::writeAtomically(const fs::path& path, std::span<const std::byte> bytes)
{
    const fs::path target = resolved(path);
    const fs::path temporary = temporaryNameBeside(target);
    Litter litter(temporary);
    writeTemporary(temporary, target, bytes);
    reached("before rename", path);
    if (rename(temporary, target) != 0)
        failFile("write", path, errno);
    litter.release();
    reached("after rename", path);

    // Without this the new name may be lost with the power; file systems that cannot do it say EINVAL.
    const Descriptor folder(::open(folderOf(target).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (folder.value() >= 0 && synchronise(folder.value()) != 0 && errno != EINVAL)
        failFile("write", path, errno);
    reached("written", path);
}

void FileLayer::writeAtomically(const fs::path& path, std::string_view text)
{
    writeAtomically(path, std::as_bytes(std::span(text.data(), text.size())));
}

void FileLayer::writeTemporary(const fs::path& temporary, const fs::path& path, std::span<const std::byte> bytes)
{
    Descriptor file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (file.value() < 0)
        failFile("write", path, errno);
    struct stat status = {};
    if (::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) && ::fchmod(file.value(), status.st_mode & 07777))
        failFile("write", path, errno);

    reached("before write", path);
    const std::size_t half = bytes.size() / 2;
    writeHalf(file.value(), bytes.first(half), path);
    reached("half written", path);
    writeHalf(file.value(), bytes.subspan(half), path);
    reached("before flush", path);
    if (synchronise(file.value()) != 0 || ::fstat(file.value(), &status) != 0)
        failFile("write", path, errno);
    if (static_cast<std::uint64_t>(status.st_size) != bytes.size())
        fail(ErrorKind::InputOutput, "cannot write '{}': {} bytes arrived on the disk instead of {}; check the disk",
             path.string(), status.st_size, bytes.size());
    if (file.close() != 0)
        failFile("write", path, errno);
}

void FileLayer::writeHalf(int descriptor, std::span<const std::byte> bytes, const fs::path& path)
{
    while (!bytes.empty()) {
        const std::ptrdiff_t written = writeSome(descriptor, bytes);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            failFile("write", path, errno);
        if (written == 0)
            failFile("write", path, EIO);
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
}

std::vector<std::byte> FileLayer::readAll(const fs::path& path)
{
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    struct stat status = {};
    if (file.value() < 0 || ::fstat(file.value(), &status) != 0)
        failFile("read", path, errno);
    if (S_ISDIR(status.st_mode))
        failFile("read", path, EISDIR);
    std::vector<std::byte> bytes(static_cast<std::size_t>(status.st_size));
    std::size_t size = readInto(file.value(), bytes, path);
    // Pipes have no size and files may grow: go on until the end is seen.
    std::array<std::byte, 4096> more;
    while (size == bytes.size()) {
        const std::size_t count = readInto(file.value(), more, path);
        bytes.insert(bytes.end(), more.begin(), more.begin() + static_cast<std::ptrdiff_t>(count));
        if (count < more.size())
            return bytes;
        size += count;
    }
    bytes.resize(size);
    return bytes;
}

std::string FileLayer::readText(const fs::path& path)
{
    const std::vector<std::byte> bytes = readAll(path);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

void FileLayer::createFolder(const fs::path& path)
{
    if (path.empty())
        return; // of a file that is named without a folder: the working folder
    std::error_code error;
    fs::create_directories(path, error);
    if (error)
        failFile("create the folder", path, error.value());
}

void FileLayer::remove(const fs::path& path)
{
    if (::unlink(path.c_str()) != 0 && errno != ENOENT)
        failFile("remove", path, errno);
}

void FileLayer::link(const fs::path& existing, const fs::path& path)
{
    std::error_code error;
    fs::create_hard_link(existing, path, error);
    if (!error)
        return;
    if (error.value() == EEXIST || error.value() == ENOENT)
        failFile("write", path, error.value());
    writeAtomically(path, readAll(existing));
}

std::uint64_t FileLayer::freeSpace(const fs::path& path)
{
    fs::path folder = fs::absolute(path);
    struct statvfs status = {};
    while (::statvfs(folder.c_str(), &status) != 0) {
        if (!folder.has_relative_path())
            failFile("read the free space of", path, errno);
        folder = folder.parent_path();
    }
    return static_cast<std::uint64_t>(status.f_bavail) * status.f_frsize;
}

void FileLayer::reached(std::string_view, const fs::path&) {}

std::ptrdiff_t FileLayer::writeSome(int descriptor, std::span<const std::byte> bytes)
{
    return ::write(descriptor, bytes.data(), bytes.size());
}

int FileLayer::synchronise(int descriptor) { return ::fsync(descriptor); }

int FileLayer::rename(const fs::path& from, const fs::path& to) { return ::rename(from.c_str(), to.c_str()); }

} // namespace sastrugi
