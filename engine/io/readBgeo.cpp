// Houdini's classic geometry, version 5, as BgeoFormat.cpp describes it: its points.
#include "engine/core/Error.h"
#include "engine/io/PointTable.h"

#include <bit>
#include <cstdint>

namespace sastrugi
{

namespace
{

/// Big-endian words; every read is within the file.
class Words
{
public:
    explicit Words(std::string_view bytes) : m_rest(bytes) {}

    std::size_t left() const { return m_rest.size(); }
    std::string_view text(std::size_t size)
    {
        require(size);
        const std::string_view text = m_rest.substr(0, size);
        m_rest.remove_prefix(size);
        return text;
    }
    std::uint32_t word() { return number(4); }
    std::uint32_t half() { return number(2); }

private:
    void require(std::size_t size) const
    {
        if (m_rest.size() < size)
            fail(ErrorKind::Scene, "it ends in the middle of its points");
    }
    std::uint32_t number(std::size_t size)
    {
        std::uint32_t value = 0;
        for (const char byte : text(size))
            value = value << 8 | static_cast<unsigned char>(byte);
        return value;
    }

    std::string_view m_rest;
};

enum : std::uint32_t { bgeoFloat = 0, bgeoInteger = 1, bgeoString = 4, bgeoVector = 5 };

struct Attribute {
    std::size_t column = 0;
    std::uint32_t components = 1, type = bgeoFloat;
};

} // namespace

PointTable pointsOfBgeo(std::string_view content)
{
    Words words(content);
    if (!content.starts_with("BgeoV"))
        fail(ErrorKind::Scene, "it is not of the classic format, version 5; save it as .bhclassic");
    words.text(5);
    if (const std::uint32_t version = words.word(); version != 5)
        fail(ErrorKind::Scene, "it is of version {} of the classic format; 5 can be read", version);
    PointTable table;
    table.count = words.word();
    for (int skipped = 0; skipped < 3; ++skipped) // primitives and groups
        words.word();
    const std::uint32_t attributeCount = words.word();
    for (int skipped = 0; skipped < 3; ++skipped)
        words.word();
    if (attributeCount > 10000)
        fail(ErrorKind::Scene, "it announces {} attributes", attributeCount);
    table.columns.push_back({"P", 3, {}});
    std::vector<Attribute> attributes;
    std::size_t stride = 4;
    for (std::uint32_t a = 0; a < attributeCount; ++a) {
        const std::string name(words.text(words.half()));
        Attribute attribute{table.columns.size(), words.half(), words.word()};
        if (attribute.components == 0 || attribute.components > 64)
            fail(ErrorKind::Scene, "its attribute '{}' has {} components", name, attribute.components);
        if (attribute.type == bgeoString) {
            for (std::uint32_t strings = words.word(); strings > 0; --strings)
                words.text(words.half());
            attribute.components = 1; // which of them
        } else if (attribute.type == bgeoFloat || attribute.type == bgeoInteger || attribute.type == bgeoVector) {
            for (std::uint32_t k = 0; k < attribute.components; ++k) // the default
                words.word();
        } else {
            fail(ErrorKind::Scene, "its attribute '{}' has the type {}, which is not read", name, attribute.type);
        }
        table.columns.push_back({name, static_cast<int>(attribute.components), {}});
        attributes.push_back(attribute);
        stride += attribute.components;
    }
    if (table.count > words.left() / (4 * stride))
        fail(ErrorKind::Scene, "it announces {} points, and ends before", table.count);
    for (PointColumn& column : table.columns)
        column.values.reserve(table.count * static_cast<std::size_t>(column.components));
    const auto real = [](std::uint32_t word) { return double(std::bit_cast<float>(word)); };
    for (std::size_t i = 0; i < table.count; ++i) {
        for (int axis = 0; axis < 3; ++axis)
            table.columns[0].values.push_back(real(words.word()));
        words.word(); // the fourth coordinate
        for (const Attribute& attribute : attributes)
            for (std::uint32_t k = 0; k < attribute.components; ++k) {
                const std::uint32_t word = words.word();
                const bool isWhole = attribute.type == bgeoInteger || attribute.type == bgeoString;
                table.columns[attribute.column].values.push_back(isWhole ? double(static_cast<std::int32_t>(word))
                                                                         : real(word));
            }
    }
    return table;
}

} // namespace sastrugi
