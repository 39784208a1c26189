// Small letters for comparing names and endings of files: ASCII alone, whatever the language of the machine.
#pragma once

#include <filesystem>
#include <string>

namespace sastrugi
{

constexpr char lowerCase(char letter)
{
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

inline std::string lowerCase(std::string text)
{
    for (char& letter : text)
        letter = lowerCase(letter);
    return text;
}

/// ".ply" of SNOW.PLY
inline std::string lowerCaseEnding(const std::filesystem::path& file) { return lowerCase(file.extension().string()); }

} // namespace sastrugi
