#include "engine/io/VtpFile.h"

#include "engine/core/Memory.h"
#include "engine/core/Parallel.h"
#include "engine/core/Stop.h"
#include "engine/io/xmlText.h"

#include <lz4.h>

#include <bit>
#include <initializer_list>
#include <memory>

namespace sastrugi
{

namespace
{

static_assert(std::endian::native == std::endian::little, "VTP is written in the byte order of the machine");

constexpr std::size_t compressedAtOnce = std::size_t{1} << 18; // bytes

std::string_view vtkType(ElementType type)
{
    switch (type) {
    case ElementType::Float32: return "Float32";
    case ElementType::Float64: return "Float64";
    case ElementType::UInt8: return "UInt8";
    case ElementType::UInt32: return "UInt32";
    case ElementType::UInt64: return "Int64"; // below 2^63
    }
    return "Float32";
}

/// The arrays in the order of their offsets, and the head that names them.
class Appended
{
public:
    /// `bytes` must outlive this. Returns the element of the array, whose offset is known later.
    void add(std::string& xml, std::string_view type, std::string_view name, int components,
             std::span<const std::byte> bytes)
    {
        xml += fmt::format("<DataArray type=\"{}\" Name=\"{}\"{} format=\"appended\" offset=\"", type, xmlText(name),
                           components > 1 ? fmt::format(" NumberOfComponents=\"{}\"", components) : std::string());
        m_arrays.push_back({bytes, xml.size(), {}});
        xml += "\"/>\n";
    }

    void compress(const std::stop_token& stop)
    {
        struct Piece {
            Block* block;
            std::span<const std::byte> from;
        };
        std::vector<Piece> pieces;
        std::size_t room = 0;
        for (Array& array : m_arrays) {
            array.blocks.resize((array.bytes.size() + compressedAtOnce - 1) / compressedAtOnce);
            for (std::size_t begin = 0, i = 0; begin < array.bytes.size(); begin += compressedAtOnce, ++i) {
                const auto from = array.bytes.subspan(begin, std::min(compressedAtOnce, array.bytes.size() - begin));
                const auto most = static_cast<std::size_t>(LZ4_compressBound(static_cast<int>(from.size())));
                array.blocks[i] = {room, most};
                pieces.push_back({&array.blocks[i], from});
                room += most;
            }
        }
        m_compressed = std::make_unique_for_overwrite<char[]>(room);
        preferLargePages(m_compressed.get(), room);
        parallelForEach(pieces.size(), [&](std::size_t i) {
            throwIfStopped(stop);
            const auto& [block, from] = pieces[i];
            const int size =
                LZ4_compress_default(reinterpret_cast<const char*>(from.data()), m_compressed.get() + block->place,
                                     static_cast<int>(from.size()), static_cast<int>(block->size));
            SASTRUGI_ASSERT(size > 0, "LZ4 compresses whatever fits its bound");
            block->size = static_cast<std::size_t>(size);
        });
    }

    /// The head with the offsets in their places, and what is appended.
    std::string file(const std::string& xml) const
    {
        std::string head;
        std::size_t at = 0, offset = 0;
        for (const Array& array : m_arrays) {
            head.append(xml, at, array.place - at);
            head += fmt::format("{}", offset);
            at = array.place;
            offset += 8 * (3 + array.blocks.size());
            for (const Block& block : array.blocks)
                offset += block.size;
        }
        head.append(xml, at);
        head += "<AppendedData encoding=\"raw\">\n_";
        constexpr std::string_view tail = "\n</AppendedData>\n</VTKFile>\n";
        std::string bytes;
        reserveLarge(bytes, head.size() + offset + tail.size());
        bytes += head;
        for (const Array& array : m_arrays) {
            appendNumbers(bytes, {array.blocks.size(), compressedAtOnce, array.bytes.size() % compressedAtOnce});
            for (const Block& block : array.blocks)
                appendNumbers(bytes, {block.size});
            for (const Block& block : array.blocks)
                bytes.append(m_compressed.get() + block.place, block.size);
        }
        bytes += tail;
        return bytes;
    }

private:
    struct Block {
        std::size_t place, size; // in m_compressed
    };
    struct Array {
        std::span<const std::byte> bytes;
        std::size_t place; // of its offset in the head
        std::vector<Block> blocks;
    };

    static void appendNumbers(std::string& bytes, std::initializer_list<std::uint64_t> numbers)
    {
        bytes.append(reinterpret_cast<const char*>(numbers.begin()), 8 * numbers.size());
    }

    std::vector<Array> m_arrays;
    std::unique_ptr<char[]> m_compressed;
};

std::vector<std::int32_t> numbers(std::size_t count, std::int32_t first, std::int32_t step)
{
    std::vector<std::int32_t> values(count);
    parallelFor(count, [&](std::size_t i) { values[i] = first + step * static_cast<std::int32_t>(i); });
    return values;
}

} // namespace

std::string vtpFile(const ParticleTable& table, bool isMesh, std::span<const std::array<std::uint32_t, 3>> triangles,
                    const std::stop_token& stop)
{
    constexpr std::size_t most = 0x7ffffffe;
    if (table.count > most || 3 * triangles.size() > most)
        fail(ErrorKind::InputOutput, "VTP would hold more than {} {}", most, isMesh ? "corners" : "particles");
    const std::size_t verts = isMesh ? 0 : table.count;
    // Readers take the time of a single file from TimeValue.
    std::string xml = fmt::format(
        "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\" "
        "header_type=\"UInt64\" compressor=\"vtkLZ4DataCompressor\">\n<PolyData>\n<FieldData>\n"
        "<DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" format=\"ascii\">{}</DataArray>\n"
        "</FieldData>\n<Piece NumberOfPoints=\"{}\" NumberOfVerts=\"{}\" NumberOfLines=\"0\" NumberOfStrips=\"0\" "
        "NumberOfPolys=\"{}\">\n<PointData>\n",
        table.time, table.count, verts, triangles.size());
    Appended data;
    for (const ParticleColumn& column : std::span(table.columns).subspan(1))
        data.add(xml, vtkType(column.type), column.name, column.components, column.bytes);
    xml += "</PointData>\n<CellData>\n</CellData>\n<Points>\n";
    data.add(xml, vtkType(table.position().type), "Points", 3, table.position().bytes);
    xml += "</Points>\n<Verts>\n";
    const auto corners = numbers(verts, 0, 1),
               ends = numbers(isMesh ? triangles.size() : verts, isMesh ? 3 : 1, isMesh ? 3 : 1);
    if (!isMesh) {
        data.add(xml, "Int32", "connectivity", 1, std::as_bytes(std::span(corners)));
        data.add(xml, "Int32", "offsets", 1, std::as_bytes(std::span(ends)));
    }
    xml += "</Verts>\n<Polys>\n";
    if (isMesh) {
        data.add(xml, "Int32", "connectivity", 1, std::as_bytes(triangles));
        data.add(xml, "Int32", "offsets", 1, std::as_bytes(std::span(ends)));
    }
    xml += "</Polys>\n</Piece>\n</PolyData>\n";
    data.compress(stop);
    return data.file(xml);
}

} // namespace sastrugi
