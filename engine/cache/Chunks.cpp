#include "engine/cache/Chunks.h"

#include "engine/core/Error.h"

#include <blosc.h>

#include <algorithm>
#include <cstring>

namespace sastrugi
{

namespace
{

constexpr std::size_t targetRows = std::size_t{1} << 18;
constexpr int compressionLevel = 5;

} // namespace

ChunkLayout chunkLayout(std::size_t rows, std::size_t rowBytes)
{
    const std::size_t chunks = std::max<std::size_t>(1, (rows + targetRows - 1) / targetRows);
    return {rowBytes, rows, std::max<std::size_t>(1, (rows + chunks - 1) / chunks)};
}

std::vector<std::byte> compressChunk(const AttributeArray& array, const ChunkLayout& layout, std::size_t chunk)
{
    const std::byte* source = array.bytes.data() + layout.begin(chunk);
    std::vector<std::byte> filled;
    if (layout.size(chunk) < layout.chunkBytes()) {
        filled.resize(layout.chunkBytes());
        std::memcpy(filled.data(), source, layout.size(chunk));
        source = filled.data();
    }
    std::vector<std::byte> compressed(layout.chunkBytes() + BLOSC_MAX_OVERHEAD);
    const int size = blosc_compress_ctx(compressionLevel, BLOSC_SHUFFLE, sizeOf(array.type), layout.chunkBytes(),
                                        source, compressed.data(), compressed.size(), BLOSC_LZ4_COMPNAME, 0, 1);
    SASTRUGI_ASSERT(size > 0, "Blosc cannot compress a chunk");
    compressed.resize(static_cast<std::size_t>(size));
    return compressed;
}

void decompressChunk(std::span<const std::byte> compressed, const ChunkLayout& layout, std::size_t chunk,
                     AttributeArray& array)
{
    std::size_t size = 0;
    if (blosc_cbuffer_validate(compressed.data(), compressed.size(), &size) != 0 || size != layout.chunkBytes())
        fail(ErrorKind::InputOutput, "attribute '{}' is not compressed as expected", array.name);
    std::byte* target = array.bytes.data() + layout.begin(chunk);
    std::vector<std::byte> filled;
    if (layout.size(chunk) < size) {
        filled.resize(size);
        target = filled.data();
    }
    if (blosc_decompress_ctx(compressed.data(), target, size, 1) != static_cast<int>(size))
        fail(ErrorKind::InputOutput, "attribute '{}' cannot be decompressed", array.name);
    if (!filled.empty())
        std::memcpy(array.bytes.data() + layout.begin(chunk), filled.data(), layout.size(chunk));
}

} // namespace sastrugi
