#include "engine/core/Log.h"

namespace sastrugi
{

std::string_view name(LogLevel level)
{
    constexpr std::string_view names[] = {"debug", "info", "warning", "error"};
    return names[static_cast<int>(level)];
}

} // namespace sastrugi
