#include "app/cli/numbers.h"

#include <fmt/format.h>

#include <charconv>

namespace sastrugi
{

CLI::Validator wholeNumber(std::int64_t least, std::int64_t most)
{
    const bool hasMost = most < std::numeric_limits<std::int64_t>::max();
    const std::string expected = hasMost ? fmt::format("a whole number from {} to {}", least, most)
                                         : fmt::format("a whole number from {}", least);
    const auto check = [least, most, expected](const std::string& text) -> std::string {
        std::int64_t number = 0;
        const auto [stop, status] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (status == std::errc() && stop == text.data() + text.size() && number >= least && number <= most)
            return {};
        return fmt::format("'{}' is not {}", text, expected);
    };
    return CLI::Validator(check, hasMost ? fmt::format("[{} - {}]", least, most) : "", "whole number");
}

} // namespace sastrugi
