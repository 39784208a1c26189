// What is typed on the command line besides names: frame ranges, and paths as UTF-8.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sastrugi
{

struct FrameRange {
    std::int64_t first = 0, last = 0;
    bool contains(std::int64_t frame) const { return first <= frame && frame <= last; }
};

/// "12-48" or "12"; nothing for an empty text. Throws Error(Usage).
std::optional<FrameRange> parseFrames(std::string_view text);

/// The place of `text` among `names`. Throws Error(Usage) that names the option and the nearest name.
std::size_t chooseName(std::string_view option, std::string_view text, const std::vector<std::string_view>& names);

/// "a,b"; empty for an empty text.
std::vector<std::string> splitNames(std::string_view text);

std::filesystem::path pathOf(std::string_view utf8);
std::string utf8Of(const std::filesystem::path& path);

/// An argument as a shell takes it.
std::string shellQuoted(std::string_view argument);

} // namespace sastrugi
