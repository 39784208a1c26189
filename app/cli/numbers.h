// Checks of numbers on the command line, with a sentence for each that is refused.
#pragma once

#include <CLI/CLI.hpp>

#include <cstdint>
#include <limits>

namespace sastrugi
{

/// A whole number in a range.
CLI::Validator wholeNumber(std::int64_t least, std::int64_t most = std::numeric_limits<std::int64_t>::max());

} // namespace sastrugi
