// Reads stored zips of NumPy arrays from the published layouts; knows nothing of our writer.
#pragma once

#include <cstdint>
#include <cstring>
#include <map>
#include <stdexcept>
#include <string>

namespace sastrugi::test
{

struct NumpyArray {
    std::string type, shape; // as they are spelt: "<f4", "(3, 2)"
    std::string data;

    template <class T>
    T at(std::size_t element) const
    {
        T value;
        std::memcpy(&value, data.data() + element * sizeof(T), sizeof(T));
        return value;
    }
};

/// CRC-32 bit by bit, as ISO 3309 defines it.
inline std::uint32_t crc32Of(const std::string& bytes)
{
    std::uint32_t crc = 0xffffffff;
    for (const char letter : bytes) {
        crc ^= static_cast<std::uint8_t>(letter);
        for (int bit = 0; bit < 8; ++bit)
            crc = (crc >> 1) ^ (crc & 1 ? 0xedb88320U : 0U);
    }
    return ~crc;
}

/// From the directory at the end, as a zip is to be read; throws std::runtime_error.
inline std::map<std::string, NumpyArray> readNpz(const std::string& zip)
{
    const auto number = [&](std::size_t at, int size) {
        std::uint64_t value = 0;
        for (int i = size - 1; i >= 0; --i)
            value = 256 * value + static_cast<std::uint8_t>(zip.at(at + static_cast<std::size_t>(i)));
        return static_cast<std::size_t>(value);
    };
    const auto require = [](bool is, const char* what) {
        if (!is)
            throw std::runtime_error(what);
    };
    const std::size_t end = zip.size() - 22;
    require(zip.substr(end, 4) == "PK\x05\x06", "no end of the directory");
    std::size_t at = number(end + 16, 4);
    require(at + number(end + 12, 4) == end, "the directory does not end where it should");
    std::map<std::string, NumpyArray> arrays;
    for (std::size_t i = 0; i < number(end + 10, 2); ++i) {
        require(zip.substr(at, 4) == "PK\x01\x02", "no entry of the directory");
        require(number(at + 10, 2) == 0, "the entry is compressed");
        const std::size_t crc = number(at + 16, 4), size = number(at + 24, 4), name = number(at + 28, 2),
                          local = number(at + 42, 4);
        require(number(at + 20, 4) == size && number(at + 30, 2) == 0 && number(at + 32, 2) == 0, "sizes differ");
        std::string key = zip.substr(at + 46, name);
        at += 46 + name;
        require(zip.substr(local, 4) == "PK\x03\x04", "no local header");
        require(number(local + 14, 4) == crc && number(local + 22, 4) == size, "the headers differ");
        require(zip.substr(local + 30, name) == key && number(local + 28, 2) == 0, "the names differ");
        const std::string content = zip.substr(local + 30 + name, size);
        require(crc32Of(content) == crc, "the checksum is wrong");

        require(content.substr(0, 8) == std::string("\x93NUMPY\x01\x00", 8), "no array of NumPy");
        const std::size_t head =
            10 + static_cast<std::uint8_t>(content[8]) + 256U * static_cast<std::uint8_t>(content[9]);
        require(head % 64 == 0 && content[head - 1] == '\n', "the head is not padded");
        const std::string dictionary = content.substr(10, head - 10);
        const auto between = [&](const std::string& before, char last) {
            const std::size_t begin = dictionary.find(before);
            require(begin != std::string::npos, "a key is missing");
            const std::size_t from = begin + before.size();
            return dictionary.substr(from, dictionary.find(last, from) - from);
        };
        require(between("'fortran_order': ", ',') == "False", "columns first");
        require(key.ends_with(".npy"), "no .npy");
        arrays[key.substr(0, key.size() - 4)] = {between("'descr': '", '\''), "(" + between("'shape': (", ')') + ")",
                                                 content.substr(head)};
    }
    require(at == end, "more entries than are counted");
    return arrays;
}

} // namespace sastrugi::test
