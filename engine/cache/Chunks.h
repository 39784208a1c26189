// How an array is cut into chunks, and a chunk compressed. Inside engine/cache only.
#pragma once

#include "engine/particles/Attributes.h"

#include <cstddef>
#include <span>
#include <vector>

namespace sastrugi
{

/// Some 250,000 rows per chunk: enough pieces for many cores, few enough to be cheap. All chunks have the same number
/// of rows, as HDF5 wants it; the last is filled up with zeros.
struct ChunkLayout {
    std::size_t rowBytes = 0, rows = 0, rowsPerChunk = 0;

    std::size_t count() const { return rows == 0 ? 0 : (rows + rowsPerChunk - 1) / rowsPerChunk; }
    std::size_t chunkBytes() const { return rowsPerChunk * rowBytes; }
    /// Of the bytes of the whole array, those of one chunk without the filling.
    std::size_t begin(std::size_t chunk) const { return chunk * chunkBytes(); }
    std::size_t size(std::size_t chunk) const { return std::min(chunkBytes(), rows * rowBytes - begin(chunk)); }
};

ChunkLayout chunkLayout(std::size_t rows, std::size_t rowBytes);

std::vector<std::byte> compressChunk(const AttributeArray& array, const ChunkLayout& layout, std::size_t chunk);

/// Throws Error(InputOutput) when `compressed` is not such a chunk.
void decompressChunk(std::span<const std::byte> compressed, const ChunkLayout& layout, std::size_t chunk,
                     AttributeArray& array);

} // namespace sastrugi
