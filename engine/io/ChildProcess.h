// Runs a program and takes what it writes, with limits. POSIX.
#pragma once

#include <cstddef>
#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

namespace sastrugi
{

struct ChildLimits {
    double seconds = 60;
    std::size_t outputBytes = std::size_t{4} << 30;
};

struct ChildResult {
    enum class End { Exited, Signalled, OutOfTime, TooMuchOutput, Stopped };
    End end = End::Exited;
    int code = 0; // exit code or signal
    std::vector<std::byte> output;
    std::string errors; // its standard error, the first 64 KiB
};

/// Waits for the end of the child, which is killed at a limit or when stopped. Its standard input is empty.
/// Throws Error(Internal) that names the program when it cannot be started.
ChildResult runChild(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                     const ChildLimits& limits, std::stop_token stop);

} // namespace sastrugi
