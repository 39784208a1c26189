#include "engine/core/Words.h"

#include <fmt/format.h>

#include <algorithm>

namespace sastrugi
{

std::string counted(std::int64_t count, std::string_view one, std::string_view many)
{
    if (count == 1)
        return fmt::format("1 {}", one);
    return many.empty() ? fmt::format("{} {}s", count, one) : fmt::format("{} {}", count, many);
}

std::string withArticle(std::string_view noun)
{
    constexpr std::string_view vowels = "AEIOUaeiou";
    const bool isVowel = !noun.empty() && vowels.find(noun.front()) != std::string_view::npos;
    return fmt::format("{} {}", isVowel ? "an" : "a", noun);
}

std::vector<std::string> splitList(std::string_view text)
{
    std::vector<std::string> names;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of(", \t\n"), text.size());
        if (end > 0)
            names.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return names;
}

} // namespace sastrugi
