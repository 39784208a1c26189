#include "app/cli/runArguments.h"

#include "engine/core/Error.h"

#include <new>

namespace sastrugi
{

double quantityOf(const char* option, const std::string& text, Unit unit, double otherwise)
{
    if (text.empty())
        return otherwise;
    double value = 0;
    try {
        value = parseQuantity(text, unit);
    } catch (const Error& error) {
        fail(ErrorKind::Usage, "{}: {}", option, error.what());
    }
    if (value < 0)
        fail(ErrorKind::Usage, "{}: '{}' is negative", option, text);
    return value;
}

ProgressKind progressKindOf(const std::string& text)
{
    return static_cast<ProgressKind>(chooseName("--progress", text, {"auto", "none", "bar", "jsonl"}));
}

LogLevel logLevelOf(const std::string& text)
{
    return static_cast<LogLevel>(chooseName("--log-level", text, {"debug", "info", "warning", "error"}));
}

Failure failureInHand()
{
    try {
        throw;
    } catch (const Error& error) {
        return {error.exitCode(), error.what()};
    } catch (const std::bad_alloc&) {
        return {static_cast<int>(ErrorKind::Memory), "not enough memory"};
    } catch (const std::exception& error) {
        return {static_cast<int>(ErrorKind::Internal), error.what()};
    }
}

} // namespace sastrugi
