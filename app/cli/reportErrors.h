// The outermost layer of a program: what goes wrong becomes a sentence on stderr and an exit code.
#pragma once

#include "engine/core/Error.h"

#include <functional>
#include <string_view>

namespace sastrugi
{

/// "sastrugi: error: ..." after what stdout has to say. Gives the exit code.
int sayError(std::string_view program, std::string_view sentence, ErrorKind kind);

/// Runs the program and gives its exit code, or that of what is thrown. Output that could not be written is an error.
int reportErrors(std::string_view program, const std::function<int()>& run);

} // namespace sastrugi
