// What commands that simulate have in common: how their options are read, and how they end.
#pragma once

#include "app/cli/Progress.h"
#include "engine/core/Units.h"

#include <string>

namespace sastrugi
{

/// A quantity of an option; `otherwise` when it was not given. Throws Error(Usage), also when it is negative.
double quantityOf(const char* option, const std::string& text, Unit unit, double otherwise);

/// Of --progress and --log-level. Throws Error(Usage).
ProgressKind progressKindOf(const std::string& text);
LogLevel logLevelOf(const std::string& text);

/// What a handler of exceptions has to tell.
struct Failure {
    int code;
    std::string sentence;
};

/// Of the exception that is handled.
Failure failureInHand();

} // namespace sastrugi
