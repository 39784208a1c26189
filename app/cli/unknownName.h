// What to say of a command line that is not understood.
#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace sastrugi
{

/// A sentence that names what is wrong and, for an unknown option or command, the nearest known one.
std::string usageSentence(const CLI::App& app, const CLI::ParseError& error, int argc, char** argv);

} // namespace sastrugi
