// NumPy's arrays in a zip: those with a row for each particle.
#include "engine/core/Error.h"
#include "engine/core/Words.h"
#include "engine/io/PointTable.h"

#include <zlib.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <optional>

namespace sastrugi
{

namespace
{

/// Little-endian, as zip has it. The place must be within the bytes.
std::uint64_t numberAt(std::string_view bytes, std::size_t place, std::size_t size)
{
    if (place > bytes.size() || bytes.size() - place < size)
        fail(ErrorKind::Scene, "it ends in the middle of its directory");
    std::uint64_t number = 0;
    for (std::size_t i = size; i-- > 0;)
        number = number << 8 | static_cast<unsigned char>(bytes[place + i]);
    return number;
}

std::string_view part(std::string_view bytes, std::uint64_t place, std::uint64_t size)
{
    if (place > bytes.size() || bytes.size() - place < size)
        fail(ErrorKind::Scene, "it ends in the middle of an array");
    return bytes.substr(place, size);
}

struct ZipEntry {
    std::string name;
    bool isDeflated = false;
    std::uint64_t size = 0;  // of the content
    std::uint64_t check = 0; // of the content, CRC-32
    std::string_view stored; // as it is in the file
};

std::vector<ZipEntry> entriesOf(std::string_view zip)
{
    constexpr std::size_t endSize = 22, entrySize = 46, localSize = 30;
    const std::size_t end = zip.rfind("PK\x05\x06");
    if (!zip.starts_with("PK") || end == std::string_view::npos || zip.size() - end < endSize)
        fail(ErrorKind::Scene, "it is no zip, or it has no end");
    std::size_t place = numberAt(zip, end + 16, 4);
    std::vector<ZipEntry> entries;
    for (std::uint64_t left = numberAt(zip, end + 10, 2); left > 0; --left) {
        const std::string_view entry = part(zip, place, entrySize);
        if (!entry.starts_with("PK\x01\x02"))
            fail(ErrorKind::Scene, "its directory is damaged");
        const std::uint64_t flags = numberAt(entry, 8, 2), method = numberAt(entry, 10, 2),
                            packed = numberAt(entry, 20, 4), size = numberAt(entry, 24, 4),
                            check = numberAt(entry, 16, 4), nameSize = numberAt(entry, 28, 2),
                            start = numberAt(entry, 42, 4);
        const std::string name(part(zip, place + entrySize, nameSize));
        if (flags & 1 || (method != 0 && method != Z_DEFLATED))
            fail(ErrorKind::Scene, "'{}' in it is encrypted, or compressed as NumPy does not do it", name);
        if (packed == 0xffffffff || size == 0xffffffff || start == 0xffffffff)
            fail(ErrorKind::Scene, "'{}' in it has more than 4 GiB", name);
        const std::uint64_t data = start + localSize + numberAt(zip, start + 26, 2) + numberAt(zip, start + 28, 2);
        entries.push_back({name, method == Z_DEFLATED, size, check, part(zip, data, packed)});
        place += entrySize + nameSize + numberAt(entry, 30, 2) + numberAt(entry, 32, 2);
    }
    return entries;
}

std::string contentOf(const ZipEntry& entry)
{
    if (!entry.isDeflated)
        return std::string(entry.stored);
    constexpr std::uint64_t largestRatio = 1032; // of deflate
    if (entry.size > largestRatio * entry.stored.size() + 64)
        fail(ErrorKind::Scene, "'{}' in it announces more than its bytes can hold", entry.name);
    std::string content(entry.size, '\0');
    z_stream stream = {};
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(entry.stored.data()));
    stream.avail_in = static_cast<uInt>(entry.stored.size());
    stream.next_out = reinterpret_cast<Bytef*>(content.data());
    stream.avail_out = static_cast<uInt>(content.size());
    int result = inflateInit2(&stream, -MAX_WBITS); // no header
    if (result == Z_OK) {
        result = inflate(&stream, Z_FINISH);
        inflateEnd(&stream);
    }
    if (result != Z_STREAM_END || stream.avail_out != 0)
        fail(ErrorKind::Scene, "'{}' in it is damaged", entry.name);
    return content;
}

void requireWhole([[maybe_unused]] const ZipEntry& entry, [[maybe_unused]] const std::string& content)
{
#if !defined(FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION) // mutated files would get no further
    if (crc32_z(crc32_z(0, nullptr, 0), reinterpret_cast<const Bytef*>(content.data()), content.size()) != entry.check)
        fail(ErrorKind::Scene, "'{}' in it is damaged: its checksum is another one", entry.name);
#endif
}

/// What stands in the head of an array after the key.
std::string_view valueOf(std::string_view head, std::string_view key, const std::string& array)
{
    const std::size_t at = head.find(key);
    if (at == std::string_view::npos)
        fail(ErrorKind::Scene, "'{}' in it has no {} in its head", array, key);
    const std::size_t begin = head.find_first_not_of(" :", at + key.size());
    return head.substr(std::min(begin, head.size()));
}

std::vector<std::size_t> shapeOf(std::string_view text)
{
    std::vector<std::size_t> shape;
    for (std::size_t at = 1; at < text.size() && text[at] != ')';) {
        std::size_t extent = 0;
        const auto [stop, error] = std::from_chars(text.data() + at, text.data() + text.size(), extent);
        if (error == std::errc())
            shape.push_back(extent);
        at = std::max(at + 1, static_cast<std::size_t>(stop - text.data()));
    }
    return shape;
}

template <class T, class Unsigned>
double valueAt(const char* at, bool isBigEndian)
{
    Unsigned bits = 0;
    std::memcpy(&bits, at, sizeof bits);
    if (isBigEndian != (std::endian::native == std::endian::big)) {
        Unsigned turned = 0;
        for (std::size_t i = 0; i < sizeof bits; ++i)
            turned = static_cast<Unsigned>(turned << 8 | ((bits >> (8 * i)) & 0xff));
        bits = turned;
    }
    return static_cast<double>(std::bit_cast<T>(bits));
}

using Reader = double (*)(const char*, bool);

/// Null for what is no number: text, records, times.
Reader readerOf(char kind, char size)
{
    const std::string type{kind, size};
    if (type == "f4")
        return valueAt<float, std::uint32_t>;
    if (type == "f8")
        return valueAt<double, std::uint64_t>;
    if (type == "u1" || type == "b1")
        return valueAt<std::uint8_t, std::uint8_t>;
    if (type == "i1")
        return valueAt<std::int8_t, std::uint8_t>;
    if (type == "u2")
        return valueAt<std::uint16_t, std::uint16_t>;
    if (type == "i2")
        return valueAt<std::int16_t, std::uint16_t>;
    if (type == "u4")
        return valueAt<std::uint32_t, std::uint32_t>;
    if (type == "i4")
        return valueAt<std::int32_t, std::uint32_t>;
    if (type == "u8")
        return valueAt<std::uint64_t, std::uint64_t>;
    if (type == "i8")
        return valueAt<std::int64_t, std::uint64_t>;
    return nullptr;
}

struct Array {
    std::size_t rows = 0;
    PointColumn column;
};

constexpr std::string_view unitName = "metresPerUnit"; // of our own exports

/// Nothing for single numbers but the unit, and for what is no number, which is noted.
std::optional<Array> arrayOf(const std::string& name, std::string_view npy, std::vector<UnusedArray>& unused)
{
    if (!npy.starts_with("\x93NUMPY"))
        fail(ErrorKind::Scene, "'{}' in it is no array of NumPy", name);
    const std::size_t sizeSize = numberAt(npy, 6, 1) == 1 ? 2 : 4, headStart = 8 + sizeSize;
    const std::uint64_t headSize = numberAt(npy, 8, sizeSize);
    const std::string_view head = part(npy, headStart, headSize), data = npy.substr(headStart + headSize);
    const std::string_view type = valueOf(head, "'descr'", name); // '<f4'
    const std::vector<std::size_t> shape = shapeOf(valueOf(head, "'shape'", name));
    const Reader read = type.size() > 4 && type[4] == '\'' ? readerOf(type[2], type[3]) : nullptr;
    if (!read || (shape.empty() && name != unitName) || shape.size() > 2) {
        if (!shape.empty())
            unused.push_back(
                {name, fmt::format("it is of type {} and {}, which is not read", type.substr(0, type.find(',')),
                                   counted(static_cast<std::int64_t>(shape.size()), "dimension"))});
        return std::nullopt;
    }
    const std::size_t rows = shape.empty() ? 1 : shape[0], columns = shape.size() == 2 ? shape[1] : 1;
    const auto size = static_cast<std::size_t>(type[3] - '0');
    const bool isEmpty = rows == 0 || columns == 0;
    if (columns > data.size() || (isEmpty ? !data.empty() : data.size() % (columns * size) != 0) ||
        (!isEmpty && data.size() / (columns * size) != rows))
        fail(ErrorKind::Scene, "'{}' in it has {} bytes, and its shape asks for others", name, data.size());
    const bool isByColumn = valueOf(head, "'fortran_order'", name).starts_with("True");
    Array array{rows, {name, static_cast<int>(columns), std::vector<double>(rows * columns)}};
    for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t k = 0; k < columns; ++k)
            array.column.values[columns * row + k] =
                read(data.data() + size * (isByColumn ? rows * k + row : columns * row + k), type[1] == '>');
    return array;
}

} // namespace

PointTable pointsOfNpz(std::string_view content)
{
    PointTable table;
    std::vector<Array> arrays;
    for (const ZipEntry& entry : entriesOf(content)) {
        const std::string name = entry.name.substr(0, entry.name.rfind(".npy"));
        const std::string npy = contentOf(entry);
        requireWhole(entry, npy);
        std::optional<Array> array = arrayOf(name, npy, table.unused);
        if (array && name == unitName && array->column.values.size() == 1)
            table.metresPerUnit = array->column.values.front();
        else if (array)
            arrays.push_back(std::move(*array));
    }
    // Of arrays with other numbers of rows it is those beside the first places that are of the particles.
    auto first = std::ranges::find(arrays, 3, [](const Array& array) { return array.column.components; });
    if (first == arrays.end())
        first = arrays.begin();
    if (first == arrays.end())
        return table;
    table.count = first->rows;
    for (Array& array : arrays)
        if (array.rows == table.count)
            table.columns.push_back(std::move(array.column));
        else
            table.addOfOtherLength(array.column.name);
    return table;
}

} // namespace sastrugi
