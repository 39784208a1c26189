// What the program was called with.
#pragma once

#include <string>
#include <vector>

namespace sastrugi::studio
{

struct Arguments {
    bool isHelpWanted = false, isVersionWanted = false;
    bool isSafe = false;
    bool isSimulated = false;
    std::string scene; // UTF-8; empty when none was named
};

/// Without the program's name. Options of Qt (`-platform` and the like) are passed over. Throws Error(Usage) with a
/// sentence that names what is unknown.
Arguments readArguments(const std::vector<std::string>& words);

/// What `--help` prints.
std::string helpText();

} // namespace sastrugi::studio
