// The parts of a text that a user types.
#pragma once

#include "engine/core/Error.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sastrugi
{

/// Between separators, without the blanks around them.
inline std::vector<std::string_view> partsOf(std::string_view text, char separator)
{
    std::vector<std::string_view> parts;
    while (true) {
        const std::size_t end = text.find(separator);
        std::string_view part = text.substr(0, end);
        while (!part.empty() && (part.front() == ' ' || part.front() == '\t'))
            part.remove_prefix(1);
        while (!part.empty() && (part.back() == ' ' || part.back() == '\t' || part.back() == '\r'))
            part.remove_suffix(1);
        parts.push_back(part);
        if (end == std::string_view::npos)
            return parts;
        text.remove_prefix(end + 1);
    }
}

/// Calls take(parts) for each line that is not blank, of keys whose parts stand between semicolons. Throws
/// Error(Scene) that names the line of `name` and says `example` where there are not `least` to `most` of them, or
/// take() fails.
template <class Take>
void forEachKeyLine(std::string_view text, std::size_t least, std::size_t most, const char* name,
                    const std::string& example, Take&& take)
{
    std::size_t number = 0;
    for (const std::string_view line : partsOf(text, '\n')) {
        ++number;
        if (line.empty())
            continue;
        try {
            const std::vector<std::string_view> parts = partsOf(line, ';');
            if (parts.size() < least || parts.size() > most)
                fail(ErrorKind::Usage, "'{}' has {} parts", line, parts.size());
            take(parts);
        } catch (const Error& error) {
            fail(ErrorKind::Scene, "line {} of {}: {}; a key is {}", number, name, error.what(), example);
        }
    }
}

} // namespace sastrugi
