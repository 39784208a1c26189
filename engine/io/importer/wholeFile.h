#pragma once

#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>

namespace sastrugi
{

/// Throws std::runtime_error when it cannot be read.
inline std::string wholeFile(const std::string& path)
{
    std::ostringstream text;
    if (!(text << std::ifstream(path, std::ios::binary).rdbuf()))
        throw std::runtime_error("it cannot be read");
    return std::move(text).str();
}

} // namespace sastrugi
