#include "engine/io/PlyFile.h"

#include "engine/core/Error.h"
#include "engine/io/TextFields.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <optional>

namespace sastrugi
{

namespace
{

enum class PlyType { Int8, UInt8, Int16, UInt16, Int32, UInt32, Float32, Float64 };

std::optional<PlyType> typeNamed(std::string_view name)
{
    static const std::map<std::string_view, PlyType> types = {
        {"char", PlyType::Int8},      {"int8", PlyType::Int8},       {"uchar", PlyType::UInt8},
        {"uint8", PlyType::UInt8},    {"short", PlyType::Int16},     {"int16", PlyType::Int16},
        {"ushort", PlyType::UInt16},  {"uint16", PlyType::UInt16},   {"int", PlyType::Int32},
        {"int32", PlyType::Int32},    {"uint", PlyType::UInt32},     {"uint32", PlyType::UInt32},
        {"float", PlyType::Float32},  {"float32", PlyType::Float32}, {"double", PlyType::Float64},
        {"float64", PlyType::Float64}};
    const auto found = types.find(name);
    return found != types.end() ? std::optional(found->second) : std::nullopt;
}

std::size_t sizeOf(PlyType type)
{
    switch (type) {
    case PlyType::Int8:
    case PlyType::UInt8: return 1;
    case PlyType::Int16:
    case PlyType::UInt16: return 2;
    case PlyType::Int32:
    case PlyType::UInt32:
    case PlyType::Float32: return 4;
    case PlyType::Float64: return 8;
    }
    return 1;
}

template <class T>
double as(const char* bytes, bool isSwapped)
{
    char ordered[sizeof(T)];
    for (std::size_t i = 0; i < sizeof(T); ++i)
        ordered[i] = bytes[isSwapped ? sizeof(T) - 1 - i : i];
    T value;
    std::memcpy(&value, ordered, sizeof value);
    return static_cast<double>(value);
}

double numberAt(const char* bytes, PlyType type, bool isSwapped)
{
    switch (type) {
    case PlyType::Int8: return as<std::int8_t>(bytes, isSwapped);
    case PlyType::UInt8: return as<std::uint8_t>(bytes, isSwapped);
    case PlyType::Int16: return as<std::int16_t>(bytes, isSwapped);
    case PlyType::UInt16: return as<std::uint16_t>(bytes, isSwapped);
    case PlyType::Int32: return as<std::int32_t>(bytes, isSwapped);
    case PlyType::UInt32: return as<std::uint32_t>(bytes, isSwapped);
    case PlyType::Float32: return as<float>(bytes, isSwapped);
    case PlyType::Float64: return as<double>(bytes, isSwapped);
    }
    return 0;
}

/// How the numbers of a property are stored.
struct Storage {
    PlyType type = PlyType::Float32;
    PlyType countType = PlyType::UInt8; // of a list
};

struct Header {
    enum class Format { None, Text, Little, Big };
    Format format = Format::None;
    std::vector<PlyElement> elements;
    std::vector<std::vector<Storage>> storages; // of the properties of each element
    std::size_t size = 0;                       // of the header, bytes

    bool isText() const { return format == Format::Text; }
    bool isSwapped() const { return (format == Format::Big) == (std::endian::native == std::endian::little); }
};

class HeaderReader
{
public:
    explicit HeaderReader(std::string_view content) : m_content(content) {}

    Header run()
    {
        while (m_header.size < m_content.size()) {
            const std::size_t end = m_content.find('\n', m_header.size);
            if (end == std::string_view::npos || ++m_line > 10000)
                break;
            const std::vector<std::string_view> words = wordsOf(m_content.substr(m_header.size, end - m_header.size));
            m_header.size = end + 1;
            if (m_line == 1 && (words.size() != 1 || words[0] != "ply"))
                fail(ErrorKind::Scene, "it does not begin with 'ply'");
            if (m_line == 1 || words.empty() || words[0] == "comment" || words[0] == "obj_info")
                continue;
            if (words[0] == "end_header") {
                if (m_header.format == Header::Format::None)
                    fail(ErrorKind::Scene, "its header names no format");
                return std::move(m_header);
            }
            take(words);
        }
        fail(ErrorKind::Scene, "its header has no end");
    }

private:
    [[noreturn]] void refuse(std::string_view what) const
    {
        fail(ErrorKind::Scene, "line {} of its header {}", m_line, what);
    }

    void take(const std::vector<std::string_view>& words)
    {
        if (words[0] == "format" && words.size() >= 2)
            takeFormat(words[1]);
        else if (words[0] == "element" && words.size() == 3)
            takeElement(words);
        else if (words[0] == "property")
            takeProperty(words);
        else
            refuse("is none of PLY");
    }

    void takeFormat(std::string_view name)
    {
        if (name == "ascii")
            m_header.format = Header::Format::Text;
        else if (name == "binary_little_endian")
            m_header.format = Header::Format::Little;
        else if (name == "binary_big_endian")
            m_header.format = Header::Format::Big;
        else
            refuse("names a format that is none of PLY");
    }

    void takeElement(const std::vector<std::string_view>& words)
    {
        const std::optional<std::uint64_t> count = wholeNumber(words[2]);
        if (!count)
            refuse("has no number of elements");
        m_header.elements.push_back({std::string(words[1]), *count, {}});
        m_header.storages.emplace_back();
    }

