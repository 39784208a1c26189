#include "app/studio/document/incrementedName.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>

namespace sastrugi::studio
{

namespace
{

namespace fs = std::filesystem;

struct Version {
    std::string name; // "scene"
    int number = 1;   // of a name without one
    std::size_t digits = 3;
};

Version versionOf(const std::string& stem)
{
    const std::size_t dot = stem.rfind('.');
    if (dot == std::string::npos || dot == 0)
        return {stem};
    const std::string digits = stem.substr(dot + 1);
    const bool isNumber = !digits.empty() && digits.size() < 9 &&
                          std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
    return isNumber ? Version{stem.substr(0, dot), std::stoi(digits), digits.size()} : Version{stem};
}

} // namespace

fs::path incrementedName(const fs::path& file)
{
    const Version version = versionOf(file.stem().string());
    int last = version.number;
    std::error_code ignored; // an unreadable folder: saving says what is wrong
    for (const fs::directory_entry& entry : fs::directory_iterator(file.parent_path(), ignored)) {
        const Version other = versionOf(entry.path().stem().string());
        if (entry.path().extension() == file.extension() && other.name == version.name)
            last = std::max(last, other.number);
    }
    const std::string name = fmt::format("{}.{:0{}}", version.name, last + 1, version.digits);
    return file.parent_path() / (name + file.extension().string());
}

} // namespace sastrugi::studio
