// The vertices of a PLY file as Turk 1994 defines it, as text or in either byte order; what follows them is not read.
#include "engine/core/Error.h"
#include "engine/io/PointTable.h"
#include "engine/io/TextFields.h"

#include <bit>
#include <cstdint>
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

struct Property {
    std::string name;
    PlyType type = PlyType::Float32;
};

struct Header {
    enum class Format { Ascii, Little, Big };
    Format format = Format::Ascii;
    std::uint64_t count = 0;
    std::vector<Property> properties;
    std::size_t size = 0; // of the header, bytes
};

Header headerOf(std::string_view content)
{
    Header header;
    bool hasFormat = false, hasVertices = false, isInVertices = false, isInFirst = true;
    std::size_t line = 0;
    while (header.size < content.size()) {
        const std::size_t end = content.find('\n', header.size);
        if (end == std::string_view::npos || ++line > 10000)
            break;
        const std::vector<std::string_view> words = wordsOf(content.substr(header.size, end - header.size));
        header.size = end + 1;
        const auto refuse = [&](std::string_view what) {
            fail(ErrorKind::Scene, "line {} of its header {}", line, what);
        };
        if (line == 1 && (words.size() != 1 || words[0] != "ply"))
            fail(ErrorKind::Scene, "it does not begin with 'ply'");
        if (words.empty() || words[0] == "comment" || words[0] == "obj_info" || line == 1)
            continue;
        if (words[0] == "format" && words.size() >= 2) {
            hasFormat = true;
            if (words[1] == "ascii")
                header.format = Header::Format::Ascii;
            else if (words[1] == "binary_little_endian")
                header.format = Header::Format::Little;
            else if (words[1] == "binary_big_endian")
                header.format = Header::Format::Big;
            else
                refuse("names a format that is none of PLY");
        } else if (words[0] == "element" && words.size() == 3) {
            isInVertices = words[1] == "vertex";
            if (isInVertices && !isInFirst)
                refuse("has the vertices behind other elements, which is not read");
            isInFirst = false;
            if (isInVertices) {
                const std::optional<std::uint64_t> count = wholeNumber(words[2]);
                if (!count)
                    refuse("has no number of vertices");
                header.count = *count;
                hasVertices = true;
            }
        } else if (words[0] == "property" && isInVertices) {
            const std::optional<PlyType> type = words.size() == 3 ? typeNamed(words[1]) : std::nullopt;
            if (!type)
                refuse("has a property of a vertex that is no single number");
            header.properties.push_back({std::string(words[2]), *type});
        } else if (words[0] == "end_header") {
            if (!hasFormat || !hasVertices || header.properties.empty())
                break;
            return header;
        }
    }
    fail(ErrorKind::Scene, "its header has no format, no vertices or no end");
}

} // namespace

PointTable pointsOfPly(std::string_view content)
{
    const Header header = headerOf(content);
    std::string_view rest = content.substr(header.size);
    const bool isText = header.format == Header::Format::Ascii;
    std::size_t stride = 0; // of text, a digit and a blank each are the least
    for (const Property& property : header.properties)
        stride += isText ? 2 : sizeOf(property.type);
    // The last blank of a text may be missing.
    if (header.count > (rest.size() + (isText ? 1 : 0)) / stride)
        fail(ErrorKind::Scene, "it announces {} vertices, and ends before", header.count);
    PointTable table;
    table.count = header.count;
    for (const Property& property : header.properties)
        table.columns.push_back({property.name, 1, std::vector<double>(header.count)});
    if (isText) {
        NumberReader numbers(rest);
        for (std::size_t i = 0; i < header.count; ++i)
            for (PointColumn& column : table.columns)
                if (!numbers.next(column.values[i]))
                    fail(ErrorKind::Scene, "vertex {} has no number for '{}'", i, column.name);
        return table;
    }
    const bool isSwapped = (header.format == Header::Format::Big) == (std::endian::native == std::endian::little);
    for (std::size_t i = 0; i < header.count; ++i) {
        const char* bytes = rest.data() + i * stride;
        for (std::size_t p = 0; p < header.properties.size(); ++p) {
            table.columns[p].values[i] = numberAt(bytes, header.properties[p].type, isSwapped);
            bytes += sizeOf(header.properties[p].type);
        }
    }
    return table;
}

} // namespace sastrugi
