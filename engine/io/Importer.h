// The program `sastrugi-import` that stands beside this one, which reads files of other programs: when a file makes it
// crash or run out of memory or time, that is an error that names the file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <span>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace sastrugi
{

/// The child may have this much address space, bytes.
constexpr std::uint64_t importMemoryLimit = std::uint64_t{2} << 30;

/// Exit codes of the child, the values of ErrorKind.
constexpr int importRefused = 3, importTooLarge = 6;

struct ImportTask {
    std::string kind;                   // as sentences call the file: "mesh file"
    std::vector<std::string> arguments; // before the name of the file
    std::string_view magic;             // with which the answer begins
    double timeLimit = 60;              // s
};

/// What the child writes about a file, without the magic. Throws Error(Scene) with a sentence that names the file when
/// it cannot be read, Error(Interrupted) when stopped.
std::vector<std::byte> runImporter(const std::filesystem::path& file, const ImportTask& task, std::stop_token stop);

std::filesystem::path importProgram();

/// Throws Error(Scene) when it is missing, no regular file, or cannot be opened.
std::ifstream openForImport(const std::filesystem::path& file, std::string_view kind);

/// Takes numbers from the answer of a child, in the machine's own byte order.
class AnswerReader
{
public:
    explicit AnswerReader(std::span<const std::byte> bytes) : m_rest(bytes) {}

    /// Throws std::length_error when there is less.
    template <class T>
    T take()
    {
        T value;
        take(&value, sizeof value);
        return value;
    }
    template <class T>
    std::vector<T> takeMany(std::uint64_t count)
    {
        if (count > m_rest.size() / sizeof(T))
            throw std::length_error("less was sent than announced");
        std::vector<T> values(count);
        take(values.data(), count * sizeof(T));
        return values;
    }

private:
    void take(void* target, std::size_t size)
    {
        if (size > m_rest.size())
            throw std::length_error("less was sent than announced");
        if (size > 0)
            std::memcpy(target, m_rest.data(), size);
        m_rest = m_rest.subspan(size);
    }

    std::span<const std::byte> m_rest;
};

} // namespace sastrugi
