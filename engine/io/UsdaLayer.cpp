#include "engine/io/UsdaLayer.h"

#include "engine/core/Error.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace sastrugi
{

namespace
{

/// Goes through a layer by what stands between blanks; texts and comments are passed over as a whole.
class Layer
{
public:
    explicit Layer(std::string_view text) : m_text(text) {}

    bool isAtEnd()
    {
        passBlanks();
        return m_at == m_text.size();
    }
    char next()
    {
        passBlanks();
        return m_at < m_text.size() ? m_text[m_at] : '\0';
    }

    /// A bracket, a sign, a text with its quotes, or all up to one of them.
    std::string_view word()
    {
        passBlanks();
        const std::size_t begin = m_at;
        if (m_at == m_text.size())
            return {};
        const char first = m_text[m_at];
        if (first == '"' || first == '\'' || first == '@')
            passQuoted(first);
        else if (signs.find(first) != std::string_view::npos)
            ++m_at;
        else
            m_at = std::min(m_text.find_first_of(ends, m_at), m_text.size());
        return m_text.substr(begin, m_at - begin);
    }

    /// From behind an opening bracket to behind the one that closes it; whether the word is within.
    bool passRest(std::string_view looked = {})
    {
        bool isThere = false;
        for (int depth = 1; depth > 0;) {
            const std::string_view passed = word();
            if (passed.empty())
                fail(ErrorKind::Scene, "it ends within brackets");
            isThere = isThere || passed == looked;
            if (passed == "(" || passed == "[" || passed == "{")
                ++depth;
            else if (passed == ")" || passed == "]" || passed == "}")
                --depth;
        }
        return isThere;
    }

    /// The numbers of an array, without its brackets: m_at is behind the first.
    std::vector<double> numbers(std::string_view name)
    {
        std::vector<double> values;
        while (true) {
            passBlanks();
            if (m_at == m_text.size())
                fail(ErrorKind::Scene, "it ends within '{}'", name);
            const char letter = m_text[m_at];
            if (letter == ']') {
                ++m_at;
                return values;
            }
            if (letter == '(' || letter == ')' || letter == ',') {
                ++m_at;
                continue;
            }
            double value = 0;
            const auto [stop, error] = std::from_chars(m_text.data() + m_at, m_text.data() + m_text.size(), value);
            if (error != std::errc())
                fail(ErrorKind::Scene, "'{}' has something other than numbers after {} of them", name, values.size());
            values.push_back(value);
            m_at = static_cast<std::size_t>(stop - m_text.data());
        }
    }

private:
    void passBlanks()
    {
        while (m_at < m_text.size()) {
            const char letter = m_text[m_at];
            if (letter == '#')
                m_at = std::min(m_text.find('\n', m_at), m_text.size());
            else if (letter == ' ' || letter == '\t' || letter == '\r' || letter == '\n')
                ++m_at;
            else
                return;
        }
    }
    /// One quote, or three of them around a text with several lines.
    void passQuoted(char quote)
    {
        const std::string three(3, quote);
        const bool isThree = m_text.substr(m_at).starts_with(three);
        const std::string_view mark = isThree ? std::string_view(three) : std::string_view(three).substr(0, 1);
        std::size_t end = m_at + mark.size();
        while (end < m_text.size() && !m_text.substr(end).starts_with(mark))
            end += m_text[end] == '\\' && quote != '@' ? 2 : 1;
        m_at = std::min(end + mark.size(), m_text.size());
    }

    static constexpr std::string_view signs = "()[]{}=,;", ends = "()[]{}=,; \t\r\n\"'@";
    std::string_view m_text;
    std::size_t m_at = 0;
};

/// Of "vector3f[]"; none for what is no array of numbers.
std::optional<int> componentsOf(std::string_view type)
{
    if (!type.ends_with("[]") || type.starts_with("token") || type.starts_with("string") || type.starts_with("asset") ||
        type.starts_with("matrix"))
        return std::nullopt;
    const std::string_view element = type.substr(0, type.size() - 2);
    if (element == "int64" || element == "uint64")
        return 1;
    const std::size_t digit = element.find_first_of("234");
    return digit == std::string_view::npos ? 1 : element[digit] - '0';
}

class ArraysReader
{
public:
    explicit ArraysReader(std::string_view text) : m_layer(text) {}

    UsdaArrays read()
    {
        while (!m_layer.isAtEnd() && !m_isDone)
            statement();
        const PointColumn* points = m_arrays.find("points");
        if (!m_isDone || !points || points->components != 3)
            fail(ErrorKind::Scene, "{}",
                 m_hasClips ? "it plays the files of its frames: choose one of these" : "no prim in it has points");
        return std::move(m_arrays);
    }

private:
    void statement()
    {
        const std::string_view word = m_layer.word();
        if (word == "def" || word == "over" || word == "class")
            prim();
        else if (word == "(")
            metadataOfLayer();
        else if (word == "{" || word == "[")
            m_layer.passRest();
        else if (word.starts_with("xformOp:"))
            fail(ErrorKind::Scene, "'{}' moves its points, which is not followed: write them where they are", word);
        else if (const std::optional<int> components = componentsOf(type(word)))
            attribute(*components);
    }

    /// Arrays are three words: "float", "[" and "]".
    std::string type(std::string_view word)
    {
        if (m_layer.next() != '[' || word == "=")
            return std::string(word);
        m_layer.word();
        if (m_layer.next() == ']') {
            m_layer.word();
            return std::string(word) + "[]";
        }
        m_layer.passRest(); // values of something
        return {};
    }

    void metadata() { m_hasClips = m_layer.passRest("clips") || m_hasClips; }

    /// Those of an attribute, behind its value, look the same and say neither.
    void metadataOfLayer()
    {
        for (int depth = 1; depth > 0 && !m_layer.isAtEnd();) {
            const std::string_view word = m_layer.word();
            depth += word == "(" || word == "{" ? 1 : word == ")" || word == "}" ? -1 : 0;
            if ((word == "metersPerUnit" || word == "upAxis") && m_layer.next() == '=') {
                m_layer.word();
                const std::string_view value = m_layer.word();
                if (word == "upAxis")
                    m_arrays.upAxis = value.size() == 3 ? value[1] : '\0'; // "Y", with its quotes
                else
                    std::from_chars(value.data(), value.data() + value.size(), m_arrays.metresPerUnit);
            }
        }
    }

    /// Prims within it count as well where it has no points itself: its own values come before them.
    void prim()
    {
        constexpr int deepest = 200;
        if (++m_depth > deepest)
            fail(ErrorKind::Scene, "its prims are nested more than {} deep", deepest);
        m_isDone = m_isDone || m_arrays.find("points");
        if (!m_isDone)
            m_arrays.columns.clear();
        while (!m_layer.isAtEnd()) {
            const std::string_view word = m_layer.word();
            if (word == "(")
                metadata();
            else if (word == "{")
                break;
        }
        while (!m_layer.isAtEnd() && m_layer.next() != '}')
            statement();
        m_layer.word();
        --m_depth;
        m_isDone = m_isDone || m_arrays.find("points");
    }

    void attribute(int components)
    {
        constexpr std::string_view samples = ".timeSamples";
        std::string name(m_layer.word());
        const bool hasSamples = name.ends_with(samples);
        if (hasSamples)
            name.resize(name.size() - samples.size());
        if (m_layer.next() != '=')
            return; // declared, without a value
        m_layer.word();
        const bool isOpen = hasSamples && m_layer.next() == '{';
        if (isOpen) {
            m_layer.word();
            while (!m_layer.isAtEnd() && m_layer.next() != '[' && m_layer.next() != '}')
                m_layer.word(); // its time
        }
        if (m_layer.next() == '[') {
            m_layer.word();
            add(name, components, m_layer.numbers(name));
        }
        if (isOpen)
            m_layer.passRest();
    }

    void add(const std::string& name, int components, std::vector<double> values)
    {
        if (!m_isDone && !m_arrays.find(name))
            m_arrays.columns.push_back({name, components, std::move(values)});
    }

    Layer m_layer;
    UsdaArrays m_arrays;
    int m_depth = 0;
    bool m_isDone = false, m_hasClips = false;
};

} // namespace

UsdaArrays usdaArrays(std::string_view content)
{
    if (!content.starts_with("#usda"))
        fail(ErrorKind::Scene, "it does not begin with #usda: USD as text is read, and its packed forms are not");
    return ArraysReader(content).read();
}

} // namespace sastrugi
