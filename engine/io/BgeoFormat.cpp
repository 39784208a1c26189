// Houdini's classic geometry, version 5, big-endian and uncompressed, as Partio 1.14 (BGEO.cpp) reads and writes it.
//
// Houdini takes it by the ending .bhclassic; .bgeo is what other programs with Partio look for, and Houdini expects a
// newer format under that name.
#include "engine/core/Memory.h"
#include "engine/core/Parallel.h"
#include "engine/io/ParticleFormat.h"

#include <bit>
#include <cstring>

namespace sastrugi
{

namespace
{

enum BgeoType : std::int32_t { bgeoFloat = 0, bgeoInteger = 1, bgeoVector = 5 };

std::uint32_t swapped(std::uint32_t word)
{
    return std::endian::native == std::endian::big
               ? word
               : (word << 24) | ((word & 0xff00U) << 8) | ((word >> 8) & 0xff00U) | (word >> 24);
}

void put(std::string& bytes, std::uint32_t word)
{
    for (int shift = 24; shift >= 0; shift -= 8)
        bytes += static_cast<char>(word >> shift);
}

void putShort(std::string& bytes, std::size_t value)
{
    bytes += static_cast<char>(value >> 8);
    bytes += static_cast<char>(value);
}

BgeoType typeOf(const ParticleColumn& column)
{
    if (column.type == ElementType::UInt8 || column.type == ElementType::UInt32)
        return bgeoInteger;
    return column.components == 3 ? bgeoVector : bgeoFloat;
}

std::string headerOf(const ParticleTable& table)
{
    std::string bytes = "BgeoV";
    const auto attributes = static_cast<std::uint32_t>(table.columns.size() - 1);
    // version, points, primitives, point groups, primitive groups, attributes of points, vertices, primitives, all
    for (const std::uint32_t word : {5U, static_cast<std::uint32_t>(table.count), 0U, 0U, 0U, attributes, 0U, 0U, 0U})
        put(bytes, word);
    for (const ParticleColumn& column : std::span(table.columns).subspan(1)) {
        putShort(bytes, column.name.size());
        bytes += column.name;
        putShort(bytes, static_cast<std::size_t>(column.components));
        put(bytes, static_cast<std::uint32_t>(typeOf(column)));
        for (int component = 0; component < column.components; ++component)
            put(bytes, 0); // the default
    }
    return bytes;
}

std::uint32_t wordOf(const ParticleColumn& column, std::size_t element)
{
    return typeOf(column) == bgeoInteger ? static_cast<std::uint32_t>(column.number(element))
                                         : std::bit_cast<std::uint32_t>(static_cast<float>(column.number(element)));
}

std::string encode(const ParticleTable& table, const std::stop_token&)
{
    if (table.count > 0x7fffffff)
        fail(ErrorKind::InputOutput, "BGEO holds 2147483647 particles at most, and there are {}", table.count);
    std::string bytes = headerOf(table);
    const std::size_t start = bytes.size();
    std::size_t words = 4;
    for (const ParticleColumn& column : std::span(table.columns).subspan(1))
        words += static_cast<std::size_t>(column.components);
    reserveLarge(bytes, start + 4 * words * table.count);
    bytes.resize(start + 4 * words * table.count);
    parallelFor(table.count, [&](std::size_t i) {
        char* target = bytes.data() + start + 4 * words * i;
        const auto add = [&](std::uint32_t word) {
            word = swapped(word);
            std::memcpy(target, &word, 4);
            target += 4;
        };
        for (const ParticleColumn& column : table.columns) {
            const auto components = static_cast<std::size_t>(column.components);
            for (std::size_t k = 0; k < components; ++k)
                add(wordOf(column, components * i + k));
            if (&column == &table.columns.front())
                add(std::bit_cast<std::uint32_t>(1.0f)); // the position's fourth coordinate
        }
    });
    return bytes + '\x00' + '\xff';
}

constexpr TableNeeds needs = {.doublesFarOut = false, .wideIds = false};

} // namespace

ParticleFormat bhclassicFormat()
{
    return {"bhclassic", ".bhclassic", "Houdini's classic geometry, for its File node; ids have 32 bits.",
            "",          needs,        encode};
}

ParticleFormat bgeoFormat()
{
    return {
        "bgeo", ".bgeo", "The same under the ending of Partio's programs; Houdini itself expects another format there.",
        "",     needs,   encode};
}

} // namespace sastrugi
