#include "engine/io/FrameNames.h"

#include "engine/core/Error.h"
#include "engine/core/lowerCase.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <system_error>

namespace sastrugi
{

namespace
{

struct NumberPlace {
    std::size_t begin = 0, size = 0;
    int width = 0;
};

constexpr int usualWidth = 4, largestWidth = 18;

/// Reads digits at `text`; returns how many there are.
std::size_t readWidth(std::string_view text, int& width)
{
    std::size_t size = 0;
    width = 0;
    while (size < text.size() && text[size] >= '0' && text[size] <= '9' && width <= largestWidth)
        width = 10 * width + (text[size++] - '0');
    if (width == 0)
        width = usualWidth;
    return size;
}

/// The number that starts exactly at `begin`.
std::optional<NumberPlace> numberAt(std::string_view text, std::size_t begin)
{
    const std::string_view rest = text.substr(begin);
    NumberPlace place{begin, 0, usualWidth};
    if (rest.starts_with("#")) {
        place.size = std::min(rest.find_first_not_of('#'), rest.size());
        place.width = static_cast<int>(std::min<std::size_t>(place.size, largestWidth));
        return place;
    }
    if (rest.starts_with("${F")) {
        place.size = 3 + readWidth(rest.substr(3), place.width);
        if (rest.substr(place.size).starts_with("}")) {
            ++place.size;
            return place;
        }
    }
    if (rest.starts_with("$F")) {
        place.size = 2 + readWidth(rest.substr(2), place.width);
        return place;
    }
    if (rest.starts_with("%")) {
        place.size = 1 + readWidth(rest.substr(1), place.width);
        if (place.size < rest.size() && rest[place.size] == 'd') {
            ++place.size;
            return place;
        }
    }
    if (rest.starts_with("{frame")) {
        place.size = 6;
        if (rest.substr(place.size).starts_with(":"))
            place.size += 1 + readWidth(rest.substr(place.size + 1), place.width);
        if (rest.substr(place.size).starts_with("d"))
            ++place.size;
        if (rest.substr(place.size).starts_with("}")) {
            ++place.size;
            return place;
        }
    }
    return std::nullopt;
}

std::optional<NumberPlace> findNumber(std::string_view text, std::size_t from = 0)
{
    for (std::size_t begin = from; begin < text.size(); ++begin)
        if (const auto place = numberAt(text, begin))
            return place;
    return std::nullopt;
}

} // namespace

FrameNames::FrameNames(std::string_view pattern, std::string_view ending, std::int64_t frameCount) : m_ending(ending)
{
    const std::filesystem::path path{std::string(pattern)};
    m_folder = path.parent_path();
    std::string name = path.filename().string();
    if (name.empty() || name == "." || name == "..")
        fail(ErrorKind::Usage, "'{}' names no file: give a name such as snow.####{}", pattern, ending);
    if (findNumber(m_folder.string()))
        fail(ErrorKind::Usage, "'{}' has the frame number in the name of a folder: put it in that of the file",
             pattern);
    // SNOW.PLY has the ending .ply.
    const std::string_view typed = std::string_view(name).substr(name.size() - std::min(name.size(), ending.size()));
    if (lowerCase(std::string(typed)) == ending)
        m_ending = typed;
    else
        name += ending;
    const auto number = findNumber(name);
    if (!number && frameCount > 1)
        fail(ErrorKind::Usage, "'{}' has no place for the frame number, and there are {} frames: write snow.####{}",
             pattern, frameCount, ending);
    if (!number) {
        m_before = name;
        return;
    }
    if (findNumber(name, number->begin + number->size))
        fail(ErrorKind::Usage, "'{}' has more than one place for the frame number", pattern);
    if (number->width > largestWidth)
        fail(ErrorKind::Usage, "'{}' asks for more than {} digits", pattern, largestWidth);
    m_hasNumber = true;
    m_width = number->width;
    m_before = name.substr(0, number->begin);
    m_after = name.substr(number->begin + number->size);
}

std::filesystem::path FrameNames::of(std::int64_t frame) const
{
    if (frame < 0)
        fail(ErrorKind::Usage, "frame {} is negative: file names have no sign", frame);
    return m_folder / (m_hasNumber ? fmt::format("{}{:0{}}{}", m_before, frame, m_width, m_after) : m_before);
}

std::string FrameNames::base() const
{
    std::string base = m_hasNumber ? m_before : m_before.substr(0, m_before.size() - m_ending.size());
    while (!base.empty() && std::string_view("._- ").find(base.back()) != std::string_view::npos)
        base.pop_back();
    if (m_hasNumber) // what comes after the number tells names apart as well
        base += m_after.substr(0, m_after.size() - m_ending.size());
    return base.empty() ? "frames" : base;
}

std::map<std::int64_t, std::filesystem::path> FrameNames::existing() const
{
    std::map<std::int64_t, std::filesystem::path> files;
    if (!m_hasNumber)
        return files;
    std::error_code error;
    const std::filesystem::path folder = m_folder.empty() ? "." : m_folder;
    for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        if (name.size() <= m_before.size() + m_after.size() || !name.starts_with(m_before) || !name.ends_with(m_after))
            continue;
        std::int64_t frame = -1;
        const char* last = name.data() + name.size() - m_after.size();
        const auto [stop, failure] = std::from_chars(name.data() + m_before.size(), last, frame);
        if (failure == std::errc() && stop == last && frame >= 0 && of(frame).filename() == name)
            files[frame] = m_folder / name;
    }
    if (error)
        fail(ErrorKind::InputOutput, "the folder '{}' cannot be read: {}", folder.string(), error.message());
    return files;
}

} // namespace sastrugi
