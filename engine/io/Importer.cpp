#include "engine/io/Importer.h"

#include "engine/core/Error.h"
#include "engine/io/ChildProcess.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <system_error>

#include <signal.h>

namespace sastrugi
{

namespace
{

using Path = std::filesystem::path;

/// The cause of failure as a sentence about the file.
[[noreturn]] void failForEnd(const Path& file, const ImportTask& task, const ChildResult& result)
{
    const std::string name = file.string();
    switch (result.end) {
    case ChildResult::End::Stopped: fail(ErrorKind::Interrupted, "the reading of '{}' was stopped", name);
    case ChildResult::End::OutOfTime:
        fail(ErrorKind::Scene, "the {} '{}' takes longer than {} s to read", task.kind, name, task.timeLimit);
    case ChildResult::End::TooMuchOutput: fail(ErrorKind::Scene, "the {} '{}' holds too much to read", task.kind, name);
    case ChildResult::End::Signalled:
        if (result.code == SIGXCPU)
            fail(ErrorKind::Scene, "the {} '{}' takes too long to read", task.kind, name);
        fail(ErrorKind::Scene,
             "the {} '{}' is damaged or not understood: the reader crashed on it (signal {}); export it again, "
             "perhaps to another format",
             task.kind, name, result.code);
    case ChildResult::End::Exited: break;
    }
    if (result.code == importTooLarge)
        fail(ErrorKind::Scene, "the {} '{}' needs more than 2 GiB of memory to read, or is damaged", task.kind, name);
    std::string cause = result.errors;
    std::replace(cause.begin(), cause.end(), '\n', ' ');
    while (!cause.empty() && cause.back() == ' ')
        cause.pop_back();
    if (cause.empty())
        cause = fmt::format("the reader ended with code {}", result.code);
    fail(ErrorKind::Scene, "the {} '{}' cannot be read: {}", task.kind, name, cause);
}

} // namespace

std::filesystem::path importProgram()
{
    if (const char* chosen = std::getenv("SASTRUGI_IMPORT"); chosen && *chosen)
        return chosen;
    std::error_code error;
    const Path self = std::filesystem::read_symlink("/proc/self/exe", error);
    return self.parent_path() / "sastrugi-import";
}

std::ifstream openForImport(const std::filesystem::path& file, std::string_view kind)
{
    std::error_code error;
    const auto status = std::filesystem::status(file, error);
    if (!std::filesystem::exists(status))
        fail(ErrorKind::InputOutput, "the {} '{}' does not exist", kind, file.string());
    if (std::filesystem::is_directory(status))
        fail(ErrorKind::InputOutput, "'{}' is a folder, not a {}", file.string(), kind);
    if (!std::filesystem::is_regular_file(status)) // a pipe would be waited for
        fail(ErrorKind::InputOutput, "'{}' is not a regular file, and cannot be read as a {}", file.string(), kind);
    errno = 0;
    std::ifstream stream(file, std::ios::binary);
    if (!stream)
        fail(ErrorKind::InputOutput, "the {} '{}' cannot be read: {}", kind, file.string(), std::strerror(errno));
    return stream;
}

std::vector<std::byte> runImporter(const std::filesystem::path& file, const ImportTask& task, std::stop_token stop)
{
    std::vector<std::string> arguments = task.arguments;
    arguments.push_back(std::filesystem::absolute(file).string());
    ChildResult result = runChild(importProgram(), arguments, {.seconds = task.timeLimit}, std::move(stop));
    if (result.end != ChildResult::End::Exited || result.code != 0)
        failForEnd(file, task, result);
    if (result.output.size() < task.magic.size() ||
        std::memcmp(result.output.data(), task.magic.data(), task.magic.size()) != 0)
        fail(ErrorKind::Internal, "'{}' is not the sastrugi-import of this version", importProgram().string());
    result.output.erase(result.output.begin(), result.output.begin() + static_cast<std::ptrdiff_t>(task.magic.size()));
    return std::move(result.output);
}

} // namespace sastrugi
