// NPZ: a zip without compression whose members are NumPy arrays (format 1.0), one per attribute.
//
// Zip as in PKWARE's APPNOTE 6.3, without its 64-bit extension: a file is below 4 GiB.
#include "engine/core/Memory.h"
#include "engine/core/Stop.h"
#include "engine/io/ParticleFormat.h"

#include <zlib.h>

namespace sastrugi
{

namespace
{

constexpr std::size_t largestFile = 0xffffffff;
constexpr std::uint32_t dateOfZip = 0x00210000; // 1 January 1980: equal particles give equal files

void put(std::string& bytes, std::uint64_t value, int size)
{
    for (int i = 0; i < size; ++i)
        bytes += static_cast<char>(value >> (8 * i));
}

std::string_view typeOf(ElementType type)
{
    switch (type) {
    case ElementType::Float32: return "<f4";
    case ElementType::Float64: return "<f8";
    case ElementType::UInt8: return "|u1";
    case ElementType::UInt32: return "<u4";
    case ElementType::UInt64: return "<u8";
    }
    return "";
}

/// The head of an array; its length is a multiple of 64.
std::string headOf(std::string_view type, std::string_view shape)
{
    std::string dictionary = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': {}, }}", type, shape);
    dictionary.resize((10 + dictionary.size() + 1 + 63) / 64 * 64 - 10 - 1, ' ');
    dictionary += '\n';
    std::string head = "\x93NUMPY";
    put(head, 1, 2);
    put(head, dictionary.size(), 2);
    return head + dictionary;
}

class StoredZip
{
public:
    void add(const std::string& name, const std::string& head, std::span<const std::byte> data)
    {
        const std::size_t size = head.size() + data.size();
        if (m_bytes.size() + size + 1000 > largestFile)
            fail(ErrorKind::InputOutput, "NPZ ends at 4 GiB: choose fewer attributes, or another format");
        const auto crcOf = [](unsigned long crc, const void* bytes, std::size_t length) {
            return length == 0 ? crc : crc32_z(crc, static_cast<const Bytef*>(bytes), length); // null starts anew
        };
        const unsigned long crc = crcOf(crcOf(0, head.data(), head.size()), data.data(), data.size());
        std::string entry; // what is the same in the local header and in the directory
        put(entry, 20, 2); // version that is needed
        put(entry, 0, 4);  // no flags, stored
        put(entry, dateOfZip, 4);
        put(entry, crc, 4);
        put(entry, size, 4);
        put(entry, size, 4);
        put(entry, name.size(), 2);
        put(entry, 0, 2); // no extra field
        m_directory += std::string("PK\x01\x02") + std::string("\x14\0", 2) + entry;
        put(m_directory, 0, 10); // no comment, disk 0, attributes
        put(m_directory, m_bytes.size(), 4);
        m_directory += name;
        ++m_count;
        m_bytes += "PK\x03\x04" + entry + name + head;
        m_bytes.append(reinterpret_cast<const char*>(data.data()), data.size());
    }

    std::string finish()
    {
        const std::size_t start = m_bytes.size();
        m_bytes += m_directory + "PK\x05\x06";
        put(m_bytes, 0, 4);
        put(m_bytes, m_count, 2);
        put(m_bytes, m_count, 2);
        put(m_bytes, m_directory.size(), 4);
        put(m_bytes, start, 4);
        put(m_bytes, 0, 2);
        return std::move(m_bytes);
    }

    void reserve(std::size_t size) { reserveLarge(m_bytes, size); }

private:
    std::string m_bytes, m_directory;
    std::size_t m_count = 0;
};

std::string encode(const ParticleTable& table, const std::stop_token& stop)
{
    StoredZip zip;
    std::size_t size = 4096;
    for (const ParticleColumn& column : table.columns)
        size += column.bytes.size() + 512;
    zip.reserve(size);
    for (const ParticleColumn& column : table.columns) {
        throwIfStopped(stop);
        // Ids are what NumPy calls an integer by default.
        const std::string_view type = column.source == "id" ? "<i8" : typeOf(column.type);
        zip.add(column.name + ".npy",
                headOf(type, column.components == 1 ? fmt::format("({},)", table.count)
                                                    : fmt::format("({}, {})", table.count, column.components)),
                column.bytes);
    }
    const auto addScalar = [&](const char* name, std::string_view type, const auto& value) {
        zip.add(name, headOf(type, "()"), std::as_bytes(std::span(&value, 1)));
    };
    addScalar("frame.npy", "<i8", table.number);
    addScalar("time.npy", "<f8", table.time);
    addScalar("metresPerUnit.npy", "<f8", table.metresPerUnit);
    return zip.finish();
}

} // namespace

ParticleFormat npzFormat()
{
    return {"npz",
            ".npz",
            "NumPy arrays by attribute, beside frame, time and metresPerUnit, for Python.",
            "",
            {.doublesFarOut = true, .wideIds = true},
            encode};
}

} // namespace sastrugi
