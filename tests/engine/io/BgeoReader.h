// Reads classic BGEO byte for byte from the published layout; knows nothing of our writer.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace sastrugi::test
{

struct BgeoAttribute {
    std::string name;
    std::uint16_t size = 0;
    std::int32_t type = 0; // 0 float, 1 integer, 5 vector
    std::vector<std::int32_t> defaults;
    std::vector<std::vector<float>> floats;          // by point, of types 0 and 5
    std::vector<std::vector<std::int32_t>> integers; // of type 1
};

struct BgeoFile {
    std::int32_t version = 0, points = 0, primitives = 0, pointGroups = 0, primitiveGroups = 0, vertexAttributes = 0,
                 primitiveAttributes = 0, detailAttributes = 0;
    std::vector<std::array<float, 4>> positions;
    std::vector<BgeoAttribute> attributes;

    const BgeoAttribute& named(const std::string& name) const
    {
        for (const BgeoAttribute& attribute : attributes)
            if (attribute.name == name)
                return attribute;
        throw std::runtime_error("no attribute " + name);
    }
};

/// Throws std::runtime_error where the bytes are not as they must be, or are too many or too few.
inline BgeoFile readBgeo(const std::string& bytes)
{
    std::size_t at = 0;
    const auto byte = [&] {
        if (at >= bytes.size())
            throw std::runtime_error("the file ends too early");
        return static_cast<std::uint8_t>(bytes[at++]);
    };
    const auto word = [&] {
        std::uint32_t value = 0;
        for (int i = 0; i < 4; ++i)
            value = 256 * value + byte();
        return static_cast<std::int32_t>(value);
    };
    const auto half = [&] {
        const unsigned high = byte();
        return static_cast<std::uint16_t>(256 * high + byte());
    };
    const auto real = [&] { return std::bit_cast<float>(word()); };
    for (const char letter : {'B', 'g', 'e', 'o', 'V'})
        if (byte() != static_cast<std::uint8_t>(letter))
            throw std::runtime_error("the magic is not BgeoV");
    BgeoFile file;
    file.version = word();
    file.points = word();
    file.primitives = word();
    file.pointGroups = word();
    file.primitiveGroups = word();
    const std::int32_t attributes = word();
    file.vertexAttributes = word();
    file.primitiveAttributes = word();
    file.detailAttributes = word();
    if (at != 41)
        throw std::runtime_error("the header has not 41 bytes");
    for (std::int32_t i = 0; i < attributes; ++i) {
        BgeoAttribute& attribute = file.attributes.emplace_back();
        const std::uint16_t length = half();
        for (int k = 0; k < length; ++k)
            attribute.name += static_cast<char>(byte());
        attribute.size = half();
        attribute.type = word();
        if (attribute.type != 0 && attribute.type != 1 && attribute.type != 5)
            throw std::runtime_error("an attribute is of an unknown type");
        for (int k = 0; k < attribute.size; ++k)
            attribute.defaults.push_back(word());
    }
    for (std::int32_t point = 0; point < file.points; ++point) {
        auto& position = file.positions.emplace_back();
        for (float& coordinate : position)
            coordinate = real();
        for (BgeoAttribute& attribute : file.attributes) {
            if (attribute.type == 1)
                attribute.integers.emplace_back();
            else
                attribute.floats.emplace_back();
            for (int k = 0; k < attribute.size; ++k)
                if (attribute.type == 1)
                    attribute.integers.back().push_back(word());
                else
                    attribute.floats.back().push_back(real());
        }
    }
    if (file.primitives != 0 || file.detailAttributes != 0)
        throw std::runtime_error("there are primitives or detail attributes, which particles have not");
    if (byte() != 0x00 || byte() != 0xff)
        throw std::runtime_error("the file does not end with 00 ff");
    if (at != bytes.size())
        throw std::runtime_error("there are bytes behind the end");
    return file;
}

} // namespace sastrugi::test
