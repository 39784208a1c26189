// A picture as plain bytes.
#pragma once

#include <cstddef>
#include <vector>

namespace sastrugi
{

struct Picture {
    int width = 0, height = 0;
    std::vector<std::byte> pixels; // red, green, blue of sRGB; rows from the upper edge to the lower

    bool operator==(const Picture&) const = default;
};

/// The bytes of a PNG file.
std::vector<std::byte> pngOf(const Picture& picture);

} // namespace sastrugi