    void takeProperty(const std::vector<std::string_view>& words)
    {
        if (m_header.elements.empty())
            refuse("has a property of no element");
        const bool isList = words.size() == 5 && words[1] == "list";
        if (!isList && words.size() != 3)
            refuse("has a property that is neither a number nor a list");
        const std::optional<PlyType> type = typeNamed(words[isList ? 3 : 1]),
                                     countType = isList ? typeNamed(words[2]) : PlyType::UInt8;
        if (!type || !countType)
            refuse("has a property of a type that is none of PLY");
        m_header.elements.back().properties.push_back({std::string(words.back()), isList, {}, {}});
        m_header.storages.back().push_back({*type, *countType});
    }

    std::string_view m_content;
    std::size_t m_line = 0;
    Header m_header;
};

/// One number after the other, of either kind of file.
class Numbers
{
public:
    Numbers(std::string_view rest, const Header& header)
        : m_isText(header.isText()), m_isSwapped(header.isSwapped()), m_rest(rest), m_text(rest)
    {
    }

    bool next(PlyType type, double& value)
    {
        if (m_isText)
            return m_text.next(value);
        const std::size_t size = sizeOf(type);
        if (m_rest.size() < size)
            return false;
        value = numberAt(m_rest.data(), type, m_isSwapped);
        m_rest.remove_prefix(size);
        return true;
    }
    /// Whether a line of a text ends here, and not with more numbers.
    bool isAtEndOfLine() const { return !m_isText || m_text.isAtEndOfLine(); }
    /// Whether there is nothing more in a text.
    bool isAtEnd() const { return !m_isText || m_text.isAtEnd(); }
    /// A digit and a blank each are the least of a text, whose last blank may be missing.
    std::size_t mostOf(const std::vector<Storage>& storages, const std::vector<PlyProperty>& properties) const
    {
        std::size_t stride = 0;
        for (std::size_t p = 0; p < storages.size(); ++p)
            stride += m_isText ? 2 : sizeOf(properties[p].isList ? storages[p].countType : storages[p].type);
        return m_isText ? (m_text.left() + 1) / stride : m_rest.size() / stride;
    }
    std::size_t mostOf(PlyType type) const { return m_isText ? (m_text.left() + 1) / 2 : m_rest.size() / sizeOf(type); }

private:
    bool m_isText, m_isSwapped;
    std::string_view m_rest; // of a binary file
    NumberReader m_text;
};

class BodyReader
{
public:
    BodyReader(Numbers numbers, const PlyChoice& isWanted) : m_numbers(numbers), m_isWanted(isWanted) {}

    void read(PlyElement& element, const std::vector<Storage>& storages)
    {
        if (element.properties.empty())
            return;
        if (element.count > m_numbers.mostOf(storages, element.properties))
            fail(ErrorKind::Scene, "it announces {} of '{}', and ends before", element.count, element.name);
        std::vector<char> isKept;
        for (PlyProperty& property : element.properties) {
            isKept.push_back(m_isWanted(element.name, property.name));
            if (isKept.back())
                (property.isList ? static_cast<void>(property.ends.reserve(element.count))
                                 : property.values.reserve(element.count));
        }
        for (std::uint64_t i = 0; i < element.count; ++i) {
            for (std::size_t p = 0; p < storages.size(); ++p) {
                PlyProperty& property = element.properties[p];
                const std::uint64_t size = property.isList ? sizeOfList(element, i, property, storages[p]) : 1;
                for (std::uint64_t k = 0; k < size; ++k) {
                    double value = 0;
                    if (!m_numbers.next(storages[p].type, value))
                        refuse(element, i, property);
                    if (isKept[p])
                        property.values.push_back(value);
                }
                if (property.isList && isKept[p])
                    property.ends.push_back(property.values.size());
            }
            if (!m_numbers.isAtEndOfLine())
                fail(ErrorKind::Scene,
                     "the line of {} {} has more numbers than it should have: counts of elements, or "
                     "of what is in a list, are wrong",
                     element.name, i);
        }
    }
    bool isAtEnd() const { return m_numbers.isAtEnd(); }

private:
    std::uint64_t sizeOfList(const PlyElement& element, std::uint64_t i, const PlyProperty& property, Storage storage)
    {
        double size = 0;
        if (!m_numbers.next(storage.countType, size))
            refuse(element, i, property);
        if (!(size >= 0 && size <= static_cast<double>(m_numbers.mostOf(storage.type))))
            fail(ErrorKind::Scene, "'{}' of {} {} is announced with {} numbers, which there are not", property.name,
                 element.name, i, size);
        return static_cast<std::uint64_t>(size);
    }

    [[noreturn]] static void refuse(const PlyElement& element, std::uint64_t i, const PlyProperty& property)
    {
        fail(ErrorKind::Scene, "{} {} has no number for '{}'", element.name, i, property.name);
    }

    Numbers m_numbers;
    const PlyChoice& m_isWanted;
};

} // namespace

const PlyProperty* PlyElement::find(std::string_view property) const
{
    for (const PlyProperty& candidate : properties)
        if (candidate.name == property)
            return &candidate;
    return nullptr;
}

std::vector<PlyElement> elementsOfPly(std::string_view content, const PlyChoice& isWanted)
{
    Header header = HeaderReader(content).run();
    BodyReader body(Numbers(content.substr(header.size), header), isWanted);
    const auto isRead = [&](const PlyElement& element) {
        return std::ranges::any_of(element.properties,
                                   [&](const PlyProperty& property) { return isWanted(element.name, property.name); });
    };
    std::size_t wanted = header.elements.size();
    while (wanted > 0 && !isRead(header.elements[wanted - 1]))
        --wanted;
    for (std::size_t e = 0; e < wanted; ++e)
        body.read(header.elements[e], header.storages[e]);
    if (wanted == header.elements.size() && !body.isAtEnd())
        fail(ErrorKind::Scene, "it has more behind the last element that it announces");
    return std::move(header.elements);
}

} // namespace sastrugi
