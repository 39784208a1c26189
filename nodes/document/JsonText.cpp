#include "nodes/document/JsonText.h"

#include "engine/core/Error.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace sastrugi
{

namespace
{

/// Walks over a text that is known to be JSON.
class Scanner
{
public:
    Scanner(std::string_view text, std::string_view source) : m_text(text), m_source(source) {}

    JsonValue scan(int depth = 0)
    {
        constexpr int deepest = 200;
        skipSpace();
        if (depth > deepest)
            fail(ErrorKind::Scene, "{}, line {}: values are nested more than {} deep", m_source, m_line, deepest);
        JsonValue value;
        value.line = m_line;
        const std::size_t begin = m_at;
        switch (m_text[m_at]) {
        case '{': scanObject(value, depth); break;
        case '[': scanArray(value, depth); break;
        case '"':
            value.kind = JsonValue::Kind::String;
            skipString();
            break;
        default:
            value.kind = m_text[m_at] == 'n'                          ? JsonValue::Kind::Null
                         : m_text[m_at] == 't' || m_text[m_at] == 'f' ? JsonValue::Kind::Boolean
                                                                      : JsonValue::Kind::Number;
            m_at = std::min(m_text.find_first_of(",]} \t\r\n", m_at), m_text.size());
        }
        value.raw = m_text.substr(begin, m_at - begin);
        return value;
    }

private:
    void scanObject(JsonValue& object, int depth)
    {
        object.kind = JsonValue::Kind::Object;
        while (enterNext('}')) {
            const JsonValue key = scan(depth + 1);
            const std::string name = key.text();
            if (object.find(name))
                fail(ErrorKind::Scene, "{}, line {}: '{}' is named twice", m_source, key.line, name);
            skipSpace();
            ++m_at; // the colon
            object.members.emplace_back(name, scan(depth + 1));
        }
    }

    void scanArray(JsonValue& array, int depth)
    {
        array.kind = JsonValue::Kind::Array;
        while (enterNext(']'))
            array.elements.push_back(scan(depth + 1));
    }

    /// Passes an opening bracket or a comma, or the closing bracket, which ends the loop.
    bool enterNext(char closing)
    {
        skipSpace();
        if (m_text[m_at++] == closing)
            return false;
        skipSpace();
        if (m_text[m_at] != closing)
            return true;
        ++m_at;
        return false;
    }

    void skipString()
    {
        for (++m_at; m_text[m_at] != '"'; ++m_at)
            if (m_text[m_at] == '\\')
                ++m_at;
        ++m_at;
    }

    void skipSpace()
    {
        for (; m_at < m_text.size() && std::string_view(" \t\r\n").find(m_text[m_at]) != std::string_view::npos; ++m_at)
            m_line += m_text[m_at] == '\n' ? 1 : 0;
    }

    std::string_view m_text, m_source;
    std::size_t m_at = 0;
    int m_line = 1;
};

/// The library's own words, without its prefix "[json.exception...] parse error at line 1, column 2: ".
std::string reasonOf(const nlohmann::json::exception& error)
{
    const std::string what = error.what();
    for (const std::string_view mark : {": ", "] "})
        if (const std::size_t end = what.find(mark); end != std::string::npos)
            return what.substr(end + mark.size());
    return what;
}

std::int64_t lineAt(std::string_view text, std::size_t place)
{
    return std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(place), '\n') + 1;
}

void requireJson(std::string_view text, std::string_view source)
{
    try {
        const auto parsed = nlohmann::json::parse(text);
    } catch (const nlohmann::json::parse_error& error) {
        const std::string_view before = text.substr(0, std::min(error.byte > 0 ? error.byte - 1 : 0, text.size()));
        const std::size_t lineStart = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
        fail(ErrorKind::Scene, "{}, line {}, column {}: not JSON: {}", source, lineAt(text, before.size()),
             before.size() - lineStart + 1, reasonOf(error));
    } catch (const nlohmann::json::out_of_range& error) {
        const std::string reason = reasonOf(error); // number overflow parsing '1e999'
        const std::size_t begin = std::min(reason.find('\''), reason.size() - 1) + 1, end = reason.rfind('\'');
        const std::string number = begin < end ? reason.substr(begin, end - begin) : "";
        const std::size_t place = text.find(number);
        fail(ErrorKind::Scene, "{}, line {}: the number {} is too large", source,
             lineAt(text, place == std::string_view::npos ? 0 : place), number);
    } catch (const nlohmann::json::exception& error) {
        fail(ErrorKind::Scene, "{}: not JSON: {}", source, reasonOf(error));
    }
}

} // namespace

const JsonValue* JsonValue::find(std::string_view key) const
{
    for (const auto& [name, value] : members)
        if (name == key)
            return &value;
    return nullptr;
}

std::string JsonValue::text() const { return nlohmann::json::parse(raw).get<std::string>(); }
double JsonValue::number() const { return nlohmann::json::parse(raw).get<double>(); }

JsonValue parseJson(std::string_view text, std::string_view source)
{
    if (text.starts_with("\xEF\xBB\xBF"))
        text.remove_prefix(3);
    requireJson(text, source);
    return Scanner(text, source).scan();
}

std::string quotedJson(std::string_view text)
{
    return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

} // namespace sastrugi
