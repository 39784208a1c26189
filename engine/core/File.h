// Reading and writing whole files so that a reader sees the old content or the new one, never a mixture.
//
// A file is written under a temporary name in its own folder, flushed to the disk and renamed. POSIX; the file system
// must rename atomically, as local ones and NFS do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sastrugi
{

/// The files of the machine. Tests derive from it to let primitives fail, or to die at a named point.
class FileLayer
{
public:
    /// What the name of every unfinished file ends with; one that is found later is litter of a killed program.
    static constexpr std::string_view temporarySuffix = ".tmp";

    virtual ~FileLayer() = default;

    /// Replaces or creates `path`; keeps the permissions of a file that was there and follows symbolic links.
    /// Throws Error(InputOutput) that names the file, the cause and what to do; then the old file is as it was.
    void writeAtomically(const std::filesystem::path& path, std::span<const std::byte> bytes);
    void writeAtomically(const std::filesystem::path& path, std::string_view text);

    /// Throws Error(InputOutput) that names the file and the cause.
    std::vector<std::byte> readAll(const std::filesystem::path& path);
    std::string readText(const std::filesystem::path& path);

    /// Creates the folder and those above it; an empty path is the working folder. Throws Error(InputOutput).
    void createFolder(const std::filesystem::path& path);
    /// Nothing happens when it does not exist. Throws Error(InputOutput).
    void remove(const std::filesystem::path& path);
    /// Gives an existing file a second name, by a hard link or, where there are none, a copy. Throws
    /// Error(InputOutput).
    void link(const std::filesystem::path& existing, const std::filesystem::path& path);

    /// Bytes that may still be written to the device of `path`, which need not exist.
    virtual std::uint64_t freeSpace(const std::filesystem::path& path);

    /// The points that writeAtomically() passes, in order.
    static std::span<const std::string_view> writePoints();
    /// Called at named points of the work; does nothing. Users of the layer may add points of their own.
    virtual void reached(std::string_view point, const std::filesystem::path& path);

protected:
    // As their POSIX namesakes: -1 and errno on failure.
    virtual std::ptrdiff_t writeSome(int descriptor, std::span<const std::byte> bytes);
    virtual int synchronise(int descriptor);
    virtual int rename(const std::filesystem::path& from, const std::filesystem::path& to);

private:
    void writeTemporary(const std::filesystem::path& temporary, const std::filesystem::path& path,
                        std::span<const std::byte> bytes);
    void writeHalf(int descriptor, std::span<const std::byte> bytes, const std::filesystem::path& path);
};

/// Throws Error(InputOutput): "cannot <verb> '<path>': <cause>; <what to do>", where `code` is an errno.
[[noreturn]] void failFile(std::string_view verb, const std::filesystem::path& path, int code);

} // namespace sastrugi
