#include "app/cli/arguments.h"

#include "engine/core/Error.h"
#include "engine/core/Parameter.h"

#include <algorithm>
#include <charconv>

namespace sastrugi
{

namespace
{

constexpr std::int64_t lastPossibleFrame = 1000000; // as of scene.lastFrame

}

std::optional<FrameRange> parseFrames(std::string_view text)
{
    if (text.empty())
        return {};
    FrameRange range;
    const char* const end = text.data() + text.size();
    auto [next, status] = std::from_chars(text.data(), end, range.first);
    range.last = range.first;
    if (status == std::errc() && next != end && *next == '-') {
        const auto [rest, lastStatus] = std::from_chars(next + 1, end, range.last);
        next = rest;
        status = lastStatus;
    }
    if (status != std::errc() || next != end || range.first < 0)
        fail(ErrorKind::Usage, "--frames: '{}' is not a range of frames such as '1-48' or '12'", text);
    if (range.last < range.first)
        fail(ErrorKind::Usage, "--frames: '{}' ends before it begins", text);
    if (range.last > lastPossibleFrame)
        fail(ErrorKind::Usage, "--frames: frame {} is beyond the last that is possible, {}", range.last,
             lastPossibleFrame);
    return range;
}

std::size_t chooseName(std::string_view option, std::string_view text, const std::vector<std::string_view>& names)
{
    const auto found = std::find(names.begin(), names.end(), text);
    if (found != names.end())
        return static_cast<std::size_t>(found - names.begin());
    const std::string nearest = nearestName(text, names);
    fail(ErrorKind::Usage, "{}: there is no '{}'{}; there are {}", option, text,
         nearest.empty() ? "" : fmt::format(" (did you mean '{}'?)", nearest), fmt::join(names, ", "));
}

std::vector<std::string> splitNames(std::string_view text)
{
    std::vector<std::string> names;
    while (!text.empty()) {
        const std::size_t comma = std::min(text.find(','), text.size());
        names.emplace_back(text.substr(0, comma));
        text.remove_prefix(std::min(comma + 1, text.size()));
    }
    return names;
}

std::filesystem::path pathOf(std::string_view utf8) { return std::u8string(utf8.begin(), utf8.end()); }

std::string utf8Of(const std::filesystem::path& path)
{
    const std::u8string text = path.u8string();
    return {text.begin(), text.end()};
}

std::string shellQuoted(std::string_view argument)
{
    constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=:+,@";
    if (!argument.empty() && argument.find_first_not_of(plain) == std::string_view::npos)
        return std::string(argument);
    std::string quoted = "'";
    for (const char c : argument)
        quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

} // namespace sastrugi
