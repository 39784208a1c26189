// Words and numbers of text files, without a copy and without the locale.
#pragma once

#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

namespace sastrugi
{

inline bool isBlank(char letter) { return letter == ' ' || letter == '\t' || letter == '\r' || letter == '\n'; }

/// Whether a text is in UTF-16, by its mark or by zeros among its first letters.
inline bool isWideText(std::string_view text)
{
    return text.starts_with("\xfe\xff") || text.starts_with("\xff\xfe") ||
           text.substr(0, 64).find('\0') != std::string_view::npos;
}

/// Separated by blanks.
inline std::vector<std::string_view> wordsOf(std::string_view text)
{
    std::vector<std::string_view> words;
    for (std::size_t begin = 0; begin < text.size();) {
        while (begin < text.size() && isBlank(text[begin]))
            ++begin;
        std::size_t end = begin;
        while (end < text.size() && !isBlank(text[end]))
            ++end;
        if (end > begin)
            words.push_back(text.substr(begin, end - begin));
        begin = end;
    }
    return words;
}

/// The next line, without its end; false when there is none.
inline bool takeLine(std::string_view& rest, std::string_view& line)
{
    if (rest.empty())
        return false;
    const std::size_t end = rest.find('\n');
    line = rest.substr(0, end);
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    if (line.ends_with('\r'))
        line.remove_suffix(1);
    return true;
}

/// Of a table, without blanks and quotes around them.
inline std::vector<std::string_view> cellsOf(std::string_view line, char separator)
{
    std::vector<std::string_view> cells;
    while (true) {
        const std::size_t end = line.find(separator);
        std::string_view cell = line.substr(0, end);
        while (!cell.empty() && isBlank(cell.front()))
            cell.remove_prefix(1);
        while (!cell.empty() && isBlank(cell.back()))
            cell.remove_suffix(1);
        if (cell.size() >= 2 && cell.front() == '"' && cell.back() == '"')
            cell = cell.substr(1, cell.size() - 2);
        cells.push_back(cell);
        if (end == std::string_view::npos)
            return cells;
        line.remove_prefix(end + 1);
    }
}

/// None unless the whole text is one.
inline std::optional<std::uint64_t> wholeNumber(std::string_view text)
{
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

/// The same of a number with a fraction; "nan" and "inf" are numbers too.
inline std::optional<double> realNumber(std::string_view text)
{
    while (!text.empty() && isBlank(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && isBlank(text.back()))
        text.remove_suffix(1);
    if (text.starts_with('+'))
        text.remove_prefix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc::result_out_of_range && end == text.data() + text.size())
        return 0; // too small for a double; too large ones are no positions either
    return error == std::errc() && end == text.data() + text.size() && !text.empty() ? std::optional(value)
                                                                                     : std::nullopt;
}

/// One number after the other, separated by blanks.
class NumberReader
{
public:
    explicit NumberReader(std::string_view text) : m_rest(text) {}

    bool isAtEndOfLine() const
    {
        const std::size_t next = m_rest.find_first_not_of(" \t\r");
        return next == std::string_view::npos || m_rest[next] == '\n';
    }
    bool isAtEnd() const { return m_rest.find_first_not_of(" \t\r\n") == std::string_view::npos; }
    /// Letters that are left.
    std::size_t left() const { return m_rest.size(); }
    /// False at the end, and where there is something else.
    bool next(double& value)
    {
        std::size_t begin = 0;
        while (begin < m_rest.size() && isBlank(m_rest[begin]))
            ++begin;
        std::size_t end = begin;
        while (end < m_rest.size() && !isBlank(m_rest[end]))
            ++end;
        const std::optional<double> number = realNumber(m_rest.substr(begin, end - begin));
        m_rest.remove_prefix(end);
        if (number)
            value = *number;
        return number.has_value();
    }

private:
    std::string_view m_rest;
};

} // namespace sastrugi
