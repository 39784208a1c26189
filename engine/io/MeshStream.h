// What `sastrugi-import` sends to the engine through a pipe: a header, text, points, triangles. Both run on the same
// machine, so numbers are in its own byte order.
#pragma once

#include <cstdint>

namespace sastrugi
{

struct MeshStreamHeader {
    char magic[8] = {'s', 'a', 's', 'm', 'e', 's', 'h', '1'};
    std::uint64_t points = 0;         // 3 doubles each
    std::uint64_t triangles = 0;      // 3 x uint32 each
    std::uint64_t lines = 0;          // in the file, not sent
    std::uint64_t pointElements = 0;  // in the file, not sent
    std::uint64_t skippedIndices = 0; // triangles that name points which do not exist, not sent
    std::uint64_t noteBytes = 0;      // text: what the file says of units and axes
};

/// The child may have this much address space, bytes.
constexpr std::uint64_t importMemoryLimit = std::uint64_t{2} << 30;

/// Exit codes of the child, the values of ErrorKind.
constexpr int importRefused = 3, importTooLarge = 6;

} // namespace sastrugi
