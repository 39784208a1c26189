// Messages for a person, as opposed to results. The receiver decides what becomes of them.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace sastrugi
{

enum class LogLevel { Debug, Info, Warning, Error };

std::string_view name(LogLevel level);

struct LogMessage {
    LogLevel level = LogLevel::Info;
    std::string node; // the node it is about; may be empty
    std::string code; // stable and machine-readable, "mesh.open"; may be empty
    std::string text; // a sentence
};

using Log = std::function<void(const LogMessage&)>;

} // namespace sastrugi
